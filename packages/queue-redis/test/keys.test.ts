import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { delivery, job } from './test-jobs.js';
import { freshPrefix, openPorts, removeKeys, useRedis } from './test-redis.js';

const redis = useRedis();

async function keysOf(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const some of redis.admin().scanStream({ match: '*', count: 1000 })) keys.push(...(some as string[]));
  return keys.filter((key) => key.includes(prefix)).sort();
}

const attempt = { at: '2026-02-01T00:00:00.000Z', status_code: 204, duration_ms: 1, error: null };

describe('what lies in Redis', () => {
  it('lies in one slot, under the prefix', async () => {
    const prefix = freshPrefix();
    const ports = await openPorts({ url: redis.url(), prefix });
    await ports.store.insert(job(1), [delivery('d')], { key: 'k', fingerprint: 'f' });
    await ports.jobs.add(['a', 'b']);
    await ports.deliveries.add(['a']);
    await ports.jobs.take(new AbortController().signal);
    await ports.jobs.add(['a']);
    const { host, pid } = { host: 'h', pid: 1 };
    const at = attempt.at;
    await ports.registry.beat([
      { id: 'w', host, pid, status: 'idle', job_id: null, task: null, since: at, jobs_done: 0, last_seen: at },
    ]);
    const keys = await keysOf(prefix);
    expect(keys.length).toBeGreaterThan(15);
    expect(keys.filter((key) => !key.startsWith(`{${prefix}}:`))).toEqual([]);
    await ports.close();
    await removeKeys(redis.admin(), prefix);
  });

  it('goes when its time has come, that of lists too', async () => {
    const prefix = freshPrefix();
    const ports = await openPorts({ url: redis.url(), prefix, resultsTtlMs: 400 });
    const one = job(1);
    for (let n = 1; n <= 30; n++) {
      const each = job(n);
      each.record.document_id = `doc ${n}`;
      await ports.store.insert(each, [delivery(`d${n}`, `lane ${n}`)], { key: `k${n}`, fingerprint: 'f' });
      await ports.jobs.add([each.record.job_id]);
      const lease = await ports.jobs.take(new AbortController().signal);
      await ports.store.noteAttempt(delivery(`d${n}`, `lane ${n}`), attempt, 'delivered');
      const finished = { ...each, record: { ...each.record, status: 'success' as const } };
      await ports.store.replace(each.record.job_id, 1, finished, []);
      await lease?.done();
    }
    await sleep(600);
    // Whatever is asked or added makes some room; these make all of it.
    for (let n = 0; n < 3; n++) await ports.store.list();
    await ports.store.recentDeliveries(10);
    const left = (await keysOf(prefix)).map((key) => key.slice(prefix.length + 3));
    expect(left.filter((key) => key.startsWith('store:'))).toEqual(['store:count']);
    // BullMQ's own: its settings, its counter and the last of its events.
    expect(
      left
        .filter((key) => key.startsWith('queue:'))
        .filter((key) => !/:(?:meta|id|events|stalled-check|marker)$/.test(key)),
    ).toEqual([]);
    expect(await redis.admin().xlen(`{${prefix}}:queue:jobs:events`)).toBeLessThan(400);
    expect(one.record.job_id).toBe('j_00000000000000000000000001');
    await ports.close();
    await removeKeys(redis.admin(), prefix);
  });

  it('holds the text of the newest thousand settled deliveries only', async () => {
    const prefix = freshPrefix();
    const ports = await openPorts({ url: redis.url(), prefix });
    const all = Array.from({ length: 1300 }, (_, n) => delivery(`d${n}`, `lane ${n % 3}`));
    await ports.store.insert(job(1), all.slice(0, 700));
    for (const each of all.slice(0, 200)) await ports.store.noteAttempt(each, attempt, 'delivered');
    await ports.store.insert(job(2), all.slice(700));
    const texts = async (): Promise<number> => {
      const held = await Promise.all(
        all.map(({ id }) => redis.admin().hexists(`{${prefix}}:store:delivery:${id}`, 'delivery')),
      );
      return held.filter(Boolean).length;
    };
    // Of the three hundred oldest, two hundred are settled.
    expect(await texts()).toBe(1100);
    const told = await ports.store.recentDeliveries(5000);
    expect([told.length, told[0]?.delivery.id, told.at(-1)?.delivery.id]).toEqual([1000, 'd1299', 'd300']);
    // An old one that is settled late.
    await ports.store.noteAttempt(delivery('d250', 'lane 1'), attempt, 'failed');
    expect(await texts()).toBe(1099);
    // What was settled is known all the same.
    await ports.store.insert(job(3), [delivery('d0', 'lane 0')]);
    expect((await ports.store.nextDelivery('lane 0'))?.delivery.id).toBe('d201');
    await ports.close();
    await removeKeys(redis.admin(), prefix);
  });
});
