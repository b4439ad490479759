import type { Runtime } from '@screenplay/core';
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** Node's timers take no more milliseconds; longer waits are taken in parts by nobody here. */
const LONGEST = 2 ** 31 - 1;

/** The world as it is. */
export function nodeRuntime(log: Runtime['log']): Runtime {
  return {
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
    random: (length) => new Uint8Array(randomBytes(length)),
    async sleep(ms, signal) {
      // Its only failure is the aborted signal.
      await setTimeout(Math.min(Math.max(0, ms), LONGEST), undefined, signal ? { signal } : {}).catch(() => undefined);
    },
    log,
  };
}
