import { openFont } from './open-font.js';
import type { Font } from './open-font.js';

/** The faces of a family, in the order in which {@link styleOf} counts them. */
export const STYLES = ['regular', 'bold', 'italic', 'boldItalic'] as const;
export type FontStyle = (typeof STYLES)[number];

export function styleOf(bold: boolean | undefined, italic: boolean | undefined): FontStyle {
  if (bold) return italic ? 'boldItalic' : 'bold';
  return italic ? 'italic' : 'regular';
}

/** A face as pages use it. */
export interface FontFace {
  font: Font;
  /** Drawn size by the size asked for, so that its letters stand beside Courier Prime's. */
  scale: number;
  /** Width of the outline drawn around letters to make them bolder, ems. */
  embolden: number;
  /** Horizontal shear that makes upright letters oblique. */
  slant: number;
}

/** The shear of an oblique that is made of an upright face: 12 degrees. */
export const OBLIQUE = 0.2126;

interface ShippedFamily {
  scale: number;
  /** What the family's own bold lacks in weight beside Courier Prime Bold, ems. */
  boldStroke: number;
  load: Partial<Record<FontStyle, () => Promise<string>>> & { regular: () => Promise<string> };
}

/** What text is set in unless the caller has a font. Latin. */
export const COURIER_PRIME: ShippedFamily = {
  scale: 1,
  boldStroke: 0,
  load: {
    regular: async () => (await import('./courier-prime-regular.generated.js')).courierPrimeRegular,
    bold: async () => (await import('./courier-prime-bold.generated.js')).courierPrimeBold,
    italic: async () => (await import('./courier-prime-italic.generated.js')).courierPrimeItalic,
    boldItalic: async () => (await import('./courier-prime-bold-italic.generated.js')).courierPrimeBoldItalic,
  },
};

/** CMU Typewriter Text, for Cyrillic, Greek and the Latin letters that Courier Prime lacks: slab serifs like it. */
const TYPEWRITER: ShippedFamily = {
  scale: 1.02,
  boldStroke: 0.025,
  load: {
    regular: async () => (await import('./typewriter-regular.generated.js')).typewriterRegular,
    bold: async () => (await import('./typewriter-bold.generated.js')).typewriterBold,
    italic: async () => (await import('./typewriter-italic.generated.js')).typewriterItalic,
    boldItalic: async () => (await import('./typewriter-bold-italic.generated.js')).typewriterBoldItalic,
  },
};

/** DejaVu Sans Mono, for arrows, notes, boxes and the like, and for letters that only it has. */
export const SIGNS: ShippedFamily = {
  scale: 0.85,
  boldStroke: 0.03,
  load: { regular: async () => (await import('./signs.generated.js')).signs },
};

/** Where a character is looked for that the text's own family lacks, in this order. */
export const SHIPPED_FALLBACKS: readonly ShippedFamily[] = [TYPEWRITER, SIGNS];

/** Opened fonts, for as long as the program runs: opening one costs more than setting a scene in it. */
const OPENED = new Map<() => Promise<string>, Promise<Font>>();

/** One face of a family that is on board; the regular one where the family has no such style. */
export async function shippedFace(family: ShippedFamily, style: FontStyle): Promise<FontFace> {
  const own = family.load[style];
  const load = own ?? family.load.regular;
  let font = OPENED.get(load);
  if (!font) {
    font = load().then((base64) => openFont(bytesOf(base64)));
    OPENED.set(load, font);
  }
  const bold = style === 'bold' || style === 'boldItalic';
  const italic = style === 'italic' || style === 'boldItalic';
  const slant = italic && !own ? OBLIQUE : 0;
  return { font: await font, scale: family.scale, embolden: bold ? family.boldStroke : 0, slant };
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}
