import type { ScreenplayDocument } from '../../model/document.js';
import { manuscriptNeeds, readManuscript } from './manuscript-reader.js';
import type { FromDocumentOptions } from './manuscript-reader.js';
import type { Manuscript } from './types.js';

/** The manuscript that a document says, like `fromDocument`; what it needs beside plain text is loaded. */
export async function openManuscript(document: ScreenplayDocument, options: FromDocumentOptions): Promise<Manuscript> {
  const needs = manuscriptNeeds(document);
  const [cover, layout, details] = await Promise.all([
    needs.cover ? import('../title-page-cover.js') : undefined,
    needs.layout ? import('../page-setup.js') : undefined,
    needs.details ? import('./details-on-demand.js') : undefined,
  ]);
  return readManuscript(document, options, {
    cover: cover?.coverToTitlePage,
    layout: layout?.layoutToSetup,
    details,
  });
}
