import type { Uuid } from '../../model/document.js';
import type { Pair } from './heaviest-chain.js';

/**
 * What the content of two things says to their having the same id: it agrees; they are different, which a rewrite
 * explains; or the one has its likeness elsewhere in the other draft, so that the id went astray.
 */
export type Verdict = 'agrees' | 'differs' | 'astray';

/** Ids are believed when at least this share of the pairs agrees, and at most this one went astray. */
const ENOUGH_AGREE = 0.5;
const MOST_ASTRAY = 0.05;

/**
 * Things with the same id in both drafts. A program that keeps ids over a rewrite knows better than any comparison;
 * one that numbers its things anew on every save shows by what the ids stand for, and is not believed.
 */
export function knownPairs(
  previous: readonly { readonly id: Uuid }[],
  next: readonly { readonly id: Uuid }[],
  verdict: (a: number, b: number) => Verdict,
): Pair[] {
  const places = new Map<Uuid, number>();
  previous.forEach(({ id }, a) => {
    const key = id.toLowerCase();
    if (!places.has(key)) places.set(key, a);
  });
  const believed: Pair[] = [];
  let agreeing = 0;
  let astray = 0;
  next.forEach(({ id }, b) => {
    const key = id.toLowerCase();
    const a = places.get(key);
    if (a === undefined) return;
    places.delete(key);
    const said = verdict(a, b);
    if (said === 'agrees') agreeing++;
    if (said === 'astray') astray++;
    else believed.push({ a, b, weight: 1e6 });
  });
  const all = believed.length + astray;
  return agreeing >= ENOUGH_AGREE * all && astray <= MOST_ASTRAY * all ? believed : [];
}
