import type { Lang, Meta } from '../../model/document.js';
import { textHash } from '../code-points.js';
import { pickLang } from '../language.js';
import { getMeta, putMeta } from '../meta.js';
import { decodeRuns, encodeRuns } from '../rich-text.js';
import type { RichText } from './types.js';

/** Writes the runs of a text, and the hash of the text that they belong to, under `runs.<key>`. */
export function putRuns(meta: Meta, key: string, part: RichText): void {
  if (!part.runs || part.runs.length === 0) return;
  putMeta(meta, `runs.${key}`, encodeRuns(part.text, part.runs));
  putMeta(meta, `runs-hash.${key}`, textHash(part.text));
}

/** Writes the extras of one format. */
export function putExtra(meta: Meta, node: { extra?: Readonly<Record<string, string>> | undefined }): void {
  for (const name in node.extra) putMeta(meta, name, node.extra[name] as string);
}

/** Reads language maps and their runs in one language. */
export class TextReader {
  readonly #lang: Lang;
  readonly #fallback: Lang;
  readonly #stale: (what: string) => void;

  /** `stale` is told when runs no longer belong to their text. */
  constructor(lang: Lang, fallback: Lang, stale: (what: string) => void) {
    this.#lang = lang;
    this.#fallback = fallback;
    this.#stale = stale;
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
    if (!meta) return;
    const encoded = getMeta(meta, `runs.${key}`);
    if (encoded === undefined) return;
    const hash = getMeta(meta, `runs-hash.${key}`);
    if (hash !== undefined && hash !== textHash(whole.text)) {
      this.#stale('The text');
      return;
    }
    const runs = decodeRuns(whole.text, encoded);
    if (runs.length > 0) whole.runs = runs;
  }

  /** Runs of a text that no language map holds (a printed heading or cue), in the language being read. */
  takeOwnRuns(whole: RichText, meta: Meta | undefined): void {
    this.takeRuns(whole, meta, this.#lang);
    if (!whole.runs && this.#lang !== this.#fallback) this.takeRuns(whole, meta, this.#fallback);
  }
}
