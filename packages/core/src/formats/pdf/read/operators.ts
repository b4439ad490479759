import type { OperatorList, PageFont, PdfGlyph } from 'pdfjs-dist/legacy/build/pdf.mjs';
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
const enum Op {
  none,
  showText,
  save,
  restore,
  transform,
  beginText,
  setTextMatrix,
  moveText,
  setLeadingMoveText,
  nextLine,
  setFont,
  setCharSpacing,
  setWordSpacing,
  setHScale,
  setLeading,
  setTextRise,
  setTextRenderingMode,
  setFillRGBColor,
  setFillColorN,
  setFillTransparent,
  setStrokeRGBColor,
  setLineWidth,
  constructPath,
  paintFormXObjectBegin,
  paintFormXObjectEnd,
  beginMarkedContent,
  beginMarkedContentProps,
  endMarkedContent,
  paintImageXObject,
  paintInlineImageXObject,
  paintImageMaskXObject,
  paintImageXObjectRepeat,
  paintImageMaskXObjectRepeat,
  paintImageMaskXObjectGroup,
  paintInlineImageXObjectGroup,
  stroke,
  closeStroke,
  fill,
  eoFill,
  fillStroke,
  eoFillStroke,
}

const OPERATORS: Readonly<Record<Exclude<keyof typeof Op, 'none'>, Op>> = {
  showText: Op.showText,
  save: Op.save,
  restore: Op.restore,
  transform: Op.transform,
  beginText: Op.beginText,
  setTextMatrix: Op.setTextMatrix,
  moveText: Op.moveText,
  setLeadingMoveText: Op.setLeadingMoveText,
  nextLine: Op.nextLine,
  setFont: Op.setFont,
  setCharSpacing: Op.setCharSpacing,
  setWordSpacing: Op.setWordSpacing,
  setHScale: Op.setHScale,
  setLeading: Op.setLeading,
  setTextRise: Op.setTextRise,
  setTextRenderingMode: Op.setTextRenderingMode,
  setFillRGBColor: Op.setFillRGBColor,
  setFillColorN: Op.setFillColorN,
  setFillTransparent: Op.setFillTransparent,
  setStrokeRGBColor: Op.setStrokeRGBColor,
  setLineWidth: Op.setLineWidth,
  constructPath: Op.constructPath,
  paintFormXObjectBegin: Op.paintFormXObjectBegin,
  paintFormXObjectEnd: Op.paintFormXObjectEnd,
  beginMarkedContent: Op.beginMarkedContent,
  beginMarkedContentProps: Op.beginMarkedContentProps,
  endMarkedContent: Op.endMarkedContent,
  paintImageXObject: Op.paintImageXObject,
  paintInlineImageXObject: Op.paintInlineImageXObject,
  paintImageMaskXObject: Op.paintImageMaskXObject,
  paintImageXObjectRepeat: Op.paintImageXObjectRepeat,
  paintImageMaskXObjectRepeat: Op.paintImageMaskXObjectRepeat,
  paintImageMaskXObjectGroup: Op.paintImageMaskXObjectGroup,
  paintInlineImageXObjectGroup: Op.paintInlineImageXObjectGroup,
  stroke: Op.stroke,
  closeStroke: Op.closeStroke,
  fill: Op.fill,
  eoFill: Op.eoFill,
  fillStroke: Op.fillStroke,
  eoFillStroke: Op.eoFillStroke,
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

/** Plays operator lists: glyphs and boxes come out where they stand on the page. */
export class OperatorPlayer {
  /** Ours by pdfjs' numbers. */
  readonly #codes: Uint8Array;
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
    this.#codes = new Uint8Array(256);
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
      this.#step(this.#codes[fnArray[at] as number] as Op, argsArray[at], fontOf);
  }

  #step(op: Op, args: unknown, fontOf: (id: string) => PageFont | undefined): void {
    const state = this.#state;
    const list = args as readonly unknown[];
    const first = list ? (list[0] as number) : 0;
    switch (op) {
      case Op.showText:
        this.#show(list[0] as readonly (PdfGlyph | number)[]);
        return;
      case Op.save:
        if (this.#stack.length < MAX_DEPTH) this.#stack.push(state.copy());
        return;
      case Op.restore:
        this.#restore();
        return;
      case Op.transform:
        state.ctm = times(state.ctm, list as readonly number[]);
        this.#page = undefined;
        return;
      case Op.beginText:
        this.#tm = IDENTITY;
        this.#x = this.#y = this.#lineX = this.#lineY = 0;
        this.#page = undefined;
        return;
      case Op.setTextMatrix:
        this.#tm = times(IDENTITY, list[0] as ArrayLike<number>);
        this.#x = this.#y = this.#lineX = this.#lineY = 0;
        this.#page = undefined;
        return;
      case Op.moveText:
        this.#moveText(first, list[1] as number);
        return;
      case Op.setLeadingMoveText:
        state.leading = list[1] as number;
        this.#moveText(first, list[1] as number);
        return;
      case Op.nextLine:
        this.#moveText(0, state.leading);
        return;
      case Op.setFont:
        this.#setFont(list[0] as string, list[1] as number, fontOf);
        return;
      case Op.setCharSpacing:
        state.letterSpace = first;
        return;
      case Op.setWordSpacing:
        state.wordSpace = first;
        return;
      case Op.setHScale:
        state.stretch = first / 100;
        return;
      case Op.setLeading:
        state.leading = -first;
        return;
      case Op.setTextRise:
        state.rise = first;
        this.#look = -1;
        return;
      case Op.setTextRenderingMode:
        if (state.mode !== first) this.#look = -1;
        state.mode = first;
        return;
      case Op.setFillRGBColor:
        if (state.fill !== list[0]) this.#look = -1;
        state.fill = list[0] as string;
        return;
      case Op.setFillColorN:
      case Op.setFillTransparent:
        state.fill = undefined;
        this.#look = -1;
        return;
      case Op.setStrokeRGBColor:
        state.stroke = list[0] as string;
        return;
      case Op.setLineWidth:
        state.lineWidth = first;
        return;
      default:
        this.#stepOther(op, list);
    }
  }

  #stepOther(op: Op, list: readonly unknown[]): void {
    switch (op) {
      case Op.constructPath:
        this.#path(this.#codes[list[0] as number] as Op, list[1] as readonly (ArrayLike<number> | null)[]);
        return;
      case Op.paintFormXObjectBegin:
        this.#stack.push(this.#state.copy());
        if (list[0]) this.#state.ctm = times(this.#state.ctm, list[0] as ArrayLike<number>);
        this.#page = undefined;
        return;
      case Op.paintFormXObjectEnd:
        this.#restore();
        return;
      case Op.beginMarkedContent:
      case Op.beginMarkedContentProps:
        this.#beginMark(list[0]);
        return;
      case Op.endMarkedContent:
        this.#mark = this.#marks.pop() ?? 0;
        return;
      case Op.paintImageXObject:
      case Op.paintInlineImageXObject:
      case Op.paintImageMaskXObject:
      case Op.paintImageXObjectRepeat:
      case Op.paintImageMaskXObjectRepeat:
      case Op.paintImageMaskXObjectGroup:
      case Op.paintInlineImageXObjectGroup:
        this.#ink.images++;
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

  #path(op: Op, data: readonly (ArrayLike<number> | null)[]): void {
    const stroked = op === Op.stroke || op === Op.closeStroke;
    const filled = op === Op.fill || op === Op.eoFill || op === Op.fillStroke || op === Op.eoFillStroke;
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
