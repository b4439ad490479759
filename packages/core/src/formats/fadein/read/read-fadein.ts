import { buildDocument } from '../../../conventions/manuscript/build-document.js';
import type { ToDocumentOptions } from '../../../conventions/manuscript/document-builder.js';
import type { ScreenplayDocument } from '../../../model/document.js';
import { liftFadeIn } from './lift.js';
import { parseFadeIn } from './parse.js';

/** The document that the bytes of a Fade In file, or of bare Open Screenplay Format, say. */
export function readFadeIn(source: Uint8Array, options: ToDocumentOptions): Promise<ScreenplayDocument> {
  const { warnings } = options;
  return buildDocument(liftFadeIn(parseFadeIn(source, warnings), warnings), options);
}
