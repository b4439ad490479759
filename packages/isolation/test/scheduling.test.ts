import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConverterPool } from '../src/index.js';
import type { ConverterPoolOptions } from '../src/index.js';
import { buildPrograms } from '../scripts/build-programs.mjs';
import { misbehave, rejection, until } from './pool-actions.js';

let programs: Awaited<ReturnType<typeof buildPrograms>>;
const pools: ConverterPool[] = [];

beforeAll(async () => {
  programs = await buildPrograms();
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(() => programs.remove());

async function start(options: ConverterPoolOptions): Promise<ConverterPool> {
  const pool = new ConverterPool({ size: 1, timeoutMs: 10_000, program: programs.misbehaving, ...options });
  pools.push(pool);
  await pool.ready();
  return pool;
}

/** Bytes of their own, so that no two jobs look alike. */
let serial = 0;
const fresh = (): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(`script ${serial++}`));

describe('the waiting room', () => {
  it('takes so many, and tells the others when to ask again', async () => {
    const pool = await start({ waiting: 3 });
    const work = Array.from({ length: 7 }, () => misbehave(pool, 'spin', { ms: 60 }, {}, fresh()));
    const results = await Promise.allSettled(work);
    expect(results.map(({ status }) => status).join(' ')).toBe(
      'fulfilled fulfilled fulfilled fulfilled rejected rejected rejected',
    );
    const error = await rejection(work[6]!);
    expect(error).toMatchObject({ code: 'busy', retryable: true, details: { retryAfter: 1 } });
    expect(pool.stats().refused).toBe(3);
  });

  it('takes so many bytes', async () => {
    const pool = await start({ waitingMb: 1 });
    const big = new Uint8Array(700_000);
    const first = misbehave(pool, 'spin', { ms: 60 });
    const second = misbehave(pool, 'echo', {}, {}, big);
    expect(await rejection(misbehave(pool, 'echo', {}, {}, big))).toMatchObject({ code: 'busy' });
    await Promise.all([first, second]);
  });

  it('lets nobody wait for ever', async () => {
    const pool = await start({ maxWaitMs: 100, shortMs: 5000 });
    const first = misbehave(pool, 'spin', { ms: 400 });
    expect(await rejection(misbehave(pool, 'echo'))).toMatchObject({ code: 'busy' });
    await first;
  });

  it('can be no room at all', async () => {
    const pool = await start({ waiting: 0 });
    const first = misbehave(pool, 'spin', { ms: 60 });
    expect(await rejection(misbehave(pool, 'echo'))).toMatchObject({ code: 'busy' });
    await first;
    await misbehave(pool, 'echo');
  });
});

describe('a signal', () => {
  it('ends a call before it begins, while it waits and while it runs', async () => {
    const pool = await start({ shortMs: 100 });
    const before = misbehave(pool, 'echo', {}, { signal: AbortSignal.abort() });
    expect(await rejection(before)).toMatchObject({ code: 'cancelled' });

    const running = new AbortController();
    const waiting = new AbortController();
    const work = [
      misbehave(pool, 'hang', {}, { signal: running.signal }),
      misbehave(pool, 'echo', {}, { signal: waiting.signal }),
    ];
    waiting.abort();
    expect(await rejection(work[1]!)).toMatchObject({ code: 'cancelled' });
    expect(pool.stats().waiting).toEqual({ short: 0, long: 0 });
    running.abort();
    expect(await rejection(work[0]!)).toMatchObject({ code: 'cancelled' });
    // The child that hangs is given up soon.
    expect((await misbehave(pool, 'echo')).bytes.length).toBe(10);
    expect(pool.stats().stopped.cancelled).toBe(2);
  });

  it('with a time-out answers timeout', async () => {
    const pool = await start({});
    const late = misbehave(pool, 'hang', {}, { signal: AbortSignal.timeout(50) });
    expect(await rejection(late)).toMatchObject({ code: 'timeout' });
  });

  it('does not cost the child when the work is nearly done', async () => {
    const pool = await start({});
    const controller = new AbortController();
    const work = misbehave(pool, 'spin', { ms: 100 }, { signal: controller.signal });
    controller.abort();
    await rejection(work);
    await misbehave(pool, 'echo');
    expect(pool.stats().started).toBe(1);
  });
});

describe('long conversions', () => {
  it('yield to short ones, and are done all the same', async () => {
    const pool = await start({ shortMs: 100 });
    const long = misbehave(pool, 'spin', { ms: 1500 }, {}, fresh());
    await new Promise((resolve) => setTimeout(resolve, 150));
    const begin = performance.now();
    for (let n = 0; n < 5; n++) await misbehave(pool, 'spin', { ms: 10 }, {}, fresh());
    expect(performance.now() - begin).toBeLessThan(1200);
    expect(pool.stats().running).toEqual({ short: 0, long: 1 });
    await long;
    expect(pool.stats().postponed).toBe(0);
  });

  it('begin anew when there is no place beside the short ones', async () => {
    const pool = await start({ shortMs: 100 });
    const long = ['a', 'b'].map(() => misbehave(pool, 'spin', { ms: 1500 }, {}, fresh()));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const short = misbehave(pool, 'echo', {}, {}, fresh()).then(() => 'short');
    const first = await Promise.race([short, long[1]!.then(() => 'long')]);
    expect(first).toBe('short');
    await Promise.all(long);
    expect(pool.stats()).toMatchObject({ postponed: 1, stopped: { time: 0, memory: 0, crash: 0, cancelled: 0 } });
  });

  it('are known the second time, and those that did harm go last', async () => {
    const pool = await start({ shortMs: 50 });
    const poison = fresh();
    await rejection(misbehave(pool, 'hang', {}, { timeoutMs: 100 }, poison));
    const long = fresh();
    await misbehave(pool, 'spin', { ms: 120 }, {}, long);
    const order: string[] = [];
    const note = (name: string) => (): void => void order.push(name);
    const work = [
      misbehave(pool, 'spin', { ms: 100 }, {}, long).then(note('long')),
      misbehave(pool, 'hang', {}, { timeoutMs: 100 }, poison).catch(note('poison')),
      misbehave(pool, 'spin', { ms: 110 }, {}, long).then(note('long')),
      misbehave(pool, 'echo', {}, {}, fresh()).then(note('short')),
    ];
    expect(pool.stats().running.short + pool.stats().waiting.short).toBe(1);
    await Promise.all(work);
    expect(order).toEqual(['short', 'long', 'long', 'poison']);
  });

  it('leave the time that they wait for a core out of account', async () => {
    const pool = await start({ size: 4, shortMs: 5000 });
    // Four at once on fewer cores take longer than each is given, by the clock on the wall.
    const work = Array.from({ length: 4 }, () => misbehave(pool, 'spin', { ms: 800 }, { timeoutMs: 1000 }, fresh()));
    await Promise.all(work);
  });
});

describe('clients', () => {
  it('take turns', async () => {
    const pool = await start({ size: 2, shortMs: 5000 });
    const order: string[] = [];
    const call = (client: string): Promise<void> =>
      misbehave(pool, 'spin', { ms: 60 }, { client }, fresh()).then(() => void order.push(client));
    await Promise.all(['greedy', 'greedy', 'greedy', 'greedy', 'modest'].map(call));
    expect(order.indexOf('modest')).toBeLessThan(4);
  });

  it('who have done harm wait behind others', async () => {
    const pool = await start({ shortMs: 5000 });
    await rejection(misbehave(pool, 'abort', {}, { client: 'careless' }, fresh()));
    const order: string[] = [];
    const call = (client: string): Promise<void> =>
      misbehave(pool, 'spin', { ms: 30 }, { client }, fresh()).then(() => void order.push(client));
    await Promise.all(['careful', 'careless', 'other'].map(call));
    expect(order).toEqual(['careful', 'other', 'careless']);
  });
});

describe('closing', () => {
  it('lets what runs and waits end within the time given, and takes nothing more', async () => {
    const pool = await start({});
    const work = [1, 2, 3].map(() => misbehave(pool, 'spin', { ms: 60 }, {}, fresh()));
    const closing = pool.close(10_000);
    expect(await rejection(misbehave(pool, 'echo'))).toMatchObject({ code: 'unavailable' });
    await closing;
    await Promise.all(work);
    expect(pool.stats().processes).toEqual([]);
    expect(await rejection(pool.ready())).toMatchObject({ code: 'unavailable' });
  });

  it('gives up what is left then', async () => {
    const pool = await start({});
    const hanging = rejection(misbehave(pool, 'hang'));
    const waiting = rejection(misbehave(pool, 'echo'));
    const begin = performance.now();
    await pool.close(200);
    expect(performance.now() - begin).toBeLessThan(2000);
    expect(await hanging).toMatchObject({ code: 'unavailable' });
    expect(await waiting).toMatchObject({ code: 'unavailable' });
    await until(() => pool.stats().processes.length === 0);
    await pool.close();
  });
});
