import { Warnings } from '../errors/index.js';
import type { Lang, Meta, Name, Slug, Template, Text } from '../model/document.js';
import { codePointLength, cutCodePoints, textHash } from './code-points.js';
import { pickLang } from './language.js';
import type { RichText, TitleKey, TitleLine, TitlePage } from './manuscript/types.js';
import { getMeta, metaFamily, putMeta } from './meta.js';
import { renderAuthors } from './names.js';
import type { PersonName } from './names.js';
import { SlugPool, templateTexts, textToTemplates } from './page-setup-template.js';
import { putRuns, putText, wholeText, withRuns } from './page-setup-text.js';
import { joinRich, sliceRich } from './rich-text.js';
import { slugify } from './slug.js';
import { authorsOf, creditAndNames, isNewSource } from './title-page-fields.js';
import { buildLines, fieldLines } from './title-page-lines.js';
import type { FieldLines } from './title-page-lines.js';
import { UNTITLED, isUnknown, unknownAuthor } from './title-page-none.js';
import { parseTemplate, printTemplate } from './title-page-template.js';
import type { FieldRef, LineStyle, PageTemplate, TemplateLine } from './title-page-template.js';
import { sourceType } from './title-page-words.js';

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
  /** The root's title, when a document is read: an edit there counts while the cover's title is the converter's. */
  rootTitle?: Name;
  /** At least one: Unknown Author when the page names none. */
  authors: AuthorParts[];
  sources: SourceParts[];
  extra?: Text;
  /** For `cover.meta`. */
  meta: Meta;
  /** For `layout.templates`: the lines of the page, without their words. */
  templates: Template[];
}

const MAX_NAME = 255;
const MAX_PERSON = 50;

/** Names under `title-page.` that no key of the source's own may take. */
const RESERVED = new Set(['title', 'credit', 'author', 'source', 'extra']);
const NOTES: TitleKey = 'notes';
const CONTACT: TitleKey = 'contact';

/**
 * A title page as parts of the document, always within the schema's bounds. Lines without a key belong to no field: those
 * of a placed page are recognised before, as `titlePageToCover` does.
 */
export function fieldsToCover(page: TitlePage, context: { lang: Lang }): CoverParts {
  const { lang } = context;
  const meta: Meta = {};
  const parts: CoverParts = { title: { [lang]: UNTITLED }, authors: [], sources: [], meta, templates: [] };
  const writer = new CoverWriter();
  const lines = page.lines.map((line) => writer.line(line));

  const title = writer.field('title');
  if (title) putTitle(title, lang, parts);
  else putMeta(meta, 'untitled', 'true');
  putAuthors(writer.field('author'), parts);
  parts.sources = writer.sources.map((source) => sourceParts(joinRich(source, '\n'), lang));
  const extra = writer.field('extra');
  if (extra) {
    parts.extra = putText(extra.text, lang, meta);
    putRuns(meta, `extra.${lang}`, extra.text, extra.runs);
  }
  for (const [field, name] of writer.named) {
    const text = writer.field(field);
    if (!text) continue;
    putMeta(meta, `title-page.${name}`, text.text);
    putRuns(meta, field === 'credit' ? field : `key.${name}`, text.text, text.runs);
  }
  for (const [key, name] of writer.ownKeys) putMeta(meta, `title-key.${name}`, key);
  if (writer.labels.length > 0) putMeta(meta, 'title-labels', JSON.stringify(writer.labels));
  for (const { items } of lines) for (const item of items) writer.shorten(item);

  const template: PageTemplate = { placed: page.placed, lines };
  if (!isPlainPage(page, parts, lang))
    parts.templates = textToTemplates('title-page', printTemplate(template), new SlugPool());
  return parts;
}

/** Sorts the words of a page into fields, and remembers which line holds which. */
class CoverWriter {
  readonly #fields = new Map<string, RichText[]>();
  readonly #counts = new Map<string, number>();
  readonly sources: RichText[][] = [];
  readonly labels: string[] = [];
  /** Fields under keys of meta, with the name of the key. */
  readonly named = new Map<string, string>();
  /** Keys of the source's own that are no such name, with the name made for them. */
  readonly ownKeys = new Map<string, string>();
  readonly #names = new Map<string, string>();
  #afterSource = false;

  line(line: TitleLine): TemplateLine {
    const style: LineStyle = {};
    if (line.layout) style.layout = line.layout;
    if (line.extra) style.extra = line.extra;
    const items: (FieldRef | string)[] = [];
    const parts = creditAndNames(line);
    parts.forEach((part, at) => {
      const last = at === parts.length - 1;
      const { before, words, after } = splitBlanks(part);
      if (before !== '') items.push(before);
      // A line without a field and without words is only its blanks.
      if (words.text !== '' || line.key !== undefined) {
        const ref = this.#ref(last ? line.key : 'credit', words);
        if (last && line.label !== undefined) ref.label = this.#label(line.label);
        items.push(ref);
      }
      if (after !== '') items.push(after);
      // Printing puts a blank between two fields unless something says what is there.
      else if (!last && !/\s$/.test(words.text)) items.push('');
      if (words.text !== '') this.#source(line.key === 'source' ? words : undefined, line.label);
    });
    return { style, items };
  }

  #source(words: RichText | undefined, label: string | undefined): void {
    if (words) {
      if (isNewSource({ text: words.text, ...(label !== undefined && { label }) }, this.#afterSource))
        this.sources.push([]);
      this.sources[this.sources.length - 1]?.push(words);
    }
    this.#afterSource = words !== undefined;
  }

  #ref(key: TitleKey | undefined, part: RichText): FieldRef {
    const field = this.#fieldOf(key);
    const ref: FieldRef = { field };
    if (field === 'extra' && key !== undefined) ref.kind = key;
    if (part.text === '') return { ...ref, empty: true };
    const list = this.#fields.get(field);
    if (list) list.push(part);
    else this.#fields.set(field, [part]);
    const first = (this.#counts.get(field) ?? 0) + 1;
    const last = first + part.text.split('\n').length - 1;
    this.#counts.set(field, last);
    ref.lines = [first, last];
    return ref;
  }

  #fieldOf(key: TitleKey | undefined): string {
    if (key === undefined || key === CONTACT || key === NOTES) return 'extra';
    if (key === 'title' || key === 'author' || key === 'source') return key;
    if (key === 'credit') {
      this.named.set(key, key);
      return key;
    }
    const name = this.#nameOf(key);
    this.named.set(`key ${name}`, name);
    return `key ${name}`;
  }

  /** A name that a key of meta can have: the key itself where it can, else one made of it. */
  #nameOf(key: string): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const taken = new Set(this.#names.values());
    let name = key;
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(key) || RESERVED.has(key) || taken.has(key)) {
      const base = `x-${slugify(key, 24)}`;
      name = base;
      for (let n = 2; taken.has(name); n++) name = `${base}-${n}`;
      this.ownKeys.set(key, name);
    }
    this.#names.set(key, name);
    return name;
  }

  #label(label: string): number {
    const known = this.labels.indexOf(label);
    return known >= 0 ? known + 1 : this.labels.push(label);
  }

  /** The lines of a field, joined. */
  field(field: string): RichText | undefined {
    const list = this.#fields.get(field);
    return list && joinRich(list, '\n');
  }

  /** A reference to all lines of a field needs no numbers. */
  shorten(ref: FieldRef | string): void {
    if (typeof ref !== 'string' && ref.lines?.[0] === 1 && ref.lines[1] === this.#counts.get(ref.field))
      delete ref.lines;
  }
}

/** Longer blanks stay in the text. */
const MAX_BLANKS = 200;

/** A text without the blanks around it, as far as no run covers them; all of a text of nothing but blanks is `before`. */
function splitBlanks(part: RichText): { before: string; words: RichText; after: string } {
  const { text, runs } = part;
  const first = runs?.[0]?.start ?? text.length;
  const last = runs?.[runs.length - 1]?.end ?? 0;
  const start = Math.min(text.length - text.trimStart().length, first, MAX_BLANKS);
  const end = Math.max(start, text.trimEnd().length, last, text.length - MAX_BLANKS);
  return { before: text.slice(0, start), words: sliceRich(part, start, end), after: text.slice(end) };
}

function putTitle({ text, runs }: RichText, lang: Lang, parts: CoverParts): void {
  const short = codePointLength(text) > MAX_NAME ? cutCodePoints(text, MAX_NAME) : text;
  parts.title = { [lang]: short };
  putMeta(parts.meta, `title-hash.${lang}`, textHash(short));
  if (short !== text) putMeta(parts.meta, `title-whole.${lang}`, text);
  putRuns(parts.meta, `title.${lang}`, text, runs);
}

function putAuthors(typed: RichText | undefined, parts: CoverParts): void {
  const names = typed ? authorsOf(typed.text) : [];
  parts.authors = names.length > 0 ? names.map(authorParts) : [unknownAuthor()];
  if (!typed) return;
  if (typed.text !== renderAuthors(namesOf(parts.authors))) putMeta(parts.meta, 'title-page.author', typed.text);
  putRuns(parts.meta, 'author', typed.text, typed.runs);
}

function authorParts({ given, family, mononym }: PersonName): AuthorParts {
  const author: AuthorParts = { given: cutCodePoints(given, MAX_PERSON), family: cutCodePoints(family, MAX_PERSON) };
  if (mononym) author.meta = { 'screenplay.mononym': 'true' };
  return author;
}

/** The authors as names to print; none when they are only unknown. */
function namesOf(authors: readonly AuthorParts[]): PersonName[] {
  const known = authors.filter((author) => !isUnknown(author));
  return known.map(({ given, family, meta }) =>
    getMeta(meta, 'mononym') === 'true' && given === family ? { given, family, mononym: true } : { given, family },
  );
}

function sourceParts({ text, runs }: RichText, lang: Lang): SourceParts {
  const meta: Meta = {};
  const source: SourceParts = { type: sourceType(text), title: putText(text, lang, meta) };
  putRuns(meta, lang, text, runs);
  if (Object.keys(meta).length > 0) source.meta = meta;
  return source;
}

/** Whether the page is what the fields alone would give, so that no template is needed. */
function isPlainPage(page: TitlePage, parts: CoverParts, lang: Lang): boolean {
  if (page.placed || page.lines.some(({ layout, extra, label }) => layout || extra || label !== undefined))
    return false;
  const fields = readFields(parts, { lang, fallback: lang, warnings: new Warnings() });
  const plain = buildLines({ placed: false, lines: [] }, fields);
  return (
    JSON.stringify(plain) ===
    JSON.stringify(page.lines.map(({ key, text, runs }) => (key === undefined ? { text, runs } : { text, runs, key })))
  );
}

/**
 * The title page that a document's cover says; undefined when it says none. Texts come from the present fields, places
 * from the template; copies that no longer agree are left aside with a `stale_hint`.
 */
export function coverToTitlePage(
  parts: CoverParts,
  context: { lang: Lang; fallback: Lang; warnings: Warnings },
): TitlePage | undefined {
  const own = templateTexts(parts.templates).own.get('title-page');
  const fields = readFields(parts, context);
  if (!own && fields.size === 0) return undefined;
  const template: PageTemplate = own
    ? parseTemplate(own.text, context.warnings, `/document/layout/templates/${own.at}/text`)
    : { placed: false, lines: [] };
  return {
    placed: template.placed,
    lines: buildLines(template, fields, readLabels(parts.meta), ownKeysOf(parts.meta)),
  };
}

interface ReadContext {
  lang: Lang;
  fallback: Lang;
  warnings: Warnings;
}

/** The lines of every field that the cover has, by the name that a template's references use. */
function readFields(parts: CoverParts, context: ReadContext): Map<string, FieldLines> {
  const { meta } = parts;
  const fields = new Map<string, FieldLines>();
  const put = (field: string, text: RichText | undefined): void => {
    if (text) fields.set(field, fieldLines(text));
  };
  put('title', readTitle(parts, context));
  const credit = getMeta(meta, 'title-page.credit');
  put('credit', credit === undefined ? undefined : looks(credit, meta, 'credit', context, '/document/cover/meta'));
  put('author', readAuthors(parts, context));
  const sources = parts.sources.map((source, at) =>
    readText(source.title, source.meta, '', context, `/sources/${at}/title`),
  );
  const told = sources.filter((source) => source !== undefined);
  put('source', told.length > 0 ? joinRich(told, '\n') : undefined);
  for (const name of metaFamily(meta, 'title-page')) {
    if (name === 'credit' || name === 'author' || name.includes('.')) continue;
    const text = getMeta(meta, `title-page.${name}`) ?? '';
    put(`key ${name}`, looks(text, meta, `key.${name}`, context, '/document/cover/meta'));
  }
  put('extra', readText(parts.extra, meta, 'extra.', context, '/document/cover/extra'));
  return fields;
}

function looks(
  text: string,
  meta: Readonly<Meta> | undefined,
  name: string,
  { warnings }: ReadContext,
  pointer: string,
): RichText {
  return withRuns(text, meta, name, warnings, pointer);
}

function readText(
  map: Text | undefined,
  meta: Readonly<Meta> | undefined,
  prefix: string,
  context: ReadContext,
  pointer: string,
): RichText | undefined {
  const tag = pickLang(map, context.lang, context.fallback);
  if (!map || tag === undefined) return undefined;
  return looks(wholeText(map[tag] ?? '', meta, tag), meta, prefix + tag, context, pointer);
}

function readTitle({ title, rootTitle, meta }: CoverParts, context: ReadContext): RichText | undefined {
  const tag = pickLang(title, context.lang, context.fallback);
  if (tag === undefined) return undefined;
  const cover = title[tag] ?? '';
  const untouched = textHash(cover) === getMeta(meta, `title-hash.${tag}`) || (cover === UNTITLED && isUntitled(meta));
  const short = (untouched ? rootTitle?.[tag] : undefined) ?? cover;
  if (short === UNTITLED && isUntitled(meta)) return undefined;
  const whole = getMeta(meta, `title-whole.${tag}`);
  const text = whole !== undefined && cutCodePoints(whole, MAX_NAME) === short ? whole : short;
  if (whole !== undefined && text !== whole) stale(context, 'The title was edited', '/document/cover/title');
  return looks(text, meta, `title.${tag}`, context, '/document/cover/title');
}

function isUntitled(meta: Readonly<Meta>): boolean {
  return getMeta(meta, 'untitled') === 'true';
}

function readAuthors({ authors, meta }: CoverParts, context: ReadContext): RichText | undefined {
  const names = namesOf(authors);
  const typed = getMeta(meta, 'title-page.author');
  if (typed !== undefined) {
    if (samePeople(authorsOf(typed), names)) return looks(typed, meta, 'author', context, '/document/cover/meta');
    stale(context, 'The authors were edited', '/document/cover/meta');
  }
  if (names.length === 0) return undefined;
  const text = renderAuthors(names);
  // Runs that belong to the typed form are stale with it; one warning is enough.
  return typed === undefined ? looks(text, meta, 'author', context, '/document/cover/meta') : { text };
}

function samePeople(typed: readonly PersonName[], names: readonly PersonName[]): boolean {
  return (
    typed.length === names.length &&
    typed.every((person, at) => {
      const { given, family } = authorParts(person);
      const name = names[at];
      return name !== undefined && given === name.given && family === name.family;
    })
  );
}

function stale({ warnings }: ReadContext, what: string, pointer: string): void {
  warnings.add('stale_hint', `${what}, so its form on the title page was left aside`, { pointer });
}

function readLabels(meta: Readonly<Meta>): string[] {
  try {
    const labels: unknown = JSON.parse(getMeta(meta, 'title-labels') ?? '[]');
    return Array.isArray(labels) ? labels.map((label) => (typeof label === 'string' ? label : '')) : [];
  } catch {
    return [];
  }
}

/** The exact keys of fields whose names were made for them. */
function ownKeysOf(meta: Readonly<Meta>): Map<string, string> {
  return new Map(metaFamily(meta, 'title-key').map((name) => [name, getMeta(meta, `title-key.${name}`) ?? name]));
}
