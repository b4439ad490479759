import type { ScreenplayDocument } from '../model/document.js';
import { visible } from './visible.js';

/** A word of the script and the class of the element it stands in. */
export interface ClassedWord {
  word: string;
  class: string;
}

/**
 * The words of a document in order: case-folded, parted by blanks; omitted text and page furniture are not counted.
 * Shots and general text count as action: plain-text formats tell no difference.
 */
export function classedWords(document: ScreenplayDocument): ClassedWord[] {
  const words: ClassedWord[] = [];
  for (const block of visible(document).blocks) {
    if (block.omit || block.class === 'page-break') continue;
    const kind = block.kind === 'shot' || block.kind === 'general' ? 'action' : block.kind;
    for (const word of block.text.toLowerCase().split(/\s+/)) if (word !== '') words.push({ word, class: kind });
  }
  return words;
}

export interface Recall {
  /** Words of the longest common subsequence over (word, class). */
  hits: number;
  /** Hits by the number of words of the reference. */
  recall: number;
  /** Hits by the number of words found. */
  precision: number;
  /** Words of the reference that have no partner, and found words that have none, in order. */
  missing: ClassedWord[];
  surplus: ClassedWord[];
}

/** How well `found` gives back `reference`: the longest common subsequence of words in their element classes. */
export function wordRecall(reference: readonly ClassedWord[], found: readonly ClassedWord[]): Recall {
  const a = reference.map((entry) => `${entry.class}\t${entry.word}`);
  const b = found.map((entry) => `${entry.class}\t${entry.word}`);
  const pairs = longestCommon(a, b);
  const inA = new Set(pairs.map(([at]) => at));
  const inB = new Set(pairs.map(([, at]) => at));
  return {
    hits: pairs.length,
    recall: a.length === 0 ? 1 : pairs.length / a.length,
    precision: b.length === 0 ? 1 : pairs.length / b.length,
    missing: reference.filter((_, at) => !inA.has(at)),
    surplus: found.filter((_, at) => !inB.has(at)),
  };
}

/** Index pairs of a longest common subsequence, by Myers' greedy search: time grows with length times difference. */
function longestCommon(a: readonly string[], b: readonly string[]): [number, number][] {
  const max = a.length + b.length;
  const furthest = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let d = 0; d <= max; d++) {
    trace.push(new Map([...furthest].filter(([k]) => Math.abs(k) <= d + 1)));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
      let x = down ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++;
        y++;
      }
      furthest.set(k, x);
      if (x >= a.length && y >= b.length) return walkBack(trace, a.length, b.length, d);
    }
  }
  return [];
}

function walkBack(
  trace: readonly Map<number, number>[],
  endX: number,
  endY: number,
  depth: number,
): [number, number][] {
  const pairs: [number, number][] = [];
  let x = endX;
  let y = endY;
  for (let d = depth; d >= 0; d--) {
    const furthest = trace[d] as Map<number, number>;
    const k = x - y;
    const down = k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
    const before = down ? k + 1 : k - 1;
    const fromX = furthest.get(before) ?? 0;
    const fromY = fromX - before;
    while (x > fromX && y > fromY && x > 0 && y > 0) pairs.push([--x, --y]);
    if (d > 0) {
      x = fromX;
      y = fromY;
    }
  }
  return pairs.reverse();
}
