import type { LineRun, PlacedLine } from '../../../layout/index.js';
import { cellWidth } from '../../../layout/wrap.js';
import { styleOf } from '../fonts/shipped-fonts.js';
import type { FontStyle } from '../fonts/shipped-fonts.js';
import type { LineOrder } from './bidi.js';
import { hasRightToLeft, isBlank, isShaped } from './characters.js';
import type { Face } from './face.js';
import type { FontSet } from './font-set.js';
import { byLevel, inCells, looksOf, shoulderToShoulder, visualOrder, widthInCells } from './line-spans.js';
import type { Span } from './line-spans.js';
import { clusterEnd, ClusterShaper } from './shaping.js';
import type { Setting, TextPen } from './text-pen.js';
import { WordShaper } from './word-shaper.js';
import type { Piece } from './word-shaper.js';

/** Size and rise of raised and lowered letters, by the size of the text. */
const SMALL = 0.65;
const RAISE = 0.36;
const LOWER = -0.14;

/** Sets the text of lines: letters in the cells of the grid, words that need shaping from their first cell on. */
export class LineSetter {
  readonly #pen: TextPen;
  readonly #fonts: FontSet;
  readonly #order: LineOrder | undefined;
  readonly #shapers = new Map<FontStyle, Shapers>();

  /** @param order there must be one when a line holds text from right to left. */
  constructor(pen: TextPen, fonts: FontSet, order: LineOrder | undefined) {
    this.#pen = pen;
    this.#fonts = fonts;
    this.#order = order;
  }

  /** The spans of a line, from left to right. */
  spans(line: PlacedLine): Span[] {
    const { text, direction } = line;
    let spans = looksOf(line);
    if (this.#order && (direction === 'rtl' || hasRightToLeft(text))) {
      spans = visualOrder(byLevel(spans, this.#order.levels(text, direction)));
    }
    if (this.#hasShaped(line, spans)) return shoulderToShoulder(spans, line, (span) => this.#widthOf(line, span));
    return spans.length === 1 && line.wordSpace === undefined ? spans : inCells(spans, line);
  }

  #hasShaped(line: PlacedLine, spans: readonly Span[]): boolean {
    const { text } = line;
    if (this.#fonts.chain('regular')[0].pitch !== undefined && isPlain(text, 0, text.length)) return false;
    return spans.some((span) => {
      const stretches = stretchesOf(this.#scopeOf(line, span), span.start, span.end);
      return stretches.some(({ pieces }) => pieces !== undefined);
    });
  }

  /** Sets what a span prints. */
  setSpan(line: PlacedLine, span: Span): void {
    const scope = this.#scopeOf(line, span);
    const { text } = scope.shapers.clusters;
    let at = span.start;
    if (text.pitch !== undefined && scope.wordSpace === 0 && !scope.backwards && isPlain(line.text, at, span.end)) {
      at = this.#pen.show(gridSetting(text, scope), line.text, at, span.end, span.x, scope.y);
    }
    let x = span.x + (at - span.start) * scope.advance;
    for (const stretch of stretchesOf(scope, at, span.end)) {
      const { pieces } = stretch;
      const width = setWidth(stretch, scope);
      if (pieces) this.#setPieces(scope, pieces, x, width > 0 ? width / widthOf(pieces, scope) : 1);
      else this.#setCells(scope, stretch, x);
      x += width;
    }
  }

  /** How wide a span is that stands shoulder to shoulder with others. */
  #widthOf(line: PlacedLine, span: Span): number {
    const scope = this.#scopeOf(line, span);
    return stretchesOf(scope, span.start, span.end).reduce((sum, stretch) => sum + setWidth(stretch, scope), 0);
  }

  #scopeOf(line: PlacedLine, { look = UPRIGHT, level }: Span): Scope {
    const size = look.size ?? line.size;
    const part = look.superscript === true || look.subscript === true ? SMALL : 1;
    return {
      text: line.text,
      size: size * part,
      advance: (line.advance * size * part) / line.size,
      wordSpace: line.wordSpace ?? 0,
      y: line.baseline - size * (look.superscript ? RAISE : look.subscript ? LOWER : 0),
      backwards: level % 2 === 1,
      shapers: this.#shapersOf(styleOf(look.bold, look.italic)),
    };
  }

  #shapersOf(style: FontStyle): Shapers {
    let shapers = this.#shapers.get(style);
    if (!shapers) {
      const clusters = new ClusterShaper(this.#fonts.chain(style));
      shapers = { clusters, words: new WordShaper(clusters, this.#order) };
      this.#shapers.set(style, shapers);
    }
    return shapers;
  }

  #setCells(scope: Scope, { start, end }: Stretch, left: number): void {
    const { text, size, advance, wordSpace, shapers } = scope;
    const primary = shapers.clusters.text;
    // Where letters of other faces go: their middle stands where that of the text's own face does.
    const cell = (primary.pitch ?? advance / size) * size;
    const shiftOf = (face: Face, own: number): number => (face === primary ? 0 : (cell - own * size) / 2);
    let x = left;
    for (let at = start; at < end; ) {
      const owner = shapers.clusters.ownerOf(text.charCodeAt(at));
      const stop = owner && runEnd(scope, owner, at, end);
      if (owner && stop !== undefined && stop > at) {
        const shift = shiftOf(owner, (owner.pitch ?? 0) * owner.scale);
        this.#pen.show(gridSetting(owner, scope), text, at, stop, x + shift, scope.y);
        x += widthInCells(text, at, stop, advance, wordSpace);
        at = stop;
        continue;
      }
      const next = clusterEnd(text, at, end);
      const cells = cellWidth(text, at, at + 1);
      const { glyphs, advance: own } = shapers.clusters.shape(text.slice(at, next));
      const [letter] = glyphs;
      const shift = letter ? shiftOf(letter.face, own) : 0;
      if (letter && cells === 2) this.#setWide(scope, letter.face, letter.code, x);
      else if (letter && glyphs.length === 1) this.#place(scope, letter.face, letter.code, x + shift, scope.y);
      else if (letter) {
        this.#pen.beginMarked(actualText(text.slice(at, next)));
        for (const { face, code, dx, dy } of glyphs) {
          this.#place(scope, face, code, x + shift + dx * size, scope.y - dy * size);
        }
        this.#pen.endMarked();
      } else if (isBlank(text.charCodeAt(at))) this.#setBlank(scope, x);
      x += cells * advance;
      at = next;
    }
  }

  /** A blank that is no single cell of the grid. */
  #setBlank(scope: Scope, x: number): void {
    const face = scope.shapers.clusters.text;
    const code = face.codeOfChar(SPACE);
    if (code !== 0) this.#place(scope, face, code, x, scope.y);
  }

  #place(scope: Scope, face: Face, code: number, x: number, y: number): void {
    this.#pen.place(gridSetting(face, scope), code, x, y);
  }

  /**
   * Sets a letter as wide as two cells, in their middle. The file says that it fills them: a gap between such letters
   * would part words where they are copied.
   */
  #setWide(scope: Scope, face: Face, code: number, x: number): void {
    const size = scope.size * face.scale;
    const width = (2 * scope.advance * 1000) / size;
    const glyph = face.glyphs[code] ?? 0;
    const shift = ((width - (face.widths[code] ?? 0)) * size) / 2000;
    const wide = face.codeOf(glyph, face.texts[code] ?? '', width);
    this.#pen.place({ face, size, spacing: 0, stretch: 1 }, wide, x + shift, scope.y);
  }

  #setPieces(scope: Scope, pieces: readonly Piece[], left: number, stretch: number): void {
    let x = left;
    for (const { face, glyphs, actual } of pieces) {
      const setting = { face, size: scope.size * face.scale, spacing: 0, stretch };
      if (actual !== undefined) this.#pen.beginMarked(actualText(actual));
      for (const { code, advance, dx, dy } of glyphs) {
        if (code !== 0) this.#pen.place(setting, code, x + dx * scope.size * stretch, scope.y - dy * scope.size);
        x += advance * scope.size * stretch;
      }
      if (actual !== undefined) this.#pen.endMarked();
    }
  }
}

const SPACE = 0x20;
const UPRIGHT: LineRun = { start: 0, end: 0 };

interface Shapers {
  clusters: ClusterShaper;
  words: WordShaper;
}

/** What the letters of a span have in common. */
interface Scope {
  /** The whole line. */
  text: string;
  size: number;
  /** Cell width. */
  advance: number;
  wordSpace: number;
  /** Baseline, from the top of the page. */
  y: number;
  /** From right to left. */
  backwards: boolean;
  shapers: Shapers;
}

/** Part of a span: letters in cells, or words with a spacing of their own and the blanks between them. */
interface Stretch {
  start: number;
  end: number;
  pieces: readonly Piece[] | undefined;
}

function stretchesOf(scope: Scope, start: number, end: number): Stretch[] {
  const { text, backwards, shapers } = scope;
  if (backwards || shapers.clusters.text.pitch === undefined) {
    return [{ start, end, pieces: shapers.words.shape(text.slice(start, end), backwards) }];
  }
  const found: Stretch[] = [];
  for (let at = start; at < end; ) {
    const shaped = !isBlank(text.charCodeAt(at)) && flows(scope, at, wordEnd(text, at, end));
    let next = isBlank(text.charCodeAt(at)) ? at + 1 : wordEnd(text, at, end);
    // Words that are shaped take the blanks between them along, letters in cells those around them too.
    for (let more = next; more < end; ) {
      while (more < end && isBlank(text.charCodeAt(more))) more++;
      const word = wordEnd(text, more, end);
      if (more === end || flows(scope, more, word) !== shaped) {
        if (!shaped) next = more;
        break;
      }
      next = word;
      more = word;
    }
    found.push({ start: at, end: next, pieces: shaped ? shapers.words.shape(text.slice(at, next), false) : undefined });
    at = next;
  }
  return found;
}

/**
 * How far a face goes on that has the character at `from`: over its own characters and the blanks among them, as long as
 * blanks are as wide as cells. A letter with a mark on it is left to be shaped.
 */
function runEnd({ text, wordSpace, shapers }: Scope, face: Face, from: number, end: number): number {
  let stop = from;
  while (stop < end) {
    const unit = text.charCodeAt(stop);
    if (unit === SPACE) {
      if (face.cellCode(SPACE) === 0) break;
      stop++;
      if (wordSpace !== 0) break;
    } else if (shapers.clusters.ownerOf(unit) === face) stop++;
    else break;
  }
  return stop > from && stop < end && cellWidth(text, stop, stop + 1) === 0 ? stop - 1 : stop;
}

/** Whether a word is shaped as a whole: some letter of it asks for that, or has no fixed pitch. */
function flows({ text, shapers }: Scope, start: number, end: number): boolean {
  for (let at = start; at < end; ) {
    if (shapers.clusters.ownerOf(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const next = clusterEnd(text, at, end);
    const cluster = text.slice(at, next);
    if (isShaped(text.codePointAt(at) ?? 0)) return shapers.clusters.faceFor(cluster) !== undefined;
    if (cellWidth(text, at, at + 1) === 1 && shapers.clusters.shape(cluster).proportional) return true;
    at = next;
  }
  return false;
}

/** How wide a stretch is set, points: words with a spacing of their own are narrowed to the cells that they may take. */
function setWidth({ start, end, pieces }: Stretch, scope: Scope): number {
  const cells = widthInCells(scope.text, start, end, scope.advance, scope.wordSpace);
  return pieces ? Math.min(cells, widthOf(pieces, scope)) : cells;
}

/** With their own spacing, points. */
function widthOf(pieces: readonly Piece[], { size }: Scope): number {
  return pieces.reduce((sum, { width }) => sum + width, 0) * size;
}

/** A face set on the grid. */
function gridSetting(face: Face, { size, advance }: Scope): Setting {
  const drawn = size * face.scale;
  return { face, size: drawn, spacing: face.pitch === undefined ? 0 : advance - face.pitch * drawn, stretch: 1 };
}

/** Whether a text is made of Latin letters and common punctuation: no surprises. */
function isPlain(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x300 && (unit < 0x2010 || unit > 0x2027)) return false;
  }
  return true;
}

function wordEnd(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && !isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The operator that says what to copy for the glyphs that follow. */
function actualText(text: string): string {
  let utf16 = '';
  for (let at = 0; at < text.length; at++) utf16 += text.charCodeAt(at).toString(16).padStart(4, '0');
  return `/Span <</ActualText <FEFF${utf16}>>> BDC`;
}
