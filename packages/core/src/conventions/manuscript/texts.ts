import type { Warnings } from '../../errors/index.js';
import type { Lang, Meta } from '../../model/document.js';
import { textHash } from '../code-points.js';
import { pickLang } from '../language.js';
import { getMeta, putMeta } from '../meta.js';
import type { decodeRuns } from '../run-codec.js';
import type { RichText } from './types.js';

/** Writes the extras of one format. */
export function putExtra(meta: Meta, node: { extra?: Readonly<Record<string, string>> | undefined }): void {
  for (const name in node.extra) putMeta(meta, name, node.extra[name] as string);
}

/** What of a document is being read, for those who find that a hint no longer holds there. */
export class Place {
  /** JSON Pointer. */
  pointer = '';
  readonly warnings: Warnings;

  constructor(warnings: Warnings) {
    this.warnings = warnings;
  }

  /** `what` no longer is what a copy beside it was made from. */
  stale(what: string): void {
    this.warnings.add('stale_hint', `${what} was edited; the copy kept from the source is no longer used`, {
      pointer: this.pointer,
    });
  }
}

/** Reads language maps and their runs in one language. */
export class TextReader {
  readonly #lang: Lang;
  readonly #fallback: Lang;
  readonly #place: Place;
  readonly #decode: typeof decodeRuns | undefined;

  /** `decode`: must be there when any text has runs. */
  constructor(lang: Lang, fallback: Lang, place: Place, decode: typeof decodeRuns | undefined) {
    this.#lang = lang;
    this.#fallback = fallback;
    this.#place = place;
    this.#decode = decode;
  }

  /** The text of `map` with its runs; `prefix` stands before the language in the keys of the runs. */
  read(map: Readonly<Record<Lang, string>> | undefined, meta: Meta | undefined, prefix = ''): RichText {
    const tag = pickLang(map, this.#lang, this.#fallback);
    if (tag === undefined || !map) return { text: '' };
    const whole: RichText = { text: map[tag] as string };
    this.takeRuns(whole, meta, `${prefix}${tag}`);
    return whole;
  }

  /** Runs are a hint: they hold while the text is the one they were made for. */
  takeRuns(whole: RichText, meta: Meta | undefined, key: string): void {
    if (!meta || !this.#decode) return;
    const encoded = getMeta(meta, `runs.${key}`);
    if (encoded === undefined) return;
    const hash = getMeta(meta, `runs-hash.${key}`);
    if (hash !== undefined && hash !== textHash(whole.text)) {
      this.#place.stale('The text');
      return;
    }
    const runs = this.#decode(whole.text, encoded);
    if (runs.length > 0) whole.runs = runs;
  }

  /** Runs of a text that no language map holds (a printed heading or cue), in the language being read. */
  takeOwnRuns(whole: RichText, meta: Meta | undefined): void {
    this.takeRuns(whole, meta, this.#lang);
    if (!whole.runs && this.#lang !== this.#fallback) this.takeRuns(whole, meta, this.#fallback);
  }
}
