import { printedText } from '../conventions/capitals.js';
import type { Block, Run } from '../conventions/manuscript/types.js';
import type { Box } from './geometry.js';
import { firstRun } from './looks.js';
import { Lines, lastSentenceEnd } from './wrap.js';
import type { Measure, WrappedLine } from './wrap.js';

/** A paragraph in the flow, or what a page break left of it: what it prints and the box that it prints in. */
export interface Paragraph {
  /** Index of its block. */
  block: number;
  source: Block;
  /** The text as printed: upper case where the style says so. Offsets up to the block's own length are the block's. */
  text: string;
  box: Box;
  measure: Measure;
  /** Baseline to baseline of its lines. */
  pitch: number;
  /** Where in `text` it starts and ends. */
  from: number;
  to: number;
  lines: Lines;
}

/** A block as a paragraph; `suffix` is printed behind its text. */
export function makeParagraph(source: Block, block: number, box: Box, suffix = ''): Paragraph {
  const text = printedText(source, box.style.caps === true) + suffix;
  const sizes =
    source.runs && hasSizes(source.runs, box.size) ? new Sizes(source.runs, box.size, source.text.length) : undefined;
  const measure: Measure = sizes
    ? { cells: box.cells, firstCells: box.firstCells, scaleAt: (offset) => sizes.at(offset) / box.size }
    : box;
  const pitch = sizes ? (box.pitch * sizes.largest) / box.size : box.pitch;
  return { block, source, text, box, measure, pitch, from: 0, to: text.length, lines: new Lines(text, measure) };
}

function hasSizes(runs: readonly Run[], usual: number): boolean {
  return runs.some(({ size }) => size !== undefined && size !== usual && size > 0);
}

/** Font sizes along a text. */
class Sizes {
  readonly largest: number;
  readonly #runs: readonly Run[];
  readonly #usual: number;
  /** The run that was asked for last. */
  #run = 0;

  constructor(runs: readonly Run[], usual: number, length: number) {
    this.#runs = runs;
    this.#usual = usual;
    let covered = 0;
    let largest = 0;
    for (const { start, end, size } of runs) {
      if (size === undefined || size <= 0) continue;
      covered += end - start;
      largest = Math.max(largest, size);
    }
    this.largest = covered < length ? Math.max(largest, usual) : largest;
  }

  at(offset: number): number {
    const runs = this.#runs;
    const known = runs[this.#run];
    if (!known || offset < known.start || offset >= known.end) this.#run = firstRun(runs, offset);
    const run = runs[this.#run];
    const size = run && run.start <= offset ? run.size : undefined;
    return size !== undefined && size > 0 ? size : this.#usual;
  }
}

/** What is left of a paragraph from `offset` on. */
export function restOf(paragraph: Paragraph, offset: number): Paragraph {
  return offset <= paragraph.from ? paragraph : partOf(paragraph, offset, paragraph.to);
}

/** A stretch of a paragraph; only its own start has a first line's indent. */
export function partOf(paragraph: Paragraph, from: number, to: number): Paragraph {
  const { text } = paragraph;
  const { cells, scaleAt } = paragraph.measure;
  const measure = from === 0 ? paragraph.measure : { cells, firstCells: cells, scaleAt };
  return { ...paragraph, measure, from, to, lines: new Lines(text, measure, from, to) };
}

/** A place where a paragraph breaks over pages: its lines above, and where the rest starts. */
export interface ParagraphBreak {
  top: readonly WrappedLine[];
  offset: number;
}

/**
 * The lowest break of a paragraph with at least `least` and at most `most` lines above and `below` whole lines under the
 * line that breaks. Final Draft sets the paragraph first and then breaks it behind a line: at the line's end, or with
 * `atSentences` behind the last sentence that ends in the line, whose remainder goes over. A sentence that ends in the
 * last line but one thus leaves one line below, however the rest wraps afterwards.
 */
export function lowestBreak(
  { text, to, lines }: Paragraph,
  atSentences: boolean,
  least: number,
  most: number,
  below: number,
): ParagraphBreak | undefined {
  let above = Math.min(most, Number.MAX_SAFE_INTEGER);
  if (!lines.has(above + below)) above = lines.count - below;
  for (; above >= least; above--) {
    if (!atSentences) return { top: lines.first(above), offset: lines.line(above).start };
    const last = lines.line(above - 1);
    const offset = lastSentenceEnd(text, last.start, last.end, to);
    if (offset >= 0)
      return {
        top: [...lines.first(above - 1), { start: last.start, end: trimmed(text, last.start, offset) }],
        offset,
      };
  }
  return undefined;
}

/** Up to where a line prints that breaks before `offset`. */
function trimmed(text: string, start: number, offset: number): number {
  let end = offset;
  while (end > start && /[ \t\n]/.test(text.charAt(end - 1))) end--;
  return end;
}
