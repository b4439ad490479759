import type { Lang, Name } from '../model/document.js';
import type { AuthorParts, CoverParts } from './title-page-cover.js';

/** Stands for the title of a script that names none. */
export const UNTITLED = 'Untitled';
/** Stands for the author of a script that names none. */
const UNKNOWN: Readonly<AuthorParts> = {
  given: 'Unknown',
  family: 'Author',
  meta: { 'screenplay.unknown': 'true' },
};

/** The cover of a script without a title page. */
export function noCover(lang: Lang): CoverParts {
  return {
    title: { [lang]: UNTITLED },
    authors: [unknownAuthor()],
    sources: [],
    meta: { 'screenplay.untitled': 'true' },
    templates: [],
  };
}

export function unknownAuthor(): AuthorParts {
  return { ...UNKNOWN, meta: { ...UNKNOWN.meta } };
}

/** Whether a cover is beyond doubt that of a script without a title page. */
export function isNoCover({
  title,
  rootTitle = {},
  authors,
  sources,
  extra = {},
  meta,
  templates,
}: CoverParts): boolean {
  return (
    isUntitled(title) &&
    isUntitled(rootTitle) &&
    authors.every(isUnknown) &&
    sources.length === 0 &&
    Object.keys(extra).length === 0 &&
    Object.keys(meta).every((key) => key === 'screenplay.untitled' && meta[key] === 'true') &&
    meta['screenplay.untitled'] !== undefined &&
    templates.every(({ id }) => id !== 'title-page')
  );
}

function isUntitled(title: Name): boolean {
  return Object.values(title).every((name) => name === UNTITLED);
}

/** Whether an author stands for none. */
export function isUnknown({ given, family, meta }: AuthorParts): boolean {
  return meta?.['screenplay.unknown'] === 'true' && given === UNKNOWN.given && family === UNKNOWN.family;
}
