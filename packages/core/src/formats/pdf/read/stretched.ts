import type { PdfLine, PdfPage, PdfSpan } from '../tree.js';
import { changedLine } from './page-lines.js';
import type { Metrics } from './metrics.js';

/** Gaps between words of a justified line that no typist makes: as wide as each other, and no whole number of cells. */
const ALIKE = 0.12;
/** Gaps of a line below which nothing is told by them. */
const FEW = 2;
/** Lines with such gaps from which on the file is justified, and gaps of whole cells are no better. */
const JUSTIFIED = 3;
/** The widest a blank is stretched, cells. */
const WIDEST = 12;

/**
 * Pages whose justified lines have the blanks that were written. In fixed-pitch type a gap of two cells is two blanks,
 * but not where all gaps of a line were stretched to fill it.
 */
export function withoutStretches(pages: readonly PdfPage[], { cell, fixed }: Metrics): readonly PdfPage[] {
  if (!fixed || !isJustified(pages, cell)) return pages;
  return pages.map((page) => {
    let lines: PdfLine[] | undefined;
    page.lines.forEach((line, at) => {
      if (!line.text.includes('  ')) return;
      const written = unstretched(line, cell);
      if (written) (lines ??= [...page.lines])[at] = written;
    });
    return lines ? { ...page, lines } : page;
  });
}

/** Blanks of a line's text: `[from, to)`, and how many were written. */
interface Gap {
  from: number;
  to: number;
  cells: number;
}

function isJustified(pages: readonly PdfPage[], cell: number): boolean {
  let count = 0;
  for (const { lines } of pages) {
    for (const line of lines) {
      if (!line.text.includes('  ')) continue;
      const gaps = gapsOf(line, cell);
      const least = leastOf(gaps);
      if (Math.abs(least - Math.round(least)) > ALIKE && isStretched(gaps, least) && ++count >= JUSTIFIED) return true;
    }
  }
  return false;
}

function leastOf(gaps: readonly Gap[]): number {
  return gaps.reduce((least, { cells }) => Math.min(least, cells), Infinity);
}

/** Whether all gaps are stretched alike: two blanks behind a sentence twice as much. */
function isStretched(gaps: readonly Gap[], least: number): boolean {
  return (
    gaps.length >= FEW &&
    least > 1 + ALIKE &&
    least <= WIDEST &&
    gaps.every(({ cells }) => Math.abs(cells / least - Math.round(cells / least)) <= ALIKE)
  );
}

function unstretched(line: PdfLine, cell: number): PdfLine | undefined {
  const gaps = gapsOf(line, cell);
  const least = leastOf(gaps);
  if (!isStretched(gaps, least)) return undefined;
  return withBlanks(
    line,
    gaps.map(({ from, to, cells }) => ({ from, to, cells: Math.round(cells / least) })),
  );
}

function gapsOf({ text, xs, end }: PdfLine, cell: number): Gap[] {
  const gaps: Gap[] = [];
  for (let from = text.indexOf(' '); from >= 0; ) {
    let to = from + 1;
    while (to < text.length && text.charCodeAt(to) === 0x20) to++;
    gaps.push({ from, to, cells: ((xs[to] ?? end) - (xs[from] as number)) / cell });
    from = text.indexOf(' ', to);
  }
  return gaps;
}

/** A line whose gaps have as many blanks as said; the first ones stay where they are. */
function withBlanks(line: PdfLine, gaps: readonly Gap[]): PdfLine {
  const kept: number[] = [];
  let at = 0;
  for (const { from, to, cells } of gaps) {
    while (at < Math.min(from + cells, to)) kept.push(at++);
    at = to;
  }
  while (at < line.text.length) kept.push(at++);
  const place = new Map(kept.map((old, now) => [old, now]));
  const moved = (old: number): number => {
    while (old < line.text.length && !place.has(old)) old++;
    return place.get(old) ?? kept.length;
  };
  return changedLine(line, {
    text: kept.map((old) => line.text.charAt(old)).join(''),
    xs: Float32Array.from(kept, (old) => line.xs[old] as number),
    spans: line.spans.map((span): PdfSpan => ({ ...span, start: moved(span.start), end: moved(span.end) })),
  });
}
