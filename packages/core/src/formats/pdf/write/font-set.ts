import type { Font } from 'fontkit';
import type { FontFamily, PrintOptions } from '../../../ports/index.js';
import { openFont } from '../fonts/open-font.js';
import { COURIER_PRIME, shippedFace, SHIPPED_FALLBACKS, STYLES } from '../fonts/shipped-fonts.js';
import type { FontFace, FontStyle } from '../fonts/shipped-fonts.js';
import type { Census } from './census.js';
import { Face } from './face.js';
import { isIgnorable } from './characters.js';

/** How much wider the strokes of a bold face get that is made of a regular one, ems. */
const MADE_BOLD = 0.035;
/** Shear of an oblique face that is made of an upright one: 12 degrees. */
const MADE_ITALIC = 0.2126;

/** The faces of one PDF: for each style a chain, the text's own face first, then those for characters that it lacks. */
export class FontSet {
  readonly #chains: ReadonlyMap<FontStyle, readonly Face[]>;
  readonly #faces: readonly Face[];
  /** Characters that no face has, in order of appearance. */
  readonly missing: ReadonlySet<number>;

  private constructor(chains: ReadonlyMap<FontStyle, readonly Face[]>, faces: readonly Face[], missing: Set<number>) {
    this.#chains = chains;
    this.#faces = faces;
    this.missing = missing;
  }

  /**
   * Opens the faces that a script needs, and no others.
   *
   * @throws ScreenplayError `bad_option` for a font of the caller's that cannot be used.
   */
  static async open(census: Census, options: PrintOptions): Promise<FontSet> {
    const loading = new Loader();
    const own = options.font === undefined ? undefined : await openFamily(options.font);
    const fallbacks = await Promise.all((options.fallbackFonts ?? []).map(openFont));
    const missing = new Set<number>();
    for (const style of STYLES) {
      const characters = census.charactersIn(style);
      if (!characters) continue;
      loading.add(style, own ? made(own, style) : await shippedFace(COURIER_PRIME, style), true);
      const wanted = new Set([...characters].filter((point) => !isIgnorable(point) && !loading.has(style, point)));
      for (const font of fallbacks) offer(loading, style, made({ regular: font }, style), wanted);
      for (const family of SHIPPED_FALLBACKS) {
        if (wanted.size > 0) offer(loading, style, await shippedFace(family, style), wanted);
      }
      for (const point of wanted) missing.add(point);
    }
    return new FontSet(loading.chains, loading.faces, missing);
  }

  /** The faces in which a character of a style is looked for. */
  chain(style: FontStyle): readonly Face[] {
    return this.#chains.get(style) ?? this.#chains.get('regular') ?? [];
  }

  /** Every face of which something was set. */
  used(): readonly Face[] {
    return this.#faces.filter((face) => face.used);
  }
}

/** Puts a face into the chain when it has one of the wanted characters. */
function offer(loading: Loader, style: FontStyle, face: FontFace, wanted: Set<number>): void {
  const found = [...wanted].filter((point) => face.font.hasGlyphForCodePoint(point));
  if (found.length === 0) return;
  loading.add(style, face, false);
  for (const point of found) wanted.delete(point);
}

class Loader {
  readonly chains = new Map<FontStyle, Face[]>();
  readonly faces: Face[] = [];

  add(style: FontStyle, source: FontFace, first: boolean): void {
    const { font, embolden, slant } = source;
    let face = this.faces.find((known) => known.font === font && known.embolden === embolden && known.slant === slant);
    if (!face) {
      face = new Face(`F${this.faces.length + 1}`, source);
      this.faces.push(face);
    }
    if (first) this.chains.set(style, [face]);
    else this.chains.get(style)?.push(face);
  }

  has(style: FontStyle, point: number): boolean {
    return this.chains.get(style)?.some(({ font }) => font.hasGlyphForCodePoint(point)) ?? false;
  }
}

type OpenFamily = { regular: Font } & Partial<Record<FontStyle, Font>>;

async function openFamily(given: Uint8Array | FontFamily): Promise<OpenFamily> {
  if (given instanceof Uint8Array) return { regular: await openFont(given) };
  const family: OpenFamily = { regular: await openFont(given.regular) };
  for (const style of STYLES) {
    const bytes = given[style];
    if (bytes) family[style] = await openFont(bytes);
  }
  return family;
}

/** The face of a style, made of another one where the family has none. */
function made(family: OpenFamily, style: FontStyle): FontFace {
  const face = (font: Font, embolden: number, slant: number): FontFace => ({ font, scale: 1, embolden, slant });
  const own = family[style];
  if (own) return face(own, 0, 0);
  const { regular, bold, italic } = family;
  if (style === 'bold') return face(regular, MADE_BOLD, 0);
  if (style === 'italic') return face(regular, 0, MADE_ITALIC);
  if (bold) return face(bold, 0, MADE_ITALIC);
  return italic ? face(italic, MADE_BOLD, 0) : face(regular, MADE_BOLD, MADE_ITALIC);
}
