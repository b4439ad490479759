import type { OperatorList, PageFont, PdfGlyph } from './pdfjs-types.js';
import { parseMark } from '../tree.js';
import type { LineMark } from '../tree.js';
import { fontLook } from './font-look.js';
import type { InkBox, InkFont, InkLook, PageInk } from './ink.js';
import { isUnknown, lettersOf } from './letters.js';

type Matrix = readonly [number, number, number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

function times(a: Matrix, b: ArrayLike<number>): Matrix {
  const [b0 = 1, b1 = 0, b2 = 0, b3 = 1, b4 = 0, b5 = 0] = b as readonly number[];
  return [
    a[0] * b0 + a[2] * b1,
    a[1] * b0 + a[3] * b1,
    a[0] * b2 + a[2] * b3,
    a[1] * b2 + a[3] * b3,
    a[0] * b4 + a[2] * b5 + a[4],
    a[1] * b4 + a[3] * b5 + a[5],
  ];
}

/** The operators that matter, numbered anew: a page has thousands, so they are told apart by constants. */
const SHOW_TEXT = 1;
const SAVE = 2;
const RESTORE = 3;
const TRANSFORM = 4;
const BEGIN_TEXT = 5;
const SET_TEXT_MATRIX = 6;
const MOVE_TEXT = 7;
const SET_LEADING_MOVE_TEXT = 8;
const NEXT_LINE = 9;
const SET_FONT = 10;
const SET_CHAR_SPACING = 11;
const SET_WORD_SPACING = 12;
const SET_H_SCALE = 13;
const SET_LEADING = 14;
const SET_TEXT_RISE = 15;
const SET_TEXT_RENDERING_MODE = 16;
const SET_FILL_RGB_COLOR = 17;
const SET_FILL_COLOR_N = 18;
const SET_FILL_TRANSPARENT = 19;
const SET_STROKE_RGB_COLOR = 20;
const SET_LINE_WIDTH = 21;
const CONSTRUCT_PATH = 22;
const PAINT_FORM_X_OBJECT_BEGIN = 23;
const PAINT_FORM_X_OBJECT_END = 24;
const BEGIN_MARKED_CONTENT = 25;
const BEGIN_MARKED_CONTENT_PROPS = 26;
const END_MARKED_CONTENT = 27;
const PAINT_IMAGE_X_OBJECT = 28;
const PAINT_INLINE_IMAGE_X_OBJECT = 29;
const PAINT_IMAGE_MASK_X_OBJECT = 30;
const PAINT_IMAGE_X_OBJECT_REPEAT = 31;
const PAINT_IMAGE_MASK_X_OBJECT_REPEAT = 32;
const PAINT_IMAGE_MASK_X_OBJECT_GROUP = 33;
const PAINT_INLINE_IMAGE_X_OBJECT_GROUP = 34;
const STROKE = 35;
const CLOSE_STROKE = 36;
const FILL = 37;
const EO_FILL = 38;
const FILL_STROKE = 39;
const EO_FILL_STROKE = 40;

const OPERATORS: Readonly<Record<string, number>> = {
  showText: SHOW_TEXT,
  save: SAVE,
  restore: RESTORE,
  transform: TRANSFORM,
  beginText: BEGIN_TEXT,
  setTextMatrix: SET_TEXT_MATRIX,
  moveText: MOVE_TEXT,
  setLeadingMoveText: SET_LEADING_MOVE_TEXT,
  nextLine: NEXT_LINE,
  setFont: SET_FONT,
  setCharSpacing: SET_CHAR_SPACING,
  setWordSpacing: SET_WORD_SPACING,
  setHScale: SET_H_SCALE,
  setLeading: SET_LEADING,
  setTextRise: SET_TEXT_RISE,
  setTextRenderingMode: SET_TEXT_RENDERING_MODE,
  setFillRGBColor: SET_FILL_RGB_COLOR,
  setFillColorN: SET_FILL_COLOR_N,
  setFillTransparent: SET_FILL_TRANSPARENT,
  setStrokeRGBColor: SET_STROKE_RGB_COLOR,
  setLineWidth: SET_LINE_WIDTH,
  constructPath: CONSTRUCT_PATH,
  paintFormXObjectBegin: PAINT_FORM_X_OBJECT_BEGIN,
  paintFormXObjectEnd: PAINT_FORM_X_OBJECT_END,
  beginMarkedContent: BEGIN_MARKED_CONTENT,
  beginMarkedContentProps: BEGIN_MARKED_CONTENT_PROPS,
  endMarkedContent: END_MARKED_CONTENT,
  paintImageXObject: PAINT_IMAGE_X_OBJECT,
  paintInlineImageXObject: PAINT_INLINE_IMAGE_X_OBJECT,
  paintImageMaskXObject: PAINT_IMAGE_MASK_X_OBJECT,
  paintImageXObjectRepeat: PAINT_IMAGE_X_OBJECT_REPEAT,
  paintImageMaskXObjectRepeat: PAINT_IMAGE_MASK_X_OBJECT_REPEAT,
  paintImageMaskXObjectGroup: PAINT_IMAGE_MASK_X_OBJECT_GROUP,
  paintInlineImageXObjectGroup: PAINT_INLINE_IMAGE_X_OBJECT_GROUP,
  stroke: STROKE,
  closeStroke: CLOSE_STROKE,
  fill: FILL,
  eoFill: EO_FILL,
  fillStroke: FILL_STROKE,
  eoFillStroke: EO_FILL_STROKE,
};

/** What `save` keeps and `restore` brings back. */
class State {
  ctm: Matrix = IDENTITY;
  font: InkFont | undefined;
  /** Text space units of one glyph unit, by font size. */
  unit = 0.001;
  size = 0;
  letterSpace = 0;
  wordSpace = 0;
  stretch = 1;
  leading = 0;
  rise = 0;
  mode = 0;
  fill: string | undefined = '#000000';
  stroke: string | undefined = '#000000';
  lineWidth = 1;

  copy(): State {
    const copy = new State();
    copy.ctm = this.ctm;
    copy.font = this.font;
    copy.unit = this.unit;
    copy.size = this.size;
    copy.letterSpace = this.letterSpace;
    copy.wordSpace = this.wordSpace;
    copy.stretch = this.stretch;
    copy.leading = this.leading;
    copy.rise = this.rise;
    copy.mode = this.mode;
    copy.fill = this.fill;
    copy.stroke = this.stroke;
    copy.lineWidth = this.lineWidth;
    return copy;
  }
}

/** Depth of saved states and of marked content that is kept track of; deeper nesting is drawn like its surroundings. */
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
const MAX_BOXES = 20_000;
/** Different tags of a file, and marked stretches of a page, that are kept track of. */
const MAX_TAGS = 200_000;
const MAX_MARKS = 60_000;

const NO_ARGUMENTS: readonly unknown[] = [];

/** Plays operator lists: glyphs and boxes come out where they stand on the page. */
export class OperatorPlayer {
  /** Ours by pdfjs' numbers. */
  readonly #codes = new Uint8Array(256);
  readonly #fonts = new Map<string, InkFont & { unit: number }>();
  readonly #ink: PageInk;
  #state = new State();
  #stack: State[] = [];
  /** Text matrix, and the place in text space. */
  #tm: Matrix = IDENTITY;
  #x = 0;
  #y = 0;
  #lineX = 0;
  #lineY = 0;
  /** Text space to page; recomputed when a matrix changed. */
  #page: Matrix | undefined;
  /** Marks that lie around the present one, and that: indices into the page's. */
  #marks: number[] = [];
  #mark = 0;
  readonly #tags = new Map<string, LineMark | undefined>();
  /** The file is one of this project's: each stretch of marked content is a line of its own. */
  #own = false;
  #look = -1;
  #slanted = false;

  constructor(ops: Readonly<Record<string, number>>, ink: PageInk) {
    this.#ink = ink;
    for (const [name, op] of Object.entries(OPERATORS)) {
      const code = ops[name];
      if (code !== undefined) this.#codes[code] = op;
    }
  }

  play(list: OperatorList, transform: readonly number[], fontOf: (id: string) => PageFont | undefined): void {
    const state = new State();
    state.ctm = times(IDENTITY, transform);
    this.#state = state;
    this.#stack = [];
    this.#page = undefined;
    this.#marks = [];
    this.#mark = 0;
    this.#look = -1;
    this.#tm = IDENTITY;
    this.#x = this.#y = this.#lineX = this.#lineY = 0;
    const { fnArray, argsArray } = list;
    for (let at = 0; at < fnArray.length; at++)
      this.#step(this.#codes[fnArray[at] as number] ?? 0, argsArray[at], fontOf);
  }

  #step(op: number, args: unknown, fontOf: (id: string) => PageFont | undefined): void {
    const state = this.#state;
    const list = (args ?? NO_ARGUMENTS) as readonly unknown[];
    const first = list[0] as number;
    switch (op) {
      case SHOW_TEXT:
        this.#show(list[0] as readonly (PdfGlyph | number)[]);
        return;
      case SAVE:
        if (this.#stack.length < MAX_DEPTH) this.#stack.push(state.copy());
        return;
      case RESTORE:
        this.#restore();
        return;
      case TRANSFORM:
        state.ctm = times(state.ctm, list as readonly number[]);
        this.#page = undefined;
        return;
      case BEGIN_TEXT:
        this.#tm = IDENTITY;
        this.#x = this.#y = this.#lineX = this.#lineY = 0;
        this.#page = undefined;
        return;
      case SET_TEXT_MATRIX:
        this.#tm = times(IDENTITY, list[0] as ArrayLike<number>);
        this.#x = this.#y = this.#lineX = this.#lineY = 0;
        this.#page = undefined;
        return;
      case MOVE_TEXT:
        this.#moveText(first, list[1] as number);
        return;
      case SET_LEADING_MOVE_TEXT:
        state.leading = list[1] as number;
        this.#moveText(first, list[1] as number);
        return;
      case NEXT_LINE:
        this.#moveText(0, state.leading);
        return;
      case SET_FONT:
        this.#setFont(list[0] as string, list[1] as number, fontOf);
        return;
      case SET_CHAR_SPACING:
        state.letterSpace = first;
        return;
      case SET_WORD_SPACING:
        state.wordSpace = first;
        return;
      case SET_H_SCALE:
        state.stretch = first / 100;
        return;
      case SET_LEADING:
        state.leading = -first;
        return;
      case SET_TEXT_RISE:
        state.rise = first;
        this.#look = -1;
        return;
      case SET_TEXT_RENDERING_MODE:
        if (state.mode !== first) this.#look = -1;
        state.mode = first;
        return;
      case SET_FILL_RGB_COLOR:
        if (state.fill !== list[0]) this.#look = -1;
        state.fill = list[0] as string;
        return;
      case SET_FILL_COLOR_N:
      case SET_FILL_TRANSPARENT:
        state.fill = undefined;
        this.#look = -1;
        return;
      case SET_STROKE_RGB_COLOR:
        state.stroke = list[0] as string;
        return;
      case SET_LINE_WIDTH:
        state.lineWidth = first;
        return;
      default:
        this.#stepOther(op, list);
    }
  }

  #stepOther(op: number, list: readonly unknown[]): void {
    switch (op) {
      case CONSTRUCT_PATH:
        this.#path(this.#codes[list[0] as number] ?? 0, list[1] as readonly (ArrayLike<number> | null)[]);
        return;
      case PAINT_FORM_X_OBJECT_BEGIN:
        this.#stack.push(this.#state.copy());
        if (list[0]) this.#state.ctm = times(this.#state.ctm, list[0] as ArrayLike<number>);
        this.#page = undefined;
        return;
      case PAINT_FORM_X_OBJECT_END:
        this.#restore();
        return;
      case BEGIN_MARKED_CONTENT:
      case BEGIN_MARKED_CONTENT_PROPS:
        this.#beginMark(list[0]);
        return;
      case END_MARKED_CONTENT:
        this.#mark = this.#marks.pop() ?? 0;
        return;
      case PAINT_IMAGE_X_OBJECT:
      case PAINT_INLINE_IMAGE_X_OBJECT:
      case PAINT_IMAGE_MASK_X_OBJECT:
      case PAINT_IMAGE_X_OBJECT_REPEAT:
      case PAINT_IMAGE_MASK_X_OBJECT_REPEAT:
      case PAINT_IMAGE_MASK_X_OBJECT_GROUP:
      case PAINT_INLINE_IMAGE_X_OBJECT_GROUP:
        this.#ink.images++;
        return;
      default:
    }
  }

  #restore(): void {
    const before = this.#stack.pop();
    if (!before) return;
    const now = this.#state;
    if (before.font !== now.font || before.fill !== now.fill || before.mode !== now.mode || before.rise !== now.rise) {
      this.#look = -1;
    }
    this.#state = before;
    this.#page = undefined;
  }

  #moveText(x: number, y: number): void {
    this.#x = this.#lineX += x;
    this.#y = this.#lineY += y;
  }

  #setFont(id: string, size: number, fontOf: (id: string) => PageFont | undefined): void {
    let font = this.#fonts.get(id);
    if (!font) {
      const source = fontOf(id);
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
    const page = (this.#page ??= times(state.ctm, this.#tm));
    const { size, stretch, letterSpace, wordSpace } = state;
    const scale = size * state.unit;
    const direction = size > 0 ? 1 : -1;
    const [a, b, c, d, e, f] = page;
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
        const letters = lettersOf(glyph.unicode);
        const left = a * x + c * this.#y + e;
        // Along a crooked baseline back to the left edge of the page.
        const baseline = b * x + d * this.#y + f - slope * left;
        if (isUnknown(letters)) ink.unknown++;
        else {
          ink.push(letters, left, baseline, left + a * width, points, look, this.#mark);
          if (letters !== ' ') noteWidth(font, glyph.width);
        }
      }
      x += width + (letterSpace + (glyph.isSpace ? wordSpace : 0)) * direction * stretch;
    }
    this.#x = x;
  }

  #countTurned([a, b]: Matrix, direction: number, count: number): void {
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

  #path(op: number, data: readonly (ArrayLike<number> | null)[]): void {
    const stroked = op === STROKE || op === CLOSE_STROKE;
    const filled = op === FILL || op === EO_FILL || op === FILL_STROKE || op === EO_FILL_STROKE;
    const path = data[0];
    if (!path || (!stroked && !filled) || path.length > MAX_PATH) return;
    const { ctm, lineWidth } = this.#state;
    const color = stroked ? this.#state.stroke : this.#state.fill;
    const pen = stroked ? Math.abs(lineWidth * Math.hypot(ctm[2], ctm[3])) : 0;
    const ink = this.#ink;
    for (const box of partsOf(path, ctm)) {
      const height = box.bottom - box.top + pen;
      const part = { ...box, top: box.top - pen / 2, bottom: box.bottom + pen / 2, color };
      const width = box.end - box.x;
      if (height <= MAX_RULE && width > height * 1.5 && ink.rules.length < MAX_BOXES) ink.rules.push(part);
      else if (!stroked && height > MAX_RULE && ink.boxes.length < MAX_BOXES) ink.boxes.push(part);
    }
  }
}

/** The boxes around the parts of a path. Its numbers: 0 move, 1 line, 2 curve, 3 quadratic curve, 4 close. */
function partsOf(path: ArrayLike<number>, ctm: Matrix): Omit<InkBox, 'color'>[] {
  const parts: Omit<InkBox, 'color'>[] = [];
  let box: Omit<InkBox, 'color'> | undefined;
  const POINTS = [1, 1, 3, 2, 0];
  for (let at = 0; at < path.length; ) {
    const op = path[at++] as number;
    const points = POINTS[op] ?? 0;
    if (op === 0) box = undefined;
    for (let n = 0; n < points; n++, at += 2) {
      const px = path[at] ?? 0;
      const py = path[at + 1] ?? 0;
      const x = ctm[0] * px + ctm[2] * py + ctm[4];
      const y = ctm[1] * px + ctm[3] * py + ctm[5];
      if (!box) {
        box = { x, end: x, top: y, bottom: y };
        parts.push(box);
      } else {
        box.x = Math.min(box.x, x);
        box.end = Math.max(box.end, x);
        box.top = Math.min(box.top, y);
        box.bottom = Math.max(box.bottom, y);
      }
    }
  }
  return parts;
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
