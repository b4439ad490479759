import { buildDocument } from '../../../conventions/manuscript/build-document.js';
import type { ToDocumentOptions } from '../../../conventions/manuscript/document-builder.js';
import type { ScreenplayDocument } from '../../../model/document.js';
import { liftFdx } from './lift.js';
import { parseFdx } from './parse.js';

/** The document that the bytes of a Final Draft file say. */
export async function readFdx(source: Uint8Array, options: ToDocumentOptions): Promise<ScreenplayDocument> {
  const { warnings } = options;
  const file = parseFdx(source, warnings);
  const titled = file.parts.some(({ name }) => name === 'TitlePage');
  const titlePage = titled ? (await import('./title-page.js')).readTitlePage : undefined;
  return buildDocument(liftFdx(file, warnings, titlePage), options);
}
