import { CodePoints } from './code-points.js';
import type { Look, RichText, Run } from './manuscript/types.js';

/**
 * Runs in one line of `meta`: `0-5 b; 7-12 i+u`. Half-open ranges of code points; flags b i u s, c (all caps),
 * w (underlined words), sup, sub, `rev:N`, and percent-encoded `font:` `size:` `fg:` `bg:` `link:` and `as:` (a style
 * of the source that has no flag).
 */
const FLAGS: readonly (readonly [
  string,
  'bold' | 'italic' | 'underline' | 'strike' | 'caps' | 'wordUnderline' | 'superscript' | 'subscript',
])[] = [
  ['b', 'bold'],
  ['i', 'italic'],
  ['u', 'underline'],
  ['s', 'strike'],
  ['c', 'caps'],
  ['w', 'wordUnderline'],
  ['sup', 'superscript'],
  ['sub', 'subscript'],
];
const FLAG_BY_CODE = new Map(FLAGS);
const VALUES = [
  ['font', 'font'],
  ['fg', 'color'],
  ['bg', 'background'],
  ['link', 'link'],
] as const;
const VALUE_BY_CODE = new Map<string, (typeof VALUES)[number][1]>(VALUES);

export function encodeRuns(text: string, runs: readonly Run[]): string {
  const offsets = new CodePoints(text);
  let out = '';
  for (const run of runs) {
    const start = offsets.toPoint(run.start);
    const end = offsets.toPoint(run.end);
    if (out !== '') out += '; ';
    out += `${start}-${end} ${encodeLook(run)}`;
  }
  return out;
}

function encodeLook(look: Look): string {
  let out = '';
  const add = (flag: string): void => {
    out += out === '' ? flag : `+${flag}`;
  };
  for (const [code, name] of FLAGS) if (look[name]) add(code);
  if (look.revision !== undefined) add(`rev:${look.revision}`);
  for (const [code, name] of VALUES) {
    const value = look[name];
    if (value !== undefined) add(`${code}:${encodeValue(value)}`);
  }
  if (look.size !== undefined) add(`size:${look.size}`);
  for (const name of look.other ?? []) add(`as:${encodeValue(name)}`);
  return out;
}

// encodeURIComponent leaves nothing that means something here but is not %-safe.
function encodeValue(value: string): string {
  return encodeURIComponent(value);
}

function decodeValue(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

const PIECE = /^(\d{1,9})-(\d{1,9}) (\S+)$/;

/** The runs that an encoded line says, within `text`; what it says wrongly is left out. */
export function decodeRuns(text: string, encoded: string): Run[] {
  const offsets = new CodePoints(text);
  const runs: Run[] = [];
  for (const piece of encoded.split('; ')) {
    const match = PIECE.exec(piece);
    if (!match) continue;
    const start = offsets.toUnit(Number(match[1]));
    const end = offsets.toUnit(Number(match[2]));
    if (end > start) runs.push({ start, end, ...decodeLook(match[3] as string) });
  }
  return normaliseRuns(runs);
}

function decodeLook(flags: string): Look {
  const look: Look = {};
  const other: string[] = [];
  for (const flag of flags.split('+')) {
    const name = FLAG_BY_CODE.get(flag);
    if (name) {
      look[name] = true;
      continue;
    }
    const colon = flag.indexOf(':');
    const value = colon < 0 ? undefined : decodeValue(flag.slice(colon + 1));
    if (value === undefined) continue;
    const code = flag.slice(0, colon);
    const field = VALUE_BY_CODE.get(code);
    if (field) look[field] = value;
    else if (code === 'rev' && /^\d{1,6}$/.test(value)) look.revision = Number(value);
    else if (code === 'size' && Number(value) > 0) look.size = Number(value);
    else if (code === 'as') other.push(value);
  }
  if (other.length > 0) look.other = other;
  return look;
}

/** Whether two looks are the same. */
export function sameLook(a: Look, b: Look): boolean {
  return (
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.underline === b.underline &&
    a.strike === b.strike &&
    a.caps === b.caps &&
    a.wordUnderline === b.wordUnderline &&
    a.superscript === b.superscript &&
    a.subscript === b.subscript &&
    a.revision === b.revision &&
    a.font === b.font &&
    a.size === b.size &&
    a.color === b.color &&
    a.background === b.background &&
    a.link === b.link &&
    sameNames(a.other, b.other)
  );
}

function sameNames(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  if (a === b) return true;
  if (!a || !b || a.length !== b.length) return false;
  return a.every((name, at) => name === b[at]);
}

/** Whether a look says nothing. */
export function isPlainLook(look: Look): boolean {
  return sameLook(look, {});
}

/** Runs in order, without empty or plain ones, neighbours of one look merged; of overlapping runs the first wins. */
export function normaliseRuns(runs: readonly Run[]): Run[] {
  const sorted = [...runs].sort((a, b) => a.start - b.start || a.end - b.end);
  const out: Run[] = [];
  for (const run of sorted) {
    const last = out[out.length - 1];
    const start = last ? Math.max(run.start, last.end) : run.start;
    if (run.end <= start || isPlainLook(run)) continue;
    if (last && last.end === start && sameLook(last, run)) last.end = run.end;
    else out.push({ ...run, start });
  }
  return out;
}

/** Rich text from text and runs that may be empty: no runs, no `runs`. */
export function rich(text: string, runs: readonly Run[] | undefined): RichText {
  return runs && runs.length > 0 ? { text, runs } : { text };
}

/** The part from `start` to `end` (UTF-16). */
export function sliceRich(whole: RichText, start: number, end: number = whole.text.length): RichText {
  const text = whole.text.slice(start, end);
  if (!whole.runs) return { text };
  const runs: Run[] = [];
  for (const run of whole.runs) {
    const from = Math.max(run.start, start) - start;
    const to = Math.min(run.end, end) - start;
    if (to > from) runs.push({ ...run, start: from, end: to });
  }
  return rich(text, runs);
}

/** The parts one after the other, `separator` between them. */
export function joinRich(parts: readonly RichText[], separator = ''): RichText {
  const [first, second] = parts;
  if (first && !second) return rich(first.text, first.runs);
  const builder = new RichBuilder();
  parts.forEach((part, at) => {
    if (at > 0 && separator !== '') builder.push(separator);
    builder.pushRich(part);
  });
  return builder.build();
}

/** Without blanks at both ends. */
export function trimRich(whole: RichText): RichText {
  const start = whole.text.length - whole.text.trimStart().length;
  const end = whole.text.trimEnd().length;
  return start === 0 && end === whole.text.length ? whole : sliceRich(whole, start, Math.max(start, end));
}

/** The lines of a rich text, split at `\n`. */
export function richLines(whole: RichText): RichText[] {
  if (!whole.text.includes('\n')) return [whole];
  const lines: RichText[] = [];
  let from = 0;
  for (const line of whole.text.split('\n')) {
    lines.push(sliceRich(whole, from, from + line.length));
    from += line.length + 1;
  }
  return lines;
}

/** Builds a rich text piece by piece, merging neighbours of one look. */
export class RichBuilder {
  #text = '';
  #runs: Run[] | undefined;

  get length(): number {
    return this.#text.length;
  }

  push(text: string, look?: Look): this {
    const start = this.#text.length;
    if (text === '') return this;
    this.#text += text;
    if (!look || isPlainLook(look)) return this;
    const last = this.#runs?.[this.#runs.length - 1];
    if (last && last.end === start && sameLook(last, look)) last.end = this.#text.length;
    else (this.#runs ??= []).push({ ...look, start, end: this.#text.length });
    return this;
  }

  pushRich(part: RichText): this {
    let at = 0;
    for (const run of part.runs ?? []) {
      this.push(part.text.slice(at, run.start));
      this.push(part.text.slice(run.start, run.end), run);
      at = run.end;
    }
    return this.push(at === 0 ? part.text : part.text.slice(at));
  }

  build(): RichText {
    return rich(this.#text, this.#runs);
  }
}
