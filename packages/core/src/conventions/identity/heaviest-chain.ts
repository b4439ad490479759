/** A possible match: place `a` in one sequence, place `b` in the other. */
export interface Pair {
  a: number;
  b: number;
  /** What the match is worth; above 0. */
  weight: number;
}

/** A match that continues its neighbour's is worth this much more: it decides between equal candidates. */
const CONTIGUITY = 0.05;

/**
 * The subset of `pairs` that runs forward in both sequences and weighs most: the heaviest common subsequence.
 * O(n log n) in the number of pairs. The result is in order; the same input always gives the same result.
 */
export function heaviestChain(pairs: readonly Pair[]): Pair[] {
  if (pairs.length < 2) return [...pairs];
  // Same `b`: falling `a`, so that no pair extends another of its own row.
  const sorted = [...pairs].sort((x, y) => x.b - y.b || y.a - x.a);
  const ranks = rank(sorted);
  const tree = new Int32Array(ranks.size + 1).fill(-1);
  const totals = new Float64Array(sorted.length);
  const before = new Int32Array(sorted.length).fill(-1);
  const placed = new Map<number, number>();
  const span = (sorted[sorted.length - 1]?.b ?? 0) + 2;
  let best = 0;

  sorted.forEach((pair, at) => {
    const own = ranks.get(pair.a) ?? 1;
    let link = -1;
    let total = 0;
    for (let node = own - 1; node > 0; node -= node & -node) {
      const candidate = tree[node] ?? -1;
      if (candidate >= 0 && (totals[candidate] ?? 0) > total) {
        total = totals[candidate] ?? 0;
        link = candidate;
      }
    }
    const neighbour = placed.get((pair.a - 1) * span + pair.b - 1);
    if (neighbour !== undefined) {
      const along = (totals[neighbour] ?? 0) + CONTIGUITY * pair.weight;
      if (along >= total) {
        total = along;
        link = neighbour;
      }
    }
    total += pair.weight;
    totals[at] = total;
    before[at] = link;
    placed.set(pair.a * span + pair.b, at);
    for (let node = own; node < tree.length; node += node & -node) {
      const holder = tree[node] ?? -1;
      if (holder < 0 || (totals[holder] ?? 0) < total) tree[node] = at;
    }
    if (total > (totals[best] ?? 0)) best = at;
  });

  const chain: Pair[] = [];
  for (let at = best; at >= 0; at = before[at] ?? -1) chain.push(sorted[at] as Pair);
  return chain.reverse();
}

function rank(pairs: readonly Pair[]): Map<number, number> {
  const places = [...new Set(pairs.map((pair) => pair.a))].sort((x, y) => x - y);
  return new Map(places.map((place, at) => [place, at + 1]));
}

/**
 * Which occurrences of one wording may be the same, given where it stands in either sequence: all combinations when
 * they are few, else the n-th with the n-th from the start and from the end. Linear in the occurrences.
 */
export function pairOccurrences(
  as: readonly number[],
  bs: readonly number[],
  visit: (a: number, b: number) => void,
): void {
  if (as.length * bs.length <= 16) {
    for (const b of bs) for (const a of as) visit(a, b);
    return;
  }
  const shorter = Math.min(as.length, bs.length);
  const shiftA = as.length - shorter;
  const shiftB = bs.length - shorter;
  for (let at = 0; at < shorter; at++) {
    visit(as[at] as number, bs[at] as number);
    if (shiftA !== shiftB) visit(as[at + shiftA] as number, bs[at + shiftB] as number);
  }
}
