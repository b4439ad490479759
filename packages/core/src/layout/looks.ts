import { isOwnLook } from '../conventions/capitals.js';
import type { Look, ParagraphStyle, Run } from '../conventions/manuscript/types.js';
import type { LineRun } from './types.js';

type LineLook = Omit<LineRun, 'start' | 'end'>;

/** The looks that an element's style gives its whole text; undefined when it gives none. */
export function styleLook({
  bold,
  italic,
  underline,
  strike,
  color,
  background,
}: ParagraphStyle): LineLook | undefined {
  if (!bold && !italic && !underline && !strike && color === undefined && background === undefined) return undefined;
  const look: LineLook = {};
  if (bold) look.bold = true;
  if (italic) look.italic = true;
  if (underline) look.underline = true;
  if (strike) look.strike = true;
  if (color !== undefined) look.color = color;
  if (background !== undefined) look.background = background;
  return look;
}

/**
 * The runs of one printed line: `runs` of the text from `start` to `end` over what the style says. `text` is the line,
 * `size` the size that needs no mention.
 */
export function lineRuns(
  runs: readonly Run[] | undefined,
  base: LineLook | undefined,
  text: string,
  start: number,
  size: number,
): LineRun[] | undefined {
  if (text === '' || (!runs && !base)) return undefined;
  const end = start + text.length;
  const out: LineRun[] = [];
  const push = (from: number, to: number, look: LineLook | undefined): void => {
    if (look && to > from) add(out, { ...look, start: from - start, end: to - start });
  };
  let at = start;
  for (let index = runs ? firstRun(runs, start) : 0; runs && index < runs.length; index++) {
    const run = runs[index] as Run;
    if (run.start >= end) break;
    const from = Math.max(run.start, start);
    const to = Math.min(run.end, end);
    push(at, from, base);
    const look = printedLook(run, base, size);
    if (!run.wordUnderline || run.underline || base?.underline) push(from, to, look);
    else {
      for (const [a, b, blank] of words(text, from - start, to - start)) {
        push(start + a, start + b, blank ? look : { ...look, underline: true });
      }
    }
    at = to;
  }
  push(at, end, base);
  return out.length > 0 ? out : undefined;
}

/** The first run that ends behind `start`; as many as there are runs when none does. */
export function firstRun(runs: readonly Run[], start: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle] as Run).end <= start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function printedLook(run: Look, base: LineLook | undefined, size: number): LineLook | undefined {
  const { caps, wordUnderline, other, start, end, size: own, ...rest } = run as Run;
  const look: LineLook = { ...(isOwnLook(run) ? withoutStyle(base) : base), ...rest };
  if (own !== undefined && own > 0 && own !== size) look.size = own;
  return Object.keys(look).length > 0 ? look : undefined;
}

/** A type's look without what a run that has none of its style leaves out. */
function withoutStyle(base: LineLook | undefined): LineLook {
  const { bold, italic, underline, strike, ...rest } = base ?? {};
  return rest;
}

/** Words and the blanks between them. */
function* words(text: string, from: number, to: number): Generator<[start: number, end: number, blank: boolean]> {
  let at = from;
  while (at < to) {
    const blank = text.charCodeAt(at) === 0x20;
    let end = at + 1;
    while (end < to && (text.charCodeAt(end) === 0x20) === blank) end++;
    yield [at, end, blank];
    at = end;
  }
}

const KEYS = [
  'bold',
  'italic',
  'underline',
  'strike',
  'superscript',
  'subscript',
  'revision',
  'font',
  'size',
  'color',
  'background',
  'link',
] as const;

/** Adds a run; neighbours of one look become one. */
function add(out: LineRun[], run: LineRun): void {
  const last = out[out.length - 1];
  if (last && last.end === run.start && KEYS.every((key) => last[key] === run[key])) last.end = run.end;
  else out.push(run);
}

/** The text of a line as it is printed. */
export function printedLine(text: string): string {
  return text.includes('\t') ? text.replaceAll('\t', ' ') : text;
}

/** How far into a text a letter is looked for that has a direction. */
const FAR = 1000;

/** Whether a text is written from right to left: its first letter with a direction is Hebrew, Arabic or their like. */
export function isRightToLeft(text: string): boolean {
  for (let at = 0; at < text.length && at < FAR; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x41) continue;
    if (unit < 0x590) {
      if (unit < 0x7b || unit >= 0xc0) return false;
      continue;
    }
    if (unit <= 0x8ff || (unit >= 0xfb1d && unit <= 0xfdff) || (unit >= 0xfe70 && unit <= 0xfefe)) return true;
    if (unit >= 0x2000 && unit <= 0x206f) continue;
    return false;
  }
  return false;
}
