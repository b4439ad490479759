import { metaKind } from '../conventions/meta.js';
import { isRecord } from './is-record.js';

/**
 * What a place may hold: `text` is prose by language; `aside` is the same where other programs that encrypt leave it
 * readable; `name` is a name by language; `meta` is extension data, of which the words of the script count.
 */
export type PlaceKind = 'text' | 'aside' | 'name' | 'meta';

/** Where in a value the places are: by property, or the same in each item of a list. */
type Shape = PlaceKind | { readonly [property: string]: Shape } | readonly [Shape];

const NOTE: Shape = { text: 'text', meta: 'meta' };
const REVISION: Shape = { meta: 'meta' };
const ELEMENT: Shape = { text: 'text', notes: [NOTE], revisions: [REVISION], meta: 'meta' };
const SCENE: Shape = { heading: { desc: 'text', meta: 'meta' }, body: [ELEMENT], meta: 'meta' };
const RIBBON: Shape = { text: 'aside', meta: 'meta' };

/**
 * Every place of the document that holds language maps or extension data, but for `analysis`, which stays readable,
 * and `encrypt`, which says how to read the rest.
 */
const DOCUMENT: Shape = {
  generator: { meta: 'meta' },
  title: 'name',
  authors: [{ meta: 'meta' }],
  contributors: [{ meta: 'meta' }],
  characters: [{ desc: 'text', meta: 'meta' }],
  colors: [{ title: 'name', meta: 'meta' }],
  sources: [{ title: 'aside', meta: 'meta' }],
  registrations: [{ meta: 'meta' }],
  revisions: [REVISION],
  license: { meta: 'meta' },
  logline: 'text',
  document: {
    cover: { title: 'name', extra: 'text', meta: 'meta' },
    layout: {
      header: RIBBON,
      footer: RIBBON,
      status: { meta: 'meta' },
      styles: [{ meta: 'meta' }],
      templates: [{ meta: 'meta' }],
      guides: [{ meta: 'meta' }],
      meta: 'meta',
    },
    bookmarks: [{ title: 'aside', desc: 'aside', meta: 'meta' }],
    scenes: [SCENE],
    meta: 'meta',
  },
};

/** The text maps of `analysis`, which repeat the script. */
const ANALYSIS: Shape = { passages: [{ text: 'text' }], summaries: [{ text: 'text' }] };

/** The most characters that the schema lets a value have. */
export const MOST_CHARACTERS: Readonly<Record<PlaceKind, number>> = {
  text: 10_000,
  aside: 10_000,
  name: 255,
  meta: 2048,
};

/** An element of a scene, as far as encryption looks at it. */
export interface ElementPlace {
  /** JSON Pointer. */
  pointer: string;
  record: Record<string, unknown>;
}

/** One string that is encrypted, or is to be. */
export interface Value {
  kind: PlaceKind;
  /** JSON Pointer; of a language map, the language is its last part. */
  pointer: string;
  text: string;
  /** The element that it lies in. */
  element: ElementPlace | undefined;
  /** Where it is, to put another one there. */
  holder: Record<string, string>;
  key: string;
}

/**
 * The values of a document that encryption covers, in the document's order: all texts, the words of the script under
 * `screenplay.*` keys, and with `titles` the names by language too. The document may be anything; what has not the form
 * of a value is passed over.
 */
export function coveredValues(document: unknown, titles: boolean): Value[] {
  return new Walk(titles).over(document, DOCUMENT, '');
}

/** JSON Pointer to the first text under `analysis`. */
export function analysisText(analysis: unknown): string | undefined {
  return new Walk(false).over(analysis, ANALYSIS, '/analysis')[0]?.pointer;
}

class Walk {
  readonly #values: Value[] = [];
  readonly #titles: boolean;
  #element: ElementPlace | undefined;

  constructor(titles: boolean) {
    this.#titles = titles;
  }

  over(root: unknown, shape: Shape, pointer: string): Value[] {
    this.#visit(root, shape, pointer);
    return this.#values;
  }

  #visit(value: unknown, shape: Shape, pointer: string): void {
    if (typeof shape === 'string') {
      if (isRecord(value)) this.#collect(value, shape, pointer);
      return;
    }
    if (isList(shape)) {
      if (Array.isArray(value)) value.forEach((item, at) => this.#visit(item, shape[0], `${pointer}/${at}`));
      return;
    }
    if (!isRecord(value)) return;
    if (shape === ELEMENT) this.#element = { pointer, record: value };
    for (const property in shape) {
      const part = value[property];
      if (part !== undefined) this.#visit(part, shape[property] as Shape, `${pointer}/${property}`);
    }
    if (shape === ELEMENT) this.#element = undefined;
  }

  #collect(map: Record<string, unknown>, kind: PlaceKind, pointer: string): void {
    if (kind === 'name' && !this.#titles) return;
    for (const key of Object.keys(map)) {
      const text = map[key];
      if (typeof text !== 'string' || (kind === 'meta' && metaKind(key) !== 'textual')) continue;
      const holder = map as Record<string, string>;
      this.#values.push({ kind, pointer: `${pointer}/${key}`, text, element: this.#element, holder, key });
    }
  }
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
