import { ScreenplayError } from '@screenplay/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPrograms } from '../scripts/build-programs.mjs';
import { ConverterPool } from '../src/index.js';
import { bombs } from './bombs.js';

const MB = 1_048_576;
const TIMEOUT = 5000;
const SCRIPT = new TextEncoder().encode('INT. FERRY - NIGHT\n\nWater.\n');

let programs: Awaited<ReturnType<typeof buildPrograms>>;
let pool: ConverterPool;

beforeAll(async () => {
  programs = await buildPrograms();
  pool = new ConverterPool({ size: 1, timeoutMs: TIMEOUT, memoryMb: 320, program: programs.child });
  await pool.ready();
});
afterAll(async () => {
  await pool.close();
  programs.remove();
});

describe('files that unfold to more than a conversion may take', () => {
  it.each(Object.entries(bombs()))('end in a coded error or a document, within the limits: %s', async (name, bytes) => {
    let largest = 0;
    const watch = setInterval(() => {
      largest = Math.max(largest, ...pool.stats().processes.map(({ resident }) => resident));
    }, 10);
    const work = pool.run('convert', bytes, { name });
    const beside = pool.run('convert', SCRIPT, { name: 'ferry.fountain' });
    const error: unknown = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    clearInterval(watch);
    if (error !== undefined) {
      expect(error).toBeInstanceOf(ScreenplayError);
      expect(['input', 'limit']).toContain((error as ScreenplayError).family);
    }
    // What it can take between two looks comes on top.
    expect(largest).toBeLessThan((320 + 200) * MB);
    expect((await beside).facts.from).toBe('fountain');
  });

  it.each(['stream.pdf', 'objects.pdf'])('answer limit_exceeded: %s', async (name) => {
    const bytes = bombs()[name] ?? expect.fail();
    await expect(pool.run('convert', bytes, { name })).rejects.toMatchObject({ code: 'limit_exceeded' });
  });

  it('were not all caught by the readers themselves', () => {
    expect(pool.stats().stopped.memory).toBeGreaterThan(0);
    expect(pool.stats().stopped.crash).toBe(0);
  });
});
