/** What is used of fontkit, which brings no types of its own. */
declare module 'fontkit' {
  /** Lengths in font units unless said otherwise. */
  export interface Glyph {
    readonly id: number;
    readonly advanceWidth: number;
    readonly codePoints: readonly number[];
    readonly bbox: Box;
    readonly path: { readonly commands: readonly PathCommand[] };
  }

  export interface PathCommand {
    readonly command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
    readonly args: readonly number[];
  }

  export interface Box {
    readonly minX: number;
    readonly minY: number;
    readonly maxX: number;
    readonly maxY: number;
  }

  export interface GlyphRun {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
  }

  export interface Subset {
    /** Ids of the source's glyphs, each at its id in the subset. */
    readonly glyphs: number[];
    readonly cff?: unknown;
    encode(): Uint8Array;
  }

  export interface Font {
    readonly postscriptName: string | null;
    readonly fullName: string | null;
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    readonly capHeight: number | undefined;
    readonly xHeight: number | undefined;
    readonly italicAngle: number;
    readonly underlinePosition: number;
    readonly underlineThickness: number;
    readonly bbox: Box;
    readonly numGlyphs: number;
    readonly characterSet: readonly number[];
    readonly head: { readonly macStyle: { readonly bold: boolean; readonly italic: boolean } };
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    /** `codePoints`: the letters that it is drawn for. */
    getGlyph: (id: number, codePoints?: readonly number[]) => Glyph;
    layout(
      text: string,
      features?: readonly string[],
      script?: string,
      language?: string,
      direction?: 'ltr' | 'rtl',
    ): GlyphRun;
    createSubset(): Subset;
  }

  export interface FontCollection {
    readonly fonts: readonly Font[];
  }

  /** Opens a font file. Tables are read when they are first needed. */
  export function create(bytes: Uint8Array): Font | FontCollection;
}
