import type { ErrorCode, Position } from '@screenplay/core';

/** An error as plain data, so that it can cross from a worker thread and stand in a report. */
export interface Failure {
  code: ErrorCode;
  message: string;
  at?: Position;
  details?: Readonly<Record<string, unknown>>;
  /** Only of defects; shown with `--verbose`. */
  stack?: string;
}

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** `remedy` is the second line: what to write instead. */
  constructor(
    message: string,
    readonly remedy?: string,
  ) {
    super(message);
  }
}

/** A failure of the program's own work on files, with core's codes. */
export class FailureError extends Error {
  override readonly name = 'FailureError';

  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Any thrown value as data. What carries no code of core's is a bug of ours. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  if (isCoded(error)) {
    const failure: Failure = { code: error.code, message: error.message };
    if (error.at) failure.at = error.at;
    if (error.details) failure.details = error.details;
    return error.code === 'internal' ? defectOf(error.cause ?? error) : failure;
  }
  return defectOf(error);
}

function defectOf(cause: unknown): Failure {
  if (!(cause instanceof Error)) return { code: 'internal', message: String(cause) };
  const failure: Failure = { code: 'internal', message: `${cause.name}: ${cause.message}` };
  if (cause.stack) failure.stack = cause.stack;
  return failure;
}

interface CodedError extends Error {
  code: ErrorCode;
  at?: Position;
  details?: Readonly<Record<string, unknown>>;
}

/** By name and not by class, so that the library need not be loaded to tell. */
function isCoded(error: unknown): error is CodedError {
  return error instanceof Error && error.name === 'ScreenplayError' && 'code' in error;
}
