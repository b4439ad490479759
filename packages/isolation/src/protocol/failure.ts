import { describePosition, ScreenplayError } from '@screenplay/core';
import type { Failure } from './messages.js';

/** What the engine says when it cannot get a piece of memory, or when a piece would be larger than any can be. */
const REFUSED =
  /allocation failed|invalid (?:string|array|typed array|array buffer) length|(?:map|set) maximum size|longer than 0x/i;

/** Whether an operation failed because memory was refused to it, deep below. */
export function isExhaustion(error: ScreenplayError): boolean {
  return error.code === 'internal' && error.cause instanceof Error && REFUSED.test(error.cause.message);
}

export function failureOf(error: ScreenplayError): Failure {
  const { code, at, details, retryable } = error;
  const failure: Failure = { code, message: plainMessage(error), retryable };
  if (at) failure.at = at;
  if (details) failure.details = details;
  if (code === 'internal') failure.trace = traceOf(error.cause ?? error);
  return failure;
}

export function errorOf({ code, message, at, details, retryable, trace }: Failure): ScreenplayError {
  return new ScreenplayError(code, message, {
    retryable,
    ...(at === undefined ? {} : { at }),
    ...(details === undefined ? {} : { details }),
    ...(trace === undefined ? {} : { cause: new Error(trace) }),
  });
}

/** The message without the place, which the error's constructor has added to it. */
function plainMessage({ message, at }: ScreenplayError): string {
  const place = ` (${describePosition(at)})`;
  return at !== undefined && message.endsWith(place) ? message.slice(0, -place.length) : message;
}

function traceOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [thrown.name, ...frames].join('\n');
}
