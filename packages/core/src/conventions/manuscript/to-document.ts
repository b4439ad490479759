import type { ScreenplayDocument } from '../../model/document.js';
import { toInstant } from '../instants.js';
import { titlePageToCover } from '../title-page-to-cover.js';
import { DocumentBuilder } from './document-builder.js';
import type { ToDocumentOptions } from './document-builder.js';
import { buildLayout } from './document-layout.js';
import { SceneDetails } from './scene-details.js';
import type { Manuscript } from './types.js';

/** The native document of a manuscript: see {@link DocumentBuilder}. */
export function toDocument(manuscript: Manuscript, options: ToDocumentOptions): ScreenplayDocument {
  const parts = { cover: titlePageToCover, details: SceneDetails, layout: buildLayout };
  const now = options.now === undefined ? undefined : toInstant(options.now);
  const builder = new DocumentBuilder(manuscript, { ...options, now }, parts);
  builder.add(manuscript.blocks);
  return builder.finish(manuscript);
}
