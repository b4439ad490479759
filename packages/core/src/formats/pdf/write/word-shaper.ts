import type { LineOrder } from './bidi.js';
import { isBlank } from './characters.js';
import type { Face } from './face.js';
import { clusterEnd } from './shaping.js';
import type { ClusterShaper } from './shaping.js';

/** Glyphs of one face in the order in which they stand on the paper. Lengths in ems of the size asked for. */
export interface Piece {
  face: Face;
  glyphs: readonly { code: number; advance: number; dx: number; dy: number }[];
  width: number;
  /** What to copy, where the glyphs do not say it. */
  actual: string | undefined;
}

const SPACE = 0x20;
/** Width of a blank between shaped words whose font has none. */
const USUAL_BLANK = 0.3;

/**
 * Shapes words of scripts whose letters change with their neighbours, and of proportional fonts: with the spacing of
 * the font, for such letters drawn in cells of one width are not read.
 */
export class WordShaper {
  readonly #clusters: ClusterShaper;
  readonly #order: LineOrder | undefined;
  readonly #known = new Map<string, readonly Piece[]>();

  constructor(clusters: ClusterShaper, order: LineOrder | undefined) {
    this.#clusters = clusters;
    this.#order = order;
  }

  /** The pieces of words and the blanks between them, from left to right. */
  shape(text: string, backwards: boolean): readonly Piece[] {
    const pieces: Piece[][] = [];
    for (let at = 0; at < text.length; ) {
      const blank = isBlank(text.charCodeAt(at));
      let end = at + 1;
      while (end < text.length && isBlank(text.charCodeAt(end)) === blank) end++;
      const part = text.slice(at, end);
      pieces.push(blank ? [...part].map(() => this.#blank()) : [...this.#word(part, backwards)]);
      at = end;
    }
    return (backwards ? pieces.reverse() : pieces).flat();
  }

  #word(word: string, backwards: boolean): readonly Piece[] {
    const key = `${backwards ? '<' : '>'}${word}`;
    let pieces = this.#known.get(key);
    if (!pieces) {
      pieces = this.#shapeWord(withoutInvisibles(word).normalize('NFC'), backwards);
      this.#known.set(key, pieces);
    }
    return pieces;
  }

  #shapeWord(word: string, backwards: boolean): Piece[] {
    const whole = this.#clusters.faceFor(word);
    if (whole) return [this.#piece(whole, word, backwards)];
    const parts: { face: Face | undefined; text: string }[] = [];
    for (let at = 0; at < word.length; ) {
      const next = clusterEnd(word, at, word.length);
      const text = word.slice(at, next);
      const face = this.#clusters.faceFor(text);
      const last = parts[parts.length - 1];
      if (last && face && last.face === face) last.text += text;
      else parts.push({ face, text });
      at = next;
    }
    const pieces = parts.flatMap(({ face, text }) =>
      face ? this.#piece(face, text, backwards) : this.#unshaped(text),
    );
    return backwards ? pieces.reverse() : pieces;
  }

  #piece(face: Face, text: string, backwards: boolean): Piece {
    const drawn = backwards ? this.#mirrored(text) : text;
    const { glyphs, positions } = face.font.layout(drawn, [], undefined, undefined, backwards ? 'rtl' : 'ltr');
    const em = face.font.unitsPerEm / face.scale;
    const told: string[] = [];
    const placed = glyphs.map((glyph, at) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
      const letters = String.fromCodePoint(...glyph.codePoints);
      const said = backwards ? this.#mirrored(letters) : letters;
      told.push(said);
      return { code: face.codeOf(glyph.id, said), advance: xAdvance / em, dx: xOffset / em, dy: yOffset / em };
    });
    const width = placed.reduce((sum, { advance }) => sum + advance, 0);
    // Glyphs in another order or place than their letters would be copied as they lie.
    const inOrder =
      told.join('') === text && placed.every(({ advance, dx, dy }) => advance > 0 && dx === 0 && dy === 0);
    return { face, glyphs: placed, width, actual: backwards || inOrder ? undefined : text };
  }

  /** A cluster that no one face has whole. */
  #unshaped(text: string): Piece[] {
    const { glyphs, advance } = this.#clusters.shape(text);
    const [letter] = glyphs;
    if (!letter) return [];
    return glyphs.map(({ face, code, dx, dy }, at) => ({
      face,
      glyphs: [{ code, advance: at === 0 ? advance : 0, dx: at === 0 ? dx : dx - advance, dy }],
      width: at === 0 ? advance : 0,
      actual: undefined,
    }));
  }

  #blank(): Piece {
    const face = this.#clusters.text;
    const code = face.codeOfChar(SPACE);
    const own = face.pitch === undefined ? (face.widths[code] ?? 0) / 1000 : USUAL_BLANK;
    const width = code === 0 ? USUAL_BLANK : own;
    return { face, glyphs: [{ code, advance: width, dx: 0, dy: 0 }], width, actual: undefined };
  }

  #mirrored(text: string): string {
    const order = this.#order;
    return order ? [...text].map((char) => order.mirrored(char)).join('') : text;
  }
}

/** Without marks of direction and the like. Joiners stay: they shape words. */
function withoutInvisibles(text: string): string {
  return text.replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '');
}
