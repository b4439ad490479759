import type { Columns } from './columns.js';
import type { BodyLine } from './margins.js';
import type { Metrics } from './metrics.js';

/** What this file's line ends tell. */
export interface BreakHabits {
  /** Blanks are drawn where lines were wrapped, and none where paragraphs end. */
  drawsBlanks: boolean;
  /** Blanks between sentences. */
  sentenceBlanks: number;
}

/** Shares from which a habit is one. */
const ALWAYS = 0.9;
const MOSTLY = 0.6;
const MIN_CASES = 6;

/** Learns how lines end from lines that surely go on: they are full, and the next one begins with a small letter. */
export function learnBreaks(lines: readonly BodyLine[], columns: Columns, metrics: Metrics): BreakHabits {
  let wrapped = 0;
  let drawn = 0;
  let single = 0;
  let double = 0;
  let ends = 0;
  let endsDrawn = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as BodyLine;
    for (const match of line.text.matchAll(/\p{Ll}[.?!]["'”’)]?( +)(?=["'“‘(]?\p{Lu})/gu)) {
      if (match[1] === '  ') double++;
      else if (match[1] === ' ') single++;
    }
    const next = lines[at + 1];
    const goesOn = next && !next.top && next.gap < 1.4 && Math.abs(next.x - line.x) < metrics.cell;
    if (goesOn && /^\p{Ll}/u.test(next.text) && !fits(line, next, columns, metrics) && !/[-–—]$/.test(line.text)) {
      wrapped++;
      if (line.line.trailing > 0) drawn++;
    } else if (next && !next.top && next.gap > 1.6 && Math.abs(next.x - line.x) > metrics.cell) {
      ends++;
      if (line.line.trailing > 0) endsDrawn++;
    }
  }
  return {
    drawsBlanks: wrapped >= MIN_CASES && drawn >= wrapped * ALWAYS && endsDrawn <= ends * 0.1,
    sentenceBlanks: double > (single + double) * MOSTLY && double >= 3 ? 2 : 1,
  };
}

/**
 * Whether the first word of a line would have fitted at the end of the one before: then that one was ended on purpose.
 * `edge` is the right edge of what the lines belong to, where it is not that of their column.
 */
export function fits(
  line: BodyLine,
  next: BodyLine,
  columns: Columns,
  { cell }: Metrics,
  edge: number = rightEdge(line, columns),
): boolean {
  return line.end + cell + firstWord(next, columns.breaksAtHyphens) <= edge + 0.3 * cell;
}

/** Width of a line's first word; a hyphen or dash inside it may be a place to break. */
function firstWord({ line, text }: BodyLine, breaksAtHyphens: boolean): number {
  const match = (breaksAtHyphens ? /^[^\s-]*[^\s]?-*/ : /^\S*/).exec(text);
  const length = Math.max(1, match?.[0].length ?? 1);
  const end = length < text.length ? (line.xs[length] as number) : line.end;
  return end - line.x;
}

function rightEdge(line: BodyLine, columns: Columns): number {
  const inDialogue =
    columns.dialogue !== undefined &&
    line.x >= columns.dialogue - columns.reach &&
    columns.dialogue > columns.action + columns.reach;
  return inDialogue ? Math.max(columns.dialogueRight, line.end) : columns.right;
}
