import type { PdfLine } from '../tree.js';
import type { ScriptPage } from './furniture.js';
import type { Metrics } from './metrics.js';
import { peaks } from './metrics.js';
import { isCapitals } from './capitals.js';
import { bareNumber, isNumberLike } from './numbers.js';
import { chunksOf, sliceLine } from './slice.js';
import { hasHeadingPrefix } from '../../../conventions/heading.js';

/** A line of the script, freed of what stands in the margins beside it. */
export interface BodyLine {
  line: PdfLine;
  text: string;
  x: number;
  end: number;
  y: number;
  /** From 0: index of the page among the script's. */
  page: number;
  /** The first of its page. */
  top: boolean;
  /** Lines from the baseline above it on its page, 1 when single-spaced; infinite at the top. */
  gap: number;
  /** Production number in the margins. */
  number?: string | undefined;
  /** Left edge of the number at the left, right edge of the one at the right. */
  numberLeft?: number | undefined;
  numberRight?: number | undefined;
  /** A revision mark stands beside it. */
  revised?: RevisionMark | undefined;
}

export interface RevisionMark {
  mark: string;
  x: number;
  color?: string | undefined;
}

/** Where the script's text begins and ends on the paper. */
export interface Frame {
  left: number;
  right: number;
  /** Width of the paper. */
  width: number;
}

/** The share of lines that may stick out of the column of action. */
const OUTLIERS = 0.02;
/** Blanks, in cells, between the script's text and what stands in the margin beside it. */
const MARGIN_GAP = 2.5;
const MARK = /^[*+•∗#✱|]{1,3}$/;

/** Left and right edge of the widest element, which is action: most lines that begin far left begin there. */
export function frameOf(pages: readonly ScriptPage[], { cell }: Metrics): Frame {
  const lines = pages.flatMap((page) => page.body);
  const chunks = lines.map((line) => mainChunk(line, cell));
  const edges = peaks(
    chunks.map(({ x, end }) => ({ at: x, weight: 1 + (end - x) / (40 * cell) })),
    cell * 0.6,
  );
  const all = edges.reduce((sum, { weight }) => sum + weight, 0);
  const headings = peaks(
    chunks
      .filter((chunk, at) => hasHeadingPrefix((lines[at] as PdfLine).text.slice(chunk.from)))
      .map(({ x }) => ({ at: x, weight: 1 })),
    cell * 0.6,
  );
  const first = edges.filter(({ weight }) => weight >= all * 0.08).sort((a, b) => a.at - b.at)[0];
  const left = headings[0]?.at ?? first?.at ?? 0;
  const ends = chunks.filter(({ x }) => Math.abs(x - left) <= cell).map(({ end }) => end);
  ends.sort((a, b) => a - b);
  const right = ends[Math.floor(ends.length * (1 - OUTLIERS))] ?? left;
  return { left, right: Math.max(right, left + 20 * cell), width: pages[0]?.source.width ?? 612 };
}

/** The part of a line that is script: the widest between gaps; a number before it is no part of it. */
function mainChunk(line: PdfLine, cell: number): { from: number; x: number; end: number } {
  const chunks = chunksOf(line, MARGIN_GAP * cell);
  let best = chunks[0] as (typeof chunks)[number];
  for (const chunk of chunks) if (chunk.to - chunk.from > best.to - best.from) best = chunk;
  const lead = /^\S{1,7} {2,}(?=\S)/.exec(line.text.slice(best.from, best.to))?.[0];
  if (lead && isNumberLike(lead.trim())) {
    const from = best.from + lead.length;
    return { from, x: line.xs[from] as number, end: best.end };
  }
  return best;
}

/** Takes scene numbers and revision marks off the lines of a page. Lines of nothing else vanish. */
export function freeOfMargins(pages: readonly ScriptPage[], frame: Frame, metrics: Metrics): BodyLine[] {
  const result: BodyLine[] = [];
  const inline = numbersInline(pages);
  pages.forEach((page, index) => {
    let above: number | undefined;
    let lost: Partial<BodyLine> = {};
    for (const source of page.body) {
      const { line, ...facts } = freeLine(source, frame, metrics, inline);
      if (!line) {
        // A mark beside a blank line, or one that stands a little off its line's baseline.
        const last = result[result.length - 1];
        if (last && last.page === index && Math.abs(last.y - source.y) < 0.5 * metrics.pitch)
          Object.assign(last, facts);
        else lost = { ...facts, y: source.y };
        continue;
      }
      const near = lost.y !== undefined && Math.abs(lost.y - line.y) < 0.5 * metrics.pitch;
      const gap = above === undefined ? Infinity : (line.y - above) / metrics.pitch;
      const body: BodyLine = {
        line,
        text: line.text,
        x: line.x,
        end: line.end,
        y: line.y,
        page: index,
        top: above === undefined,
        gap,
        ...facts,
      };
      if (near) {
        for (const name of ['number', 'numberLeft', 'numberRight', 'revised'] as const) {
          if (body[name] === undefined && lost[name] !== undefined) Object.assign(body, { [name]: lost[name] });
        }
      }
      lost = {};
      result.push(body);
      above = line.y;
    }
  });
  return result;
}

interface Freed extends Pick<BodyLine, 'number' | 'numberLeft' | 'numberRight' | 'revised'> {
  line: PdfLine | undefined;
  /** Where the text begins in which a number stands first. */
  x?: number;
}

/** Headings that bear their numbers in the text, `12. INT. HARBOUR - DAY`, from which on all of them do. */
const INLINE = 2;

function numbersInline(pages: readonly ScriptPage[]): boolean {
  let count = 0;
  for (const { body } of pages) {
    for (const { text } of body) {
      if (!/^\S{0,3}\d/.test(text)) continue;
      const lead = text.split(' ', 1)[0] ?? '';
      if (isNumberLike(lead) && hasHeadingPrefix(text.slice(lead.length).trimStart()) && ++count >= INLINE) return true;
    }
  }
  return false;
}

function freeLine(source: PdfLine, frame: Frame, { cell }: Metrics, inline: boolean): Freed {
  const freed: Freed = { line: source };
  const { text, xs } = source;
  let to = text.length;
  let numberTo = to;
  for (let n = 0; n < 2; n++) {
    const start = text.lastIndexOf(' ', to - 1) + 1;
    const tail = text.slice(start, to);
    const before = text.slice(0, start).trimEnd().length;
    const gap = before === 0 ? Infinity : (xs[start] as number) - (xs[before] as number);
    const x = xs[start] as number;
    if (
      freed.revised === undefined &&
      MARK.test(tail) &&
      x >= frame.right - cell &&
      (gap >= 1.5 * cell || x >= frame.right + cell)
    ) {
      freed.revised = markOf(source, start, tail);
    } else if (
      freed.number === undefined &&
      before > 0 &&
      isNumberLike(tail) &&
      gap >= MARGIN_GAP * cell &&
      x >= frame.right - 8 * cell
    ) {
      freed.number = bareNumber(tail);
      freed.numberRight = to < text.length ? xs[to] : source.end;
      numberTo = to;
    } else break;
    to = before;
  }
  let from = 0;
  // Some mark revisions on both sides.
  const first = text.slice(0, to).split(' ', 1)[0] ?? '';
  if (MARK.test(first) && source.x < frame.left - 1.5 * cell) {
    freed.revised ??= markOf(source, 0, first);
    from = first.length;
    while (from < to && text.charCodeAt(from) === 0x20) from++;
  }
  const x = xs[from] ?? source.x;
  const lead = text.slice(from, to).split(' ', 1)[0] ?? '';
  if (to > from && isNumberLike(lead) && x < frame.left - 1.5 * cell) {
    freed.number = bareNumber(lead);
    freed.numberLeft = x;
    from += lead.length;
  } else if (
    to > from + lead.length &&
    isNumberLike(lead) &&
    isHeadingText(text.slice(from + lead.length, to), inline, x, frame, cell)
  ) {
    freed.number = bareNumber(lead);
    freed.x = x;
    from += lead.length;
  } else if (freed.number !== undefined && !isNumbered(source, to, frame, cell)) {
    // A number at the right alone belongs to the text, unless a heading stands before it.
    delete freed.number;
    delete freed.numberRight;
    to = numberTo;
  }
  freed.line = text.slice(from, to).trim() === '' ? undefined : sliceLine(source, from, to);
  return freed;
}

/** The mark that stands at an index of a line's text. */
function markOf({ spans, xs, x }: PdfLine, at: number, mark: string): RevisionMark {
  const color = spans.find((span) => span.start <= at && span.end > at)?.color;
  const place = xs[at] ?? x;
  return color === undefined ? { mark, x: place } : { mark, x: place, color };
}

/** Whether the text behind a number is a heading's. */
function isHeadingText(text: string, inline: boolean, x: number, { left }: Frame, cell: number): boolean {
  const heading = text.trim();
  return hasHeadingPrefix(heading) || (inline && Math.abs(x - left) <= 1.5 * cell && isCapitals(heading));
}

/** Whether a number at the right margin can be a scene's: beside a line at the left edge that could be a heading. */
function isNumbered(source: PdfLine, to: number, frame: Frame, cell: number): boolean {
  const text = source.text.slice(0, to);
  return source.x < frame.left + 1.5 * cell && (hasHeadingPrefix(text) || isCapitals(text));
}
