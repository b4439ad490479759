import type { ErrorCode, FormatName, Position, Warning } from '@screenplay/core';
import { STDIN_SHOWN } from '../files/input-file.js';
import type { Outcome } from './outcome.js';

/** One element of the report's array: what became of one input. */
export interface ReportEntry {
  /** The path as given; `-` for standard input. */
  input: string;
  /** The path written; `-` for standard output; null when nothing was written. */
  output: string | null;
  /** Null when it did not come to be known. */
  from: FormatName | null;
  to: FormatName;
  error: { code: ErrorCode; message: string; at?: Position } | null;
  /** What could not be carried, was guessed or repaired. */
  warnings: readonly Warning[];
}

/** The report of a run as JSON text, in the order of the inputs. */
export function reportText(outcomes: readonly Outcome[]): string {
  return `${JSON.stringify(outcomes.map(entryOf), null, 2)}\n`;
}

function entryOf({ task, from, failure, warnings }: Outcome): ReportEntry {
  return {
    input: task.input.path === undefined && task.input.shown === STDIN_SHOWN ? '-' : task.input.shown,
    output: failure ? null : (task.output?.shown ?? '-'),
    from: from ?? null,
    to: task.to,
    error: failure ? { code: failure.code, message: failure.message, ...(failure.at ? { at: failure.at } : {}) } : null,
    warnings,
  };
}
