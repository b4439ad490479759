import { heaviestChain, pairOccurrences } from './heaviest-chain.js';
import type { Pair } from './heaviest-chain.js';
import { isShort } from './likeness.js';
import type { Likeness } from './likeness.js';
import { shinglesOf } from './lexicon.js';
import type { Phrase } from './lexicon.js';
import type { Matching } from './matching.js';
import type { Line } from './outline.js';

/** Beyond this many combinations only lines that share a rare pair of words are compared. */
const MAX_COMBINATIONS = 16_384;
/** Candidates per line in such a gap. */
const MAX_CANDIDATES = 8;
/** Keeps what is known from being outweighed. */
const KNOWN = 1e6;

/**
 * Matches the content lines of two matched scenes that stand in the same order: first equal ones that say enough or
 * stand there once, weighed by how much they say; then, in every gap between them, all that are alike. `matching`
 * counts places.
 */
export function alignLines(as: readonly Line[], bs: readonly Line[], matching: Matching, likeness: Likeness): void {
  const pairs = equalLines(as, bs, matching, likeness, (a, b, line) => a * b === 1 || !isShort(line));
  const turns = new Map(as.map((line, at) => [line.place, at]));
  bs.forEach((line, b) => {
    const a = turns.get(matching.previousOf[line.place] ?? -1);
    if (a !== undefined) pairs.push({ a, b, weight: KNOWN });
  });
  const chain = heaviestChain(pairs);
  for (const { a, b } of chain) matching.add((as[a] as Line).place, (bs[b] as Line).place);

  let fromA = 0;
  let fromB = 0;
  for (const fence of [...chain, { a: as.length, b: bs.length }]) {
    alignGap(as.slice(fromA, fence.a), bs.slice(fromB, fence.b), matching, likeness);
    fromA = fence.a + 1;
    fromB = fence.b + 1;
  }
}

/** Matches, in order, the lines of a gap that are alike enough. */
export function alignGap(as: readonly Line[], bs: readonly Line[], matching: Matching, likeness: Likeness): Pair[] {
  const left = as.filter((line) => matching.nextOf[line.place] === -1);
  const right = bs.filter((line) => matching.previousOf[line.place] === -1);
  if (left.length === 0 || right.length === 0) return [];
  const pairs: Pair[] = [];
  const consider = (a: number, b: number): void => {
    const before = left[a] as Line;
    const after = right[b] as Line;
    const alike = likeness.of(before, after);
    if (alike === 0) return;
    // Between equal candidates the count from either end decides.
    const inStep = a === b || left.length - a === right.length - b;
    pairs.push({ a, b, weight: alike * (1 + before.phrase.weight + after.phrase.weight) * (inStep ? 1.02 : 1) });
  };
  if (left.length * right.length <= MAX_COMBINATIONS) {
    for (let b = 0; b < right.length; b++) for (let a = 0; a < left.length; a++) consider(a, b);
  } else {
    eachLikely(left, right, MAX_CANDIDATES, consider);
    for (const pair of equalLines(left, right, matching, likeness, () => true)) pairs.push(pair);
  }
  const chain = heaviestChain(pairs);
  for (const { a, b } of chain) matching.add((left[a] as Line).place, (right[b] as Line).place);
  return chain.map(({ a, b, weight }) => ({ a: (left[a] as Line).place, b: (right[b] as Line).place, weight }));
}

/** @param wanted told how often a wording stands in `as` and in `bs`, and one line of it. */
function equalLines(
  as: readonly Line[],
  bs: readonly Line[],
  matching: Matching,
  likeness: Likeness,
  wanted: (as: number, bs: number, line: Line) => boolean,
): Pair[] {
  const before = groupByPhrase(as, (line) => matching.nextOf[line.place] === -1);
  const after = groupByPhrase(bs, (line) => matching.previousOf[line.place] === -1);
  const pairs: Pair[] = [];
  for (const [phrase, places] of after) {
    const same = before.get(phrase) ?? [];
    if (!wanted(same.length, places.length, bs[places[0] ?? 0] as Line)) continue;
    pairOccurrences(same, places, (a, b) => {
      const left = as[a] as Line;
      const right = bs[b] as Line;
      const alike = likeness.of(left, right);
      // Words that anyone may say ("Yes.") hold only for the same speaker, or between matched neighbours later on.
      if (alike > 0 || !isShort(right)) pairs.push({ a, b, weight: Math.max(alike, 0.5) * (0.1 + phrase.weight) });
    });
  }
  return pairs;
}

function groupByPhrase(lines: readonly Line[], wanted: (line: Line) => boolean): Map<Phrase, number[]> {
  const groups = new Map<Phrase, number[]>();
  lines.forEach((line, at) => {
    if (!wanted(line)) return;
    const group = groups.get(line.phrase);
    if (group) group.push(at);
    else groups.set(line.phrase, [at]);
  });
  return groups;
}

/**
 * Visits pairs of lines that share pairs of neighbouring words which few lines have: at most `limit` for each line of
 * `bs`, the likeliest first. Linear in the words.
 */
export function eachLikely(
  as: readonly Line[],
  bs: readonly Line[],
  limit: number,
  visit: (a: number, b: number) => void,
): void {
  const holders = new Map<number, number[]>();
  as.forEach((line, a) => {
    for (const shingle of new Set(shingles(line))) {
      const lines = holders.get(shingle);
      if (!lines) holders.set(shingle, [a]);
      else if (lines.length <= 2 * limit) lines.push(a);
    }
  });
  bs.forEach((line, b) => {
    const votes = new Map<number, number>();
    for (const shingle of new Set(shingles(line))) {
      const lines = holders.get(shingle);
      if (!lines || lines.length > 2 * limit) continue;
      for (const a of lines) votes.set(a, (votes.get(a) ?? 0) + 1 / lines.length);
    }
    const ranked = [...votes].sort((x, y) => y[1] - x[1] || x[0] - y[0]);
    for (const [a] of ranked.slice(0, limit)) visit(a, b);
  });
}

function shingles(line: Line): number[] {
  const found: number[] = [];
  shinglesOf(line.phrase, found);
  return found;
}
