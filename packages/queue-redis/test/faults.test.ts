import { Redis } from 'ioredis';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { PrivateRedis } from '../../../scripts/redis.mjs';
import type { RedisOptions, RedisPorts } from '../src/index.js';
import { Passage } from './passage.js';
import { buildProgram } from './programs.js';
import { job, rejection } from './test-jobs.js';
import { freshPrefix, LogBook, openPorts } from './test-redis.js';

const PASSWORD = 'correct-horse-battery';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function startRedis(flags: readonly string[] = []): Promise<PrivateRedis> {
  const redis = await PrivateRedis.start({ flags });
  cleanups.push(() => redis.stop());
  return redis;
}

async function open(options: Partial<RedisOptions> & { url: string }): Promise<RedisPorts> {
  const ports = await openPorts(options);
  cleanups.push(() => ports.close());
  return ports;
}

async function until(what: string, holds: () => boolean | Promise<boolean>, ms = 20_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await sleep(20);
  }
}

/** Does it until Redis is there to do it. */
async function insistently<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (tries === 50) throw error;
      expect(error).toMatchObject({ name: 'ScreenplayError', code: 'unavailable', retryable: true });
      await sleep(20);
    }
  }
}

const needsServer = PrivateRedis.available() ? '' : ' (skipped: no redis-server on this machine to kill)';

describe.skipIf(needsServer !== '')(`when Redis is killed${needsServer}`, () => {
  it('loses no job, no change and no id, with those who add and take under way', { timeout: 120_000 }, async () => {
    const redis = await startRedis();
    const prefix = freshPrefix();
    const processes = [];
    for (let n = 0; n < 3; n++) processes.push(await open({ url: redis.url, prefix, leaseMs: 3000, patienceMs: 1000 }));
    const [first, second, third] = processes as [RedisPorts, RedisPorts, RedisPorts];
    const total = 400;
    const finished = new Set<string>();
    const end = new AbortController();

    const submit = async (ports: RedisPorts, from: number): Promise<void> => {
      for (let n = from; n < total; n += 2) {
        const one = job(n);
        const { job_id } = one.record;
        const lane = `lane ${n % 5}`;
        const event = { id: `${n}`, lane, event: 'job.queued', jobId: job_id, url: 'http://x', trusted: true } as const;
        const inserted = await insistently(() => ports.store.insert(one, [{ ...event, body: '{}' }]));
        expect(inserted.outcome).toBe('inserted');
        await insistently(() => ports.jobs.add([job_id]));
      }
    };
    const work = async (ports: RedisPorts): Promise<void> => {
      for (;;) {
        const lease = await ports.jobs.take(end.signal);
        if (!lease) return;
        const found = await insistently(() => ports.store.get(lease.id));
        expect(found).toBeDefined();
        if (found && found.job.record.status === 'queued') {
          found.job.record.status = 'success';
          const { job: changed, version } = found;
          await insistently(() => ports.store.replace(lease.id, version, changed, []));
        }
        await insistently(() => lease.done());
        finished.add(lease.id);
      }
    };

    const submitting = Promise.all([submit(first, 0), submit(second, 1)]);
    const working = Promise.all([second, third].flatMap((ports) => [work(ports), work(ports), work(ports)]));
    for (const at of [0.2, 0.5]) {
      await until(`${at} of the jobs are finished`, () => finished.size >= total * at);
      await redis.kill();
      await sleep(at * 3000);
      await redis.restart();
    }
    await submitting;
    await until(
      'all jobs are finished',
      async () => {
        return finished.size === total && (await first.jobs.depth()) === 0;
      },
      60_000,
    );
    end.abort();
    await working;

    expect(await first.store.unfinished(500)).toEqual([]);
    for (let n = 0; n < total; n++) {
      const found = await first.store.get(job(n).record.job_id);
      // Each change was made once, whatever its answer went through.
      expect(found).toMatchObject({ version: 2, job: { record: { status: 'success' } } });
    }
    expect((await first.store.recentDeliveries(500)).length).toBe(total);
  });

  it('loses no wake-up while connections break all the time', { timeout: 120_000 }, async () => {
    const redis = await startRedis();
    const prefix = freshPrefix();
    const passages: Passage[] = [];
    const processes: RedisPorts[] = [];
    for (let n = 0; n < 3; n++) {
      const passage = await Passage.to(redis.url);
      passages.push(passage);
      cleanups.push(() => passage.close());
      processes.push(await open({ url: passage.urlOf(redis.url), prefix, leaseMs: 1500 }));
    }
    // A writer changes a number and then adds its id; who takes the id looks at the number.
    const written = new Map<string, number>();
    const seen = new Map<string, number>();
    const end = new AbortController();
    let breaks = 0;
    const read = async ({ deliveries }: RedisPorts): Promise<void> => {
      for (let turn = 0; ; turn++) {
        const lease = await deliveries.take(end.signal);
        if (!lease) return;
        seen.set(lease.id, written.get(lease.id) ?? 0);
        await insistently(() => (turn % 7 === 0 ? lease.giveBack() : lease.done()));
      }
    };
    const write = async ({ deliveries }: RedisPorts, salt: number): Promise<void> => {
      for (let n = 0; n < 150; n++) {
        const id = `lane ${(n * 3 + salt) % 4}`;
        written.set(id, (written.get(id) ?? 0) + 1);
        await insistently(() => deliveries.add([id]));
        await sleep(n % 5);
      }
    };
    const readers = Promise.all(processes.flatMap((ports) => [read(ports), read(ports)]));
    const over = new AbortController();
    const breaking = (async () => {
      while (!over.signal.aborted) {
        await sleep(60);
        passages[breaks++ % passages.length]?.break();
      }
    })();
    await Promise.all(processes.map((ports, at) => write(ports, at)));
    over.abort();
    await breaking;
    await until('every number was seen', () => [...written].every(([id, number]) => seen.get(id) === number), 30_000);
    expect(breaks).toBeGreaterThan(10);
    end.abort();
    await readers;
  });

  it('says so once, fails in time with a coded error, and goes on by itself', { timeout: 60_000 }, async () => {
    const redis = await startRedis(['--requirepass', PASSWORD]);
    const book = new LogBook();
    const url = redis.url.replace('://', `://default:${PASSWORD}@`);
    const ports = await open({ url, patienceMs: 600, log: book.log });
    await ports.jobs.add(['a']);
    const lease = await ports.jobs.take(new AbortController().signal);
    const waiting = ports.jobs.take(new AbortController().signal);
    await redis.kill();
    const calls: (() => Promise<unknown>)[] = [
      () => ports.check(),
      () => ports.store.get('x'),
      () => ports.store.insert(job(1), []),
      () => ports.jobs.add(['b']),
      () => ports.deliveries.depth(),
      () => ports.registry.list(),
      async () => lease?.done(),
    ];
    const start = performance.now();
    const errors = await Promise.all(calls.map((call) => rejection(call())));
    expect(performance.now() - start).toBeLessThan(3000);
    for (const error of errors) {
      expect(error.code).toBe('unavailable');
      expect(error.message).toMatch(/^Redis at 127\.0\.0\.1:\d+ cannot /);
      expect(JSON.stringify([error.message, error.stack, String(error.cause)])).not.toContain(PASSWORD);
    }
    await redis.restart();
    await insistently(async () => lease?.done());
    await ports.jobs.add(['b']);
    expect((await waiting)?.id).toBe('b');
    expect(await ports.jobs.depth()).toBe(0);
    const spoken = book.lines.filter((line) => !line.startsWith('debug'));
    expect(spoken.map((line) => line.split(' ', 1)[0])).toEqual(['warn', 'info']);
    expect(book.lines.join('\n')).not.toContain(PASSWORD);
  });

  it('tells requests so within seconds, and at once when it has been away for longer', {
    timeout: 60_000,
  }, async () => {
    const redis = await startRedis();
    const ports = await open({ url: redis.url });
    const { store, jobs, deliveries, registry } = ports.forRequests;
    const calls: (() => Promise<unknown>)[] = [
      () => store.check(),
      () => store.insert(job(1), []),
      () => store.list(),
      () => store.recentDeliveries(10),
      () => jobs.add(['a']),
      () => jobs.depth(),
      () => deliveries.add(['a']),
      () => registry.list(),
    ];
    const msToFail = async (call: () => Promise<unknown>): Promise<number> => {
      const start = performance.now();
      expect((await rejection(call())).code).toBe('unavailable');
      return performance.now() - start;
    };
    await redis.kill();
    // Somebody who works waits all the while.
    const worker = ports.store.get(job(2).record.job_id);
    for (const ms of await Promise.all(calls.map(msToFail))) expect(ms).toBeLessThan(2500);
    for (const call of calls) expect(await msToFail(call)).toBeLessThan(200);
    await redis.restart();
    expect(await worker).toBeUndefined();
    for (const call of calls) await insistently(call);

    // A short outage is waited out.
    await redis.kill();
    const waiting = store.list();
    await redis.restart();
    expect((await waiting).records).toHaveLength(1);

    // One that does not answer keeps them for no longer.
    redis.pause();
    for (const ms of await Promise.all(calls.map(msToFail))) expect(ms).toBeLessThan(3000);
    expect((await rejection(ports.check())).code).toBe('unavailable');
    for (const call of calls) expect(await msToFail(call)).toBeLessThan(200);
    redis.resume();
    for (const call of calls) await insistently(call);
  });

  it('does not answer for a while, and nothing hangs', { timeout: 60_000 }, async () => {
    const redis = await startRedis();
    const ports = await open({ url: redis.url, patienceMs: 800 });
    await ports.store.insert(job(1), []);
    redis.pause();
    const start = performance.now();
    expect((await rejection(ports.store.get(job(1).record.job_id))).code).toBe('unavailable');
    expect((await rejection(ports.jobs.add(['a']))).code).toBe('unavailable');
    expect(performance.now() - start).toBeLessThan(4000);
    redis.resume();
    expect(await ports.store.get(job(1).record.job_id)).toMatchObject({ version: 1 });
    await ports.jobs.add(['a']);
    expect((await ports.jobs.take(new AbortController().signal))?.id).toBe('a');
  });

  it('is reached anew when a connection was lost in silence while it was made', { timeout: 90_000 }, async () => {
    const redis = await startRedis();
    const passage = await Passage.to(redis.url);
    cleanups.push(() => passage.close());
    const ports = await open({ url: passage.urlOf(redis.url) });
    const waiting = ports.jobs.take(new AbortController().signal);
    await ports.jobs.depth();
    passage.block();
    passage.break();
    // Time enough for new ones, which hear nothing.
    await sleep(3000);
    expect((await rejection(ports.forRequests.jobs.depth())).code).toBe('unavailable');
    passage.passNew();
    await until(
      'it is reached',
      () =>
        ports.jobs.add(['a']).then(
          () => true,
          () => false,
        ),
      40_000,
    );
    expect((await waiting)?.id).toBe('a');
  });

  it('can be closed while it is away', { timeout: 60_000 }, async () => {
    const redis = await startRedis();
    const ports = await open({ url: redis.url, patienceMs: 500 });
    await ports.jobs.add(['a', 'b']);
    const lease = await ports.jobs.take(new AbortController().signal);
    await ports.jobs.take(new AbortController().signal);
    const waiting = ports.jobs.take(new AbortController().signal);
    await redis.kill();
    const start = performance.now();
    await ports.close();
    expect(performance.now() - start).toBeLessThan(9000);
    expect(await waiting).toBeUndefined();
    expect(lease?.lost.aborted).toBe(true);
  });
});

describe.skipIf(needsServer !== '')(`when the memory of Redis is full${needsServer}`, () => {
  it('is said in our own words, its own are in the log, and nothing is half done', { timeout: 60_000 }, async () => {
    const redis = await startRedis();
    const book = new LogBook();
    const ports = await open({ url: redis.url, log: book.log });
    await ports.store.insert(job(1), []);
    const admin = new Redis(redis.url);
    cleanups.push(() => admin.disconnect());
    await admin.config('SET', 'maxmemory', '1');
    const waiting = job(1);
    const calls: (() => Promise<unknown>)[] = [
      () => ports.store.insert(job(2), []),
      () => ports.store.replace(waiting.record.job_id, 1, waiting, []),
      () => ports.jobs.add(['a']),
    ];
    for (const call of calls) {
      const logged = book.lines.length;
      const error = await rejection(call());
      expect(error).toMatchObject({ code: 'unavailable', retryable: true });
      expect(error.message).toMatch(/^Redis at 127\.0\.0\.1:\d+ cannot [a-z ]+: its memory is full$/);
      expect(book.lines.slice(logged).join('\n')).toMatch(/^warn Redis at .* did not .*OOM command not allowed/);
    }
    // What is there can be read.
    expect(await ports.store.get(waiting.record.job_id)).toMatchObject({ version: 1 });
    await admin.config('SET', 'maxmemory', '0');
    expect(await ports.store.get(job(2).record.job_id)).toBeUndefined();
    expect(await ports.jobs.depth()).toBe(0);
    for (const call of calls) await call();
  });
});

describe.skipIf(needsServer !== '')(`a process that is paused${needsServer}`, () => {
  it('loses its leases and can write no more', { timeout: 120_000 }, async () => {
    const program = await buildProgram('holder');
    cleanups.push(() => program.remove());
    const redis = await startRedis();
    const prefix = freshPrefix();
    const leaseMs = 1500;
    const ports = await open({ url: redis.url, prefix, leaseMs });
    const { job_id } = job(1).record;
    await ports.store.insert(job(1), []);
    await ports.jobs.add([job_id]);

    const holder = spawn(process.execPath, [program.path, redis.url, prefix, String(leaseMs)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    cleanups.push(() => void holder.kill('SIGKILL'));
    const said = listen(holder);
    await until('the other process holds the job', () => said().includes('holding'));
    holder.kill('SIGSTOP');

    const taken = await ports.jobs.take(new AbortController().signal);
    expect(taken?.id).toBe(job_id);
    const found = await ports.store.get(job_id);
    expect(found?.job.record.worker).toBe('holder');
    const again = { ...job(1), record: { ...job(1).record, attempt: 2, worker: 'other' } };
    expect(await ports.store.replace(job_id, found?.version ?? 0, again, [])).toBe(3);
    await ports.store.replace(job_id, 3, { ...again, record: { ...again.record, status: 'success' } }, []);

    const ended = once(holder, 'close');
    holder.kill('SIGCONT');
    await until('the paused process has tried', () => said().includes('written'));
    expect(said()).toContain('lost, written: undefined');
    await ended;
    expect(holder.exitCode).toBe(0);

    // What it did with its lost lease has touched neither the job nor the lease of the other.
    expect(await ports.store.get(job_id)).toMatchObject({
      version: 4,
      job: { record: { status: 'success', attempt: 2 } },
    });
    expect(taken?.lost.aborted).toBe(false);
    await taken?.done();
    expect(await ports.jobs.depth()).toBe(0);
    await sleep(leaseMs * 2);
    expect(await ports.jobs.depth()).toBe(0);
  });

  it('knows at once that its lease is over, before any timer has run', { timeout: 60_000 }, async () => {
    const redis = await startRedis();
    const ports = await open({ url: redis.url, leaseMs: 1000 });
    await ports.jobs.add(['a']);
    const lease = await ports.jobs.take(new AbortController().signal);
    const held = lease?.lost.aborted;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100);
    expect([held, lease?.lost.aborted]).toEqual([false, true]);
  });

  it('gives up its leases when it is killed', { timeout: 60_000 }, async () => {
    const program = await buildProgram('holder');
    cleanups.push(() => program.remove());
    const redis = await startRedis();
    const prefix = freshPrefix();
    const ports = await open({ url: redis.url, prefix, leaseMs: 1500 });
    await ports.store.insert(job(1), []);
    await ports.jobs.add([job(1).record.job_id]);
    const holder = spawn(process.execPath, [program.path, redis.url, prefix, '1500'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = listen(holder);
    await until('the other process holds the job', () => said().includes('holding'));
    const start = performance.now();
    holder.kill('SIGKILL');
    const taken = await ports.jobs.take(new AbortController().signal);
    expect(taken?.id).toBe(job(1).record.job_id);
    expect(performance.now() - start).toBeLessThan(1500 * 4);
  });
});

function listen(child: ChildProcess): () => string {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (more: string) => (text += more));
  return () => text;
}
