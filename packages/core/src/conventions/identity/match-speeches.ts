import { heaviestChain } from './heaviest-chain.js';
import type { Pair } from './heaviest-chain.js';
import type { Likeness } from './likeness.js';
import type { Matching } from './matching.js';
import type { Line, Outline, Speech } from './outline.js';

/** A parenthetical must share this much of its words to be the same one, edited. */
const ENOUGH = 0.4;
/** Speeches with more parentheticals than this have only the equal ones matched. */
const MAX_PARENTHETICALS = 32;

/** Matches cues and parentheticals: those of two speeches belong together when their dialogue does. */
export function matchSpeeches(previous: Outline, next: Outline, matching: Matching, likeness: Likeness): void {
  const taken = new Set<Speech>();
  for (const { a, b } of speechPairs(previous, next, matching)) {
    const before = previous.speeches[a];
    const after = next.speeches[b];
    if (!before || !after || taken.has(before) || taken.has(after)) continue;
    taken.add(before);
    taken.add(after);
    if (before.cue >= 0 && after.cue >= 0) matching.add(before.cue, after.cue);
    matchParentheticals(previous, next, before, after, matching, likeness);
  }
}

/** Pairs of speeches that share dialogue, those that share most first. */
function speechPairs(previous: Outline, next: Outline, matching: Matching): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const after of next.content) {
    const before = previous.lines[matching.previousOf[after.place] ?? -1];
    if (!before || before.speech < 0 || after.speech < 0) continue;
    const key = `${before.speech} ${after.speech}`;
    const pair = pairs.get(key) ?? { a: before.speech, b: after.speech, weight: 0 };
    pair.weight += 1 + Math.min(before.phrase.weight, after.phrase.weight);
    pairs.set(key, pair);
  }
  return [...pairs.values()].sort((x, y) => y.weight - x.weight || x.b - y.b || x.a - y.a);
}

function matchParentheticals(
  previous: Outline,
  next: Outline,
  before: Speech,
  after: Speech,
  matching: Matching,
  likeness: Likeness,
): void {
  const as = parentheticals(previous, before, (line) => matching.nextOf[line.place] === -1);
  const bs = parentheticals(next, after, (line) => matching.previousOf[line.place] === -1);
  if (as.length === 0 || bs.length === 0) return;
  const few = as.length <= MAX_PARENTHETICALS && bs.length <= MAX_PARENTHETICALS;
  const pairs: Pair[] = [];
  if (few) {
    as.forEach((a, i) => {
      bs.forEach((b, j) => {
        const shared = likeness.words(a, b);
        if (shared >= ENOUGH) pairs.push({ a: i, b: j, weight: shared });
      });
    });
  } else {
    for (let at = 0; at < Math.min(as.length, bs.length); at++) {
      if (as[at]?.phrase === bs[at]?.phrase) pairs.push({ a: at, b: at, weight: 1 });
    }
  }
  for (const { a, b } of heaviestChain(pairs)) matching.add((as[a] as Line).place, (bs[b] as Line).place);
  if (!few) return;
  // `(beat)` that became `(pause)`: as many are left as there were, under or over what they stood by.
  const openA = as.filter((line) => matching.nextOf[line.place] === -1);
  const openB = bs.filter((line) => matching.previousOf[line.place] === -1);
  if (openA.length !== openB.length) return;
  openB.forEach((b, at) => {
    const a = openA[at];
    if (!a) return;
    const beside = (step: number): boolean => matching.previousOf[b.place + step] === a.place + step;
    if (beside(-1) || beside(1)) matching.add(a.place, b.place);
  });
}

function parentheticals(outline: Outline, speech: Speech, free: (line: Line) => boolean): Line[] {
  return outline.lines
    .slice(speech.first, speech.end)
    .filter((line) => line.element.type === 'parenthetical' && free(line));
}
