import type { LineRun, PlacedLine } from '../../../layout/index.js';
import { cellWidth } from '../../../layout/wrap.js';

/** A stretch of a line in one look and one direction, where it stands on the page. */
export interface Span {
  start: number;
  end: number;
  x: number;
  width: number;
  look: LineRun | undefined;
  /** Embedding level; odd: from right to left. */
  level: number;
}

/** The stretches of one look each, the whole line when nothing stands out. Where they stand is still to be said. */
export function looksOf({ text, runs, x, width }: PlacedLine): Span[] {
  const span = (start: number, end: number, look: LineRun | undefined): Span => {
    return { start, end, x, width, look, level: 0 };
  };
  if (!runs) return [span(0, text.length, undefined)];
  const spans: Span[] = [];
  let at = 0;
  for (const run of runs) {
    if (run.start > at) spans.push(span(at, run.start, undefined));
    spans.push(span(run.start, run.end, run));
    at = run.end;
  }
  if (at < text.length) spans.push(span(at, text.length, undefined));
  return spans;
}

/** Spans cut where the direction changes. */
export function byLevel(spans: readonly Span[], levels: Uint8Array): Span[] {
  const cut: Span[] = [];
  for (const span of spans) {
    for (let at = span.start; at < span.end; ) {
      const level = levels[at] ?? 0;
      let end = at + 1;
      while (end < span.end && levels[end] === level) end++;
      cut.push({ ...span, start: at, end, level });
      at = end;
    }
  }
  return cut;
}

/** Spans of one line from logical into visual order, left to right (rule L2 of the bidirectional algorithm). */
export function visualOrder(spans: readonly Span[]): Span[] {
  const ordered = [...spans];
  const highest = spans.reduce((most, { level }) => Math.max(most, level), 0);
  for (let level = highest; level > 0; level--) {
    for (let at = 0; at < ordered.length; at++) {
      let end = at;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      if (end === at) continue;
      ordered.splice(at, end - at, ...ordered.slice(at, end).reverse());
      at = end;
    }
  }
  return ordered;
}

/** Spans side by side in their cells, from the line's left edge on. */
export function inCells(spans: readonly Span[], line: PlacedLine): Span[] {
  let { x } = line;
  return spans.map((span) => {
    const { start, end, look } = span;
    const advance = (line.advance * (look?.size ?? line.size)) / line.size;
    const width = widthInCells(line.text, start, end, advance, line.wordSpace ?? 0);
    const put = { ...span, x, width };
    x += width;
    return put;
  });
}

/** Spans side by side with widths of their own, from where the line's reading begins. */
export function shoulderToShoulder(spans: readonly Span[], line: PlacedLine, widthOf: (span: Span) => number): Span[] {
  const widths = spans.map(widthOf);
  const spare = line.width - widths.reduce((sum, width) => sum + width, 0);
  const atRight = (line.align === 'right') !== (line.direction === 'rtl');
  let x = line.x + (line.align === 'center' ? spare / 2 : atRight ? spare : 0);
  return spans.map((span, at) => {
    const width = widths[at] ?? 0;
    const put = { ...span, x, width };
    x += width;
    return put;
  });
}

/** Width of a stretch on the grid, points. */
export function widthInCells(text: string, start: number, end: number, advance: number, wordSpace: number): number {
  let width = cellWidth(text, start, end) * advance;
  if (wordSpace !== 0) for (let at = start; at < end; at++) if (text.charCodeAt(at) === SPACE) width += wordSpace;
  return width;
}

const SPACE = 0x20;
