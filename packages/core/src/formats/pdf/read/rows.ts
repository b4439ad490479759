import type { LineMark } from '../tree.js';
import type { InkLook, PageInk } from './ink.js';

/** Glyphs on one baseline, or so near to one that they belong to one line. */
export interface Row {
  y: number;
  size: number;
  mark: LineMark | undefined;
  /** Of its first letter. */
  look: InkLook | undefined;
  /** Stretches of the page's ink, blanks included: `[from, to)`, one behind the other. */
  runs: number[];
  letters: number;
}

/** How far, by font size, glyphs may stand off a baseline and still be on the line. */
const WOBBLE = 0.3;
/** The same for letters much smaller than the line's: raised and lowered ones. */
const RAISED = 0.55;
const SMALL = 0.82;
/** Type so much larger than the script's, by size, is a stamp, and no part of a line of the script that it lies over. */
export const STAMP = 2.2;
/** Baselines are told apart by so many parts of a point; and there are fewer marks than this on a page. */
const PARTS = 4;
const MARKS = 0x10000;
const BLANK = 0x20;

/** A page's glyphs by their lines, from top to bottom, in whatever order they were drawn. */
export function rowsOf(ink: PageInk): Row[] {
  return merged(byBaseline(ink).sort((a, b) => a.y - b.y));
}

/** Glyphs by baseline and mark, to a quarter of a point. */
function byBaseline(ink: PageInk): Row[] {
  const rows = new Map<number, Row>();
  const { y: ys, mark: marks, letter: letters, size: sizes } = ink;
  let row: Row | undefined;
  let last = Number.NaN;
  for (let at = 0; at < ink.count; at++) {
    const y = ys[at] as number;
    const mark = marks[at] as number;
    const key = Math.round(y * PARTS) * MARKS + mark;
    if (!row || key !== last) {
      last = key;
      row = rows.get(key);
      if (!row) rows.set(key, (row = { y, size: 0, mark: ink.marks[mark], look: undefined, runs: [], letters: 0 }));
    }
    addRun(row.runs, at, at + 1);
    if (letters[at] !== BLANK) {
      row.letters++;
      row.look ??= ink.looks[ink.look[at] as number];
      if ((sizes[at] as number) > row.size) row.size = sizes[at] as number;
    }
  }
  return [...rows.values()];
}

function addRun(runs: number[], from: number, to: number): void {
  const { length } = runs;
  if (length > 0 && runs[length - 1] === from) runs[length - 1] = to;
  else {
    runs[length] = from;
    runs[length + 1] = to;
  }
}

/** Joins rows whose baselines differ by less than what lines of their size can be apart. */
function merged(rows: readonly Row[]): Row[] {
  const result: Row[] = [];
  for (const row of rows) {
    if (row.letters === 0) {
      // Blanks alone: they belong to letters at their height, or to nothing.
      const near = result[result.length - 1];
      if (near && near.mark === row.mark && Math.abs(near.y - row.y) <= near.size * 0.1) addRuns(near, row);
      continue;
    }
    let joined = false;
    for (let at = result.length - 1; at >= 0 && at > result.length - 4 && !joined; at--) {
      const before = result[at] as Row;
      joined = before.mark === row.mark && belongsTo(before, row);
      if (joined) join(before, row);
    }
    if (!joined) result.push(row);
  }
  return result;
}

function belongsTo(a: Row, b: Row): boolean {
  const apart = b.y - a.y;
  const large = Math.max(a.size, b.size);
  const small = Math.min(a.size, b.size);
  if (large > STAMP * small || isStamped(a, b, apart)) return false;
  return apart <= (small < large * SMALL ? RAISED * large : WOBBLE * small);
}

/** Points from which baselines are two: programs do not set the words of one line so far off it. */
const OFF = 0.5;

/** Whether one row lies over the other, and is no part of it: neither its baseline nor its font nor its colour is the same. */
function isStamped(a: Row, b: Row, apart: number): boolean {
  return apart > OFF && a.look?.font !== b.look?.font && a.look?.color !== b.look?.color;
}

/** The row with more letters, or the larger ones, gives the baseline. */
function join(into: Row, row: Row): void {
  const stronger = row.size > into.size / SMALL || (row.letters > into.letters && row.size > into.size * SMALL);
  if (stronger) into.y = row.y;
  into.size = Math.max(into.size, row.size);
  into.letters += row.letters;
  addRuns(into, row);
}

function addRuns(into: Row, { runs }: Row): void {
  for (let at = 0; at < runs.length; at += 2) addRun(into.runs, runs[at] as number, runs[at + 1] as number);
}
