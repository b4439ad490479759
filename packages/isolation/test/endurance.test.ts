import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPrograms } from '../scripts/build-programs.mjs';
import { ConverterPool } from '../src/index.js';
import { isAlive, misbehave, until } from './pool-actions.js';

let programs: Awaited<ReturnType<typeof buildPrograms>>;

beforeAll(async () => {
  programs = await buildPrograms();
});
afterAll(() => programs.remove());

const POISON: readonly (readonly [misdeed: string, code: string])[] = [
  ['hang', 'timeout'],
  ['fillBuffers', 'limit_exceeded'],
  ['abort', 'internal'],
  ['exit', 'internal'],
  ['refuse', 'malformed_input'],
  ['defect', 'internal'],
  ['wait', 'timeout'],
  ['hugeString', 'limit_exceeded'],
];

const script = (n: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(`INT. ROOM ${n} - DAY\n\nSomebody counts to ${n}.\n`));

/** What this process holds open, and nameless files that have kept a name. */
function holdings(): { open: number; files: string[] } {
  if (process.platform !== 'linux') return { open: 0, files: [] };
  const files = readdirSync('/dev/shm').filter((name) => name.startsWith('screenplay-'));
  return { open: readdirSync('/proc/self/fd').length, files };
}

it('answers 200 conversions, a fifth of them poison, each as it deserves, and leaves nothing behind', async () => {
  const before = holdings();
  const pool = new ConverterPool({ size: 2, memoryMb: 192, waiting: 400, program: programs.misbehaving });
  const pids = new Set<number>();
  const work = Array.from({ length: 200 }, async (_, n) => {
    const source = script(n);
    if (n % 5 !== 0) {
      const { bytes } = await pool.run('convert', source, { name: 'a.fountain', to: 'fountain' });
      expect(new TextDecoder().decode(bytes)).toBe(new TextDecoder().decode(source));
      return;
    }
    const [misdeed, code] = POISON[(n / 5) % POISON.length] ?? ['', ''];
    await expect(misbehave(pool, misdeed, {}, { timeoutMs: 150 }, source)).rejects.toMatchObject({ code });
    for (const { pid } of pool.stats().processes) pids.add(pid);
  });
  await Promise.all(work);

  const { running, waiting, processes, done, stopped } = pool.stats();
  expect({ running, waiting }).toEqual({ running: { short: 0, long: 0 }, waiting: { short: 0, long: 0 } });
  expect(processes.length).toBeLessThanOrEqual(5);
  expect({ done, stopped }).toEqual({ done: 170, stopped: { time: 10, memory: 10, crash: 10, cancelled: 0 } });
  await pool.close();
  expect([...pids].filter(isAlive)).toEqual([]);
  await until(() => holdings().open <= before.open);
  // Those of others, which run beside this, come and go.
  await until(() => holdings().files.length === 0);
}, 60_000);
