import { cellWidth } from '../../../layout/wrap.js';
import type { Glyph } from '../fonts/open-font.js';
import { isMarkAbove, isIgnorable } from './characters.js';
import { NO_CODE } from './face.js';
import type { Face } from './face.js';

/** A glyph of a cluster, in ems of the size that the text is set at, from the cluster's own origin. */
export interface PlacedGlyph {
  face: Face;
  code: number;
  dx: number;
  dy: number;
}

/** What one cell (or two) of the grid holds: a letter and its marks. */
export interface Cluster {
  glyphs: readonly PlacedGlyph[];
  /** Advance of the letter, ems of the size that the text is set at. */
  advance: number;
  /** The letter's face is proportional. */
  proportional: boolean;
}

/** The sign for a character that cannot be drawn. */
export const REPLACEMENT = 0xfffd;

const UNKNOWN = 0;
const NOBODY = 255;

/** Room between a letter and the mark on it where the two would touch, ems. */
const MARK_GAP = 0.03;

/** Finds the glyphs for clusters in the faces of one style. */
export class ClusterShaper {
  /** The face that the text is set in. */
  readonly text: Face;
  readonly #chain: readonly Face[];
  readonly #known = new Map<string, Cluster>();
  /** What {@link ownerOf} found out, by UTF-16 unit: 1 for the first face of the chain. */
  readonly #owners = new Uint8Array(0x10000);

  constructor(chain: readonly [Face, ...Face[]]) {
    this.#chain = chain;
    this.text = chain[0];
  }

  /** The cluster of a letter and what stands on it; no glyphs when it draws nothing. */
  shape(text: string): Cluster {
    let cluster = this.#known.get(text);
    if (!cluster) {
      cluster = this.#shape(text);
      this.#known.set(text, cluster);
    }
    return cluster;
  }

  /**
   * The face in which a character takes one cell and one glyph;
   * undefined for any other character.
   */
  ownerOf(unit: number): Face | undefined {
    const known = this.#owners[unit] ?? UNKNOWN;
    if (known !== UNKNOWN) return this.#chain[known - 1];
    const at = this.#chain.findIndex((face) => face.cellCode(unit) !== NO_CODE);
    this.#owners[unit] = at < 0 ? NOBODY : at + 1;
    return this.#chain[at];
  }

  /** The first face that has every letter of a word; joiners and the like need none. */
  faceFor(word: string): Face | undefined {
    const letters = withoutIgnorables(word);
    return letters === '' ? undefined : this.#chain.find((face) => face.has(letters));
  }

  #shape(text: string): Cluster {
    const drawn = withoutIgnorables(text).normalize('NFC');
    if (drawn === '') return { glyphs: [], advance: 0, proportional: false };
    const whole = this.#chain.find((face) => face.has(drawn));
    const points = [...drawn].map((char) => char.codePointAt(0) ?? 0);
    const faces = points.map((point) => whole ?? this.#chain.find(({ font }) => font.hasGlyphForCodePoint(point)));
    const [face] = faces;
    if (!face) return this.#missing(drawn);
    const [base = 0, ...marks] = points;
    const letter = face.font.glyphForCodePoint(base);
    const glyphs: PlacedGlyph[] = [{ face, code: face.codeOfChar(base), dx: 0, dy: 0 }];
    const stack = new MarkStack(face, letter);
    marks.forEach((point, at) => {
      const own = faces[at + 1];
      if (own) glyphs.push(stack.add(own, point));
    });
    const advance = (letter.advanceWidth / face.font.unitsPerEm) * face.scale;
    return { glyphs, advance, proportional: face.pitch === undefined };
  }

  /** What stands for a cluster that no face has: a sign that shows, and the letters when it is copied. */
  #missing(text: string): Cluster {
    const face = this.#chain.find(({ font }) => font.hasGlyphForCodePoint(REPLACEMENT)) ?? this.text;
    const glyph = face.font.glyphForCodePoint(REPLACEMENT).id;
    const advance = (face.widthOf(glyph) / 1000) * face.scale;
    return { glyphs: [{ face, code: face.codeOf(glyph, text), dx: 0, dy: 0 }], advance, proportional: false };
  }
}

/** Behind a character and all that takes no cell of its own. */
export function clusterEnd(text: string, from: number, end: number): number {
  let at = from + 1;
  while (at < end && cellWidth(text, at, at + 1) === 0) at++;
  return at;
}

function withoutIgnorables(text: string): string {
  if (text.length === 1 && !isIgnorable(text.charCodeAt(0))) return text;
  let out = '';
  for (const char of text) if (!isIgnorable(char.codePointAt(0) ?? 0)) out += char;
  return out;
}

/** Sets marks on a letter: in its middle, each outside the one before. */
class MarkStack {
  readonly #middle: number;
  #top: number;
  #bottom: number;

  constructor(face: Face, letter: Glyph) {
    const { left, right, top, bottom } = inkOf(face, letter);
    this.#middle = (left + right) / 2;
    this.#top = top;
    this.#bottom = bottom;
  }

  add(face: Face, point: number): PlacedGlyph {
    const glyph = face.font.glyphForCodePoint(point);
    const ink = inkOf(face, glyph);
    const dx = this.#middle - (ink.left + ink.right) / 2;
    let dy = 0;
    if (isMarkAbove(point)) {
      dy = Math.max(0, this.#top + MARK_GAP - ink.bottom);
      this.#top = ink.top + dy;
    } else if (ink.top < 0) {
      dy = Math.min(0, this.#bottom - MARK_GAP - ink.top);
      this.#bottom = ink.bottom + dy;
    }
    return { face, code: face.codeOfChar(point), dx, dy };
  }
}

interface Ink {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function inkOf({ font, scale }: Face, { bbox }: Glyph): Ink {
  const ems = scale / font.unitsPerEm;
  const { minX, maxX, minY, maxY } = bbox;
  if (!(maxX >= minX)) return { left: 0, right: 0, top: 0, bottom: 0 };
  return { left: minX * ems, right: maxX * ems, top: maxY * ems, bottom: minY * ems };
}
