import type { ErrorCode } from '@screenplay/core';

/** What the program tells the shell. */
export const EXIT = {
  done: 0,
  badInput: 1,
  usage: 2,
  partial: 3,
  defect: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** One line for each exit code, for the help and the reference. */
export const EXIT_MEANINGS: Readonly<Record<ExitCode, string>> = {
  0: 'done',
  1: 'the input or the document is bad, or the output could not be written',
  2: 'wrong usage',
  3: 'some of a batch failed',
  70: 'a bug of ours',
};

/** Exhaustive by type: a new error code does not compile until it has its exit code. */
const EXIT_OF: Readonly<Record<ErrorCode, ExitCode>> = {
  unknown_format: EXIT.badInput,
  unsupported_format: EXIT.badInput,
  wrong_format: EXIT.badInput,
  empty_input: EXIT.badInput,
  malformed_input: EXIT.badInput,
  invalid_document: EXIT.badInput,
  encrypted_document: EXIT.badInput,
  unauthenticated_document: EXIT.badInput,
  wrong_key: EXIT.badInput,
  weak_key: EXIT.usage,
  pdf_no_text: EXIT.badInput,
  pdf_password_required: EXIT.badInput,
  pdf_password_wrong: EXIT.badInput,
  not_a_screenplay: EXIT.badInput,
  bad_option: EXIT.usage,
  limit_exceeded: EXIT.badInput,
  timeout: EXIT.badInput,
  cancelled: EXIT.badInput,
  not_found: EXIT.badInput,
  denied: EXIT.badInput,
  unavailable: EXIT.badInput,
  conflict: EXIT.badInput,
  busy: EXIT.badInput,
  internal: EXIT.defect,
};

export function exitCodeOf(code: ErrorCode): ExitCode {
  return EXIT_OF[code];
}

/** The exit code of a run over several inputs: how many there were, and the code of each that failed. */
export function exitCodeOfBatch(total: number, failed: readonly ErrorCode[]): ExitCode {
  const first = failed[0];
  if (first === undefined) return EXIT.done;
  if (failed.length < total) return EXIT.partial;
  return failed.includes('internal') ? EXIT.defect : exitCodeOf(first);
}
