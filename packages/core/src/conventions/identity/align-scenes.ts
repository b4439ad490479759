import type { Scene } from '../../model/document.js';
import { heaviestChain, pairOccurrences } from './heaviest-chain.js';
import type { Pair } from './heaviest-chain.js';
import { knownPairs } from './known-pairs.js';
import type { Verdict } from './known-pairs.js';
import { shinglesOf } from './lexicon.js';
import type { Lexicon, Phrase } from './lexicon.js';
import { Matching } from './matching.js';
import type { Outline, SceneOutline } from './outline.js';

/** Word pairs that occur in more scenes than this do not tell scenes apart. */
const MAX_SCENES_OF_SHINGLE = 16;
/** Candidates looked at closely for each scene. */
const MAX_CANDIDATES = 6;
/** A candidate must share this much of its word pairs, and this much of what the best candidate shares. */
const ENOUGH = 0.35;
const ENOUGH_OF_BEST = 0.6;
/** With a heading that agrees this much will do. */
const SOME = 0.2;
/** Gaps with more combinations than this are left alone. */
const MAX_GAP = 4096;
/** A scene of at most this many words may be rewritten whole and still be told by its heading and place. */
const TINY = 12;

interface Candidate extends Pair {
  /** 0: to be matched only where the order of the scenes bears it out. */
  likeness: number;
}

/** Sorted hashes of all neighbouring words of a scene's body. */
type Bag = Int32Array;

/**
 * Matches the scenes of two drafts: first those that stand in the same order, by what they share; then scenes that
 * were moved; at last, between matched neighbours, scenes of which little more than the heading is left.
 * Scenes with the same id in both are the same, unless the ids turn out to mean nothing.
 */
export function alignScenes(previous: Outline, next: Outline, lexicon: Lexicon): Matching {
  const matching = new Matching(previous.scenes.length, next.scenes.length);
  const bagsBefore = previous.scenes.map((scene) => bagOf(previous, scene));
  const bagsAfter = next.scenes.map((scene) => bagOf(next, scene));
  const known = knownPairs(
    previous.scenes.map(sceneOf),
    next.scenes.map(sceneOf),
    verdictOn(previous, next, bagsBefore, bagsAfter),
  );
  for (const { a, b } of known) matching.add(a, b);

  const candidates = [
    ...equalScenes(previous, next, bagsAfter),
    ...likeScenes(previous, next, bagsBefore, bagsAfter, lexicon),
  ].filter(({ a, b }) => matching.free(a, b));
  for (const { a, b } of heaviestChain([...known, ...candidates])) matching.add(a, b);
  candidates.sort((x, y) => y.likeness - x.likeness || y.weight - x.weight || x.b - y.b || x.a - y.a);
  for (const { a, b, likeness } of candidates) {
    if (likeness > 0) matching.add(a, b);
  }
  fillGaps(previous, next, bagsBefore, bagsAfter, lexicon, matching);
  matchHeadings(previous, next, bagsBefore, bagsAfter, matching);
  return matching;
}

function sceneOf({ scene }: SceneOutline): Scene {
  return scene;
}

/** The verdict on equal ids of scenes: some words of the body, or the very same heading, bear them out. */
function verdictOn(
  previous: Outline,
  next: Outline,
  bagsBefore: readonly Bag[],
  bagsAfter: readonly Bag[],
): (a: number, b: number) => Verdict {
  const headingsBefore = new Set(previous.scenes.map(({ heading }) => heading));
  const headingsAfter = new Set(next.scenes.map(({ heading }) => heading));
  return (a, b) => {
    const was = (previous.scenes[a] as SceneOutline).heading;
    const is = (next.scenes[b] as SceneOutline).heading;
    if (was === is || diceOf(bagsBefore[a] as Bag, bagsAfter[b] as Bag) >= SOME) return 'agrees';
    return headingsAfter.has(was) || headingsBefore.has(is) ? 'astray' : 'differs';
  };
}

function bagOf(outline: Outline, scene: SceneOutline): Bag {
  const shingles: number[] = [];
  for (let turn = scene.first; turn < scene.end; turn++) {
    const line = outline.content[turn];
    if (line) shinglesOf(line.phrase, shingles);
  }
  return Int32Array.from(shingles).sort();
}

/** Scenes that say the same under the same heading, word for word. */
function equalScenes(previous: Outline, next: Outline, bags: readonly Bag[]): Candidate[] {
  const names = new Map<Phrase, number>();
  const nameOf = (phrase: Phrase): number => {
    const known = names.get(phrase) ?? names.size;
    names.set(phrase, known);
    return known;
  };
  const group = (outline: Outline): Map<string, number[]> => {
    const groups = new Map<string, number[]>();
    outline.scenes.forEach((scene, number) => {
      const said = [nameOf(scene.heading)];
      for (let turn = scene.first; turn < scene.end; turn++) {
        const line = outline.content[turn];
        if (line) said.push(nameOf(line.phrase));
      }
      append(groups, said.join(), number);
    });
    return groups;
  };
  const before = group(previous);
  const candidates: Candidate[] = [];
  for (const [said, bs] of group(next)) {
    const as = before.get(said) ?? [];
    const telling = (as.length === 1 && bs.length === 1) || (bags[bs[0] ?? 0]?.length ?? 0) > TINY;
    pairOccurrences(as, bs, (a, b) => {
      candidates.push({ a, b, weight: (bags[b]?.length ?? 0) + 2, likeness: telling ? 1 : 0 });
    });
  }
  return candidates;
}

/** Pairs of scenes with much in common, found by the word pairs that few scenes have. */
function likeScenes(
  previous: Outline,
  next: Outline,
  bagsBefore: readonly Bag[],
  bagsAfter: readonly Bag[],
  lexicon: Lexicon,
): Candidate[] {
  const holders = new Map<number, number[]>();
  bagsBefore.forEach((bag, scene) => eachOnce(bag, (shingle) => append(holders, shingle, scene)));
  const votes = new Float64Array(bagsBefore.length);
  const found: Candidate[] = [];
  bagsAfter.forEach((bag, b) => {
    const touched: number[] = [];
    eachOnce(bag, (shingle) => {
      const scenes = holders.get(shingle);
      if (!scenes || scenes.length > MAX_SCENES_OF_SHINGLE) return;
      for (const a of scenes) {
        if (votes[a] === 0) touched.push(a);
        votes[a] = (votes[a] ?? 0) + 1 / scenes.length;
      }
    });
    touched.sort((x, y) => (votes[y] ?? 0) - (votes[x] ?? 0) || x - y);
    for (const a of touched.slice(0, MAX_CANDIDATES)) {
      const candidate = weighCandidate(a, b, previous, next, bagsBefore, bagsAfter, lexicon);
      if (candidate) found.push(candidate);
    }
    for (const a of touched) votes[a] = 0;
  });
  const bestBefore = new Float64Array(bagsBefore.length);
  const bestAfter = new Float64Array(bagsAfter.length);
  for (const { a, b, likeness } of found) {
    bestBefore[a] = Math.max(bestBefore[a] ?? 0, likeness);
    bestAfter[b] = Math.max(bestAfter[b] ?? 0, likeness);
  }
  return found.filter(
    ({ a, b, likeness }) => likeness >= ENOUGH_OF_BEST * Math.max(bestBefore[a] ?? 0, bestAfter[b] ?? 0),
  );
}

function weighCandidate(
  a: number,
  b: number,
  previous: Outline,
  next: Outline,
  bagsBefore: readonly Bag[],
  bagsAfter: readonly Bag[],
  lexicon: Lexicon,
): Candidate | undefined {
  const before = bagsBefore[a] as Bag;
  const after = bagsAfter[b] as Bag;
  const total = before.length + after.length;
  if (2 * Math.min(before.length, after.length) < ENOUGH * total) return undefined;
  const shared = common(before, after);
  const likeness = (2 * shared) / total;
  if (likeness < ENOUGH) return undefined;
  const headings = lexicon.similarity(
    (previous.scenes[a] as SceneOutline).heading,
    (next.scenes[b] as SceneOutline).heading,
  );
  // A few common words under another heading are another scene.
  if (shared < 6 && headings < 0.5) return undefined;
  return { a, b, weight: shared + 2 * headings, likeness: likeness + 0.1 * headings };
}

/** Matches what is left between two matched scenes, in order, when heading and words make it likely enough. */
function fillGaps(
  previous: Outline,
  next: Outline,
  bagsBefore: readonly Bag[],
  bagsAfter: readonly Bag[],
  lexicon: Lexicon,
  matching: Matching,
): void {
  const matched: Pair[] = [];
  matching.previousOf.forEach((a, b) => {
    if (a >= 0) matched.push({ a, b, weight: 1 + (bagsAfter[b]?.length ?? 0) });
  });
  if (matched.length === 0 && previous.scenes.length * next.scenes.length > 1) return;
  const fences = [...heaviestChain(matched), { a: previous.scenes.length, b: next.scenes.length, weight: 0 }];
  let fromA = 0;
  let fromB = 0;
  for (const fence of fences) {
    const as = range(fromA, fence.a).filter((a) => matching.nextOf[a] === -1);
    const bs = range(fromB, fence.b).filter((b) => matching.previousOf[b] === -1);
    fromA = fence.a + 1;
    fromB = fence.b + 1;
    if (as.length * bs.length > MAX_GAP) continue;
    const only = as.length === 1 && bs.length === 1;
    const pairs: Pair[] = [];
    for (const b of bs) {
      for (const a of as) {
        const before = bagsBefore[a] as Bag;
        const after = bagsAfter[b] as Bag;
        const total = before.length + after.length;
        const shared = common(before, after);
        const words = total === 0 ? 0 : (2 * shared) / total;
        const within = shared / Math.max(1, Math.min(before.length, after.length));
        const { heading } = next.scenes[b] as SceneOutline;
        const headings = lexicon.similarity((previous.scenes[a] as SceneOutline).heading, heading);
        // No other scene of either draft has this heading.
        const unique = headings === 1 && heading.uses === 2;
        const tiny = before.length <= TINY && after.length <= TINY;
        const same =
          (headings > 0.95 && (words >= 0.1 || within >= 0.5 || tiny || unique)) ||
          (headings >= 0.5 && words >= SOME) ||
          (only && tiny && headings >= 0.3 && (words > 0 || total === 0));
        if (same) pairs.push({ a, b, weight: 0.2 + words + headings });
      }
    }
    for (const { a, b } of heaviestChain(pairs)) matching.add(a, b);
  }
}

/** Matches moved scenes that have a heading like no other and still some words in common. */
function matchHeadings(
  previous: Outline,
  next: Outline,
  bagsBefore: readonly Bag[],
  bagsAfter: readonly Bag[],
  matching: Matching,
): void {
  const places = new Map<Phrase, number>();
  previous.scenes.forEach(({ heading }, a) => {
    if (matching.nextOf[a] === -1 && heading.uses === 2) places.set(heading, a);
  });
  next.scenes.forEach(({ heading }, b) => {
    const a = places.get(heading);
    if (a !== undefined && diceOf(bagsBefore[a] as Bag, bagsAfter[b] as Bag) >= SOME) matching.add(a, b);
  });
}

function diceOf(one: Bag, other: Bag): number {
  const total = one.length + other.length;
  return total === 0 ? 0 : (2 * common(one, other)) / total;
}

/** How many entries two sorted bags share; searches the larger for each of the smaller. */
function common(one: Bag, other: Bag): number {
  const [small, large] = one.length <= other.length ? [one, other] : [other, one];
  let shared = 0;
  let from = 0;
  for (const value of small) {
    let step = 1;
    let low = from;
    while (low + step < large.length && (large[low + step] as number) < value) {
      low += step;
      step *= 2;
    }
    let high = Math.min(large.length, low + step + 1);
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((large[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    from = low;
    if (from < large.length && large[from] === value) {
      shared++;
      from++;
    }
  }
  return shared;
}

function eachOnce(bag: Bag, visit: (shingle: number) => void): void {
  for (let at = 0; at < bag.length; at++) {
    if (at === 0 || bag[at] !== bag[at - 1]) visit(bag[at] as number);
  }
}

function append<K>(map: Map<K, number[]>, key: K, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function range(from: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at);
}
