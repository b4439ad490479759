import type { LineRun, PlacedLine } from '../../../layout/index.js';
import { cellWidth } from '../../../layout/wrap.js';
import { styleOf } from '../fonts/shipped-fonts.js';
import type { FontStyle } from '../fonts/shipped-fonts.js';
import { visualOrder } from './bidi.js';
import type { LineOrder } from './bidi.js';
import { hasRightToLeft, isBlank, isShaped } from './characters.js';
import type { Face } from './face.js';
import type { FontSet } from './font-set.js';
import { ClusterShaper } from './shaping.js';
import type { TextPen } from './text-pen.js';

/** A stretch of a line in one look and one direction, where it stands on the page. */
export interface Span {
  start: number;
  end: number;
  x: number;
  width: number;
  look: LineRun | undefined;
  /** Embedding level; odd: from right to left. */
  level: number;
}

/** Size and rise of raised and lowered letters, by the size of the text. */
const SMALL = 0.65;
const RAISE = 0.36;
const LOWER = -0.14;

/** What text without surprises is made of: Latin letters and common punctuation. */
const PLAIN = /^[\x20-\u02ff\u2010-\u2027]*$/;

const UPRIGHT_RUN: LineRun = { start: 0, end: 0 };

/** Sets the text of lines. */
export class LineSetter {
  readonly #pen: TextPen;
  readonly #fonts: FontSet;
  readonly #order: LineOrder | undefined;
  readonly #shapers = new Map<FontStyle, ClusterShaper>();

  /** @param order there must be one when a line holds text from right to left. */
  constructor(pen: TextPen, fonts: FontSet, order: LineOrder | undefined) {
    this.#pen = pen;
    this.#fonts = fonts;
    this.#order = order;
  }

  /** The spans of a line, from left to right. */
  spans(line: PlacedLine): Span[] {
    const { text, direction } = line;
    const spans = looksOf(line);
    if (this.#order && (direction === 'rtl' || hasRightToLeft(text))) {
      return placed(visualOrder(byLevel(spans, this.#order.levels(text, direction))), line);
    }
    return spans.length === 1 && line.wordSpace === undefined ? spans : placed(spans, line);
  }

  /** Sets what a span prints. */
  setSpan(line: PlacedLine, span: Span): void {
    const { start, end, x, look = UPRIGHT_RUN, level } = span;
    const { text } = line;
    const size = look.size ?? line.size;
    const small = look.superscript === true || look.subscript === true;
    const scope: Scope = {
      text,
      size: small ? size * SMALL : size,
      advance: (line.advance * size * (small ? SMALL : 1)) / line.size,
      wordSpace: line.wordSpace ?? 0,
      y: line.baseline - size * (look.superscript ? RAISE : look.subscript ? LOWER : 0),
      style: styleOf(look.bold, look.italic),
    };
    if (level % 2 === 1) {
      this.#setBackwards(scope, start, end, x + span.width);
      return;
    }
    const [face] = this.#fonts.chain(scope.style);
    let at = start;
    if (
      face?.pitch !== undefined &&
      scope.wordSpace === 0 &&
      (PLAIN.test(text) || PLAIN.test(text.slice(start, end)))
    ) {
      at = this.#pen.show(settingOf(face, scope), text, start, end, x, scope.y);
    }
    if (at < end) this.#setWords(scope, at, end, x + (at - start) * scope.advance);
  }

  /** From left to right: letters in their cells, words that are shaped from their first cell on. */
  #setWords(scope: Scope, start: number, end: number, left: number): void {
    let x = left;
    let at = start;
    while (at < end) {
      if (isBlank(scope.text.charCodeAt(at))) {
        this.#setBlank(scope, at, x);
        x += cellWidth(scope.text, at, at + 1) * scope.advance + scope.wordSpace;
        at++;
        continue;
      }
      const word = wordEnd(scope.text, at, end);
      const width = cellWidth(scope.text, at, word) * scope.advance;
      if (this.#flows(scope, at, word)) this.#setShaped(scope, at, word, x, width, false);
      else this.#setCells(scope, at, word, x);
      x += width;
      at = word;
    }
  }

  /** From right to left: words in the order in which they stand on the paper. */
  #setBackwards(scope: Scope, start: number, end: number, right: number): void {
    const words: { at: number; end: number; right: number }[] = [];
    let x = right;
    for (let at = start; at < end; ) {
      const blank = isBlank(scope.text.charCodeAt(at));
      const word = blank ? at + 1 : wordEnd(scope.text, at, end);
      words.push({ at, end: word, right: x });
      x -= cellWidth(scope.text, at, word) * scope.advance + (blank ? scope.wordSpace : 0);
      at = word;
    }
    for (const word of words.reverse()) {
      const width = cellWidth(scope.text, word.at, word.end) * scope.advance;
      if (isBlank(scope.text.charCodeAt(word.at))) this.#setBlank(scope, word.at, word.right - width);
      else this.#setShaped(scope, word.at, word.end, word.right - width, width, true);
    }
  }

  #setBlank(scope: Scope, at: number, x: number): void {
    const [face] = this.#fonts.chain(scope.style);
    if (!face) return;
    const code = face.cellCode(scope.text.charCodeAt(at)) || face.codeOfChar(SPACE);
    if (code !== 0) this.#pen.place(settingOf(face, scope), code, x, scope.y);
  }

  /** Whether a word is shaped as a whole: some letter of it asks for that, or has no fixed pitch. */
  #flows(scope: Scope, start: number, end: number): boolean {
    for (let at = start; at < end; ) {
      if (isShaped(scope.text.codePointAt(at) ?? 0)) return true;
      const next = clusterEnd(scope.text, at, end);
      if (
        cellWidth(scope.text, at, at + 1) === 1 &&
        this.#shaper(scope.style).shape(scope.text.slice(at, next)).proportional
      ) {
        return true;
      }
      at = next;
    }
    return false;
  }

  #setCells(scope: Scope, start: number, end: number, left: number): void {
    const { text, size, advance, y } = scope;
    const [primary] = this.#fonts.chain(scope.style);
    const shaper = this.#shaper(scope.style);
    // Where letters of other faces go: their middle stands where that of the text's own face does.
    const cell = (primary?.pitch ?? advance / size) * size;
    let x = left;
    for (let at = start; at < end; ) {
      const next = clusterEnd(text, at, end);
      const cells = cellWidth(text, at, at + 1);
      const cluster = shaper.shape(text.slice(at, next));
      const [letter] = cluster.glyphs;
      if (letter && cells === 2) this.#setWide(scope, letter.face, letter.code, x);
      else {
        const shift = letter?.face === primary ? 0 : (cell - cluster.advance * size) / 2;
        for (const { face, code, dx, dy } of cluster.glyphs) {
          this.#pen.place(settingOf(face, scope), code, x + shift + dx * size, y - dy * size);
        }
      }
      x += cells * advance;
      at = next;
    }
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

  /** Sets a word with its own spacing, from the edge at which its reading begins; narrowed when its cells are too few. */
  #setShaped(scope: Scope, start: number, end: number, left: number, width: number, backwards: boolean): void {
    const pieces = this.#pieces(scope, start, end, backwards);
    const natural = pieces.reduce((sum, piece) => sum + piece.width, 0);
    const stretch = natural > width && natural > 0 ? width / natural : 1;
    let x = backwards ? left + width - natural * stretch : left;
    for (const piece of backwards ? pieces.reverse() : pieces) {
      const size = scope.size * piece.face.scale;
      const setting = { face: piece.face, size, spacing: 0, stretch };
      if (piece.actual !== undefined) this.#pen.beginMarked(`/Span <</ActualText <FEFF${utf16(piece.actual)}>>>`);
      for (const { code, dx, dy, advance } of piece.glyphs) {
        this.#pen.place(setting, code, x + dx * size * stretch, scope.y - dy * size);
        x += advance * size * stretch;
      }
      if (piece.actual !== undefined) this.#pen.endMarked();
    }
  }

  #pieces(scope: Scope, start: number, end: number, backwards: boolean): Piece[] {
    const shaper = this.#shaper(scope.style);
    const word = withoutInvisibles(scope.text.slice(start, end)).normalize('NFC');
    const face = shaper.faceFor(word);
    if (face) return [this.#piece(face, word, scope, backwards)];
    const pieces: { face: Face; text: string }[] = [];
    for (let at = 0; at < word.length; ) {
      const next = clusterEnd(word, at, word.length);
      const text = word.slice(at, next);
      const own = shaper.shape(text).glyphs[0]?.face;
      const last = pieces[pieces.length - 1];
      if (own && last?.face === own) last.text += text;
      else if (own) pieces.push({ face: own, text });
      at = next;
    }
    return pieces.map((piece) => this.#piece(piece.face, piece.text, scope, backwards));
  }

  #piece(face: Face, text: string, scope: Scope, backwards: boolean): Piece {
    const mirrored = backwards && this.#order ? mirror(text, this.#order) : text;
    const { glyphs, positions } = face.font.layout(mirrored, null, null, null, backwards ? 'rtl' : 'ltr');
    const em = face.font.unitsPerEm;
    let told = '';
    const placedGlyphs = glyphs.map((glyph, at) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
      const own = String.fromCodePoint(...glyph.codePoints);
      const said = mirrored === text || !this.#order ? own : mirror(own, this.#order);
      told += said;
      return { code: face.codeOf(glyph.id, said), advance: xAdvance / em, dx: xOffset / em, dy: yOffset / em };
    });
    const width = placedGlyphs.reduce((sum, { advance }) => sum + advance, 0) * scope.size * face.scale;
    // Glyphs in another order than their letters would be copied in theirs.
    return { face, glyphs: placedGlyphs, width, actual: backwards || told === text ? undefined : text };
  }

  #shaper(style: FontStyle): ClusterShaper {
    let shaper = this.#shapers.get(style);
    if (!shaper) {
      shaper = new ClusterShaper(this.#fonts.chain(style));
      this.#shapers.set(style, shaper);
    }
    return shaper;
  }
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
  style: FontStyle;
}

interface Piece {
  face: Face;
  glyphs: { code: number; advance: number; dx: number; dy: number }[];
  width: number;
  /** What to copy, where the glyphs do not say it. */
  actual: string | undefined;
}

const SPACE = 0x20;

/** A face set on the grid. */
function settingOf(
  face: Face,
  { size, advance }: Scope,
): { face: Face; size: number; spacing: number; stretch: number } {
  const drawn = size * face.scale;
  return { face, size: drawn, spacing: face.pitch === undefined ? 0 : advance - face.pitch * drawn, stretch: 1 };
}

/** The stretches of one look each, the whole line when nothing stands out. */
function looksOf({ text, runs, x, width }: PlacedLine): Span[] {
  const span = (start: number, end: number, look?: LineRun): Span => ({ start, end, x, width, look, level: 0 });
  if (!runs) return [span(0, text.length)];
  const spans: Span[] = [];
  let at = 0;
  for (const run of runs) {
    if (run.start > at) spans.push(span(at, run.start));
    spans.push(span(run.start, run.end, run));
    at = run.end;
  }
  if (at < text.length) spans.push(span(at, text.length));
  return spans;
}

/** Spans cut where the direction changes. */
function byLevel(spans: readonly Span[], levels: Uint8Array): Span[] {
  const cut: Span[] = [];
  for (const span of spans) {
    for (let at = span.start; at < span.end; ) {
      const level = levels[at] ?? 0;
      let end = at + 1;
      while (end < span.end && levels[end] === level) end++;
      cut.push({ ...span, start: at, end, level });
      at = end;
    }
  }
  return cut;
}

/** Spans side by side from the line's left edge on. */
function placed(spans: readonly Span[], line: PlacedLine): Span[] {
  let { x } = line;
  return spans.map((span) => {
    const { start, end, look } = span;
    let width = (cellWidth(line.text, start, end) * line.advance * (look?.size ?? line.size)) / line.size;
    if (line.wordSpace !== undefined) width += line.wordSpace * blanksIn(line.text, start, end);
    const put = { ...span, x, width };
    x += width;
    return put;
  });
}

function blanksIn(text: string, start: number, end: number): number {
  let blanks = 0;
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === SPACE) blanks++;
  return blanks;
}

function wordEnd(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && !isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Behind a character and all that takes no cell of its own. */
function clusterEnd(text: string, from: number, end: number): number {
  let at = from + 1;
  while (at < end && cellWidth(text, at, at + 1) === 0) at++;
  return at;
}

/** Without marks of direction and the like. Joiners stay: they shape words. */
function withoutInvisibles(text: string): string {
  return text.replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '');
}

function mirror(text: string, order: LineOrder): string {
  return [...text].map((char) => order.mirrored(char)).join('');
}

function utf16(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at++) out += text.charCodeAt(at).toString(16).padStart(4, '0');
  return out;
}
