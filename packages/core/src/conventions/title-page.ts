import type { Warnings } from '../errors/index.js';
import type { Lang, Meta, Name, Slug, Template, Text } from '../model/document.js';
import type { RichText, Setup, TitleKey, TitleLine, TitlePage } from './manuscript/types.js';

export { recogniseTitlePage } from './title-page-recognise.js';

/** The texts of a title page by field, the lines of each joined by `\n`; blank lines are left out. */
export interface TitleFields {
  title?: RichText;
  credit?: RichText;
  /** Names only: a credit on the same line (`Written by Ann Lee`) is in `credit`. */
  author?: RichText;
  /** One entry per source. */
  sources: RichText[];
  contact?: RichText;
  /** Notes and every line without a key. */
  notes?: RichText;
  /** All other fields in printed order: `draft-date`, `copyright`, `revision` and the source's own keys. */
  others: { key: TitleKey; label?: string; text: RichText }[];
}

export declare function titleFields(page: TitlePage): TitleFields;

/** An author as the document's root lists them, without the id. */
export interface AuthorParts {
  given: string;
  family: string;
  meta?: Meta;
}

/** An entry of the document's root `sources`, without the id. */
export interface SourceParts {
  type: Slug;
  title: Text;
  meta?: Meta;
}

/** A title page as the document holds it. The caller gives ids to authors and sources and lists them on the cover. */
export interface CoverParts {
  /** For the root and the cover; `Untitled` when the page has none, and then `meta` says so. */
  title: Name;
  /** At least one: Unknown Author when the page names none. */
  authors: AuthorParts[];
  sources: SourceParts[];
  extra?: Text;
  /** For `cover.meta`. */
  meta: Meta;
  /** For `layout.templates`: the lines of the page, without their words. */
  templates: Template[];
}

/** A title page (or the lack of one) as parts of the document, always within the schema's bounds. */
export declare function titlePageToCover(page: TitlePage | undefined, context: { lang: Lang }): CoverParts;

/**
 * The title page that a document's cover says; undefined when it says none. Texts come from the present fields, places
 * from the template; copies that no longer agree are left aside with a `stale_hint`.
 */
export declare function coverToTitlePage(
  parts: CoverParts,
  context: { lang: Lang; fallback: Lang; warnings: Warnings },
): TitlePage | undefined;

/**
 * The lines of a title page in printed order with their layout: as they are when the source placed them, else the
 * usual page: title a third down, credit, authors and sources below it, contact and the rest at the foot.
 */
export declare function arrangeTitlePage(page: TitlePage, setup?: Setup): TitleLine[];

/** One entry of a plain-text title page: `label` as it is to be written, without the colon. */
export interface TitleEntry {
  key: TitleKey;
  label: string;
  lines: RichText[];
}

/** The fields of a title page in the usual order with their labels: Title, Credit, Author, Source, Draft date, Contact, ... */
export declare function titleEntries(page: TitlePage): TitleEntry[];
