import type { Look, RichText, Run } from './manuscript/types.js';
import { rich, sliceRich } from './rich-slice.js';

export { rich, sliceRich, trimRich } from './rich-slice.js';

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
