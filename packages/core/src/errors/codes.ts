/**
 * Every code that an error or a warning can carry, and nothing else. Adapters map them exhaustively
 * (HTTP statuses, exit codes), so a new code does not compile until each adapter knows it.
 */

/** The file or the document is bad; the same input fails again. */
export const INPUT_CODES = [
  'unknown_format',
  'unsupported_format',
  'wrong_format',
  'empty_input',
  'malformed_input',
  'invalid_document',
  'encrypted_document',
  'unauthenticated_document',
  'wrong_key',
  'weak_key',
  'pdf_no_text',
  'pdf_password_required',
  'pdf_password_wrong',
  'not_a_screenplay',
  'bad_option',
] as const;
/** Too big, too deep, too long. */
export const LIMIT_CODES = ['limit_exceeded', 'timeout', 'cancelled'] as const;
/**
 * Storage, queue, network or converter is down or refuses. `busy`: it has too much to do, and says in the details when
 * to ask again (`retryAfter`, seconds).
 */
export const PORT_CODES = ['not_found', 'denied', 'unavailable', 'conflict', 'busy'] as const;
/** Ours. */
export const DEFECT_CODES = ['internal'] as const;

export type InputCode = (typeof INPUT_CODES)[number];
export type LimitCode = (typeof LIMIT_CODES)[number];
export type PortCode = (typeof PORT_CODES)[number];
export type DefectCode = (typeof DEFECT_CODES)[number];
export type ErrorCode = InputCode | LimitCode | PortCode | DefectCode;

/** Non-fatal findings of a conversion. */
export const WARNING_CODES = [
  'application_state',
  'stale_hint',
  'encoding_guessed',
  'not_carried',
  'repaired',
  'truncated',
  'guessed',
  'missing_glyphs',
  'deprecated',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];
