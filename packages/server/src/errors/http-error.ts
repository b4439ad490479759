import type { ReplyCode } from './status-table.js';
import { statusOf } from './status-table.js';

export interface HttpErrorOptions {
  /** Default: the code's own. */
  status?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Facts for the error's body; those that are documented get there. */
  details?: Readonly<Record<string, unknown>> | undefined;
  cause?: unknown;
}

/** What a request is answered with when something is wrong. The message is for the client and quotes no secret. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: ReplyCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ReplyCode, message: string, { status, headers, details, cause }: HttpErrorOptions = {}) {
    super(message, { cause });
    this.code = code;
    this.status = status ?? statusOf(code);
    this.headers = headers ?? {};
    this.details = details ?? {};
  }
}
