import { parseHex, revisionColor } from '../../../conventions/colors.js';
import type { Rgb } from '../../../conventions/colors.js';
import type { PageColor } from '../../../layout/index.js';
import type { StatusColor } from '../../../model/document.js';
import { number } from './content-bytes.js';

/** The papers of revised pages, as office paper of that name looks. */
const PAPERS: Readonly<Record<StatusColor, Rgb>> = {
  white: [255, 255, 255],
  blue: [203, 225, 246],
  pink: [251, 214, 225],
  yellow: [255, 247, 176],
  green: [205, 238, 205],
  goldenrod: [250, 220, 130],
  buff: [247, 228, 190],
  salmon: [255, 205, 184],
  cherry: [250, 178, 184],
};

/** From this lightness on a colour is one that black text is read on. */
const READABLE = 0.7;
/** How much of a darker colour is left in its tint. */
const TINT = 0.2;

/** The tint of a page, as operands; undefined for white and for what names no colour. */
export function paperTint(color: PageColor): string | undefined {
  const named = revisionColor(color.name);
  const own = parseColor(color.rgb);
  const rgb = own ? tintOf(own) : named ? PAPERS[named.color] : undefined;
  return rgb && rgb.some((part) => part < 255) ? operands(rgb) : undefined;
}

function tintOf(rgb: Rgb): Rgb {
  const [r, g, b] = rgb;
  const lightness = (0.299 * r + 0.587 * g + 0.114 * b) / 255;
  return lightness >= READABLE ? rgb : (rgb.map((part) => 255 - (255 - part) * TINT) as Rgb);
}

/** A colour as operands of `rg`; undefined for what is none. */
export function colorOperands(color: string | undefined): string | undefined {
  const rgb = parseColor(color);
  return rgb && operands(rgb);
}

/** Reads `#rgb`, `#rrggbb` and the 16 bits a channel that Final Draft writes. */
function parseColor(color: string | undefined): Rgb | undefined {
  if (color === undefined) return undefined;
  const wide = /^#([0-9a-f]{2})[0-9a-f]{2}([0-9a-f]{2})[0-9a-f]{2}([0-9a-f]{2})[0-9a-f]{2}$/i.exec(color);
  return parseHex(wide ? `#${wide[1] ?? ''}${wide[2] ?? ''}${wide[3] ?? ''}` : color);
}

function operands(rgb: Rgb): string {
  return rgb.map((part) => number(part / 255)).join(' ');
}
