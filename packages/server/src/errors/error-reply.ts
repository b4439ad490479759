import { ScreenplayError } from '@screenplay/core';
import { documentedDetails } from './error-details.js';
import { HttpError } from './http-error.js';
import { statusOf } from './status-table.js';
import type { ReplyCode } from './status-table.js';

export interface ErrorReply {
  status: number;
  code: ReplyCode;
  headers: Readonly<Record<string, string>>;
  body: ErrorBody;
}

export interface ErrorBody {
  error: string;
  code: ReplyCode;
  [detail: string]: unknown;
}

/** Seconds after which to ask again when nobody knows better. */
const RETRY_AFTER = 5;

const OURS = 'Something went wrong here, and it is not the request: please report it with the X-Request-Id';

/** The answer to whatever was thrown: nothing of an error that was not made for clients gets into it. */
export function errorReply(thrown: unknown): ErrorReply {
  const known = thrown instanceof HttpError ? thrown : asHttpError(thrown);
  const { status, code, details } = known;
  const retryAfter = status === 503 ? Number(details['retry_after'] ?? RETRY_AFTER) : undefined;
  return {
    status,
    code,
    headers: { ...known.headers, ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }) },
    body: { error: known.message, code, ...documentedDetails({ ...details, retry_after: retryAfter }) },
  };
}

function asHttpError(thrown: unknown): HttpError {
  if (thrown instanceof ScreenplayError && thrown.code !== 'internal') return ofScreenplay(thrown, thrown.code);
  // Of Koa and its kin: a path or a header that cannot be read.
  if (statusIn(thrown) === 400) return new HttpError('bad_request', 'The request cannot be read', { cause: thrown });
  return new HttpError('internal', OURS, { cause: thrown });
}

/** A coded error as an answer, under another status or code where the place where it arose knows better. */
export function ofScreenplay(
  error: ScreenplayError,
  code: ReplyCode = error.code,
  status: number = statusOf(code),
): HttpError {
  const { retryAfter, ...details } = error.details ?? {};
  return new HttpError(code, error.message, {
    status,
    cause: error,
    details: {
      ...details,
      at: error.at,
      retry_after: typeof retryAfter === 'number' ? Math.ceil(retryAfter) : undefined,
    },
  });
}

function statusIn(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'status' in thrown ? thrown.status : undefined;
}
