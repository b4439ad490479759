/** Times functions in one process, turn by turn, so that a noisy machine is noisy for all of them. */

/** @typedef {{ name: string, run: () => unknown | Promise<unknown> }} Subject */

/**
 * Median milliseconds of each subject, by its name, over `rounds` rounds after a warm-up.
 * @param {Subject[]} subjects
 * @param {{ rounds?: number, warmup?: number }} [options]
 * @returns {Promise<(name: string) => number>}
 */
export async function medians(subjects, { rounds = 21, warmup = 10 } = {}) {
  const times = new Map(subjects.map(({ name }) => [name, /** @type {number[]} */ ([])]));
  for (let round = -warmup; round < rounds; round++) {
    for (const { name, run } of subjects) {
      const start = performance.now();
      await run();
      const took = performance.now() - start;
      if (round >= 0) times.get(name)?.push(took);
    }
  }
  return (name) => medianOf(times.get(name) ?? []);
}

/** @param {number[]} values */
export function medianOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * A line of a report: `name  12.3 ms  3.1 x reference`.
 * @param {string} name
 * @param {number} ms
 * @param {number} reference
 * @param {string} what
 * @param {number} [bound]
 */
export function ratioLine(name, ms, reference, what, bound) {
  const ratio = ms / reference;
  const limit = bound === undefined ? '' : `   (bound ${bound}: ${ratio <= bound ? 'held' : 'BROKEN'})`;
  return `${name.padEnd(44)} ${ms.toFixed(2).padStart(9)} ms  ${ratio.toFixed(2).padStart(6)} x ${what}${limit}`;
}
