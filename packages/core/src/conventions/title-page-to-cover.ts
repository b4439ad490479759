import type { Lang } from '../model/document.js';
import type { TitlePage } from './manuscript/types.js';
import { fieldsToCover } from './title-page-cover.js';
import type { CoverParts } from './title-page-cover.js';
import { noCover } from './title-page-none.js';
import { recogniseTitlePage } from './title-page-recognise.js';

/** A title page (or the lack of one) as parts of the document, always within the schema's bounds. */
export function titlePageToCover(page: TitlePage | undefined, context: { lang: Lang }): CoverParts {
  if (!page) return noCover(context.lang);
  return fieldsToCover(page.placed ? { placed: true, lines: recogniseTitlePage(page.lines) } : page, context);
}
