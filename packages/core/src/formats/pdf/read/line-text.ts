import type { LineMark, PdfLine, PdfLook, PdfSpan } from '../tree.js';
import { hasRightToLeft, logicalOrder } from './direction.js';
import { familyOf } from './font-look.js';
import type { InkLook, PageInk } from './ink.js';
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
/** Letters of one line; no page holds more. */
const MAX_UNITS = 4000;

/** A letter, or the letters that one glyph stands for. */
interface Unit {
  text: string;
  x: number;
  end: number;
  size: number;
  y: number;
  look: number;
  /** Drawn twice, the copy a little aside: how typewriters make bold. */
  twice: boolean;
  /** Blanks drawn before it. */
  blanks: number;
}

/** The units of a row, and what is known of the row as a whole. */
interface Units {
  units: Unit[];
  /** Blanks drawn behind the last one. */
  trailing: number;
  /** The first glyph in the order of drawing. */
  drawn: number;
  /** All look alike. */
  even: boolean;
  rightToLeft: boolean;
}

/** Sets rows of glyphs as lines of text: finds the blanks, also where none are drawn, and the looks. */
export class LineSetter {
  readonly #ink: PageInk;
  readonly #pitches: PitchBook;
  readonly #looks: (PdfLook | undefined)[] = [];

  constructor(ink: PageInk, pitches: PitchBook) {
    this.#ink = ink;
    this.#pitches = pitches;
  }

  /** Undefined for a row without letters. `glyphs` are sorted from left to right. */
  set(glyphs: readonly number[], y: number, mark: LineMark | undefined): PdfLine | undefined {
    const { units, trailing, drawn, even, rightToLeft } = this.#units(glyphs, y);
    const first = units[0];
    const last = units[units.length - 1];
    if (!first || !last) return undefined;
    // Who marks lines draws every blank, and nothing else apart.
    const gaps = mark && mark.kind !== 'artifact' ? units.map(({ blanks }) => blanks) : this.#gaps(units);
    const x = first.x;
    const end = last.end;
    const turned = rightToLeft ? logicalOrder(units, gaps) : { units, gaps };
    const text = this.#text(turned.units, turned.gaps);
    const size = even ? first.size : mostCommon(units, (unit) => unit.size);
    const font = even ? this.#family(first) : mostCommon(units, (unit) => this.#family(unit));
    const look = even ? this.#commonLook(first.look) : undefined;
    const whole = look && { ...look, start: gaps[0] ?? 0, end: text.text.length };
    return {
      page: this.#ink.number,
      y,
      x,
      end,
      size,
      font,
      text: text.text,
      xs: text.xs,
      spans: even ? (whole ? [whole] : []) : this.#spans(turned.units, turned.gaps, { size, font, y }),
      trailing,
      drawn,
      ...(mark ? { mark } : {}),
    };
  }

  #units(glyphs: readonly number[], baseline: number): Units {
    const ink = this.#ink;
    const found: Units = { units: [], trailing: 0, drawn: Infinity, even: true, rightToLeft: false };
    const { units } = found;
    let before: Unit | undefined;
    let blanks = 0;
    for (let n = 0; n < glyphs.length && units.length < MAX_UNITS; n++) {
      const at = glyphs[n] as number;
      if (at < found.drawn) found.drawn = at;
      const text = ink.text[at] as string;
      if (text === ' ') {
        blanks++;
        continue;
      }
      const look = ink.look[at] as number;
      const x = ink.x[at] as number;
      const end = ink.end[at] as number;
      const y = ink.y[at] as number;
      const size = ink.size[at] as number;
      if (before !== undefined && before.text === text && x - before.x < (end - x) * TWICE) {
        if (x - before.x > 0.01 * before.size) before.twice = true;
        found.even = false;
        continue;
      }
      if (ink.looks[look]?.color === '#ffffff' && this.#isHidden(x, end, y)) continue;
      if (before && (before.look !== look || before.size !== size)) found.even = false;
      if (Math.abs(y - baseline) > 0.5 * RAISED * size) found.even = false;
      if (text.charCodeAt(0) >= 0x590 && hasRightToLeft(text)) found.rightToLeft = true;
      before = { text, x, end, size, y, look, twice: false, blanks };
      units[units.length] = before;
      blanks = 0;
    }
    found.trailing = blanks;
    return found;
  }

  /** White on white. */
  #isHidden(x: number, end: number, y: number): boolean {
    return !this.#ink.boxes.some(
      (box) => box.color !== '#ffffff' && box.x <= x + 1 && box.end >= end - 1 && box.top < y && box.bottom > y - 2,
    );
  }

  #family(unit: Unit): string {
    return familyOf((this.#ink.looks[unit.look] as InkLook).font);
  }

  /** How many blanks stand before each unit. */
  #gaps(units: readonly Unit[]): number[] {
    const spread = this.#spread(units);
    const { looks } = this.#ink;
    const gaps = [0];
    let look = -1;
    let size = -1;
    let fixed = false;
    let pitch = 0;
    for (let at = 1; at < units.length; at++) {
      const left = units[at - 1] as Unit;
      const right = units[at] as Unit;
      if (left.look !== look || left.size !== size) {
        look = left.look;
        size = left.size;
        const font = looks[look]?.font;
        pitch = font ? this.#pitches.pitch(font, size) + spread : 0;
        fixed = font?.fixed === true && pitch > 0;
      }
      if (fixed && (right.look === look || looks[right.look]?.font.fixed)) {
        const own = Math.max(1, Math.round((left.end - left.x) / pitch));
        gaps[at] = Math.max(right.blanks, Math.round((right.x - left.x) / pitch) - own);
      } else gaps[at] = proportionalGap(left, right, spread);
    }
    return gaps;
  }

  /**
   * Points that all letters of a letter-spaced line stand wider apart than such letters do in the rest of the file. In
   * fixed-pitch fonts whole cells are typed blanks.
   */
  #spread(units: readonly Unit[]): number {
    if (units.length <= MIN_GAPS) return 0;
    const first = units[0] as Unit;
    const font = this.#ink.looks[first.look]?.font;
    if (!font) return 0;
    const pitch = this.#pitches.pitch(font, first.size);
    const least = SPREAD * first.size;
    const extras: number[] = [];
    let wide = 0;
    for (let at = 1; at < units.length; at++) {
      const left = units[at - 1] as Unit;
      const right = units[at] as Unit;
      const extra = font.fixed ? right.x - left.x - pitch : right.x - left.end;
      if (extra >= least) wide++;
      extras[at - 1] = extra;
    }
    // Most lines are not: half of their letters stand as close as usual.
    if (wide * 2 < extras.length) return 0;
    extras.sort((a, b) => a - b);
    const median = extras[extras.length >> 1] as number;
    const cells = median / pitch;
    if (font.fixed && Math.abs(cells - Math.round(cells)) < 0.08) return 0;
    const alike = extras.filter((extra) => Math.abs(extra - median) < 0.05 * first.size).length;
    return alike >= extras.length * 0.6 ? median : 0;
  }

  #text(units: readonly Unit[], gaps: readonly number[]): { text: string; xs: Float32Array } {
    let length = 0;
    for (let at = 0; at < units.length; at++) length += (gaps[at] as number) + (units[at] as Unit).text.length;
    const xs = new Float32Array(length);
    let text = '';
    let end = (units[0] as Unit).x;
    for (let at = 0; at < units.length; at++) {
      const unit = units[at] as Unit;
      const blanks = gaps[at] as number;
      for (let n = 0; n < blanks; n++) xs[text.length + n] = end + ((unit.x - end) * n) / blanks;
      if (blanks > 0) text += blanks === 1 ? ' ' : ' '.repeat(blanks);
      const { length: letters } = unit.text;
      for (let n = 0; n < letters; n++) xs[text.length + n] = unit.x + ((unit.end - unit.x) * n) / letters;
      text += unit.text;
      end = unit.end;
    }
    return { text, xs };
  }

  #spans(units: readonly Unit[], gaps: readonly number[], line: LineLook): PdfSpan[] {
    const spans: PdfSpan[] = [];
    let at = 0;
    let open: PdfSpan | undefined;
    let openLook: PdfLook | undefined;
    for (let n = 0; n < units.length; n++) {
      const unit = units[n] as Unit;
      const from = at + (gaps[n] as number);
      const look = this.#lookOf(unit, line);
      if (open && (look === undefined || !sameLook(look, openLook))) open = undefined;
      if (look !== undefined && !open) {
        open = { ...look, start: from, end: from };
        spans.push(open);
      }
      openLook = look;
      at = from + unit.text.length;
      if (open) open.end = at;
    }
    return spans;
  }

  /** How a unit looks apart from its line; undefined when plain. */
  #lookOf(unit: Unit, { size, font, y }: LineLook): PdfLook | undefined {
    const common = this.#commonLook(unit.look);
    const family = this.#family(unit);
    if (!unit.twice && unit.size === size && family === font && Math.abs(unit.y - y) < RAISED * size) return common;
    const look: PdfLook = { ...common };
    if (unit.twice) look.bold = true;
    if (unit.size < size * SMALL && y - unit.y > RAISED * size) look.superscript = true;
    else if (unit.size < size * SMALL && unit.y - y > RAISED * size) look.subscript = true;
    if (unit.size !== size) look.size = Math.round(unit.size * 10) / 10;
    if (family !== font) look.font = family;
    return Object.keys(look).length > 0 ? look : undefined;
  }

  /** What the look of some ink is whatever line it stands on. */
  #commonLook(at: number): PdfLook | undefined {
    if (at in this.#looks) return this.#looks[at];
    const ink = this.#ink.looks[at] as InkLook;
    const look: PdfLook = {};
    if (ink.font.bold || ink.outlined) look.bold = true;
    if (ink.font.italic || ink.slanted) look.italic = true;
    if (ink.rise > 0) look.superscript = true;
    else if (ink.rise < 0) look.subscript = true;
    if (ink.color !== undefined && !isBlack(ink.color)) look.color = ink.color;
    const result = Object.keys(look).length > 0 ? look : undefined;
    this.#looks[at] = result;
    return result;
  }
}

function proportionalGap(left: Unit, right: Unit, spread: number): number {
  const size = Math.min(left.size, right.size);
  const gap = right.x - left.end - spread;
  if (gap > WIDE * size) return Math.max(right.blanks, Math.round(gap / (USUAL_BLANK * size)));
  return right.blanks > 0 ? right.blanks : gap > BLANK * size ? 1 : 0;
}

function sameLook(a: PdfLook, b: PdfLook | undefined): boolean {
  return (
    a === b ||
    (b !== undefined &&
      a.bold === b.bold &&
      a.italic === b.italic &&
      a.superscript === b.superscript &&
      a.subscript === b.subscript &&
      a.color === b.color &&
      a.size === b.size &&
      a.font === b.font)
  );
}

/** What most of a line looks like. */
interface LineLook {
  size: number;
  font: string;
  y: number;
}

function mostCommon<T>(units: readonly Unit[], value: (unit: Unit) => T): T {
  const first = value(units[0] as Unit);
  let alike = 0;
  while (alike < units.length && value(units[alike] as Unit) === first) alike++;
  if (alike === units.length) return first;
  const counts = new Map<T, number>();
  let best = first;
  for (const unit of units) {
    const own = value(unit);
    counts.set(own, (counts.get(own) ?? 0) + 1);
    if ((counts.get(own) ?? 0) > (counts.get(best) ?? 0)) best = own;
  }
  return best;
}

/** Black, rich black and the darkest greys: ink that is meant to be black. */
function isBlack(color: string): boolean {
  const value = Number.parseInt(color.slice(1), 16);
  const red = value >> 16;
  const green = (value >> 8) & 0xff;
  const blue = value & 0xff;
  const most = Math.max(red, green, blue);
  return most < 0x50 && most - Math.min(red, green, blue) < 0x20;
}
