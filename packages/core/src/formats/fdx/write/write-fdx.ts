import { openManuscript } from '../../../conventions/manuscript/open-manuscript.js';
import type { FromDocumentOptions } from '../../../conventions/manuscript/manuscript-reader.js';
import type { ScreenplayDocument } from '../../../model/document.js';
import { lowerFdx } from './lower.js';
import { needsPages } from './needs-pages.js';
import { printFdx } from './print.js';

/** The bytes of a Final Draft file that says a document. */
export async function writeFdx(document: ScreenplayDocument, options: FromDocumentOptions): Promise<Uint8Array> {
  const { warnings } = options;
  const script = await openManuscript(document, options);
  const manuscript = needsPages(script) ? (await import('./pages.js')).withPages(script) : script;
  const titlePage = script.titlePage ? (await import('./title-page.js')).printTitlePage : undefined;
  return printFdx(lowerFdx(manuscript, warnings, titlePage), warnings);
}
