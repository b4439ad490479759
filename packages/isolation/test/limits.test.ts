import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConverterPool } from '../src/index.js';
import { buildPrograms } from '../scripts/build-programs.mjs';
import { isAlive, misbehave, rejection, until } from './pool-actions.js';

let programs: Awaited<ReturnType<typeof buildPrograms>>;
let pool: ConverterPool;
const MB = 1_048_576;

beforeAll(async () => {
  programs = await buildPrograms();
  pool = new ConverterPool({ size: 2, timeoutMs: 20_000, memoryMb: 256, program: programs.misbehaving });
  await pool.ready();
});
afterAll(async () => {
  await pool.close();
  programs.remove();
});

const pids = (): number[] => pool.stats().processes.map(({ pid }) => pid);

describe('a conversion in a child process', () => {
  it('gets its bytes and options, and gives bytes, warnings and facts back', async () => {
    const source = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251);
    const options = { lang: 'pt', font: Uint8Array.of(1, 2, 3) };
    const { bytes, warnings, facts } = await misbehave(pool, 'echo', options, {}, source);
    expect(bytes).toEqual(source);
    expect(bytes.constructor).toBe(Uint8Array);
    expect(warnings).toEqual([]);
    expect(facts).toMatchObject({ lang: 'pt', font: { 0: 1, 1: 2, 2: 3 } });
  });

  it('gets and gives bytes by whichever way they go, however many', async () => {
    for (const length of [0, 1, 16_383, 16_384, 4 * MB, 4 * MB + 1, 20 * MB, 100_000]) {
      const source = new Uint8Array(length).fill(length % 251);
      const { bytes } = await misbehave(pool, 'echo', {}, {}, source);
      expect(Buffer.compare(bytes, source)).toBe(0);
    }
  });

  it('fails with the error of the operation, place and details included', async () => {
    expect(await rejection(misbehave(pool, 'refuse'))).toMatchObject({
      code: 'malformed_input',
      message: 'There is no such thing (line 3, column 7)',
      at: { line: 3, column: 7 },
      details: { seen: 1 },
      retryable: false,
    });
  });

  it('tells nothing of the script when it has a defect', async () => {
    for (const misdeed of ['defect', 'stray']) {
      const error = await rejection(misbehave(pool, misdeed));
      expect(error.code).toBe('internal');
      const told = [error.message, error.stack, (error.cause as Error).message, (error.cause as Error).stack].join();
      expect(told).not.toContain('SECRET');
    }
    expect(await rejection(misbehave(pool, 'nonsense'))).toMatchObject({ code: 'bad_option' });
  });

  it('has an empty environment, a low priority, and no right to evaluate, write or start programs', async () => {
    const { facts } = await misbehave(pool, 'surroundings');
    expect(facts).toMatchObject({
      env: {},
      score: '1000',
      evaluated: 'EvalError',
      written: 'ERR_ACCESS_DENIED',
      spawned: 'ERR_ACCESS_DENIED',
    });
    expect((facts as unknown as { niceness: number }).niceness).toBeGreaterThanOrEqual(5);
  });

  it('refuses what is no source, and what is no option', async () => {
    const text = misbehave(pool, 'echo', {}, {}, 'INT.' as unknown as Uint8Array<ArrayBuffer>);
    expect(await rejection(text)).toMatchObject({ code: 'bad_option' });
    expect(await rejection(misbehave(pool, 'echo', { now: () => 0 }))).toMatchObject({ code: 'bad_option' });
    expect(await rejection(misbehave(pool, 'echo', {}, { timeoutMs: 0 }))).toMatchObject({ code: 'bad_option' });
    expect(() => new ConverterPool({ memoryMb: 10 })).toThrow(/memoryMb/);
  });
});

describe('a conversion that takes more than it may', () => {
  it.each(['hang', 'wait'])('is stopped in time: %s', async (misdeed) => {
    const start = performance.now();
    const error = await rejection(misbehave(pool, misdeed, {}, { timeoutMs: 300 }));
    expect(error).toMatchObject({ code: 'timeout', details: { limit: 'timeoutMs', max: 300 } });
    expect(error.message).toContain('0.3 seconds');
    expect(performance.now() - start).toBeLessThan(300 * 4 + 500);
  });

  it.each(['fillHeap', 'fillBuffers'])('is stopped when its memory is full: %s', async (misdeed) => {
    const error = await rejection(misbehave(pool, misdeed));
    expect(error).toMatchObject({ code: 'limit_exceeded', details: { limit: 'memoryMb', max: 256 } });
    expect(error.message).toContain('256 MB');
  });

  it('keeps a lower limit of its own', async () => {
    const error = await rejection(misbehave(pool, 'leak', { mb: 160 }, { memoryMb: 128 }));
    expect(error).toMatchObject({ code: 'limit_exceeded', details: { max: 128 } });
    const high = await rejection(misbehave(pool, 'fillBuffers', {}, { memoryMb: 4096 }));
    expect(high).toMatchObject({ details: { max: 256 } });
  });

  it('is told so when an allocation is refused, and not that there is a bug', async () => {
    expect(await rejection(misbehave(pool, 'hugeString'))).toMatchObject({ code: 'limit_exceeded' });
    expect(await rejection(misbehave(pool, 'deep'))).toMatchObject({ code: 'internal' });
  });

  it.each([
    ['abort', 'internal'],
    ['exit', 'internal'],
    ['segfault', 'internal'],
    ['junk', 'internal'],
    ['killed', 'limit_exceeded'],
  ])('takes down nothing but its process: %s', async (misdeed, code) => {
    const others = [misbehave(pool, 'spin', { ms: 150 }), misbehave(pool, 'spin', { ms: 300 })];
    const error = await rejection(misbehave(pool, misdeed));
    expect(error).toMatchObject({ code, retryable: false });
    await Promise.all(others);
  });

  it('leaves as many children as there were', async () => {
    const before = pids();
    await Promise.all(before.map(() => rejection(misbehave(pool, 'hang', {}, { timeoutMs: 50 }))));
    await until(() => pool.stats().processes.filter(({ phase }) => phase === 'idle').length >= 2);
    expect(pids().some((pid) => !before.includes(pid))).toBe(true);
    await until(() => before.filter((pid) => !pids().includes(pid)).every((pid) => !isAlive(pid)));
    expect((await misbehave(pool, 'echo')).bytes.length).toBe(10);
  });
});

describe('children', () => {
  it('are replaced after so many conversions, or when they have grown', async () => {
    const fresh = new ConverterPool({ size: 1, recycleAfter: 3, memoryMb: 256, program: programs.misbehaving });
    const pid = (): number | undefined => fresh.stats().processes.find(({ lane }) => lane === 'short')?.pid;
    await fresh.ready();
    const first = pid();
    for (let n = 0; n < 3; n++) await misbehave(fresh, 'echo');
    await until(() => pid() !== first);
    await misbehave(fresh, 'echo');
    const second = pid();
    await misbehave(fresh, 'leak', { mb: 150 });
    await until(() => pid() !== second);
    expect(fresh.stats().stopped).toEqual({ time: 0, memory: 0, crash: 0, cancelled: 0 });
    await fresh.close();
  });

  it('that do not start fail who waits, in time', async () => {
    const broken = new ConverterPool({ size: 2, program: programs.broken });
    const error = await rejection(misbehave(broken, 'echo'));
    expect(error).toMatchObject({ code: 'unavailable', retryable: true });
    expect((error.cause as Error).message).toContain('a module is missing');
    expect(await rejection(broken.ready())).toMatchObject({ code: 'unavailable' });
    await broken.close();
    const missing = new ConverterPool({ size: 1, program: '/nowhere/child.js' });
    expect(await rejection(missing.ready())).toMatchObject({ code: 'unavailable' });
    await missing.close();
  });
});
