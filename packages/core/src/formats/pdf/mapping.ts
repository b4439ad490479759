import { getMeta } from '../../conventions/meta.js';
import { pickText } from '../../conventions/language.js';
import { renderAuthors } from '../../conventions/names.js';
import { titleFields } from '../../conventions/title-page.js';
import type { Manuscript } from '../../conventions/manuscript/types.js';
import type { Author, ScreenplayDocument } from '../../model/document.js';

/** What a PDF says of itself as a whole, in its information dictionary and its catalogue. */
export interface PdfFacts {
  title: string;
  author: string | undefined;
  /** The logline. */
  subject: string | undefined;
  keywords: string | undefined;
  /** The program that wrote the script. */
  creator: string;
  /** BCP 47. */
  lang: string;
  /** When the last dated revision was made, ISO 8601; absent: the file tells no date, for it knows of no clock. */
  created: string | undefined;
}

const CREATOR = 'screenplay';

/** What the PDF of a document says of itself. */
export function pdfFacts(document: ScreenplayDocument, manuscript: Manuscript, lang = document.lang): PdfFacts {
  const { titlePage, generator, logline, genre, revisions } = manuscript;
  const printed = titlePage && titleFields(titlePage).title?.text.replace(/\s+/g, ' ').trim();
  const authors = renderAuthors(document.authors.filter(isKnown).map(nameOf));
  const dates = (revisions ?? []).flatMap(({ created }) => (created === undefined ? [] : [created])).sort();
  return {
    title: printed || pickText(document.title, lang, document.lang),
    author: authors === '' ? undefined : authors,
    subject: logline,
    keywords: genre && genre.length > 0 ? genre.join(', ') : undefined,
    creator: generator ? `${generator.name} ${generator.version}` : CREATOR,
    lang,
    created: dates.at(-1),
  };
}

function isKnown({ meta }: Author): boolean {
  return getMeta(meta, 'unknown') !== 'true';
}

function nameOf({ given, family, meta }: Author): { given: string; family: string; mononym?: boolean } {
  return { given, family, mononym: getMeta(meta, 'mononym') === 'true' };
}
