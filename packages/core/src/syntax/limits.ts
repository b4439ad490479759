import { ScreenplayError } from '../errors/index.js';
import type { Position } from '../errors/index.js';
import { LIMITS } from './limit-values.js';
import type { LimitName } from './limit-values.js';

export { LIMITS } from './limit-values.js';
export type { LimitName } from './limit-values.js';

/** What a cap counts, and what to do when it is passed. */
const WORDS: Record<LimitName, readonly [subject: string, remedy: string]> = {
  inputBytes: ['bytes of input', 'split the script into several files'],
  nestingDepth: [
    'levels of nesting',
    'no screenplay is nested so deeply: save the file again from the program that wrote it',
  ],
  nodes: ['nodes', 'split the script into several files'],
  inflatedBytes: ['bytes of unpacked content', 'save the script again without images and attachments'],
  inflationRatio: [
    'bytes unpacked from each packed byte',
    'the archive is no screenplay: save it again from the program that wrote it',
  ],
  archiveEntries: ['files in the archive', 'give the script itself, not a collection of files'],
  aliasRatio: ['nodes unfolded from aliases for each one written', 'write the repeated values out'],
  pdfPages: ['pages', 'split the PDF into several files'],
  pdfOperators: ['drawing operators', 'print the PDF again from the program that wrote the script'],
  pdfPageOperators: ['drawing operators on one page', 'print the PDF again from the program that wrote the script'],
  pdfSavedStates: [
    'saved graphics states, one in another',
    'print the PDF again from the program that wrote the script',
  ],
  pdfGlyphs: ['letters', 'split the PDF into several files'],
  pdfPageGlyphs: ['letters on one page', 'print the PDF again from the program that wrote the script'],
};

/** The error for a passed cap: what was counted, the cap, where, and what to do. */
export function limitExceeded(name: LimitName, at?: Position, cause?: unknown): ScreenplayError {
  const [subject, remedy] = WORDS[name];
  const limit = LIMITS[name];
  return new ScreenplayError('limit_exceeded', `More than ${limit.toLocaleString('en')} ${subject}: ${remedy}`, {
    ...(at === undefined ? undefined : { at }),
    ...(cause === undefined ? undefined : { cause }),
    details: { limit: name, max: limit },
  });
}

/**
 * Lets `count` pass up to the cap.
 *
 * @throws ScreenplayError `limit_exceeded`
 */
export function guardLimit(name: LimitName, count: number, at?: Position): void {
  if (count > LIMITS[name]) throw limitExceeded(name, at);
}
