import type { FormatName, Warning } from '@screenplay/core';
import type { Failure } from '../failure.js';
import type { Task } from './plan.js';

/** How one task ended. */
export interface Outcome {
  task: Task;
  /** The input's format, when it came to be known. */
  from: FormatName | undefined;
  failure: Failure | undefined;
  warnings: readonly Warning[];
  /** Milliseconds from reading to written. */
  duration: number;
}
