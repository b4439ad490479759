import type { PdfLine } from '../tree.js';
import type { ScriptPage } from './furniture.js';
import type { Metrics } from './metrics.js';

/** Cells to a step: how exactly places are compared. */
const STEP = 0.125;
/** How far a page may lie off the others, and how near edges are to be to agree; in steps. */
const FARTHEST = 20;
const NEAR = 4;
/** How much more edges must agree when pages are moved, for pages to have lain askew at all. */
const GAIN = 1.15;
/** Rounds after which the places of pages hardly change. */
const ROUNDS = 4;
/** What a page's own place counts more than others, lest pages wander. */
const STAY = 1.02;
/** Pages lie straight when so many lines begin in that many places, which are so wide. */
const STRAIGHT = { lines: 0.8, places: 4, width: 5 };
/** Steps to the widest page. */
const MAX_STEPS = 4096;

/**
 * Pages with their columns below each other: scanned pages, and those with a binding margin on alternating sides, are
 * printed each a little to the left or right. Pages whose columns agree as they are stay.
 */
export function alignPages(pages: readonly ScriptPage[], { cell }: Metrics): readonly ScriptPage[] {
  if (pages.length < 2) return pages;
  const edges = pages.map(({ body }) =>
    body.map(({ x }) => Math.min(MAX_STEPS, Math.max(0, Math.round(x / (STEP * cell)))) + FARTHEST),
  );
  if (isStraight(edges)) return pages;
  const shifts = edges.map(() => 0);
  const density = densityOf(edges, shifts, NEAR);
  const before = agreement(edges, shifts, density);
  for (let round = 0; round < ROUNDS; round++) {
    edges.forEach((own, page) => {
      // A page is laid where the others are, not where it is itself.
      add(density, own, shifts[page] as number, NEAR, -1);
      shifts[page] = bestShift(own, density, shifts[page] as number);
      add(density, own, shifts[page], NEAR, 1);
    });
  }
  if (agreement(edges, shifts, density) < GAIN * before) return pages;
  return pages.map((page, at) => moved(page, (shifts[at] as number) * STEP * cell));
}

type Edges = readonly (readonly number[])[];

function isStraight(edges: Edges): boolean {
  const none = edges.map(() => 0);
  const counts = densityOf(edges, none, 0);
  const all = edges.reduce((sum, { length }) => sum + length, 0);
  let shared = 0;
  for (let n = 0; n < STRAIGHT.places; n++) {
    let best = { from: 0, sum: 0 };
    let sum = 0;
    for (let at = 0; at < counts.length; at++) {
      sum += (counts[at] as number) - (counts[at - STRAIGHT.width] ?? 0);
      if (sum > best.sum) best = { from: at - STRAIGHT.width + 1, sum };
    }
    shared += best.sum;
    counts.fill(0, Math.max(0, best.from), best.from + STRAIGHT.width);
  }
  return shared >= STRAIGHT.lines * all;
}

/** How many edges lie near each place: they count the more the nearer they are. */
function densityOf(edges: Edges, shifts: readonly number[], reach: number): Float64Array {
  const density = new Float64Array(MAX_STEPS + 4 * FARTHEST);
  edges.forEach((own, page) => add(density, own, shifts[page] as number, reach, 1));
  return density;
}

function add(density: Float64Array, edges: readonly number[], shift: number, reach: number, weight: 1 | -1): void {
  for (const edge of edges) {
    for (let off = -reach; off <= reach; off++) {
      const at = edge + shift + off;
      density[at] = (density[at] ?? 0) + weight * (1 - Math.abs(off) / (reach + 1));
    }
  }
}

function agreement(edges: Edges, shifts: readonly number[], density: Float64Array): number {
  return edges.reduce((sum, own, page) => sum + agreementOf(own, shifts[page] as number, density), 0);
}

function agreementOf(edges: readonly number[], shift: number, density: Float64Array): number {
  let sum = 0;
  for (const edge of edges) sum += density[edge + shift] ?? 0;
  return sum;
}

/** Where a page agrees best with the others: nearest to its own place, and rather where it is already. */
function bestShift(edges: readonly number[], density: Float64Array, current: number): number {
  let best = current;
  let most = STAY * agreementOf(edges, current, density);
  for (let off = 0; off <= FARTHEST; off++) {
    for (const shift of [off, -off]) {
      const sum = agreementOf(edges, shift, density);
      if (sum > most) {
        most = sum;
        best = shift;
      }
    }
  }
  return best;
}

function moved(page: ScriptPage, by: number): ScriptPage {
  if (by === 0) return page;
  const move = ({ page: number, y, x, end, size, font, text, xs, spans, trailing, drawn, mark }: PdfLine): PdfLine => ({
    page: number,
    y,
    x: x + by,
    end: end + by,
    size,
    font,
    text,
    xs: xs.map((left) => left + by),
    spans,
    trailing,
    drawn,
    mark,
  });
  return { ...page, body: page.body.map(move) };
}
