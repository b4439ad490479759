import type { ParagraphStyle, TitleLine, TitlePage } from '../../../conventions/manuscript/types.js';
import { recogniseTitlePage } from '../../../conventions/title-page.js';
import type { PdfLine, PdfPage } from '../tree.js';
import { peaks } from './metrics.js';
import type { Metrics } from './metrics.js';
import { richOf } from './rich.js';
import { chunksOf, sliceLine } from './slice.js';

const INCH = 72;
/** Cells between two blocks that stand side by side at the foot. */
const SIDE_BY_SIDE = 4;
/** From the top of a line's cell to its baseline, by the distance of lines. */
const ASCENT = 2 / 3;

/** The title pages as placed lines, blank ones between them, and the fields that they are. */
export function readTitlePages(
  pages: readonly PdfPage[],
  top: number,
  rows: number,
  metrics: Metrics,
): TitlePage | undefined {
  const lines = pages.flatMap((page, at) =>
    shortened(placeLines(page, top, metrics, at > 0), rows * metrics.pitch, metrics),
  );
  if (lines.every(({ text }) => text === '')) return undefined;
  return { placed: true, lines: recogniseTitlePage(lines) };
}

function placeLines(page: PdfPage, top: number, metrics: Metrics, newPage: boolean): TitleLine[] {
  const { pitch, cell, font, fixed } = metrics;
  const parts = page.lines.flatMap((line) =>
    chunksOf(line, SIDE_BY_SIDE * cell).map(({ from, to }) => sliceLine(line, from, to)),
  );
  const axis = axisOf(parts, page.width, cell);
  const placed: TitleLine[] = [];
  let y = top + ASCENT * pitch - pitch;
  for (const part of parts) {
    const layout = layoutOf(part, parts, axis, page.width, metrics);
    const { size: _, ...plainLayout } = layout;
    for (let blank = Math.round((part.y - y) / pitch) - 1; blank > 0; blank--) {
      placed.push({ text: '', layout: plainLayout });
    }
    const plain = { font, size: part.size, fixed };
    placed.push({ ...richOf([{ line: { line: part, page: 0 }, cut: 0, glue: '' }], plain, () => undefined), layout });
    y = Math.max(y, part.y);
  }
  const first = placed[0];
  if (first && newPage) placed[0] = { ...first, layout: { ...first.layout, newPage: true } };
  return placed;
}

/** Lines that fit on a page of such height: title pages go farther down than scripts, so the widest gaps lose lines. */
function shortened(lines: readonly TitleLine[], room: number, { pitch, size }: Metrics): TitleLine[] {
  const fitting = [...lines];
  const height = (): number => fitting.reduce((sum, { layout }) => sum + (pitch * (layout?.size ?? size)) / size, 0);
  while (height() > room + 0.5 * pitch) {
    let widest = { from: -1, length: 0 };
    for (let at = 0; at < fitting.length; at++) {
      let length = 0;
      while (fitting[at + length]?.text === '') length++;
      if (length > widest.length) widest = { from: at, length };
      at += length;
    }
    if (widest.length === 0) break;
    fitting.splice(widest.from + widest.length - 1, 1);
  }
  return fitting;
}

/** The middle around which most lines are centred; the page's own where none are. */
function axisOf(parts: readonly PdfLine[], width: number, cell: number): number {
  const near = parts
    .map((part) => (part.x + part.end) / 2)
    .filter((middle) => Math.abs(middle - width / 2) < 0.09 * width);
  const [axis] = peaks(
    near.map((at) => ({ at, weight: 1 })),
    cell,
  );
  return axis && axis.weight > 1 ? axis.at : (near[0] ?? width / 2);
}

function layoutOf(
  part: PdfLine,
  parts: readonly PdfLine[],
  axis: number,
  width: number,
  { cell, size }: Metrics,
): ParagraphStyle {
  const style: ParagraphStyle = Math.abs(part.size - size) > 0.6 ? { size: Math.round(part.size * 10) / 10 } : {};
  if (Math.abs((part.x + part.end) / 2 - axis) <= cell) {
    const half = Math.min(axis, width - axis) - INCH;
    return { ...style, align: 'center', left: inches(axis - half), right: inches(axis + half) };
  }
  const sharesLeft = parts.some((other) => other !== part && Math.abs(other.x - part.x) < 0.5 * cell);
  const sharesRight = parts.some((other) => other !== part && Math.abs(other.end - part.end) < 0.5 * cell);
  if (part.x > width / 2 && sharesRight && !sharesLeft) {
    return { ...style, align: 'right', left: 1, right: inches(part.end) };
  }
  return { ...style, align: 'left', left: inches(part.x), right: inches(Math.max(width - INCH, part.end + cell)) };
}

function inches(points: number): number {
  return Math.round((points / INCH) * 1000) / 1000;
}
