import { encodeText } from '../../../syntax/text.js';
import type { PathCommand } from '../fonts/open-font.js';
import type { Face } from './face.js';
import type { FontSet } from './font-set.js';
import type { PdfFile, PdfReference } from './pdf-file.js';

/** Light enough to read the script on. */
const GREY = 0.88;
/** Part of the diagonal that the text takes, and its largest size, points. */
const SPREAD = 0.72;
const LARGEST = 110;

/**
 * A drawing of a text along the diagonal of a page. It is made of outlines, so that what is searched and copied is the
 * script alone.
 */
export function drawWatermark(
  file: PdfFile,
  text: string,
  { width, height }: { width: number; height: number },
  fonts: FontSet,
): PdfReference | undefined {
  const line = [...text.normalize('NFC')].flatMap((char) =>
    outlineOf(char.codePointAt(0) ?? 0, fonts.chain('regular')),
  );
  const length = line.reduce((sum, { advance }) => sum + advance, 0);
  if (length === 0) return undefined;
  const diagonal = Math.hypot(width, height);
  const size = Math.min(LARGEST, (diagonal * SPREAD) / length);
  const cos = width / diagonal;
  const sin = height / diagonal;
  // The middle of the text's capitals lies in the middle of the page.
  const along = (-length * size) / 2;
  const across = -0.29 * size;
  const x = width / 2 + along * cos - across * sin;
  const y = height / 2 + along * sin + across * cos;
  const out = [`${GREY} g`, `${[size * cos, size * sin, -size * sin, size * cos, x, y].map(fine).join(' ')} cm`];
  let at = 0;
  for (const { path, advance } of line) {
    if (path !== '') out.push(`q 1 0 0 1 ${fine(at)} 0 cm`, path, 'f Q');
    at += advance;
  }
  return file.stream(
    { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] },
    encodeText(`${out.join('\n')}\n`),
  );
}

/** What marks the drawing on a page: no part of the script. */
export const WATERMARK_ARTIFACT = '/Artifact <</Type /Pagination /Subtype /Watermark>>';

/** Ems. */
interface Outline {
  path: string;
  advance: number;
}

function outlineOf(point: number, chain: readonly Face[]): Outline[] {
  const face = chain.find(({ font }) => font.hasGlyphForCodePoint(point));
  if (!face) return [];
  const { font, scale } = face;
  const glyph = font.glyphForCodePoint(point);
  const ems = scale / font.unitsPerEm;
  return [{ path: pathOf(glyph.path.commands, ems), advance: glyph.advanceWidth * ems }];
}

/** Path operators; PDF knows no quadratic curves, so they become cubic ones. */
function pathOf(commands: readonly PathCommand[], ems: number): string {
  const out: string[] = [];
  let x = 0;
  let y = 0;
  for (const { command, args } of commands) {
    const places = args.map((units) => units * ems);
    const [a = 0, b = 0, c = 0, d = 0] = places;
    if (command === 'closePath') out.push('h');
    else if (command === 'moveTo') out.push(`${places.map(fine).join(' ')} m`);
    else if (command === 'lineTo') out.push(`${places.map(fine).join(' ')} l`);
    else if (command === 'bezierCurveTo') out.push(`${places.map(fine).join(' ')} c`);
    else {
      const curve = [x + (2 / 3) * (a - x), y + (2 / 3) * (b - y), c + (2 / 3) * (a - c), d + (2 / 3) * (b - d), c, d];
      out.push(`${curve.map(fine).join(' ')} c`);
    }
    x = places.at(-2) ?? x;
    y = places.at(-1) ?? y;
  }
  return out.join(' ');
}

/** Ems of large letters want finer steps than points do. */
function fine(value: number): string {
  return String(Math.round(value * 100_000) / 100_000);
}
