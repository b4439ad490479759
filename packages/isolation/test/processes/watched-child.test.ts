import { serialize } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPrograms } from '../../scripts/build-programs.mjs';
import type { Ending } from '../../src/processes/watched-child.js';
import { WatchedChild } from '../../src/processes/watched-child.js';
import { procVitals } from '../../src/processes/vitals.js';
import { until } from '../pool-actions.js';

const MB = 1_048_576;
let programs: Awaited<ReturnType<typeof buildPrograms>>;

beforeAll(async () => {
  programs = await buildPrograms();
});
afterAll(() => programs.remove());

const onLinux = process.platform === 'linux';

describe.each([
  ['as the system tells', procVitals],
  ['as the child itself tells, while it hangs too', () => undefined],
] as const)('the memory of a child, %s', (_, vitalsOf) => {
  it.skipIf(!onLinux && vitalsOf === procVitals)('is seen from outside', async () => {
    let ending: Ending | undefined;
    let answers = 0;
    const child = new WatchedChild(
      { program: programs.misbehaving, memoryMb: 512 },
      { ready: () => undefined, answered: () => (answers += 1), ended: (how) => (ending = how) },
      vitalsOf,
    );
    await until(() => child.wasReady);
    await until(() => child.resident > 20 * MB);
    const before = child.resident;
    expect(before).toBeLessThan(150 * MB);
    child.start(serialize({ operation: 'leak', options: { mb: 128 } }), new Uint8Array(0));
    await until(() => answers === 1);
    await until(() => child.resident > before + 100 * MB);
    child.start(serialize({ operation: 'hang', options: {} }), new Uint8Array(0));
    await until(() => child.spent > 100);
    expect(child.resident).toBeGreaterThan(before + 100 * MB);
    child.kill();
    await until(() => ending !== undefined);
    expect(ending).toMatchObject({ exhausted: false, takenAway: false });
  });
});
