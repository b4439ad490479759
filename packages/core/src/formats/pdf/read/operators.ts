import * as op from './operator-codes.js';
import { operatorCodes } from './operator-codes.js';
import type { OperatorList, PageFont, PdfGlyph } from './pdfjs-types.js';
import { parseMark } from '../tree.js';
import type { LineMark } from '../tree.js';
import { fontLook } from './font-look.js';
import { StateStack } from './graphics-state.js';
import type { InkFont, InkLook, PageInk } from './ink.js';
import { letterCode, UNKNOWN } from './letters.js';
import { identity, multiply, reset } from './matrix.js';
import type { Matrix } from './matrix.js';
import { pathBoxes } from './path-boxes.js';

/** Depth of marked content that is kept track of. */
const MAX_DEPTH = 500;
/** The tangent of the angle up to which a line of a crooked scan still counts as lying. */
const MAX_SLOPE = 0.09;
/** The tangent of the angle from which upright letters count as slanted. */
const MIN_SLANT = 0.1;
/** Points: the thickest underline. */
const MAX_RULE = 2.6;
/** The most different looks of one file; further ones look like the last. */
const MAX_LOOKS = 60_000;
/** Numbers of one path that are looked at: drawings are no underlines. */
const MAX_PATH = 20_000;
const MAX_BOXES = 5000;
/** Points from the corner of the page: nothing stands farther off. */
const MAX_PLACE = 100_000;
/** Different tags of a file, and marked stretches of a page, that are kept track of. */
const MAX_TAGS = 200_000;
const MAX_MARKS = 60_000;

const NO_ARGUMENTS: readonly unknown[] = [];

/** Plays operator lists: glyphs and boxes come out where they stand on the page. */
export class OperatorPlayer {
  /** Ours by pdfjs' numbers. */
  readonly #codes: Uint8Array;
  readonly #fonts = new Map<string, InkFont & { unit: number }>();
  readonly #ink: PageInk;
  readonly #states = new StateStack();
  #state = this.#states.start(identity());
  /** Text matrix, and the place in text space. */
  readonly #tm = identity();
  #x = 0;
  #y = 0;
  #lineX = 0;
  #lineY = 0;
  /** Text space to page, worked out again when a matrix was changed. */
  readonly #page = identity();
  #moved = true;
  /** Marks that lie around the present one, and that: indices into the page's. */
  #marks: number[] = [];
  #mark = 0;
  readonly #tags = new Map<string, LineMark | undefined>();
  /** The file is one of this project's: each stretch of marked content is a line of its own. */
  #own = false;
  #look = -1;
  #slanted = false;
  #fontOf: (id: string) => PageFont | undefined = () => undefined;
  /** Operators that come after one whose font is not known yet. */
  #waiting: OperatorList[] = [];

  constructor(ops: Readonly<Record<string, number>>, ink: PageInk) {
    this.#ink = ink;
    this.#codes = operatorCodes(ops);
  }

  /** How many states are saved at present. */
  get depth(): number {
    return this.#states.depth;
  }

  /** Starts a page. Fonts may be known later than the operators that set them. */
  start(transform: readonly number[], fontOf: (id: string) => PageFont | undefined): void {
    this.#state = this.#states.start(transform);
    this.#moved = true;
    this.#marks = [];
    this.#mark = 0;
    this.#look = -1;
    reset(this.#tm);
    this.#x = this.#y = this.#lineX = this.#lineY = 0;
    this.#fontOf = fontOf;
    this.#waiting = [];
  }

  /** Plays a part of a page. */
  play({ fnArray, argsArray }: OperatorList): void {
    const at = this.#waiting.length > 0 ? 0 : this.#run(fnArray, argsArray, true);
    if (at < fnArray.length) this.#waiting.push({ fnArray: fnArray.slice(at), argsArray: argsArray.slice(at) });
  }

  /** Plays what waited for its fonts: all is known of the page now. */
  finish(): void {
    for (const { fnArray, argsArray } of this.#waiting) this.#run(fnArray, argsArray, false);
    this.#waiting = [];
  }

  /** Plays operators as far as their fonts are known, or all of them; returns the place behind the last one. */
  #run(fnArray: readonly number[], argsArray: readonly unknown[], waits: boolean): number {
    const codes = this.#codes;
    for (let at = 0; at < fnArray.length; at++) {
      const code = codes[fnArray[at] as number] ?? 0;
      if (code === 0) continue;
      const list = (argsArray[at] ?? NO_ARGUMENTS) as readonly unknown[];
      if (code === op.SET_FONT && waits && !this.#knows(list[0] as string)) return at;
      this.#step(code, list);
    }
    return fnArray.length;
  }

  #knows(id: string): boolean {
    return this.#fonts.has(id) || this.#fontOf(id) !== undefined;
  }

  #step(code: number, list: readonly unknown[]): void {
    const state = this.#state;
    const first = list[0] as number;
    switch (code) {
      case op.SHOW_TEXT:
        this.#show(list[0] as readonly (PdfGlyph | number)[]);
        return;
      case op.SAVE:
        this.#state = this.#states.save(state);
        return;
      case op.RESTORE:
        this.#restore();
        return;
      case op.TRANSFORM:
        multiply(state.ctm, state.ctm, list as readonly number[]);
        this.#moved = true;
        return;
      case op.BEGIN_TEXT:
        reset(this.#tm);
        this.#x = this.#y = this.#lineX = this.#lineY = 0;
        this.#moved = true;
        return;
      case op.SET_TEXT_MATRIX:
        reset(this.#tm);
        multiply(this.#tm, this.#tm, list[0] as ArrayLike<number>);
        this.#x = this.#y = this.#lineX = this.#lineY = 0;
        this.#moved = true;
        return;
      case op.MOVE_TEXT:
        this.#moveText(first, list[1] as number);
        return;
      case op.SET_LEADING_MOVE_TEXT:
        state.leading = list[1] as number;
        this.#moveText(first, list[1] as number);
        return;
      case op.NEXT_LINE:
        this.#moveText(0, state.leading);
        return;
      case op.SET_FONT:
        this.#setFont(list[0] as string, list[1] as number);
        return;
      case op.SET_CHAR_SPACING:
        state.letterSpace = first;
        return;
      case op.SET_WORD_SPACING:
        state.wordSpace = first;
        return;
      case op.SET_H_SCALE:
        state.stretch = first / 100;
        return;
      case op.SET_LEADING:
        state.leading = -first;
        return;
      case op.SET_TEXT_RISE:
        state.rise = first;
        this.#look = -1;
        return;
      case op.SET_TEXT_RENDERING_MODE:
        if (state.mode !== first) this.#look = -1;
        state.mode = first;
        return;
      case op.SET_FILL_RGB_COLOR:
        if (state.fill !== list[0]) this.#look = -1;
        state.fill = list[0] as string;
        return;
      case op.SET_FILL_COLOR_N:
      case op.SET_FILL_TRANSPARENT:
        state.fill = undefined;
        this.#look = -1;
        return;
      case op.SET_STROKE_RGB_COLOR:
        state.stroke = list[0] as string;
        return;
      case op.SET_LINE_WIDTH:
        state.lineWidth = first;
        return;
      default:
        this.#stepOther(code, list);
    }
  }

  #stepOther(code: number, list: readonly unknown[]): void {
    switch (code) {
      case op.CONSTRUCT_PATH:
        this.#path(this.#codes[list[0] as number] ?? 0, list[1] as readonly (ArrayLike<number> | null)[]);
        return;
      case op.PAINT_FORM_X_OBJECT_BEGIN:
        this.#state = this.#states.save(this.#state);
        if (list[0]) multiply(this.#state.ctm, this.#state.ctm, list[0] as ArrayLike<number>);
        this.#moved = true;
        return;
      case op.PAINT_FORM_X_OBJECT_END:
        this.#restore();
        return;
      case op.BEGIN_MARKED_CONTENT:
      case op.BEGIN_MARKED_CONTENT_PROPS:
        this.#beginMark(list[0]);
        return;
      case op.END_MARKED_CONTENT:
        this.#mark = this.#marks.pop() ?? 0;
        return;
      case op.PAINT_IMAGE_X_OBJECT:
      case op.PAINT_INLINE_IMAGE_X_OBJECT:
      case op.PAINT_IMAGE_MASK_X_OBJECT:
      case op.PAINT_IMAGE_X_OBJECT_REPEAT:
      case op.PAINT_IMAGE_MASK_X_OBJECT_REPEAT:
      case op.PAINT_IMAGE_MASK_X_OBJECT_GROUP:
      case op.PAINT_INLINE_IMAGE_X_OBJECT_GROUP:
        this.#ink.images++;
        return;
      default:
    }
  }

  #restore(): void {
    const now = this.#state;
    const before = this.#states.restore(now);
    if (before === now) return;
    if (before.font !== now.font || before.fill !== now.fill || before.mode !== now.mode || before.rise !== now.rise) {
      this.#look = -1;
    }
    this.#state = before;
    this.#moved = true;
  }

  #moveText(x: number, y: number): void {
    this.#x = this.#lineX += x;
    this.#y = this.#lineY += y;
  }

  #setFont(id: string, size: number): void {
    let font = this.#fonts.get(id);
    if (!font) {
      const source = this.#fontOf(id);
      font = { ...fontLook(source), unit: source?.fontMatrix?.[0] || 0.001 };
      this.#fonts.set(id, font);
    }
    if (this.#state.font !== font) this.#look = -1;
    this.#state.font = font;
    this.#state.unit = font.unit;
    this.#state.size = size;
  }

  /** Names come as strings with properties, as objects without. */
  #beginMark(name: unknown): void {
    if (this.#marks.length > MAX_DEPTH) return;
    this.#marks.push(this.#mark);
    const tag = typeof name === 'string' ? name : (name as { name?: unknown } | null)?.name;
    if (typeof tag !== 'string') return;
    let mark = this.#tags.get(tag);
    if (mark === undefined && !this.#tags.has(tag)) {
      mark = parseMark(tag);
      if (this.#tags.size < MAX_TAGS) this.#tags.set(tag, mark);
    }
    if (!mark) return;
    if (mark.kind !== 'artifact') this.#own = true;
    const { marks } = this.#ink;
    const known = this.#own ? -1 : marks.indexOf(mark);
    if (known > 0) this.#mark = known;
    else if (marks.length < MAX_MARKS) this.#mark = marks.push(this.#own ? { ...mark } : mark) - 1;
  }

  #show(glyphs: readonly (PdfGlyph | number)[]): void {
    const state = this.#state;
    const font = state.font;
    if (!font || state.size === 0 || state.mode === 7) return;
    if (this.#moved) multiply(this.#page, state.ctm, this.#tm);
    this.#moved = false;
    const page = this.#page;
    const { size, stretch, letterSpace, wordSpace } = state;
    const scale = size * state.unit;
    const direction = size > 0 ? 1 : -1;
    const a = page[0] as number;
    const b = page[1] as number;
    const c = page[2] as number;
    const d = page[3] as number;
    const e = page[4] as number;
    const f = page[5] as number;
    const slope = b / a;
    const upright = a * direction > 0 && Math.abs(slope) <= MAX_SLOPE;
    if (!upright) this.#countTurned(page, direction, glyphs.length);
    const points = Math.abs(size * d) || Math.abs(size) * Math.hypot(c, d);
    const ink = this.#ink;
    const slanted = Math.abs(c) > MIN_SLANT * Math.abs(d);
    if (slanted !== this.#slanted) this.#look = -1;
    this.#slanted = slanted;
    const look = upright ? this.#currentLook(font) : 0;
    let x = this.#x;
    for (let at = 0; at < glyphs.length; at++) {
      const glyph = glyphs[at] as PdfGlyph | number;
      if (typeof glyph === 'number') {
        x -= (glyph * size * stretch) / 1000;
        continue;
      }
      const width = glyph.width * scale * stretch;
      if (upright) {
        const letter = letterCode(glyph.unicode);
        const left = a * x + c * this.#y + e;
        // Along a crooked baseline back to the left edge of the page.
        const baseline = b * x + d * this.#y + f - slope * left;
        if (letter === UNKNOWN) ink.unknown++;
        else if (Math.abs(left) < MAX_PLACE && Math.abs(baseline) < MAX_PLACE) {
          ink.push(letter, left, baseline, left + a * width, points, look, this.#mark);
          if (letter !== 0x20) noteWidth(font, glyph.width);
        }
      }
      x += width + (letterSpace + (glyph.isSpace ? wordSpace : 0)) * direction * stretch;
    }
    this.#x = x;
  }

  #countTurned(page: Matrix, direction: number, count: number): void {
    const [a = 1, b = 0] = page;
    const quarter = Math.round(Math.atan2(b * direction, a * direction) / (Math.PI / 2));
    const turned = this.#ink.turned;
    turned[((quarter + 4) % 4) as 0 | 1 | 2 | 3] += count;
  }

  /** The number of the look that glyphs have now. */
  #currentLook(font: InkFont): number {
    if (this.#look >= 0) return this.#look;
    const state = this.#state;
    const look: InkLook = {
      font,
      color: state.fill,
      outlined: state.mode === 2 && state.lineWidth > 0,
      slanted: this.#slanted,
      rise: state.rise,
    };
    const { looks } = this.#ink;
    const last = looks.length - 1;
    for (let at = last; at >= 0 && at > last - 16; at--) {
      if (sameInk(looks[at] as InkLook, look)) return (this.#look = at);
    }
    if (looks.length < MAX_LOOKS) looks.push(look);
    return (this.#look = looks.length - 1);
  }

  #path(code: number, data: readonly (ArrayLike<number> | null)[]): void {
    const stroked = code === op.STROKE || code === op.CLOSE_STROKE;
    const filled = code === op.FILL || code === op.EO_FILL || code === op.FILL_STROKE || code === op.EO_FILL_STROKE;
    const path = data[0];
    if (!path || (!stroked && !filled) || path.length > MAX_PATH) return;
    const { ctm, lineWidth } = this.#state;
    const color = stroked ? this.#state.stroke : this.#state.fill;
    const pen = stroked ? Math.abs(lineWidth * Math.hypot(ctm[2] as number, ctm[3] as number)) : 0;
    const ink = this.#ink;
    for (const box of pathBoxes(path, ctm)) {
      const height = box.bottom - box.top + pen;
      const part = { ...box, top: box.top - pen / 2, bottom: box.bottom + pen / 2, color };
      const width = box.end - box.x;
      if (height <= MAX_RULE && width > height * 1.5 && ink.rules.length < MAX_BOXES) ink.rules.push(part);
      else if (!stroked && height > MAX_RULE && ink.boxes.length < MAX_BOXES) ink.boxes.push(part);
    }
  }
}

function sameInk(a: InkLook, b: InkLook): boolean {
  return (
    a.font === b.font &&
    a.color === b.color &&
    a.outlined === b.outlined &&
    a.slanted === b.slanted &&
    a.rise === b.rise
  );
}

/** A font is fixed-pitch while all its letters are as wide as the first, a hundredth of its size more or less. */
function noteWidth(font: InkFont, width: number): void {
  if (width <= 0) return;
  if (font.width === 0) font.width = width / 1000;
  else if (font.fixed && Math.abs(width / 1000 - font.width) > 0.011) font.fixed = false;
}
