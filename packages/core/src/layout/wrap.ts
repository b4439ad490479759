/** Line breaking in cells of a fixed-pitch font, as Final Draft does it. */

/** A line: the half-open UTF-16 range of the text that it prints. Blanks at its end are not part of it. */
export interface WrappedLine {
  start: number;
  end: number;
}

/** What a stretch of text is wrapped into. */
export interface Measure {
  /** Cells of a line, and of the first. */
  cells: number;
  firstCells: number;
  /** How many cells wide the character at an offset is drawn, when fonts of other sizes occur; absent: all are one. */
  scaleAt?: ((offset: number) => number) | undefined;
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
function cellsOf(unit: number): number {
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
export function cellWidth(text: string, start = 0, end = text.length, scaleAt?: (offset: number) => number): number {
  let cells = 0;
  for (let at = start; at < end; at++) {
    const width = cellsOf(text.charCodeAt(at));
    cells += scaleAt && width > 0 ? width * scaleAt(at) : width;
  }
  return cells;
}

/** Rounding that a sum of cells in other sizes may be off by. */
const SLACK = 1e-6;

/**
 * The lines of a stretch of text, broken only as far as somebody asks: a paragraph of a hundred pages costs each page
 * no more than that page's lines.
 *
 * Greedy: a line takes every word that fits. Inner blanks count, blanks at a line's end never force a break. `\n` always
 * breaks. A line may end behind a hyphen or dash between words, and a hyphen or dash may hang one cell past the limit:
 * then `--` parts. A word longer than a line is cut. Text without characters is one empty line.
 */
export class Lines {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly #measure: Measure;
  readonly #done: WrappedLine[] = [];
  /** Where the next line starts; -1 when there is none. */
  #next: number;

  constructor(text: string, measure: Measure, from = 0, to = text.length) {
    this.text = text;
    this.from = from;
    this.to = to;
    this.#measure = measure;
    this.#next = from;
  }

  /** Whether there are at least `count` lines. */
  has(count: number): boolean {
    while (this.#done.length < count && this.#next >= 0) this.#breakLine();
    return this.#done.length >= count;
  }

  /** Line `at`; there must be one. */
  line(at: number): WrappedLine {
    const line = this.has(at + 1) ? this.#done[at] : undefined;
    if (!line) throw new RangeError(`No line ${at}`);
    return line;
  }

  /** The first `count` lines, or all when there are fewer. */
  first(count: number): readonly WrappedLine[] {
    this.has(count);
    return this.#done.length <= count ? this.#done : this.#done.slice(0, count);
  }

  all(): readonly WrappedLine[] {
    while (this.#next >= 0) this.#breakLine();
    return this.#done;
  }

  get count(): number {
    return this.all().length;
  }

  #breakLine(): void {
    const { text, to } = this;
    const { scaleAt } = this.#measure;
    const start = this.#next;
    const limit = Math.max(1, start === this.from ? this.#measure.firstCells : this.#measure.cells);
    let used = 0;
    /** Where the line may end at the latest opportunity seen, and the next line start; -1 when there was none. */
    let end = -1;
    let next = -1;
    for (let at = start; at < to; at++) {
      const unit = text.charCodeAt(at);
      if (unit === NEWLINE) {
        this.#done.push({ start, end: trimEnd(text, start, at) });
        this.#next = at + 1;
        return;
      }
      let width = cellsOf(unit);
      if (scaleAt && width > 0) width *= scaleAt(at);
      if (isBlank(unit)) {
        used += width;
        end = at;
        next = at + 1;
        continue;
      }
      if (used + width > limit + SLACK) {
        // A hyphen or dash may hang in the margin.
        if (isDash(unit) && used <= limit + SLACK && at > start) this.#add(start, at + 1, skipBlanks(text, at + 1, to));
        else if (end >= start && next > start) this.#add(start, end, skipBlanks(text, next, to));
        else {
          let cut = at > start ? at : at + 1;
          while (cut < to && cellsOf(text.charCodeAt(cut)) === 0) cut++;
          this.#add(start, cut, cut);
        }
        return;
      }
      used += width;
      if (cellsOf(unit) === 2) {
        end = at + 1;
        while (end < to && cellsOf(text.charCodeAt(end)) === 0) end++;
        next = end;
      } else if (isDash(unit) && mayBreakAfter(text, at, start, to)) {
        end = at + 1;
        next = at + 1;
      }
    }
    this.#done.push({ start, end: trimEnd(text, start, to) });
    this.#next = -1;
  }

  /** Adds a line that ended for want of room; a `\n` right behind it ends the same line. */
  #add(start: number, end: number, next: number): void {
    this.#done.push({ start, end: trimEnd(this.text, start, end) });
    if (next < this.to && this.text.charCodeAt(next) === NEWLINE) this.#next = next + 1;
    else this.#next = next >= this.to ? -1 : next;
  }
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
 * The last place behind a sentence in `text` after `from` and up to `end`; -1 when there is none. A sentence ends at a
 * full stop, question or exclamation mark or an ellipsis, with closing quotes and brackets behind it, before a blank or
 * the line's end. The answer is where the next sentence starts.
 */
export function lastSentenceEnd(text: string, from: number, end: number, to: number): number {
  for (let at = end - 1; at >= from; at--) {
    if (!isStop(text.charCodeAt(at))) continue;
    let behind = at + 1;
    while (behind < to && (isStop(text.charCodeAt(behind)) || isCloser(text.charCodeAt(behind)))) behind++;
    if (behind > end || behind >= to) continue;
    const unit = text.charCodeAt(behind);
    if (!isBlank(unit) && unit !== NEWLINE) continue;
    const next = skipBlanks(text, unit === NEWLINE ? behind + 1 : behind, to);
    if (next < to) return next;
  }
  return -1;
}

function isStop(unit: number): boolean {
  return (
    unit === 0x2e ||
    unit === 0x21 ||
    unit === 0x3f ||
    unit === 0x2026 ||
    unit === 0x3002 ||
    unit === 0xff01 ||
    unit === 0xff1f
  );
}

function isCloser(unit: number): boolean {
  return (
    unit === 0x22 ||
    unit === 0x27 ||
    unit === 0x29 ||
    unit === 0x5d ||
    unit === 0x2019 ||
    unit === 0x201d ||
    unit === 0xbb
  );
}
