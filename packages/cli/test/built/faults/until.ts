import { setTimeout as sleep } from 'node:timers/promises';

/** How many jobs each fault meets: `npm run test:faults` sets more. */
export const JOBS = Number(process.env['JOBS'] ?? 30);

/** Generous, for a machine that others use too: what takes so long does not come at all. */
const PATIENCE_MS = 240_000 + 2000 * JOBS;

/**
 * Waits until something is so.
 *
 * @param look answers undefined as long as it is not
 * @throws Error with what `describe` says, when it takes too long
 */
export async function until<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  describe: () => unknown = () => '',
): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) {
      const state = await describe();
      throw new Error(`not within ${PATIENCE_MS / 1000} s: ${what} ${JSON.stringify(state)}`.slice(0, 20_000));
    }
    await sleep(25);
  }
}

/** The same of a condition. */
export async function untilTrue(
  what: string,
  holds: () => boolean | Promise<boolean>,
  describe?: () => unknown,
): Promise<void> {
  await until(what, async () => ((await holds()) ? true : undefined), describe);
}
