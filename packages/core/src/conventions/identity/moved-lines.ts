import { alignGap, eachLikely } from './align-lines.js';
import type { Likeness } from './likeness.js';
import type { Phrase } from './lexicon.js';
import type { Matching } from './matching.js';
import type { Line, Outline } from './outline.js';

/** A line must have this many words to be known again anywhere in the script. */
const TELLING = 4;
/** This many, when other lines have the same words, or when it was edited as well. */
const TELLING_AMONG_OTHERS = 16;
const TELLING_EDITED = 6;
const ENOUGH_EDITED = 0.6;
/** An edited line must be this much likelier than the second best. */
const MARGIN = 0.1;
const MAX_CANDIDATES = 8;
/** Lines looked at on either side of a moved one. */
const WINDOW = 6;

/**
 * Matches content lines that left their place: cut and pasted elsewhere, or carried along when a scene was split or
 * merged. Starts from lines that say enough to be known anywhere; their neighbours then need no more than to stand
 * beside them still.
 */
export function matchMovedLines(previous: Outline, next: Outline, matching: Matching, likeness: Likeness): void {
  const left = previous.content.filter((line) => matching.nextOf[line.place] === -1);
  const right = next.content.filter((line) => matching.previousOf[line.place] === -1);
  if (left.length === 0 || right.length === 0) return;
  for (const [a, b] of equalSeeds(left, right)) {
    if (matching.add(a.place, b.place)) grow(a, b, previous, next, matching, likeness);
  }
  const stillLeft = left.filter((line) => matching.nextOf[line.place] === -1);
  const stillRight = right.filter((line) => matching.previousOf[line.place] === -1);
  for (const [a, b] of editedSeeds(stillLeft, stillRight, likeness)) {
    if (matching.add(a.place, b.place)) grow(a, b, previous, next, matching, likeness);
  }
}

type Seed = readonly [a: Line, b: Line];

/** Lines of the same words; those that say most come first. */
function equalSeeds(left: readonly Line[], right: readonly Line[]): Seed[] {
  const before = group(left);
  const seeds: Seed[] = [];
  for (const [phrase, bs] of group(right)) {
    const as = before.get(phrase);
    // One copy more or less, and nobody can say which one it is.
    if (as?.length !== bs.length || phrase.words.length < TELLING) continue;
    if (phrase.uses > 2 && phrase.words.length < TELLING_AMONG_OTHERS) continue;
    as.forEach((a, at) => seeds.push([a, bs[at] as Line]));
  }
  return seeds.sort((x, y) => y[0].phrase.weight - x[0].phrase.weight || x[1].place - y[1].place);
}

function group(lines: readonly Line[]): Map<Phrase, Line[]> {
  const groups = new Map<Phrase, Line[]>();
  for (const line of lines) {
    const same = groups.get(line.phrase);
    if (same) same.push(line);
    else groups.set(line.phrase, [line]);
  }
  return groups;
}

/** Lines with most of their words in common that are each other's best choice by far. */
function editedSeeds(left: readonly Line[], right: readonly Line[], likeness: Likeness): Seed[] {
  const as = left.filter((line) => line.phrase.words.length >= TELLING_EDITED);
  const bs = right.filter((line) => line.phrase.words.length >= TELLING_EDITED);
  const found: { a: number; b: number; alike: number }[] = [];
  eachLikely(as, bs, MAX_CANDIDATES, (a, b) => {
    const alike = likeness.of(as[a] as Line, bs[b] as Line);
    if (alike > 0) found.push({ a, b, alike });
  });
  found.sort((x, y) => y.alike - x.alike || x.b - y.b || x.a - y.a);
  // The second best of each line, on either side.
  const bestA = new Map<number, number[]>();
  const bestB = new Map<number, number[]>();
  for (const { a, b, alike } of found) {
    bestA.set(a, [...(bestA.get(a) ?? []), alike].slice(0, 2));
    bestB.set(b, [...(bestB.get(b) ?? []), alike].slice(0, 2));
  }
  const clear = (ranking: number[] | undefined, alike: number): boolean =>
    ranking?.[0] === alike && (ranking[1] ?? 0) <= alike - MARGIN;
  return found
    .filter(({ a, b, alike }) => alike >= ENOUGH_EDITED && clear(bestA.get(a), alike) && clear(bestB.get(b), alike))
    .map(({ a, b }) => [as[a] as Line, bs[b] as Line] as const);
}

/** Matches the neighbours of a moved line, both ways, as long as there are some that are alike. */
function grow(a: Line, b: Line, previous: Outline, next: Outline, matching: Matching, likeness: Likeness): void {
  for (const step of [1, -1]) {
    let left = a;
    let right = b;
    for (;;) {
      const as = neighbours(previous, left, step, (line) => matching.nextOf[line.place] === -1);
      const bs = neighbours(next, right, step, (line) => matching.previousOf[line.place] === -1);
      const pairs = alignGap(as, bs, matching, likeness);
      const last = step > 0 ? pairs[pairs.length - 1] : pairs[0];
      if (!last) break;
      left = previous.lines[last.a] as Line;
      right = next.lines[last.b] as Line;
    }
  }
}

/** The free lines beside `line` in its scene, up to the next that is matched, in reading order. */
function neighbours(outline: Outline, line: Line, step: number, free: (line: Line) => boolean): Line[] {
  const found: Line[] = [];
  for (let turn = line.turn + step; found.length < WINDOW; turn += step) {
    const neighbour = outline.content[turn];
    if (!neighbour || neighbour.scene !== line.scene || !free(neighbour)) break;
    found.push(neighbour);
  }
  return step > 0 ? found : found.reverse();
}
