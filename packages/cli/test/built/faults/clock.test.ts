import type { Runtime } from '@screenplay/core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { PrivateRedis } from '../../../../../scripts/redis.mjs';
import { nodeRuntime } from '../../../src/service/node-runtime.js';
import { checkWave, countsText } from './check-wave.js';
import { InProcess } from './in-process.js';
import { mixedOrders } from './orders.js';
import { Reference } from './reference.js';
import { newSecret } from './secrets.js';
import { JOBS, untilTrue } from './until.js';
import { Wave } from './wave.js';

const HOUR = 3_600_000;
/** How far from the truth the clock is, in turn: results are kept for a week, and some of these are further away. */
const JUMPS = [0, HOUR, -HOUR, 40 * 24 * HOUR, -40 * 24 * HOUR, 250, -250];
/** How often the clock is read between two jumps. */
const READINGS = 7;

/** The world, but somebody sets its clock again and again, back and forth. */
function jumpingRuntime(): Runtime & { jumps: number } {
  let readings = 0;
  const world = nodeRuntime(() => undefined);
  return {
    ...world,
    jumps: 0,
    now() {
      if (++readings % READINGS === 0) this.jumps++;
      const jump = JUMPS[this.jumps % JUMPS.length] ?? 0;
      return new Date(Date.parse(world.now()) + jump).toISOString();
    },
  };
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

describe('a clock that jumps', { timeout: 1_200_000 }, () => {
  const reference = new Reference();
  afterAll(() => reference.close());

  async function survive(what: string, env: Record<string, string>): Promise<void> {
    const runtime = jumpingRuntime();
    const host = await InProcess.start(env, runtime);
    cleanups.push(() => host.close());
    const wave = new Wave('clock', host, await mixedOrders(JOBS, newSecret()));
    // Retries are due at times of the clock.
    host.receiver.mood = 'failing';
    const pushed = wave.push();
    await untilTrue('deliveries fail', () => wave.arrivals.length >= 10);
    host.receiver.mood = 'well';
    await pushed;
    await wave.untilTold();
    const counts = await checkWave(wave, reference);
    process.stdout.write(`${what}, ${countsText(`the clock set ${runtime.jumps} times`, counts)}\n`);
    expect(runtime.jumps).toBeGreaterThan(JUMPS.length);
    expect((await wave.records()).filter(({ attempt }) => attempt > 1)).toEqual([]);
  }

  it('under the embedded queue', () => survive('embedded', {}));

  const missing = PrivateRedis.available() ? '' : ' (skipped: no redis-server on this machine)';
  it.skipIf(missing !== '')(`under Redis${missing}`, async () => {
    const redis = await PrivateRedis.start();
    cleanups.push(() => redis.stop());
    await survive('Redis', { REDIS_URL: redis.url });
  });
});
