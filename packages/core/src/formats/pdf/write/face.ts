import { cellWidth } from '../../../layout/wrap.js';
import type { Font } from '../fonts/open-font.js';
import type { FontFace } from '../fonts/shipped-fonts.js';
import { isBlank, isIgnorable, isShaped } from './characters.js';

/** Code of a character that the face has no glyph for. */
export const NO_CODE = 0;

/**
 * A font face in one PDF: which of its glyphs the file uses and under which codes. A code stands for one glyph drawn
 * for one text, so that what is copied out of the file is what the script says, whatever glyphs characters share.
 */
export class Face {
  readonly name: string;
  readonly font: Font;
  readonly scale: number;
  readonly embolden: number;
  readonly slant: number;
  /** Advance of every letter, ems; undefined in a proportional font. */
  readonly pitch: number | undefined;
  /** What {@link cellCode} found out, by UTF-16 unit; {@link NO_CODE}: nothing yet. */
  readonly cellCodes = new Uint16Array(0x10000);
  /** Glyph, width in thousandths of an em and text of each code. Code 0 is the sign for a missing glyph. */
  readonly glyphs: number[] = [];
  readonly widths: number[] = [];
  readonly texts: string[] = [];
  readonly #codes = new Map<string, number>();

  constructor(name: string, { font, scale, embolden, slant }: FontFace) {
    this.name = name;
    this.font = font;
    this.scale = scale;
    this.embolden = embolden;
    this.slant = slant;
    this.pitch = pitchOf(font);
    this.#add(0, this.widthOf(0), '');
  }

  get used(): boolean {
    return this.glyphs.length > 1;
  }

  has(text: string): boolean {
    for (const char of text) if (!this.font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)) return false;
    return true;
  }

  /** Advance of a glyph, thousandths of an em. */
  widthOf(glyph: number): number {
    return (this.font.getGlyph(glyph).advanceWidth * 1000) / this.font.unitsPerEm;
  }

  /**
   * The code of a glyph drawn for `text`.
   *
   * @param width what the file says its advance is, thousandths of an em; default: the font's own.
   */
  codeOf(glyph: number, text: string, width = this.widthOf(glyph)): number {
    const key = `${glyph} ${width} ${text}`;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const code = this.#add(glyph, width, text);
    this.#codes.set(key, code);
    return code;
  }

  /** The code of one character; {@link NO_CODE} when the face has no glyph for it. */
  codeOfChar(codePoint: number): number {
    if (!this.font.hasGlyphForCodePoint(codePoint)) return NO_CODE;
    return this.codeOf(this.font.glyphForCodePoint(codePoint).id, String.fromCodePoint(codePoint));
  }

  /** The code of a character that takes one cell and one glyph; {@link NO_CODE} for any other. */
  cellCode(unit: number): number {
    const known = this.cellCodes[unit] ?? NO_CODE;
    if (known !== NO_CODE || this.pitch === undefined || unit >= SURROGATES) return known;
    if (cellWidth(String.fromCharCode(unit)) !== 1) return NO_CODE;
    if (isShaped(unit) || (isIgnorable(unit) && !isBlank(unit))) return NO_CODE;
    // Blanks of every width are one cell; searching finds them as the blank that is typed.
    const code = this.codeOfChar(isBlank(unit) ? SPACE : unit);
    this.cellCodes[unit] = code;
    return code;
  }

  #add(glyph: number, width: number, text: string): number {
    this.glyphs.push(glyph);
    this.widths.push(width);
    this.texts.push(text);
    return this.glyphs.length - 1;
  }
}

const SPACE = 0x20;
/** Units from here on are halves of a character, or of no script. */
const SURROGATES = 0xd800;

/** What tells a fixed-pitch font: its narrow letters are as wide as its wide ones. */
const PROBES = ['i', 'M', '.', '0'].map((char) => char.charCodeAt(0));

function pitchOf(font: Font): number | undefined {
  if (!PROBES.every((point) => font.hasGlyphForCodePoint(point))) return undefined;
  const advances = PROBES.map((point) => font.glyphForCodePoint(point).advanceWidth);
  const [first = 0] = advances;
  return first > 0 && advances.every((advance) => advance === first) ? first / font.unitsPerEm : undefined;
}
