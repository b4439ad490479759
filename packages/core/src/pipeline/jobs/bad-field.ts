import { ScreenplayError } from '../../errors/index.js';

/** The error for a part of a request: which, as a path into it, and what is wrong. */
export function badField(field: string, problem: string): ScreenplayError {
  return new ScreenplayError('bad_option', `\`${field}\` ${problem}`, { details: { field } });
}
