/** Line breaking in cells of a fixed-pitch font, as Final Draft does it. */

/** A line: the half-open UTF-16 range of the text that it prints. Blanks at its end are not part of it. */
export interface WrappedLine {
  start: number;
  end: number;
}

const SPACE = 0x20;
const TAB = 0x09;
const NEWLINE = 0x0a;
const HYPHEN = 0x2d;

function isBlank(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}

/** Hyphens and dashes: a line may end behind one. */
function isDash(unit: number): boolean {
  return unit === HYPHEN || unit === 0x2010 || unit === 0x2013 || unit === 0x2014;
}

/** How many cells a code unit takes: none for combining marks and the second half of a surrogate pair, two for CJK. */
export function cellsOf(unit: number): number {
  if (unit < 0x300) return 1;
  if (unit >= 0xdc00 && unit < 0xe000) return 0;
  if (unit < 0x370) return 0;
  if (unit >= 0x0591 && unit <= 0x05bd) return 0;
  if (unit >= 0x064b && unit <= 0x0652) return 0;
  if (unit >= 0x1100 && isWide(unit)) return 2;
  if (unit >= 0x200b && unit <= 0x200f) return 0;
  if (unit === 0xfe0e || unit === 0xfe0f) return 0;
  return 1;
}

function isWide(unit: number): boolean {
  return (
    unit <= 0x115f ||
    (unit >= 0x2e80 && unit <= 0xa4cf) ||
    (unit >= 0xac00 && unit <= 0xd7a3) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    (unit >= 0xfe30 && unit <= 0xfe6f) ||
    (unit >= 0xff00 && unit <= 0xff60) ||
    (unit >= 0xffe0 && unit <= 0xffe6) ||
    (unit >= 0xd83c && unit <= 0xd83e)
  );
}

/** Cells that a stretch of text takes. */
export function cellWidth(text: string, start = 0, end = text.length): number {
  let cells = 0;
  for (let at = start; at < end; at++) cells += cellsOf(text.charCodeAt(at));
  return cells;
}

/**
 * Breaks `text` into lines of at most `cells` cells, the first of at most `first`. Greedy: a line takes every word that
 * fits. Inner blanks count, blanks at a line's end never force a break. `\n` always breaks. A line may end behind a
 * hyphen or dash, which may hang one cell past the limit. A word longer than a line is cut.
 * Text without characters is one empty line.
 */
export function wrap(text: string, cells: number, first = cells, from = 0, to = text.length): WrappedLine[] {
  const lines: WrappedLine[] = [];
  let start = from;
  let limit = Math.max(1, first);
  const rest = Math.max(1, cells);
  for (;;) {
    const end = lineEnd(text, start, to, limit);
    lines.push({ start, end: trimEnd(text, start, end.at) });
    if (end.next >= to && !end.newline) return lines;
    start = end.next;
    limit = rest;
  }
}

interface LineEnd {
  /** Where the line's text ends, blanks included. */
  at: number;
  /** Where the next line starts. */
  next: number;
  /** The line was ended by `\n`, so that there is a next one even when nothing follows. */
  newline: boolean;
}

function lineEnd(text: string, start: number, to: number, limit: number): LineEnd {
  let used = 0;
  /** Where the line may end at the latest opportunity seen; -1 when there was none. */
  let end = -1;
  let next = -1;
  for (let at = start; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === NEWLINE) return { at, next: at + 1, newline: true };
    if (isBlank(unit)) {
      used++;
      end = at;
      next = at + 1;
      continue;
    }
    const width = cellsOf(unit);
    if (used + width > limit) {
      // A hyphen or dash may hang in the margin.
      if (isDash(unit) && used === limit && at > start && !isBlank(text.charCodeAt(at - 1))) {
        return { at: at + 1, next: skipBlanks(text, at + 1, to), newline: false };
      }
      if (end >= start && next > start) return { at: end, next: skipBlanks(text, next, to), newline: false };
      const cut = at > start ? at : at + 1;
      return { at: cut, next: cut, newline: false };
    }
    used += width;
    if (isDash(unit) && mayBreakAfter(text, at, start, to)) {
      end = at + 1;
      next = at + 1;
    }
    if (width === 2) {
      end = at + 1;
      next = at + 1;
    }
  }
  return { at: to, next: to, newline: false };
}

/** Behind a hyphen or dash between two other characters; a run of dashes stays together, one before a word stays with it. */
function mayBreakAfter(text: string, at: number, start: number, to: number): boolean {
  if (at + 1 >= to || at === start) return false;
  const following = text.charCodeAt(at + 1);
  if (isDash(following) || isBlank(following) || following === NEWLINE) return false;
  let before = at - 1;
  while (before >= start && isDash(text.charCodeAt(before))) before--;
  return before >= start && !isBlank(text.charCodeAt(before));
}

/** Blanks at a break vanish. */
function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at++;
  return at;
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

/**
 * Offsets behind the sentences of `text` from `from` on: where a paragraph may break over pages. A sentence ends at a
 * full stop, question or exclamation mark or an ellipsis, with closing quotes and brackets behind it, before a blank.
 */
export function sentenceEnds(text: string, from = 0, to = text.length): number[] {
  const ends: number[] = [];
  for (let at = from; at < to; at++) {
    if (!isStop(text.charCodeAt(at))) continue;
    let end = at + 1;
    while (end < to && (isStop(text.charCodeAt(end)) || isCloser(text.charCodeAt(end)))) end++;
    if (end >= to) break;
    const unit = text.charCodeAt(end);
    if (isBlank(unit) || unit === NEWLINE) ends.push(skipBlanks(text, unit === NEWLINE ? end + 1 : end, to));
    at = end - 1;
  }
  return ends.filter((end) => end < to);
}

function isStop(unit: number): boolean {
  return unit === 0x2e || unit === 0x21 || unit === 0x3f || unit === 0x2026 || unit === 0x3002 || unit === 0xff01 || unit === 0xff1f;
}

function isCloser(unit: number): boolean {
  return unit === 0x22 || unit === 0x27 || unit === 0x29 || unit === 0x5d || unit === 0x2019 || unit === 0x201d || unit === 0xbb;
}
