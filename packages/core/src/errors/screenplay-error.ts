import { DEFECT_CODES, INPUT_CODES, LIMIT_CODES, PORT_CODES } from './codes.js';
import type { ErrorCode } from './codes.js';
import { describePosition } from './position.js';
import type { Position } from './position.js';

export type ErrorFamily = 'input' | 'limit' | 'port' | 'defect';

const FAMILIES = new Map<ErrorCode, ErrorFamily>([
  ...INPUT_CODES.map((code) => [code, 'input'] as const),
  ...LIMIT_CODES.map((code) => [code, 'limit'] as const),
  ...PORT_CODES.map((code) => [code, 'port'] as const),
  ...DEFECT_CODES.map((code) => [code, 'defect'] as const),
]);

export interface ScreenplayErrorOptions {
  cause?: unknown;
  at?: Position;
  /** Structured facts beside the message, e.g. validation errors. */
  details?: Readonly<Record<string, unknown>>;
  /** Defaults to true for the port family, false for the others. */
  retryable?: boolean;
}

/**
 * The one error that leaves this library. The message says what is wrong, where, and what to do about it; it is
 * written for the person at the keyboard and never holds script text, keys or a stack.
 */
export class ScreenplayError extends Error {
  override readonly name = 'ScreenplayError';
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly at?: Position;
  readonly details?: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: ScreenplayErrorOptions = {}) {
    const where = describePosition(options.at);
    super(
      where ? `${message} (${where})` : message,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.retryable = options.retryable ?? FAMILIES.get(code) === 'port';
    if (options.at) this.at = options.at;
    if (options.details) this.details = options.details;
  }

  get family(): ErrorFamily {
    return FAMILIES.get(this.code) ?? 'defect';
  }
}
