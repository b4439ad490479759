import type { ErrorCode } from '@screenplay/core';

/** What can be wrong with a request before anything is converted. */
export type RequestCode =
  | 'bad_request'
  | 'unauthorized'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'unsupported_media_type'
  | 'head_too_large'
  | 'not_implemented';

export type ReplyCode = ErrorCode | RequestCode;

/** Nobody reads it: the client has gone. Only logs and metrics show it. */
export const CLIENT_GONE = 499;

/**
 * The HTTP status of every code. Where a code means something else, whoever throws says so ({@link HttpError}): a body
 * with too many bytes is `limit_exceeded` with 413, a JSON or YAML body that cannot be parsed is `malformed_input` with
 * 400.
 */
const STATUSES: Readonly<Record<ReplyCode, number>> = {
  unknown_format: 400,
  unsupported_format: 415,
  wrong_format: 422,
  empty_input: 400,
  malformed_input: 422,
  invalid_document: 422,
  encrypted_document: 422,
  unauthenticated_document: 422,
  wrong_key: 422,
  weak_key: 400,
  pdf_no_text: 422,
  pdf_password_required: 422,
  pdf_password_wrong: 422,
  not_a_screenplay: 422,
  bad_option: 400,
  limit_exceeded: 422,
  timeout: 504,
  cancelled: CLIENT_GONE,
  not_found: 404,
  denied: 503,
  unavailable: 503,
  conflict: 409,
  busy: 503,
  internal: 500,
  bad_request: 400,
  unauthorized: 401,
  method_not_allowed: 405,
  request_timeout: 408,
  unsupported_media_type: 415,
  head_too_large: 431,
  not_implemented: 501,
};

export function statusOf(code: ReplyCode): number {
  return STATUSES[code];
}
