import type { LineMark, PdfLine, PdfLook, PdfSpan } from '../tree.js';
import { hasRightToLeft, logicalOrder } from './direction.js';
import { PageInk } from './ink.js';
import type { InkBox } from './ink.js';
import { clusterOf } from './letters.js';
import { LineLooks, sameLook } from './line-looks.js';
import { PageLines } from './page-lines.js';
import type { PitchBook } from './pitch.js';

/** A gap from which a blank stands between letters of a proportional font, by font size. */
const BLANK = 0.18;
/** A gap wider than any blank of running text, and the width of a blank in it. */
const WIDE = 1.2;
const USUAL_BLANK = 0.28;
/** Copies of a letter no farther apart, by its width, are one letter drawn twice. */
const TWICE = 0.3;
/** Fewer gaps than this don't tell letter-spaced words from single letters. */
const MIN_GAPS = 4;
/** Letters so much smaller than their line's, and so far off its baseline, are raised or lowered; by the line's size. */
const SMALL = 0.82;
const RAISED = 0.12;

/** A distance beyond the usual one, by font size, from which letters are spaced on purpose. */
const SPREAD = 0.1;
/** Letters of one line, and blanks between two of them; no page holds more. */
const MAX_UNITS = 4000;
const MAX_BLANKS = 400;
/** Comparisons of white letters with the boxes of a page, which nothing but a hostile page exceeds. */
const MAX_HIDDEN = 2_000_000;
const WHITE = '#ffffff';

/** What is known of a row as a whole. */
interface Found {
  /** How many units it has: letters, or the letters that one glyph stands for. */
  count: number;
  /** Blanks drawn behind the last one. */
  trailing: number;
  /** The first glyph in the order of drawing. */
  drawn: number;
  /** All look alike. */
  even: boolean;
  rightToLeft: boolean;
}

/**
 * Sets rows of glyphs as lines of text: finds the blanks, also where none are drawn, and the looks. A row is written down
 * as numbers in columns that serve the next one again, for a feature has half a million letters.
 */
export class LineSetter {
  readonly #pitches: PitchBook;
  #ink = new PageInk();
  #looks = new LineLooks(this.#ink.looks);
  /** Each unit of the row: its place in the ink, how many blanks are before it, and whether it is drawn twice. */
  readonly #units = new Uint32Array(MAX_UNITS);
  readonly #blanks = new Uint16Array(MAX_UNITS);
  /** Drawn twice, the copy a little aside: how typewriters make bold. */
  readonly #twice = new Uint8Array(MAX_UNITS);
  readonly #extras = new Float64Array(MAX_UNITS);
  #lines = new PageLines(0, 0, 0);
  #hidden = 0;

  constructor(pitches: PitchBook) {
    this.#pitches = pitches;
  }

  /** The rows that follow are this page's, so many of them. */
  start(ink: PageInk, rows: number): void {
    if (ink.looks !== this.#ink.looks) this.#looks = new LineLooks(ink.looks);
    this.#ink = ink;
    this.#hidden = 0;
    // Most blanks are drawn; a page on which they are not has more letters.
    this.#lines = new PageLines(ink.number, rows, Math.ceil(ink.count * 1.1));
  }

  /** Undefined for a row without letters. `glyphs` are sorted from left to right. */
  set(glyphs: Uint32Array, y: number, mark: LineMark | undefined): PdfLine | undefined {
    const found = this.#collect(glyphs, y);
    const { count, even, trailing, drawn } = found;
    if (count === 0) return undefined;
    const ink = this.#ink;
    const first = this.#units[0] as number;
    const x = ink.x[first] as number;
    const end = ink.end[this.#units[count - 1] as number] as number;
    // Who marks lines draws every blank, and nothing else apart.
    if (!mark || mark.kind === 'artifact') this.#findBlanks(count);
    if (found.rightToLeft) this.#turn(count);
    const common = ink.look[first] as number;
    const size = even ? (ink.size[first] as number) : this.#commonest(count, (at) => ink.size[at] as number);
    const font = even
      ? this.#looks.family(common)
      : this.#commonest(count, (at) => this.#looks.family(ink.look[at] as number));
    const from = this.#lines.used;
    this.#write(count);
    const line = this.#lines.add({ x, end, y, size, font }, from);
    line.trailing = trailing;
    line.drawn = drawn;
    line.mark = mark;
    if (!even) line.spans = this.#spans(count, line);
    else {
      const look = this.#looks.look(common);
      if (look) line.spans = [{ ...look, start: this.#blanks[0] as number, end: this.#lines.used - from }];
    }
    return line;
  }

  /** Writes the letters of a row down as units, with the blanks drawn before each. */
  #collect(glyphs: Uint32Array, baseline: number): Found {
    const { letter: letters, x: xs, end: ends, y: ys, size: sizes, look: looks, looks: known } = this.#ink;
    const found: Found = { count: 0, trailing: 0, drawn: Infinity, even: true, rightToLeft: false };
    let count = 0;
    let before = -1;
    let blanks = 0;
    for (let n = 0; n < glyphs.length && count < MAX_UNITS; n++) {
      const at = glyphs[n] as number;
      if (at < found.drawn) found.drawn = at;
      const letter = letters[at] as number;
      if (letter === 0x20) {
        blanks++;
        continue;
      }
      const look = looks[at] as number;
      const x = xs[at] as number;
      const end = ends[at] as number;
      const size = sizes[at] as number;
      if (before >= 0) {
        const aside = x - (xs[before] as number);
        if (letters[before] === letter && aside < (end - x) * TWICE) {
          if (aside > 0.01 * (sizes[before] as number)) this.#twice[count - 1] = 1;
          found.even = false;
          continue;
        }
      }
      const y = ys[at] as number;
      if (known[look]?.color === WHITE && this.#isHidden(x, end, y)) continue;
      if (before >= 0 && (looks[before] !== look || sizes[before] !== size)) found.even = false;
      if (Math.abs(y - baseline) > 0.5 * RAISED * size) found.even = false;
      if (letter >= 0x590 && hasRightToLeft(textOf(letter))) found.rightToLeft = true;
      this.#units[count] = at;
      this.#blanks[count] = Math.min(blanks, MAX_BLANKS);
      this.#twice[count] = 0;
      count++;
      before = at;
      blanks = 0;
    }
    found.count = count;
    found.trailing = blanks;
    return found;
  }

  /** White on white. */
  #isHidden(x: number, end: number, y: number): boolean {
    const { boxes } = this.#ink;
    const covers = (box: InkBox): boolean =>
      box.color !== WHITE && box.x <= x + 1 && box.end >= end - 1 && box.top < y && box.bottom > y - 2;
    this.#hidden += boxes.length;
    return this.#hidden < MAX_HIDDEN && !boxes.some(covers);
  }

  /** Finds how many blanks stand before each unit, where they are drawn and where they are only left free. */
  #findBlanks(count: number): void {
    const { x: xs, end: ends, size: sizes, look: looks, looks: known } = this.#ink;
    const units = this.#units;
    const blanks = this.#blanks;
    const spread = this.#spread(count);
    let look = -1;
    let size = -1;
    let fixed = false;
    let pitch = 0;
    blanks[0] = 0;
    let left = units[0] as number;
    for (let at = 1; at < count; at++) {
      const right = units[at] as number;
      if (looks[left] !== look || sizes[left] !== size) {
        look = looks[left] as number;
        size = sizes[left] as number;
        const font = known[look]?.font;
        pitch = font ? this.#pitches.pitch(font, size) + spread : 0;
        fixed = font?.fixed === true && pitch > 0;
      }
      const x = xs[left] as number;
      const end = ends[left] as number;
      const next = xs[right] as number;
      let gap: number;
      if (fixed && (looks[right] === look || known[looks[right] as number]?.font.fixed)) {
        const own = Math.max(1, Math.round((end - x) / pitch));
        gap = Math.max(blanks[at] as number, Math.round((next - x) / pitch) - own);
      } else gap = proportionalGap(blanks[at] as number, next - end - spread, Math.min(size, sizes[right] as number));
      blanks[at] = Math.min(gap, MAX_BLANKS);
      left = right;
    }
  }

  /**
   * Points that all letters of a letter-spaced line stand wider apart than such letters do in the rest of the file. In
   * fixed-pitch fonts whole cells are typed blanks.
   */
  #spread(count: number): number {
    if (count <= MIN_GAPS) return 0;
    const { x: xs, end: ends, size: sizes, look: looks, looks: known } = this.#ink;
    const units = this.#units;
    const first = units[0] as number;
    const font = known[looks[first] as number]?.font;
    if (!font) return 0;
    const size = sizes[first] as number;
    const pitch = this.#pitches.pitch(font, size);
    const { fixed } = font;
    const least = SPREAD * size;
    const all = this.#extras;
    let wide = 0;
    let left = first;
    for (let at = 1; at < count; at++) {
      const right = units[at] as number;
      const extra = (xs[right] as number) - (fixed ? (xs[left] as number) + pitch : (ends[left] as number));
      if (extra >= least) wide++;
      all[at - 1] = extra;
      left = right;
    }
    // Most lines are not: half of their letters stand as close as usual.
    if (wide * 2 < count - 1) return 0;
    const extras = all.subarray(0, count - 1).sort();
    const median = extras[extras.length >> 1] as number;
    const cells = median / pitch;
    if (fixed && Math.abs(cells - Math.round(cells)) < 0.08) return 0;
    let alike = 0;
    for (const extra of extras) if (Math.abs(extra - median) < 0.05 * size) alike++;
    return alike >= extras.length * 0.6 ? median : 0;
  }

  /** Puts the units of a line that is read from right to left in the order in which they are read. */
  #turn(count: number): void {
    const units = Array.from({ length: count }, (_, at) => {
      const glyph = this.#units[at] as number;
      return { glyph, twice: this.#twice[at] as number, text: textOf(this.#ink.letter[glyph] as number) };
    });
    const turned = logicalOrder(units, [...this.#blanks.subarray(0, count)]);
    turned.units.forEach(({ glyph, twice }, at) => {
      this.#units[at] = glyph;
      this.#twice[at] = twice;
      this.#blanks[at] = turned.gaps[at] ?? 0;
    });
  }

  /** Writes the text of the row down, with the left edge of each of its UTF-16 units. */
  #write(count: number): void {
    const { letter: letters, x: lefts, end: ends } = this.#ink;
    const lines = this.#lines;
    let before = lefts[this.#units[0] as number] as number;
    for (let at = 0; at < count; at++) {
      const glyph = this.#units[at] as number;
      const blanks = this.#blanks[at] as number;
      const x = lefts[glyph] as number;
      const end = ends[glyph] as number;
      for (let n = 0; n < blanks; n++) lines.write(0x20, before + ((x - before) * n) / blanks);
      const letter = letters[glyph] as number;
      const cluster = clusterOf(letter);
      if (cluster === undefined) lines.write(letter, x);
      else {
        const { length } = cluster;
        for (let n = 0; n < length; n++) lines.write(cluster.charCodeAt(n), x + ((end - x) * n) / length);
      }
      before = end;
    }
  }

  #spans(count: number, line: PdfLine): PdfSpan[] {
    const spans: PdfSpan[] = [];
    let at = 0;
    let open: PdfSpan | undefined;
    let openLook: PdfLook | undefined;
    for (let n = 0; n < count; n++) {
      const from = at + (this.#blanks[n] as number);
      const look = this.#lookOf(n, line);
      if (open && (look === undefined || !sameLook(look, openLook))) open = undefined;
      if (look !== undefined && !open) {
        open = { ...look, start: from, end: from };
        spans.push(open);
      }
      openLook = look;
      at = from + (clusterOf(this.#ink.letter[this.#units[n] as number] as number)?.length ?? 1);
      if (open) open.end = at;
    }
    return spans;
  }

  /** How a unit looks apart from its line; undefined when plain. */
  #lookOf(n: number, line: PdfLine): PdfLook | undefined {
    const ink = this.#ink;
    const at = this.#units[n] as number;
    const size = ink.size[at] as number;
    const y = ink.y[at] as number;
    const common = this.#looks.look(ink.look[at] as number);
    const family = this.#looks.family(ink.look[at] as number);
    const twice = this.#twice[n] === 1;
    if (!twice && size === line.size && family === line.font && Math.abs(y - line.y) < RAISED * line.size)
      return common;
    const look: PdfLook = { ...common };
    if (twice) look.bold = true;
    if (size < line.size * SMALL && line.y - y > RAISED * line.size) look.superscript = true;
    else if (size < line.size * SMALL && y - line.y > RAISED * line.size) look.subscript = true;
    if (size !== line.size) look.size = Math.round(size * 10) / 10;
    if (family !== line.font) look.font = family;
    return Object.keys(look).length > 0 ? look : undefined;
  }

  #commonest<T>(count: number, value: (glyph: number) => T): T {
    const counts = new Map<T, number>();
    let best = value(this.#units[0] as number);
    for (let at = 0; at < count; at++) {
      const own = value(this.#units[at] as number);
      counts.set(own, (counts.get(own) ?? 0) + 1);
      if ((counts.get(own) ?? 0) > (counts.get(best) ?? 0)) best = own;
    }
    return best;
  }
}

function textOf(letter: number): string {
  return clusterOf(letter) ?? String.fromCharCode(letter);
}

function proportionalGap(drawn: number, gap: number, size: number): number {
  if (gap > WIDE * size) return Math.max(drawn, Math.round(gap / (USUAL_BLANK * size)));
  return drawn > 0 ? drawn : gap > BLANK * size ? 1 : 0;
}
