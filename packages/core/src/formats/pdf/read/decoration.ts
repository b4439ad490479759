import type { PdfLine, PdfLook, PdfSpan } from '../tree.js';
import type { InkBox, PageInk } from './ink.js';

/** Where a rule lies on a line, from its baseline down, by font size. */
const UNDER = { from: -0.03, to: 0.34 };
const THROUGH = { from: -0.46, to: -0.13 };
/** A rule that goes on so far beyond the text, by font size, belongs to the page, not to the words. */
const BEYOND = 2;
/** Heights of boxes painted behind words, by font size. */
const BEHIND = { least: 0.6, most: 2.4 };

/** Lays underlines, strikes and painted backgrounds over the lines' looks. */
export function decorate(lines: readonly PdfLine[], ink: PageInk): void {
  if (ink.rules.length === 0 && ink.boxes.length === 0) return;
  for (const rule of ink.rules) {
    const middle = (rule.top + rule.bottom) / 2;
    for (const line of near(lines, middle)) {
      const down = (middle - line.y) / line.size;
      const under = down >= UNDER.from && down <= UNDER.to;
      if (!under && (down < THROUGH.from || down > THROUGH.to)) continue;
      if (rule.x < line.x - BEYOND * line.size && rule.end > line.end + BEYOND * line.size) continue;
      cover(line, rule, under ? { underline: true } : { strike: true });
    }
  }
  for (const box of ink.boxes) {
    if (box.color === undefined || box.color === '#ffffff' || box.color === '#000000') continue;
    const height = box.bottom - box.top;
    for (const line of near(lines, (box.top + box.bottom) / 2)) {
      const fits = height >= BEHIND.least * line.size && height <= BEHIND.most * line.size;
      const behind = box.top <= line.y - 0.4 * line.size && box.bottom >= line.y - 0.05 * line.size;
      if (fits && behind) cover(line, box, { background: box.color });
    }
  }
}

/** The lines around a height, found by halving. */
function near(lines: readonly PdfLine[], y: number): PdfLine[] {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] as PdfLine).y < y - 40) low = middle + 1;
    else high = middle;
  }
  const found: PdfLine[] = [];
  for (let at = low; at < lines.length; at++) {
    const line = lines[at] as PdfLine;
    if (line.y > y + 40) break;
    if (Math.abs(line.y - y) <= line.size * 2) found.push(line);
  }
  return found;
}

/** Adds a look to the letters whose middles lie over or under a box. */
function cover(line: PdfLine, box: InkBox, look: PdfLook): void {
  const { text, xs } = line;
  let start = -1;
  let end = -1;
  for (let at = 0; at < text.length; at++) {
    const right = xs[at + 1] ?? line.end;
    const middle = ((xs[at] as number) + Math.max(right, xs[at] as number)) / 2;
    if (middle < box.x || middle > box.end) continue;
    if (start < 0) start = at;
    end = at + 1;
  }
  if (start >= 0) line.spans = addLook(line.spans, start, end, look);
}

/** Spans with a look laid over `[start, end)`. */
function addLook(spans: readonly PdfSpan[], start: number, end: number, look: PdfLook): PdfSpan[] {
  const result: PdfSpan[] = [];
  let at = start;
  const plain = (to: number): void => {
    if (to > at) result.push({ ...look, start: at, end: to });
    at = Math.max(at, to);
  };
  for (const span of spans) {
    if (span.end <= start || span.start >= end) {
      if (span.start >= end) plain(end);
      result.push(span);
      continue;
    }
    plain(span.start);
    if (span.start < start) result.push({ ...span, end: start });
    result.push({ ...span, ...look, start: Math.max(span.start, start), end: Math.min(span.end, end) });
    if (span.end > end) result.push({ ...span, start: end });
    at = Math.min(span.end, end);
  }
  plain(end);
  return result.sort((a, b) => a.start - b.start);
}
