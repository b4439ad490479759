import type { PdfLine, PdfPage } from '../tree.js';
import { isCapitals, looksLikeCue } from './capitals.js';

/** What one file's type is like; every threshold of the reader is a multiple of these. Points. */
export interface Metrics {
  /** Font size and family of most letters. */
  size: number;
  font: string;
  /** Width of a letter with the space to its neighbour; the mean one in proportional fonts. */
  cell: number;
  /** All letters of the body stand on one grid. */
  fixed: boolean;
  /** Baseline to baseline of single-spaced lines. */
  pitch: number;
}

export function measure(pages: readonly PdfPage[]): Metrics {
  const bySize = new Map<number, number>();
  const byFont = new Map<string, number>();
  for (const { lines } of pages) {
    for (const line of lines) {
      add(bySize, Math.round(line.size * 4) / 4, line.text.length);
      add(byFont, line.font, line.text.length);
    }
  }
  const size = heaviest(bySize) ?? 12;
  const font = heaviest(byFont) ?? '';
  const { cell, fixed } = measureCell(pages, size, font);
  return { size, font, cell, fixed, pitch: measurePitch(pages, size) };
}

/** Lines too short to tell a mean width. */
const MIN_LETTERS = 8;

function measureCell(pages: readonly PdfPage[], size: number, font: string): { cell: number; fixed: boolean } {
  const widths: number[] = [];
  const pitches: number[] = [];
  for (const { lines } of pages) {
    for (const line of lines) {
      if (line.font !== font || Math.abs(line.size - size) > 0.25 || line.text.length < MIN_LETTERS) continue;
      const { text, xs } = line;
      const last = text.length - 1;
      widths.push(Math.abs(((xs[last] as number) - (xs[0] as number)) / last));
      const pitch = letterPitch(text, xs);
      if (pitch !== undefined) pitches.push(pitch);
    }
  }
  if (widths.length === 0) return { cell: size * 0.6, fixed: false };
  // Blanks are as wide as letters but in justified lines: letters alone tell whether they stand on a grid.
  const pitch = medianOf(pitches);
  const alike = pitches.filter((one) => Math.abs(one - pitch) < pitch * 0.02).length;
  const fixed = pitches.length > 0 && alike >= pitches.length * 0.8;
  return { cell: fixed ? pitch : medianOf(widths), fixed };
}

/** Mean distance of a line's letters from their neighbours, blanks aside. */
function letterPitch(text: string, xs: Float32Array): number | undefined {
  let count = 0;
  let sum = 0;
  for (let from = 0; from < text.length; ) {
    let to = text.indexOf(' ', from);
    if (to < 0) to = text.length;
    if (to - from > 1) {
      sum += Math.abs((xs[to - 1] as number) - (xs[from] as number));
      count += to - 1 - from;
    }
    from = to + 1;
  }
  return count < MIN_LETTERS / 2 ? undefined : sum / count;
}

function medianOf(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
}

/** Distances of lines, by font size, that can be single spacing; and from which they may as well be double. */
const SPACING = { least: 0.8, most: 2.6 };
const DOUBLE = 1.6;
/** The share of a distance among all of them from which it is a habit of the file. */
const HABIT = 0.015;
const MIN_COUNT = 3;
/** The share of lines at a double distance that go on with a small letter, from which they are lines of paragraphs. */
const GOING_ON = 0.12;

interface Step {
  distance: number;
  /** The lower line goes on where the upper one ends: same left edge, a small letter first. */
  goesOn: boolean;
  /** The lower line looks like a name over what it says: there is a blank line above it. */
  begins: boolean;
}

/** Names right below the line above, from which on that is a blank line away. */
const NAMES = 3;
/** How far worn type may stand off its line, by the distance of lines. */
const WORN = 0.2;

/** The least distance of lines that is a habit of the file: other distances are more than single spacing. */
function measurePitch(pages: readonly PdfPage[], size: number): number {
  const steps = stepsOf(pages, size).sort((a, b) => a.distance - b.distance);
  const reach = 0.12 * size;
  const enough = Math.max(Math.min(MIN_COUNT, steps.length), steps.length * HABIT);
  for (let at = 0; at < steps.length; at++) {
    const from = (steps[at] as Step).distance;
    let end = at;
    while (end < steps.length && (steps[end] as Step).distance <= from + reach) end++;
    if (end - at < enough) continue;
    const alike = steps.slice(at, end);
    const pitch = (alike[alike.length >> 1] as Step).distance;
    if (pitch < DOUBLE * size) return pitch;
    // A single paragraph with lines half as far apart shows that this is double spacing.
    if (steps.some((step) => step.goesOn && Math.abs(step.distance - pitch / 2) < reach / 2)) return pitch / 2;
    const near = steps.filter(({ begins, distance }) => begins && Math.abs(distance - pitch) <= WORN * pitch);
    if (near.length >= NAMES) return pitch / 2;
    // Paragraphs of one line each look like double spacing.
    return alike.filter((step) => step.goesOn).length >= alike.length * GOING_ON ? pitch : pitch / 2;
  }
  return size;
}

function stepsOf(pages: readonly PdfPage[], size: number): Step[] {
  const steps: Step[] = [];
  for (const { lines } of pages) {
    for (let at = 1; at < lines.length; at++) {
      const upper = lines[at - 1] as PdfLine;
      const lower = lines[at] as PdfLine;
      const distance = lower.y - upper.y;
      if (distance < SPACING.least * size || distance > SPACING.most * size) continue;
      const off = lower.x - upper.x;
      steps.push({
        distance,
        goesOn: Math.abs(off) < 0.3 * size && goesOn(upper.text, lower.text),
        begins: off > 3 * size && distance >= DOUBLE * size && looksLikeCue(lower.text),
      });
    }
  }
  return steps;
}

/** Whether a text reads on in the line below: small letters do, and capitals below a line of capitals that ends nowhere. */
function goesOn(upper: string, lower: string): boolean {
  if (/^\p{Ll}/u.test(lower)) return true;
  return /[\p{L},]$/u.test(upper) && upper.length >= MIN_CAPITALS && isCapitals(upper) && isCapitals(lower);
}

/** Lines of a paragraph in capitals are longer than headings and names. */
const MIN_CAPITALS = 40;

function add<K>(counts: Map<K, number>, key: K, weight: number): void {
  counts.set(key, (counts.get(key) ?? 0) + weight);
}

function heaviest<K>(counts: ReadonlyMap<K, number>): K | undefined {
  let best: K | undefined;
  let most = -1;
  for (const [key, weight] of counts) {
    if (weight > most) {
      most = weight;
      best = key;
    }
  }
  return best;
}

/** A place at which many things stand, and how much stands there. */
export interface Peak {
  at: number;
  weight: number;
}

/**
 * Where values gather: the heaviest window of width `2 * reach`, then the heaviest of the rest, and so on, heaviest
 * first, `most` of them. A peak's place is the mean of its window.
 */
export function peaks(values: readonly Peak[], reach: number, most = MAX_PEAKS): Peak[] {
  let rest = [...values].sort((a, b) => a.at - b.at);
  const found: Peak[] = [];
  while (rest.length > 0 && found.length < most) {
    let best = { from: 0, to: 0, weight: -1 };
    let to = 0;
    let weight = 0;
    for (let from = 0; from < rest.length; from++) {
      const edge = (rest[from] as Peak).at + 2 * reach;
      while (to < rest.length && (rest[to] as Peak).at <= edge) weight += (rest[to++] as Peak).weight;
      if (weight > best.weight) best = { from, to, weight };
      weight -= (rest[from] as Peak).weight;
    }
    const window = rest.slice(best.from, best.to);
    const at = window.reduce((sum, value) => sum + value.at * value.weight, 0) / best.weight;
    found.push({ at, weight: best.weight });
    rest = rest.filter((value, n) => (n < best.from || n >= best.to) && Math.abs(value.at - at) > reach);
  }
  return found;
}

const MAX_PEAKS = 40;
