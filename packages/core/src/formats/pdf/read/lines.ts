import type { LineMark, PdfLine } from '../tree.js';
import { decorate } from './decoration.js';
import type { PageInk } from './ink.js';
import { LineSetter } from './line-text.js';
import { PitchBook } from './pitch.js';
import type { Pitch } from './pitch.js';

/** Glyphs on one baseline, or so near to one that they belong to one line. */
interface Row {
  y: number;
  size: number;
  mark: LineMark | undefined;
  /** Indices into the page's ink, blanks included. */
  glyphs: number[];
  letters: number;
}

/** How far, by font size, glyphs may stand off a baseline and still be on the line. */
const WOBBLE = 0.3;
/** The same for letters much smaller than the line's: raised and lowered ones. */
const RAISED = 0.55;
const SMALL = 0.82;

/** Makes lines of a page's glyphs, in whatever order they were drawn. One for all pages of a file: it learns pitches. */
export class LineReader {
  readonly #pitches = new PitchBook();

  read(ink: PageInk): PdfLine[] {
    const rows = mergeRows(rowsOf(ink));
    for (const row of rows) sortByPlace(row.glyphs, ink);
    this.#learn(rows, ink);
    const setter = new LineSetter(ink, this.#pitches);
    const lines: PdfLine[] = [];
    for (const row of rows) {
      const line = setter.set(row.glyphs, row.y, row.mark);
      if (line) lines.push(line);
    }
    decorate(lines, ink);
    return lines;
  }

  /** Notes how far neighbouring letters of fixed-pitch fonts are apart. */
  #learn(rows: readonly Row[], ink: PageInk): void {
    const pitches = this.#pitches;
    let noted = false;
    for (const { glyphs } of rows) {
      let look = -1;
      let size = 0;
      let width = 0;
      let entry: Pitch | undefined;
      for (let at = 1; at < glyphs.length; at++) {
        const left = glyphs[at - 1] as number;
        const right = glyphs[at] as number;
        if (ink.look[left] !== ink.look[right]) continue;
        if (ink.look[left] !== look || ink.size[left] !== size) {
          look = ink.look[left] as number;
          size = ink.size[left] as number;
          const font = ink.looks[look]?.font;
          entry = font?.fixed ? pitches.entry(font, size) : undefined;
          width = (font?.width ?? 0) * size;
        }
        if (!entry) continue;
        const distance = (ink.x[right] as number) - (ink.x[left] as number);
        if (distance <= width * 0.5 || distance >= width * 1.9) continue;
        pitches.note(entry, distance);
        noted = true;
      }
    }
    if (noted) pitches.settle();
  }
}

/** Glyphs by baseline and mark, to a quarter of a point. */
function rowsOf(ink: PageInk): Row[] {
  const rows = new Map<number, Row[]>();
  let last: Row | undefined;
  let lastKey = Number.NaN;
  for (let at = 0; at < ink.count; at++) {
    const y = ink.y[at] as number;
    const key = Math.round(y * 4);
    const mark = ink.marks[ink.mark[at] as number];
    if (!last || key !== lastKey || last.mark !== mark) {
      let same = rows.get(key);
      if (!same) rows.set(key, (same = []));
      last = same.find((row) => row.mark === mark);
      if (!last) same.push((last = { y, size: 0, mark, glyphs: [], letters: 0 }));
      lastKey = key;
    }
    last.glyphs.push(at);
    if (ink.text[at] !== ' ') {
      last.letters++;
      if ((ink.size[at] as number) > last.size) last.size = ink.size[at] as number;
    }
  }
  return [...rows.values()].flat().sort((a, b) => a.y - b.y);
}

/** Joins rows whose baselines differ by less than what lines of their size can be apart. */
function mergeRows(rows: Row[]): Row[] {
  const merged: Row[] = [];
  for (const row of rows) {
    if (row.letters === 0) {
      // Blanks alone: they belong to letters at their height, or to nothing.
      const near = merged.at(-1);
      if (near && near.mark === row.mark && Math.abs(near.y - row.y) <= near.size * 0.1)
        near.glyphs.push(...row.glyphs);
      continue;
    }
    let joined = false;
    for (let at = merged.length - 1; at >= 0 && at > merged.length - 4 && !joined; at--) {
      const before = merged[at] as Row;
      joined = before.mark === row.mark && belongsTo(before, row);
      if (joined) join(before, row);
    }
    if (!joined) merged.push(row);
  }
  return merged;
}

function belongsTo(a: Row, b: Row): boolean {
  const apart = b.y - a.y;
  const large = Math.max(a.size, b.size);
  const small = Math.min(a.size, b.size);
  return apart <= (small < large * SMALL ? RAISED * large : WOBBLE * small);
}

/** The row with more letters, or the larger ones, gives the baseline. */
function join(into: Row, row: Row): void {
  const stronger = row.size > into.size / SMALL || (row.letters > into.letters && row.size > into.size * SMALL);
  if (stronger) into.y = row.y;
  into.size = Math.max(into.size, row.size);
  into.letters += row.letters;
  for (const glyph of row.glyphs) into.glyphs.push(glyph);
}

function sortByPlace(glyphs: number[], ink: PageInk): void {
  for (let at = 1; at < glyphs.length; at++) {
    if ((ink.x[glyphs[at] as number] as number) < (ink.x[glyphs[at - 1] as number] as number)) {
      glyphs.sort((a, b) => (ink.x[a] as number) - (ink.x[b] as number) || a - b);
      return;
    }
  }
}
