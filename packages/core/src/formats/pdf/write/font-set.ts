import type { FontFamily, PrintOptions } from '../../../ports/index.js';
import { openFont } from '../fonts/open-font.js';
import type { Font } from '../fonts/open-font.js';
import { COURIER_PRIME, OBLIQUE, shippedFace, SHIPPED_FALLBACKS, SIGNS, STYLES } from '../fonts/shipped-fonts.js';
import type { FontFace, FontStyle } from '../fonts/shipped-fonts.js';
import type { Census } from './census.js';
import { isIgnorable } from './characters.js';
import { Face } from './face.js';
import { REPLACEMENT } from './shaping.js';

/** How much wider the strokes of a bold face get that is made of a regular one, ems. */
const MADE_BOLD = 0.035;

/** The faces of one PDF: for each style a chain, the text's own face first, then those for characters that it lacks. */
export class FontSet {
  readonly #chains: ReadonlyMap<FontStyle, Chain>;
  readonly #text: Chain;
  readonly #faces: readonly Face[];
  /** Characters that no face has, in order of appearance. */
  readonly missing: ReadonlySet<number>;

  private constructor({ chains, text, faces }: Loader, missing: Set<number>) {
    this.#chains = chains;
    this.#text = text;
    this.#faces = faces;
    this.missing = missing;
  }

  /**
   * Opens the faces that a script needs, and no others.
   *
   * @throws ScreenplayError `bad_option` for a font of the caller's that cannot be used.
   */
  static async open(census: Census, options: PrintOptions): Promise<FontSet> {
    const own = options.font === undefined ? undefined : await openFamily(options.font);
    const fallbacks = await Promise.all((options.fallbackFonts ?? []).map(openFont));
    const textFace = async (style: FontStyle): Promise<FontFace> => {
      return own ? made(own, style) : shippedFace(COURIER_PRIME, style);
    };
    const loading = new Loader(await textFace('regular'));
    const missing = new Set<number>();
    for (const style of STYLES) {
      const characters = census.charactersIn(style);
      if (!characters) continue;
      const chain = style === 'regular' ? loading.text : loading.begin(style, await textFace(style));
      const wanted = new Set([...characters].filter((point) => !isIgnorable(point) && !has(chain, point)));
      for (const font of fallbacks) loading.offer(chain, made({ regular: font }, style), wanted);
      for (const family of SHIPPED_FALLBACKS) {
        if (wanted.size > 0) loading.offer(chain, await shippedFace(family, style), wanted);
      }
      for (const point of wanted) missing.add(point);
      if (wanted.size > 0 && !has(chain, REPLACEMENT))
        loading.offer(chain, await shippedFace(SIGNS, style), new Set([REPLACEMENT]));
    }
    return new FontSet(loading, missing);
  }

  /** The faces in which a character of a style is looked for. */
  chain(style: FontStyle): Chain {
    return this.#chains.get(style) ?? this.#text;
  }

  /** Every face of which something was set. */
  used(): readonly Face[] {
    return this.#faces.filter((face) => face.used);
  }
}

/** The face of the text, then those for characters that it lacks. */
export type Chain = [Face, ...Face[]];

class Loader {
  readonly chains = new Map<FontStyle, Chain>();
  readonly text: Chain;
  readonly faces: Face[] = [];

  constructor(text: FontFace) {
    this.text = this.begin('regular', text);
  }

  begin(style: FontStyle, text: FontFace): Chain {
    const chain: Chain = [this.#faceOf(text)];
    this.chains.set(style, chain);
    return chain;
  }

  /** Puts a face into a chain when it has one of the wanted characters. */
  offer(chain: Chain, source: FontFace, wanted: Set<number>): void {
    const found = [...wanted].filter((point) => source.font.hasGlyphForCodePoint(point));
    if (found.length === 0) return;
    chain.push(this.#faceOf(source));
    for (const point of found) wanted.delete(point);
  }

  #faceOf(source: FontFace): Face {
    const { font, embolden, slant } = source;
    const known = this.faces.find((face) => face.font === font && face.embolden === embolden && face.slant === slant);
    if (known) return known;
    const face = new Face(`F${this.faces.length + 1}`, source);
    this.faces.push(face);
    return face;
  }
}

function has(chain: Chain, point: number): boolean {
  return chain.some(({ font }) => font.hasGlyphForCodePoint(point));
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
  if (style === 'italic') return face(regular, 0, OBLIQUE);
  if (bold) return face(bold, 0, OBLIQUE);
  return italic ? face(italic, MADE_BOLD, 0) : face(regular, MADE_BOLD, OBLIQUE);
}
