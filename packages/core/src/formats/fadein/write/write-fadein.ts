import { openManuscript } from '../../../conventions/manuscript/open-manuscript.js';
import type { FromDocumentOptions } from '../../../conventions/manuscript/manuscript-reader.js';
import type { ScreenplayDocument } from '../../../model/document.js';
import { lowerFadeIn } from './lower.js';
import { printFadeIn } from './print.js';

/** The bytes of a Fade In file that says a document. */
export async function writeFadeIn(document: ScreenplayDocument, options: FromDocumentOptions): Promise<Uint8Array> {
  const { warnings } = options;
  return printFadeIn(lowerFadeIn(await openManuscript(document, options), warnings), warnings);
}
