import type { Warnings } from '../errors/index.js';
import type { Meta, Text } from '../model/document.js';
import { codePointLength, cutCodePoints, textHash } from './code-points.js';
import type { RichText, Run } from './manuscript/types.js';
import { getMeta, putMeta } from './meta.js';
import { rich } from './rich-text.js';
import { decodeRuns, encodeRuns } from './run-codec.js';

/** Code points that one value of a *text* map may hold. */
const MAX_TEXT = 10_000;

/** Writes the runs of a text that lies elsewhere under `runs.<name>`, with the hash that tells whether it still is that text. */
export function putRuns(meta: Meta, name: string, text: string, runs: readonly Run[] | undefined): void {
  if (!runs || runs.length === 0) return;
  putMeta(meta, `runs.${name}`, encodeRuns(text, runs));
  putMeta(meta, `runs-hash.${name}`, textHash(text));
}

/** The text with its runs, while the text is the one that they were written for. */
export function withRuns(
  text: string,
  meta: Readonly<Meta> | undefined,
  name: string,
  warnings: Warnings,
  pointer: string,
): RichText {
  const encoded = getMeta(meta, `runs.${name}`);
  if (encoded === undefined) return { text };
  if (getMeta(meta, `runs-hash.${name}`) === textHash(text)) return rich(text, decodeRuns(text, encoded));
  warnings.add('stale_hint', 'The text was edited, so its emphasis was left aside', { pointer });
  return { text };
}

/** A text as a language map of one; what is too long for the schema goes on in `meta` under `rest.<lang>`. */
export function putText(text: string, lang: string, meta: Meta): Text {
  if (text === '') return {};
  const first = codePointLength(text) > MAX_TEXT ? cutCodePoints(text, MAX_TEXT) : text;
  if (first.length < text.length) putMeta(meta, `rest.${lang}`, text.slice(first.length));
  return { [lang]: first };
}

/** The whole of a text that {@link putText} wrote: `first` and what went on. */
export function wholeText(first: string, meta: Readonly<Meta> | undefined, lang: string): string {
  return first + (getMeta(meta, `rest.${lang}`) ?? '');
}
