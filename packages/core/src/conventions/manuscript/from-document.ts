import type { ScreenplayDocument } from '../../model/document.js';
import { layoutToSetup } from '../page-setup.js';
import { coverToTitlePage } from '../title-page-cover.js';
import { BlockDetails } from './block-details.js';
import { readManuscript } from './manuscript-reader.js';
import type { FromDocumentOptions } from './manuscript-reader.js';
import { decodeRuns } from '../run-codec.js';
import { dropStalePages } from './pages-hash.js';
import { takeScriptFacts } from './script-facts.js';
import type { Manuscript } from './types.js';

/** The manuscript that a document says: see {@link readManuscript}. */
export function fromDocument(document: ScreenplayDocument, options: FromDocumentOptions): Manuscript {
  const details = { BlockDetails, takeScriptFacts, decodeRuns, dropStalePages };
  return readManuscript(document, options, { cover: coverToTitlePage, layout: layoutToSetup, details });
}
