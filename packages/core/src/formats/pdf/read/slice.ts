import type { PdfLine } from '../tree.js';
import { changedLine } from './page-lines.js';

/** The part `[from, to)` of a line, without the blanks at its ends. */
export function sliceLine(line: PdfLine, from: number, to: number): PdfLine {
  const { text, xs } = line;
  while (from < to && text.charCodeAt(from) === 0x20) from++;
  const whole = to >= text.length;
  while (to > from && text.charCodeAt(to - 1) === 0x20) to--;
  if (from === 0 && to === text.length) return line;
  return changedLine(line, {
    text: text.slice(from, to),
    xs: xs.subarray(from, to),
    x: xs[from] ?? line.x,
    // Behind a part that blanks follow, the first blank stands at its right edge.
    end: to < text.length ? (xs[to] as number) : line.end,
    spans: line.spans
      .filter((span) => span.end > from && span.start < to)
      .map((span) => ({ ...span, start: Math.max(span.start, from) - from, end: Math.min(span.end, to) - from })),
    trailing: whole ? line.trailing : -1,
  });
}

/** A part of a line between wide gaps. */
export interface Chunk {
  from: number;
  to: number;
  x: number;
  end: number;
}

/** The parts of a line between gaps of at least `gap` points. */
export function chunksOf(line: PdfLine, gap: number): Chunk[] {
  const { text, xs } = line;
  const chunks: Chunk[] = [];
  let from = 0;
  // So wide a gap is several blanks.
  for (let at = text.indexOf('  '); at >= 0 && at < text.length; at++) {
    if (text.charCodeAt(at) !== 0x20) continue;
    let to = at + 1;
    while (to < text.length && text.charCodeAt(to) === 0x20) to++;
    const left = xs[at] as number;
    const right = xs[to] as number;
    if (right - left >= gap && at > from) {
      chunks.push({ from, to: at, x: xs[from] as number, end: left });
      from = to;
    }
    at = to - 1;
  }
  chunks.push({ from, to: text.length, x: xs[from] as number, end: line.end });
  return chunks;
}
