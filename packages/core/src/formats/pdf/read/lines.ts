import type { PdfLine } from '../tree.js';
import { decorate } from './decoration.js';
import type { PageInk } from './ink.js';
import { LineSetter } from './line-text.js';
import { PitchBook } from './pitch.js';
import type { Pitch } from './pitch.js';
import { rowsOf } from './rows.js';
import type { Row } from './rows.js';
import { straighten } from './straighten.js';

/** Makes lines of a page's glyphs, in whatever order they were drawn. One for all pages of a file: it learns pitches. */
export class LineReader {
  readonly #pitches = new PitchBook();
  readonly #setter = new LineSetter(this.#pitches);
  /** Indices of a page's glyphs, row after row, from left to right. */
  #order = new Uint32Array(0);

  read(ink: PageInk): PdfLine[] {
    if (ink.images > 0) straighten(ink);
    const rows = rowsOf(ink);
    if (this.#order.length < ink.count) this.#order = new Uint32Array(ink.x.length);
    let used = 0;
    const ordered = rows.map((row) => {
      const from = used;
      used = this.#arrange(row, from, ink);
      return this.#order.subarray(from, used);
    });
    this.#learn(ordered, ink);
    const lines: PdfLine[] = [];
    this.#setter.start(ink, rows.length);
    rows.forEach(({ y, mark }, at) => {
      const line = this.#setter.set(ordered[at] as Uint32Array, y, mark);
      if (line) lines.push(line);
    });
    decorate(lines, ink);
    return lines;
  }

  /** Writes the glyphs of a row down at a place in the order; returns the place behind them. */
  #arrange({ runs }: Row, from: number, { x }: PageInk): number {
    const order = this.#order;
    let to = from;
    let sorted = true;
    let before = -Infinity;
    for (let at = 0; at < runs.length; at += 2) {
      const end = runs[at + 1] as number;
      for (let glyph = runs[at] as number; glyph < end; glyph++) {
        const place = x[glyph] as number;
        if (place < before) sorted = false;
        before = place;
        order[to++] = glyph;
      }
    }
    if (!sorted) order.subarray(from, to).sort((a, b) => (x[a] as number) - (x[b] as number) || a - b);
    return to;
  }

  /** Notes how far neighbouring letters of fixed-pitch fonts are apart. */
  #learn(rows: readonly Uint32Array[], ink: PageInk): void {
    const pitches = this.#pitches;
    const { x, look: looks, size: sizes } = ink;
    for (const glyphs of rows) {
      let look = -1;
      let size = 0;
      let width = 0;
      let entry: Pitch | undefined;
      for (let at = 1; at < glyphs.length; at++) {
        const left = glyphs[at - 1] as number;
        const right = glyphs[at] as number;
        if (looks[left] !== looks[right]) continue;
        if (looks[left] !== look || sizes[left] !== size) {
          look = looks[left] as number;
          size = sizes[left] as number;
          const font = ink.looks[look]?.font;
          entry = font?.fixed ? pitches.entry(font, size) : undefined;
          width = (font?.width ?? 0) * size;
        }
        if (!entry) continue;
        const distance = (x[right] as number) - (x[left] as number);
        if (distance > width * 0.5 && distance < width * 1.9) pitches.note(entry, distance);
      }
    }
    pitches.settle();
  }
}
