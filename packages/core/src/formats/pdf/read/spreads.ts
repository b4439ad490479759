import type { PdfLine, PdfPage } from '../tree.js';
import { changedLine } from './page-lines.js';
import { sliceLine } from './slice.js';

/** How much wider than high a sheet is that can hold two pages side by side. */
const WIDE = 1.15;
/** How far from the middle of such a sheet, by its width, nothing is printed. */
const GUTTER = 0.02;
/** The share of the sheets that must be so, and the share that must have something on either side. */
const NEARLY_ALL = 0.9;
const MOSTLY = 0.6;

/**
 * Pages of a script that was printed two pages to a sheet, the left one first. They are counted as pages from then on, in
 * warnings too. Other pages stay.
 */
export function withoutSpreads(pages: readonly PdfPage[]): readonly PdfPage[] {
  const printed = pages.filter(({ lines }) => lines.length > 0);
  const parted = printed.filter(isParted);
  if (parted.length === 0 || parted.length < NEARLY_ALL * printed.length) return pages;
  const full = parted.filter(({ lines, width }) => lines.some(({ x }) => x < width / 2) && reachesOver(lines, width));
  // The last sheet may hold one page.
  if (full.length < Math.max(1, MOSTLY * (parted.length - 1))) return pages;
  const halves = pages.flatMap((page) => (page.lines.length === 0 || isParted(page) ? halvesOf(page) : [page]));
  while (halves.length > 1 && halves[halves.length - 1]?.lines.length === 0) halves.pop();
  return halves.map((page, at) => numbered(page, at + 1));
}

function reachesOver(lines: readonly PdfLine[], width: number): boolean {
  return lines.some(({ end }) => end > width / 2);
}

function isParted({ width, height, lines }: PdfPage): boolean {
  if (width < WIDE * height) return false;
  const from = width * (0.5 - GUTTER);
  const to = width * (0.5 + GUTTER);
  return lines.every((line) => line.end <= from || line.x >= to || !hasInkBetween(line, from, to));
}

function hasInkBetween({ text, xs, end }: PdfLine, from: number, to: number): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) !== 0x20 && (xs[at] as number) < to && (xs[at + 1] ?? end) > from) return true;
  }
  return false;
}

function halvesOf(page: PdfPage): PdfPage[] {
  const width = page.width / 2;
  const left: PdfLine[] = [];
  const right: PdfLine[] = [];
  for (const line of page.lines) {
    const cut = line.xs.findIndex((x) => x >= width);
    if (cut < 0) left.push(line);
    else if (line.x >= width) right.push(moved(line, width));
    else {
      left.push(sliceLine(line, 0, cut));
      right.push(moved(sliceLine(line, cut, line.text.length), width));
    }
  }
  return [
    { ...page, width, lines: left },
    { ...page, width, lines: right },
  ];
}

function moved(line: PdfLine, by: number): PdfLine {
  return changedLine(line, { x: line.x - by, end: line.end - by, xs: line.xs.map((x) => x - by) });
}

function numbered(page: PdfPage, number: number): PdfPage {
  return { ...page, number, lines: page.lines.map((line) => changedLine(line, { page: number })) };
}
