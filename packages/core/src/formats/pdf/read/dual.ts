import { looksLikeCue } from './capitals.js';
import type { Element } from './elements.js';
import type { BodyLine, Frame } from './margins.js';
import type { Metrics } from './metrics.js';
import { chunksOf, sliceLine } from './slice.js';

/** Cells between two columns where a line has both. */
const GUTTER = 2.5;
/** How much wider than meant a distance of lines may be; distances within columns of a single-spaced and of any script. */
const LOOSE = 0.45;
const CLOSE = 1 + LOOSE;
const DOUBLE = 2 + LOOSE;

/** Two speeches side by side: how many lines they take, and their elements, the left speech first. */
export interface Dual {
  lines: number;
  elements: Element[];
}

/** The dual dialogue that starts at a line: two cues on it, text in two columns below them. */
export function readDual(lines: readonly BodyLine[], at: number, frame: Frame, { cell }: Metrics): Dual | undefined {
  const cues = lines[at];
  if (!cues || (cues.gap < 1.3 && !cues.top)) return undefined;
  const names = chunksOf(cues.line, GUTTER * cell);
  const [left, right] = names;
  if (!left || !right || names.length !== 2) return undefined;
  if (!looksLikeCue(cues.text.slice(left.from, left.to)) || !looksLikeCue(cues.text.slice(right.from, right.to)))
    return undefined;
  const middle = (frame.left + frame.right) / 2;
  if (right.x < middle - 2 * cell || left.x > middle) return undefined;

  const block = blockBelow(lines, at, cell);
  if (block.length === 0) return undefined;
  const edge = rightColumn(block, left.end, right, cell);
  if (edge === undefined) return undefined;
  const columns = { left: [cutLine(cues, left.from, left.to)], right: [cutLine(cues, right.from, right.to)] };
  for (const line of block) {
    const cut = columnStart(line, edge, cell);
    if (cut > 0) columns.left.push(cutLine(line, 0, cut));
    if (cut < line.text.length) columns.right.push(cutLine(line, cut, line.text.length));
  }
  if (columns.left.length < 2 || columns.right.length < 2) return undefined;
  return {
    lines: block.length + 1,
    elements: [...speechOf(columns.left, 'left'), ...speechOf(columns.right, 'right')],
  };
}

/** Prose side by side: at least so many lines have both columns, and lines of the left one fill so much of it. */
const MIN_BOTH = 2;
const FILLED = 0.6;

/**
 * Text in two columns that starts at a line, which is no dialogue. Lists whose lines have a label and an explanation are
 * none: their labels do not fill a column.
 */
export function readSideBySide(
  lines: readonly BodyLine[],
  at: number,
  frame: Frame,
  { cell }: Metrics,
): Dual | undefined {
  const first = lines[at];
  if (!first || (first.gap < 1.3 && !first.top) || chunksOf(first.line, GUTTER * cell).length !== 2) return undefined;
  const block = [first];
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] as BodyLine;
    if (line.top || line.gap > CLOSE) break;
    block.push(line);
  }
  const rights: number[] = [];
  for (const { line } of block) {
    const chunks = chunksOf(line, GUTTER * cell);
    if (chunks.length > 2) return undefined;
    if (chunks[1]) rights.push(chunks[1].x);
  }
  const edge = Math.min(...rights);
  const middle = (frame.left + frame.right) / 2;
  if (rights.length < MIN_BOTH || edge < middle - 4 * cell || rights.some((x) => x - edge > cell)) return undefined;
  const left: BodyLine[] = [];
  const right: BodyLine[] = [];
  for (const line of block) {
    const cut = columnStart(line, edge, cell);
    if (cut > 0) left.push(cutLine(line, 0, cut));
    if (cut < line.text.length) right.push(cutLine(line, cut, line.text.length));
  }
  const width = edge - Math.min(...left.map(({ x }) => x));
  const full = left.slice(0, -1).filter((line) => line.end - line.x >= FILLED * width).length;
  if (left.length < 2 || full < left.length - 1) return undefined;
  return {
    lines: block.length,
    elements: [
      { kind: 'action', class: 'left-column', lines: left },
      { kind: 'action', class: 'right-column', lines: right },
    ],
  };
}

/** The lines below the cues, up to the blank line that ends the longer speech. */
function blockBelow(lines: readonly BodyLine[], at: number, cell: number): BodyLine[] {
  const block: BodyLine[] = [];
  const first = lines[at + 1];
  const spacing = first && first.gap > CLOSE ? DOUBLE : CLOSE;
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] as BodyLine;
    if (line.top || line.gap > spacing) break;
    const chunks = chunksOf(line.line, GUTTER * cell);
    const cues = chunks.length === 2 && chunks.every(({ from, to }) => looksLikeCue(line.text.slice(from, to)));
    if (spacing === DOUBLE && line.gap > CLOSE && cues) break;
    block.push(line);
  }
  return block;
}

/** Left edge of the right column: where its text begins, which is left of its cue and of its parentheticals. */
function rightColumn(block: readonly BodyLine[], cueEnd: number, cue: { x: number }, cell: number): number | undefined {
  let edge: number | undefined;
  for (const { line } of block) {
    const chunks = chunksOf(line, GUTTER * cell);
    // A line of the right column alone stands beyond the left cue.
    const start = chunks.length > 1 ? chunks[1]?.x : line.x > cueEnd ? line.x : undefined;
    if (start === undefined || start > cue.x + 6 * cell) continue;
    if (edge === undefined || start < edge) edge = start;
  }
  return edge;
}

/** Index in a line's text at which the right column begins: the first word at its edge or beyond, with a blank before. */
function columnStart({ line, text }: BodyLine, edge: number, cell: number): number {
  if (line.x >= edge - cell) return 0;
  const { xs } = line;
  for (let at = 1; at < text.length; at++) {
    const first = text.charCodeAt(at - 1) === 0x20 && text.charCodeAt(at) !== 0x20;
    if (first && (xs[at] as number) >= edge - 0.6 * cell) return at;
  }
  return text.length;
}

function cutLine(source: BodyLine, from: number, to: number): BodyLine {
  const line = sliceLine(source.line, from, to);
  return { ...source, line, text: line.text, x: line.x, end: line.end };
}

function speechOf(lines: readonly BodyLine[], dual: 'left' | 'right'): Element[] {
  const [cue, ...rest] = lines;
  const elements: Element[] = [{ kind: 'character', lines: [cue as BodyLine], dual }];
  let open: Element | undefined;
  for (const line of rest) {
    const inBrackets = open?.kind === 'parenthetical' && !open.lines.at(-1)?.text.endsWith(')');
    if (open && (inBrackets || (open.kind === 'dialogue' && !startsBracket(line, rest)))) {
      open.lines.push(line);
      continue;
    }
    open = {
      kind: line.text.startsWith('(') && startsBracket(line, rest) ? 'parenthetical' : 'dialogue',
      lines: [line],
      dual,
    };
    elements.push(open);
  }
  return elements;
}

/** Whether a line opens a bracket that closes at the end of it or of one of the next: a parenthetical of its own. */
function startsBracket(line: BodyLine, lines: readonly BodyLine[]): boolean {
  if (!line.text.startsWith('(')) return false;
  const from = lines.indexOf(line);
  for (let at = from; at < Math.min(lines.length, from + 4); at++) {
    const { text } = lines[at] as BodyLine;
    const close = text.indexOf(')');
    if (close >= 0) return close === text.length - 1;
  }
  return false;
}
