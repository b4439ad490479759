import { codePointLength, cutCodePoints, utf8Length, unitOffset } from './code-points.js';
import type { Meta } from '../model/document.js';

/**
 * The `screenplay.*` keys of `meta`: what the schema has no field for, and hints for writing a source back as it was.
 *
 * `structural` keys hold settings, marks and numbers; `textual` keys hold words of the script, so encryption covers
 * them. A key that is not listed counts as textual: better one value encrypted too many than one too few.
 */
export type MetaKind = 'structural' | 'textual';

export const PREFIX = 'screenplay.';

/** The structural keys. A trailing `.*` stands for any further segments. */
const STRUCTURAL = new Set([
  'runs.*', // looks on ranges of the text of that language: `0-5 b; 7-12 i+u`
  'continues', // `true`: goes on the text of the element before
  'context', // `none`: the heading has no INT/EXT
  'heading', // `none`: the scene has no heading of its own
  'number', // production number that is no plain integer, or of an element
  'dual', // `left` or `right`: side of a dual dialogue
  'level', // depth of a section, 1 to 6
  'class', // a class that is no slug, or of a heading
  'locked', // `true`: the scene is locked
  'type', // the source's own name of the element type
  'layout', // paragraph settings that differ from the style
  'page-break', // `true`: a forced page break before
  'omit', // `true`: the scene is omitted
  'revised', // revision sets in which the heading as a whole was changed
  'color', // a colour, `#rrggbb`, or a colour name the schema does not know
  'page', // page on which the source says the scene starts
  'length', // length in eighths of a page as the source writes it
  'pages-hash', // hash of the script that recorded pages and lengths belong to
  'cast', // characters of the scene that the source lists itself
  'tag-categories', // tag categories of the source, in its order
  'at', // `heading`: the note or bookmark is on the scene heading
  'placement', // `before` or `after`: the note is a paragraph of its own
  'mononym', // `true`: one name stands as given and family name
  'unknown', // `true`: the source names no author
  'mark', // revision mark
  'page-color', // colour of the pages of a revision
  'style', // style of revised text
  'full', // `true`: a full draft, not marked line by line
  'active', // `true`: the revision being worked in
  'tabs', // tab stops of a header or footer
  'start', // number of the first page
  'key', // the field of the title page that a source stands for
  'part-of', // a source that goes on the one before
  'untitled', // `true`: the script names no title
  'title-header.layout', // settings of the title page's header
  'title-header.tabs', // tab stops of the title page's header
  'title-footer.layout', // settings of the title page's footer
  'title-footer.tabs', // tab stops of the title page's footer
  'text-id', // id of the script in the source
  'undated', // the source gives no instant; the one that stands in for it
  'created', // an instant as the source writes it
  'range', // `none`: the note is about the whole element
  'whole', // `true`: the element as a whole was revised
  'listed', // position in the source's own list of characters
]);

/**
 * The textual keys with a fixed meaning. Only their families need to be known: any other name is textual as well.
 *
 * - `source`: the heading exactly as the source has it
 * - `display`: a cue longer than the schema allows, whole
 * - `name`: a name as typed in the source, whole
 * - `title`: title of a scene or a note
 * - `synopsis`: synopsis of an omitted heading
 * - `arc-beats`: arc beats of the scene: name and text of each, one a line
 * - `tags`: breakdown tags with their spelling and range
 * - `notes`: notes on the script as a whole
 */
const TEXTUAL_FAMILIES = [
  // Hashes of one text count as its words: whoever guesses a line could tell by them that it is right.
  'runs-hash', // hash of the text that the runs belong to
  'title-hash', // hash of the title, to tell which of its two places was edited
  'title-page', // a field of the title page beyond title, authors and sources
];

/** Whether the value under a `screenplay.*` key is words of the script; undefined for keys of others. */
export function metaKind(key: string): MetaKind | undefined {
  if (!key.startsWith(PREFIX)) return undefined;
  const name = key.slice(PREFIX.length);
  const dot = name.indexOf('.');
  if (STRUCTURAL.has(name) || (dot > 0 && STRUCTURAL.has(`${name.slice(0, dot)}.*`))) return 'structural';
  const chunk = /^(.*)\.\d+$/.exec(name)?.[1];
  return chunk !== undefined && STRUCTURAL.has(chunk) ? 'structural' : 'textual';
}

/** Schema bounds of a value, and how long a textual one may be so that its ciphertext still fits. */
const MAX_VALUE = 2048;
const MAX_TEXTUAL_BYTES = 1500;
const MAX_KEY = 64;
/** Room for `.` and the number of a continuation. */
const CHUNK_ROOM = 6;

/**
 * Sets `screenplay.<name>` in `meta`. A value beyond the schema's bound goes on under `.2`, `.3`, ...; characters that
 * a key may not have become `-`. An empty value is kept: it is a fact too.
 */
export function putMeta(meta: Meta, name: string, value: string): void {
  const key = metaKey(name);
  // 500 UTF-16 units are at most 1500 bytes: nothing to measure.
  if (value.length <= 500) {
    meta[key] = value;
    return;
  }
  const pieces = metaKind(key) === 'structural' ? cutPoints(value) : cutBytes(value);
  pieces.forEach((piece, at) => {
    meta[at === 0 ? key : `${key}.${at + 1}`] = piece;
  });
}

/** Keys by name. There are few names, and a script asks for them tens of thousands of times. */
const KEYS = new Map<string, string>();
/** Names may come from a file. */
const MAX_KEYS = 500;

function metaKey(name: string): string {
  let key = KEYS.get(name);
  if (key === undefined) {
    key = PREFIX + name;
    if (key.length + CHUNK_ROOM > MAX_KEY || !/^[A-Za-z0-9_.:-]+$/.test(name))
      key = key.replace(/[^A-Za-z0-9_.:-]/g, '-').slice(0, MAX_KEY - CHUNK_ROOM);
    if (KEYS.size < MAX_KEYS) KEYS.set(name, key);
  }
  return key;
}

function cutPoints(value: string): string[] {
  const pieces: string[] = [];
  for (let rest = value; rest !== ''; ) {
    const piece = cutCodePoints(rest, MAX_VALUE);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return pieces;
}

function cutBytes(value: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < value.length; ) {
    let end = Math.min(value.length, from + MAX_TEXTUAL_BYTES);
    while (utf8Length(value.slice(from, end)) > MAX_TEXTUAL_BYTES) end = from + Math.floor((end - from) * 0.66);
    end = from + unitOffset(value.slice(from, end + 1), codePointLength(value.slice(from, end)));
    pieces.push(value.slice(from, end));
    from = end;
  }
  return pieces;
}

/** The value of `screenplay.<name>`, its continuations joined; undefined when it is not there. */
export function getMeta(meta: Readonly<Meta> | undefined, name: string): string | undefined {
  if (!meta) return undefined;
  const key = metaKey(name);
  if (!Object.hasOwn(meta, key)) return undefined;
  let value = meta[key] as string;
  for (let n = 2; Object.hasOwn(meta, `${key}.${n}`); n++) value += meta[`${key}.${n}`] as string;
  return value;
}

/** Families of keys with a fixed meaning; the other names with a dot are extras of one format. */
const FAMILIES = new Set(['runs', ...TEXTUAL_FAMILIES]);

/** The format-specific extras of a node: names with a dot that are no family of ours; undefined when there are none. */
export function metaExtra(meta: Readonly<Meta> | undefined): Record<string, string> | undefined {
  let extra: Record<string, string> | undefined;
  for (const key in meta) {
    if (!key.startsWith(PREFIX)) continue;
    const name = key.slice(PREFIX.length);
    const dot = name.indexOf('.');
    if (dot <= 0 || FAMILIES.has(name.slice(0, dot)) || isContinuation(meta, key)) continue;
    (extra ??= {})[name] = getMeta(meta, name) as string;
  }
  return extra;
}

function isContinuation(meta: Readonly<Meta>, key: string): boolean {
  const match = /^(.*)\.\d+$/.exec(key);
  return match?.[1] !== undefined && Object.hasOwn(meta, match[1]);
}

/** The names under `screenplay.<family>.` without that prefix and without continuations. */
export function metaFamily(meta: Readonly<Meta> | undefined, family: string): string[] {
  const prefix = `${PREFIX}${family}.`;
  const names: string[] = [];
  for (const key in meta) {
    if (!key.startsWith(prefix)) continue;
    if (isContinuation(meta, key)) continue;
    names.push(key.slice(prefix.length));
  }
  return names;
}
