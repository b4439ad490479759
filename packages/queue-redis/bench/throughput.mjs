/**
 * How much the ports do on a Redis of their own, in one process: `node packages/queue-redis/bench/throughput.mjs [jobs]`.
 * For scale: the round trips of a bare client in the same run.
 */
import { Redis } from 'ioredis';
import { performance } from 'node:perf_hooks';
import { openRedis } from '@screenplay/queue-redis';
import { PrivateRedis } from '../../../scripts/redis.mjs';

const count = Number(process.argv[2] ?? 5000);

/** @param {number} n @returns {import('@screenplay/core').StoredJob} */
const job = (n) => ({
  record: {
    job_id: `j_${String(n).padStart(26, '0')}`,
    document_id: `doc ${n % 100}`,
    tenant_id: '',
    input_key: `scripts/${n}.fdx`,
    output_key: `out/${n}`,
    tasks: ['convert-fdx-to-screenplay', 'validate-screenplay', 'export-to-pdf', 'zip-output'],
    status: 'queued',
    attempt: 1,
    worker: null,
    queued_at: '2026-02-01T00:00:00.000Z',
    started_at: null,
    finished_at: null,
    completed_tasks: [],
    outputs: [],
    timings: [],
    warnings: [],
    warnings_total: 0,
    error: null,
  },
  vars: { lang: 'en' },
  sealed: null,
  webhook: null,
  emitted: [],
});

/** @param {number} n @returns {import('@screenplay/core').Delivery} */
const delivery = (n) => ({
  id: `d${n}`,
  lane: `lane ${n}`,
  event: 'job.queued',
  jobId: job(n).record.job_id,
  url: 'https://example.org/hook',
  trusted: false,
  body: JSON.stringify({ event: 'job.queued', ...job(n).record }),
});

/**
 * Does something so many times, so many at a time, and prints how often in a second.
 *
 * @param {string} what @param {number} times @param {number} atOnce @param {(n: number) => Promise<unknown>} work
 */
async function rate(what, times, atOnce, work) {
  let next = 0;
  const start = performance.now();
  const cpu = process.cpuUsage();
  const one = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const perSecond = Math.round(times / seconds);
  console.log(
    `${what.padEnd(44)} ${String(perSecond).padStart(7)}/s  ${((user + system) / times).toFixed(0).padStart(5)} µs of CPU each`,
  );
}

const redis = await PrivateRedis.start();
const bare = new Redis(redis.url);
const ports = await openRedis({ url: redis.url, resultsTtlMs: 3_600_000, log: () => undefined });
const { signal } = new AbortController();
try {
  await rate('bare client: PING, 1 at a time', count, 1, () => bare.ping());
  await rate('bare client: PING, 16 at a time', count, 16, () => bare.ping());
  await rate('queue: add, 1 at a time', count, 1, (n) => ports.jobs.add([`a${n}`]));
  await rate('queue: add, 16 at a time', count, 16, (n) => ports.jobs.add([`b${n}`]));
  const start = performance.now();
  await ports.jobs.add(Array.from({ length: count }, (_, n) => `c${n}`));
  console.log(
    `queue: ${count} in one call`.padEnd(44),
    `${Math.round(count / ((performance.now() - start) / 1000))}/s`.padStart(9),
  );
  await rate('queue: take and done, 1 taker', count, 1, async () => (await ports.jobs.take(signal))?.done());
  await rate('queue: take and done, 16 takers', count * 2, 16, async () => (await ports.jobs.take(signal))?.done());
  await rate('store: insert with a delivery, 16 at a time', count, 16, (n) =>
    ports.store.insert(job(n), [delivery(n)]),
  );
  await rate('store: get, 16 at a time', count, 16, (n) => ports.store.get(job(n).record.job_id));
  await rate('store: replace, 16 at a time', count, 16, (n) =>
    ports.store.replace(job(n).record.job_id, 1, { ...job(n), record: { ...job(n).record, status: 'running' } }, []),
  );
  await rate('store: next delivery and its try, 16 at a time', count, 16, async (n) => {
    const next = await ports.store.nextDelivery(`lane ${n}`);
    const attempt = { at: '2026-02-01T00:00:00.000Z', status_code: 204, duration_ms: 1, error: null };
    if (next) await ports.store.noteAttempt(next.delivery, attempt, 'delivered');
  });
  await rate('store: list of 50 of one document', 500, 4, (n) => ports.store.list({ documentId: `doc ${n % 100}` }));
  const memory = /used_memory:(\d+)/.exec(await bare.info('memory'))?.[1];
  console.log(`memory of Redis with ${count} jobs: ${Math.round(Number(memory) / 1024 / 1024)} MB`);
} finally {
  await ports.close();
  await bare.quit();
  await redis.stop();
}
