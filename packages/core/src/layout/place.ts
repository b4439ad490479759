import type { Align } from '../conventions/manuscript/types.js';
import { ASCENT } from './geometry.js';
import type { Box, Geometry } from './geometry.js';
import { isRightToLeft, lineRuns, printedLine, styleLook } from './looks.js';
import type { Piece } from './paginate.js';
import type { Paragraph } from './paragraph.js';
import type { LineRole, LineRun, PlacedLine } from './types.js';
import { cellWidth } from './wrap.js';
import type { WrappedLine } from './wrap.js';

/** Places the lines of a piece on the paper, from top to bottom; `put` takes each. */
export function placePiece(
  { paragraph, lines, y }: Piece,
  geometry: Geometry,
  role: LineRole,
  put: (line: PlacedLine, at: number) => void,
): void {
  const rtl = isRightToLeft(paragraph.text);
  for (let at = 0; at < lines.length; at++) {
    put(placeLine(paragraph, lines[at] as WrappedLine, geometry.top + y + at * paragraph.pitch, role, rtl), at);
  }
}

function placeLine(paragraph: Paragraph, line: WrappedLine, top: number, role: LineRole, rtl: boolean): PlacedLine {
  const { box, source, measure } = paragraph;
  const raw = paragraph.text.slice(line.start, line.end);
  const text = printedLine(raw);
  const width = cellWidth(paragraph.text, line.start, line.end, measure.scaleAt) * box.advance;
  const first = line.start === 0 ? box.first : 0;
  const placed: PlacedLine = {
    role,
    text,
    x: leftEdge(box, width, first, rtl),
    baseline: round(top + ASCENT),
    width: round(width),
    advance: box.advance,
    size: box.size,
    align: box.align,
    direction: rtl ? 'rtl' : 'ltr',
    block: paragraph.block,
    start: Math.min(line.start, source.text.length),
    end: Math.min(line.end, source.text.length),
  };
  const runs = lineRuns(source.runs, styleLook(box.style), text, line.start, box.size);
  if (runs) placed.runs = runs;
  if (source.class !== undefined) placed.class = source.class;
  if (source.dual !== undefined) placed.dual = source.dual;
  if (box.align === 'full' && !endsParagraph(paragraph, line)) justify(placed, box, first);
  return placed;
}

/** Whether nothing of its paragraph, or a line break, follows a line. */
function endsParagraph({ text, to }: Paragraph, line: WrappedLine): boolean {
  let at = line.end;
  while (at < to && (text[at] === ' ' || text[at] === '\t')) at++;
  return at >= to || text[at] === '\n';
}

function justify(line: PlacedLine, box: Box, first: number): void {
  let blanks = 0;
  for (let at = 0; at < line.text.length; at++) if (line.text.charCodeAt(at) === 0x20) blanks++;
  const spare = box.right - box.left - first - line.width;
  if (blanks > 0 && spare > 0) line.wordSpace = round(spare / blanks);
}

function leftEdge(box: Box, width: number, first: number, rtl: boolean): number {
  return alignedAt(
    rtl ? mirrored(box.align) : box.align,
    box.left + (rtl ? 0 : first),
    box.right - (rtl ? first : 0),
    width,
  );
}

/** Text from right to left starts at the right edge where other text starts at the left one. */
function mirrored(align: Align): Align {
  return align === 'left' || align === 'full' ? 'right' : align;
}

function alignedAt(align: Align, left: number, right: number, width: number): number {
  if (align === 'right') return round(right - width);
  if (align === 'center') return round(left + (right - left - width) / 2);
  return round(left);
}

export interface Extra {
  role: LineRole;
  text: string;
  /** Left edge, right edge or middle, by `align`. */
  at: number;
  /** Top of the line's cell. */
  top: number;
  align: 'left' | 'right' | 'center';
  size?: number | undefined;
  runs?: readonly LineRun[] | undefined;
}

/** A line that the page puts there, not the script. */
export function placeExtra({ role, text, at, top, align, size = 12, runs }: Extra, geometry: Geometry): PlacedLine {
  const advance = (geometry.advance * size) / 12;
  const width = cellWidth(text) * advance;
  const line: PlacedLine = {
    role,
    text,
    x: round(align === 'left' ? at : align === 'right' ? at - width : at - width / 2),
    baseline: round(top + ASCENT),
    width: round(width),
    advance,
    size,
    align,
    direction: isRightToLeft(text) ? 'rtl' : 'ltr',
  };
  if (runs && runs.length > 0) line.runs = runs;
  return line;
}

/** To a thousandth of a point: sums of cells do not end in noise. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
