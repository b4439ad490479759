import { heaviestChain } from './heaviest-chain.js';
import type { Pair } from './heaviest-chain.js';
import { isShort } from './likeness.js';
import type { Likeness } from './likeness.js';
import type { Matching } from './matching.js';
import type { Line, Outline } from './outline.js';

/** Longest run of unmatched lines that is filled by place. */
const MAX_RUN = 6;
/** A line in its old place may share this little with its old self. */
const ENOUGH_IN_PLACE = 0.35;
/** It must share this much when its type or speaker changed. */
const ENOUGH_FOR_ANOTHER = 0.45;

/**
 * Matches lines that stand where a line of the same kind and speaker stood, between the same neighbours, when they
 * share some words or have too few to share any: `Yes.` that became `No.`.
 */
export function matchSlots(
  previous: Outline,
  next: Outline,
  scenes: Matching,
  matching: Matching,
  likeness: Likeness,
): void {
  for (const { as, bs } of contentRuns(previous, next, scenes, matching)) {
    for (const [a, b] of pairSlots(as, bs, likeness)) {
      const shared = likeness.words(a, b);
      if (shared >= ENOUGH_IN_PLACE || (isShort(a) && isShort(b))) matching.add(a.place, b.place);
    }
  }
}

interface Run {
  as: Line[];
  bs: Line[];
}

/** Unmatched content between matched neighbours, or between one and the end of matched scenes. */
function contentRuns(previous: Outline, next: Outline, scenes: Matching, matching: Matching): Run[] {
  const runs: Run[] = [];
  next.scenes.forEach((scene, number) => {
    const own = previous.scenes[scenes.previousOf[number] ?? -1];
    for (let turn = scene.first; turn < scene.end; ) {
      const first = turn;
      while (turn < scene.end && matching.previousOf[(next.content[turn] as Line).place] === -1) turn++;
      if (turn > first) {
        const before = first > scene.first ? turnOf(first - 1) : own && own.first - 1;
        const after = turn < scene.end ? turnOf(turn) : own && own.end;
        const as = before === undefined || after === undefined ? [] : between(before, after);
        const bs = next.content.slice(first, turn);
        if (as.length > 0 && as.length <= MAX_RUN && bs.length <= MAX_RUN) runs.push({ as, bs });
      }
      turn++;
    }
  });
  return runs;

  function turnOf(turn: number): number | undefined {
    const line = previous.lines[matching.previousOf[(next.content[turn] as Line).place] ?? -1];
    return line && line.turn >= 0 ? line.turn : undefined;
  }

  function between(before: number, after: number): Line[] {
    if (after - before > 2 * MAX_RUN) return [];
    const lines = previous.content.slice(before + 1, Math.max(before + 1, after));
    // The slots must lie in one scene; what stands at its very end is bounded by the scene itself.
    if (lines.some((line) => line.scene !== lines[0]?.scene)) return [];
    return lines.filter((line) => matching.nextOf[line.place] === -1);
  }
}

/** Pairs the lines of a run: one for one when kinds and speakers agree throughout, else those that are alone of their sort. */
function pairSlots(as: readonly Line[], bs: readonly Line[], likeness: Likeness): [Line, Line][] {
  const fits = (a: Line, b: Line): boolean =>
    (a.element.type === b.element.type && likeness.sameSpeaker(a, b)) || likeness.words(a, b) >= ENOUGH_FOR_ANOTHER;
  if (as.length === bs.length && as.every((a, at) => fits(a, bs[at] as Line))) {
    return as.map((a, at) => [a, bs[at] as Line]);
  }
  const pairs: [Line, Line][] = [];
  for (const b of bs) {
    const fitting = as.filter((a) => fits(a, b));
    const [a] = fitting;
    if (a && fitting.length === 1 && bs.filter((other) => fits(a, other)).length === 1) pairs.push([a, b]);
  }
  return pairs;
}

/**
 * Matches what is left between two matched neighbours and has the same words, whatever became of its type: a
 * parenthetical that became action, a cue that became general text.
 */
export function matchRetyped(previous: Outline, next: Outline, matching: Matching): void {
  const lines = next.lines;
  for (let place = 0; place < lines.length; ) {
    const first = place;
    while (place < lines.length && matching.previousOf[place] === -1) place++;
    if (place > first) {
      const before = first > 0 ? (matching.previousOf[first - 1] ?? -1) : -1;
      const after = place < lines.length ? (matching.previousOf[place] ?? -1) : previous.lines.length;
      if (after - before - 1 <= MAX_RUN && place - first <= MAX_RUN) pairRetyped(before + 1, after, first, place);
    }
    place++;
  }

  function pairRetyped(firstA: number, endA: number, firstB: number, endB: number): void {
    const pairs: Pair[] = [];
    for (let b = firstB; b < endB; b++) {
      for (let a = firstA; a < endA; a++) {
        const before = previous.lines[a];
        const after = lines[b];
        if (!before || !after || matching.nextOf[a] !== -1 || before.phrase !== after.phrase) continue;
        // A cue or parenthetical goes with its speech, or not at all.
        const following = before.turn === -1 && before.element.type === after.element.type;
        if (!following) pairs.push({ a, b, weight: 1 });
      }
    }
    for (const { a, b } of heaviestChain(pairs)) matching.add(a, b);
  }
}
