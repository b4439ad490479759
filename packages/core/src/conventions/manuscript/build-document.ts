import type { ScreenplayDocument } from '../../model/document.js';
import { DocumentBuilder, neededParts } from './document-builder.js';
import type { DocumentParts, NeededParts, ToDocumentOptions } from './document-builder.js';
import type { Manuscript } from './types.js';

/** Loads the parts that a manuscript needs, or that are to come. */
export async function loadParts({ cover, details, layout }: Partial<NeededParts>): Promise<DocumentParts> {
  const [listed, placed, detailed, layouts] = await Promise.all([
    cover === 'list' ? import('../title-page-cover.js') : undefined,
    cover === 'placed' ? import('../title-page-to-cover.js') : undefined,
    details ? import('./scene-details.js') : undefined,
    layout ? import('./document-layout.js') : undefined,
  ]);
  return {
    cover: placed?.titlePageToCover ?? listed?.fieldsToCover,
    details: detailed?.SceneDetails,
    layout: layouts?.buildLayout,
  };
}

/** The native document of a manuscript, like `toDocument`; what it needs beside plain text is loaded. */
export async function buildDocument(manuscript: Manuscript, options: ToDocumentOptions): Promise<ScreenplayDocument> {
  const builder = new DocumentBuilder(manuscript, options, await loadParts(neededParts(manuscript)));
  builder.add(manuscript.blocks);
  return builder.finish(manuscript);
}
