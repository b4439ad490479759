import { ScreenplayError } from '../errors/index.js';
import type { Warnings } from '../errors/index.js';
import type { XmlDocument } from './xml-tree.js';

/** Says what of a document's markup was mended: a warning `repaired` for each. */
export function warnOfProblems({ problems }: XmlDocument, warnings: Warnings): void {
  for (const { message, at } of problems)
    warnings.add('repaired', message.charAt(0).toUpperCase() + message.slice(1), at);
}

/** The error `malformed_input` for a document in which no script was found. `missing`: what a whole one would have. */
export function noScriptIn({ root, problems, truncated }: XmlDocument, missing: string): ScreenplayError {
  const [first] = problems;
  const what = !root
    ? 'The file is not XML'
    : truncated
      ? 'The file is cut off before its script begins'
      : `The file holds no script: it has no ${missing}`;
  const message = first ? `${what}: ${first.message}. Save it again in the program that wrote it` : what;
  return new ScreenplayError('malformed_input', message, first ? { at: first.at } : {});
}
