/// <reference path="./fontkit.d.ts" />
import type { Font, FontCollection, Glyph } from 'fontkit';
import { ScreenplayError } from '../../../errors/index.js';
import { unpackWoff } from './unpack-woff.js';

export type { Font, Glyph, PathCommand } from 'fontkit';

/**
 * Opens a font file: TrueType, OpenType, WOFF, or the first font of a collection.
 *
 * @throws ScreenplayError `bad_option` for anything else.
 */
export async function openFont(bytes: Uint8Array): Promise<Font> {
  const { create } = await import('fontkit');
  if (startsWith(bytes, 'wOF2')) throw refusal('is a WOFF2 file, which cannot be embedded');
  let opened: Font | FontCollection;
  try {
    opened = create(startsWith(bytes, 'wOFF') ? unpackWoff(bytes) : bytes);
  } catch (cause) {
    throw refusal('cannot be read', cause);
  }
  const font = 'fonts' in opened ? opened.fonts[0] : opened;
  if (!font) throw refusal('holds no font');
  checkFont(font);
  return withOwnLetters(font);
}

/**
 * fontkit keeps each glyph together with the letters that it was first drawn for; a tooth that many Arabic letters share
 * would stand for one of them for ever.
 */
function withOwnLetters(font: Font): Font {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id, codePoints);
    return codePoints === undefined ? glyph : (Object.create(glyph, { codePoints: { value: codePoints } }) as Glyph);
  };
  return font;
}

/** Reads what every page needs, so that a damaged font is found out here. */
function checkFont(font: Font): void {
  let glyphs: number;
  try {
    glyphs = font.characterSet.length * font.getGlyph(0).advanceWidth * font.unitsPerEm;
    font.createSubset().encode();
  } catch (cause) {
    throw refusal('is damaged', cause);
  }
  if (Number.isNaN(glyphs) || font.characterSet.length === 0) throw refusal('has no characters');
}

function refusal(fault: string, cause?: unknown): ScreenplayError {
  const message = `A font ${fault}: give it as a TrueType (.ttf), OpenType (.otf) or WOFF (.woff) file`;
  return new ScreenplayError('bad_option', message, cause === undefined ? {} : { cause });
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return [...signature].every((char, at) => bytes[at] === char.charCodeAt(0));
}
