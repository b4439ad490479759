import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../scripts/build-program.mjs';
import { openLocal } from '../src/index.js';
import type { Local } from '../src/index.js';
import { realRuntime, testFolder } from './bench.js';
import { outputOf, reconcile, send, work } from './busy.js';
import type { Told } from './busy.js';

/** Milliseconds that the process lives after it is ready, each time. */
const LIVES = [5, 700, 60, 1500, 130, 400, 20, 900];

let program: Awaited<ReturnType<typeof buildProgram>>;
beforeAll(async () => {
  program = await buildProgram('working');
});
afterAll(() => program.remove());

async function liveAndDie(folder: string, acknowledged: string, round: number, ms: number): Promise<void> {
  const child = spawn(process.execPath, [program.path, folder, acknowledged, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const ready = once(child.stdout, 'data');
  const first = await Promise.race([ready.then(() => 'ready'), ended.then(() => 'ended')]);
  expect(first).toBe('ready');
  await sleep(ms);
  child.kill('SIGKILL');
  const [, signal] = (await ended) as [unknown, unknown];
  expect(signal).toBe('SIGKILL');
}

/** Does all that is left to do. */
async function finish(local: Local): Promise<void> {
  const end = new AbortController();
  const nothing = (): void => undefined;
  await reconcile(local);
  const working = Promise.all(
    [1, 2, 3, 4].flatMap(() => [work(local, end.signal, nothing), send(local, end.signal, nothing)]),
  );
  for (;;) {
    await sleep(50);
    const left = [await local.store.unfinished(1), await local.store.openLanes(1)].flat();
    if (left.length === 0) break;
  }
  end.abort();
  await working;
}

async function allRecords({ store }: Local) {
  const records = [];
  for (let cursor: string | undefined; ; ) {
    const page = await store.list({ limit: 500, cursor });
    records.push(...page.records);
    cursor = page.cursor;
    if (cursor === undefined) return records;
  }
}

describe('a process that is killed again and again', () => {
  it('loses nothing that was acknowledged', { timeout: 120_000 }, async () => {
    const folder = testFolder();
    const data = join(folder.path, 'data');
    const acknowledged = join(folder.path, 'acknowledged');
    for (const [round, ms] of LIVES.entries()) await liveAndDie(data, acknowledged, round, ms);
    const lines = readFileSync(acknowledged, 'utf8').split('\n').slice(0, -1);
    const told = lines.map((line) => JSON.parse(line) as Told);
    const local = await openLocal({ folder: data, resultsTtlMs: 3_600_000, runtime: realRuntime });
    const deliveredBefore = new Set(
      (await local.store.recentDeliveries(1_000_000))
        .filter(({ status }) => status === 'delivered')
        .map(({ delivery }) => delivery.id),
    );
    for (const one of told) {
      if (one.what === 'inserted') expect(await local.store.get(one.job)).toBeDefined();
      if (one.what === 'version') expect((await local.store.get(one.job))?.version).toBeGreaterThanOrEqual(one.version);
      if (one.what === 'finished') expect((await local.store.get(one.job))?.job.record.status).toBe('success');
      if (one.what === 'written') expect((await local.output.open(one.key).then(collect)).length).toBeGreaterThan(0);
      if (one.what === 'delivered') expect(deliveredBefore).toContain(one.delivery);
    }
    expect(readdirSync(join(data, 'storage/%new'))).toEqual([]);

    await finish(local);
    const records = await allRecords(local);
    expect(records.length).toBeGreaterThanOrEqual(told.filter(({ what }) => what === 'inserted').length);
    for (const { job_id, status, output_key } of records) {
      expect(status).toBe('success');
      expect(await local.output.open(output_key).then(collect)).toBe(outputOf(job_id));
    }
    const deliveries = (await local.store.recentDeliveries(1_000_000)).reverse();
    expect(deliveries.length).toBe(records.length * 3);
    const lanes = new Map<string, string[]>();
    for (const { delivery, status, attempts } of deliveries) {
      expect([status, attempts.length]).toEqual(['delivered', 1]);
      lanes.set(delivery.lane, [...(lanes.get(delivery.lane) ?? []), delivery.event]);
    }
    for (const events of lanes.values()) expect(events).toEqual(['job.queued', 'job.started', 'job.completed']);
    expect([await local.jobs.depth(), await local.deliveries.depth()]).toEqual([0, 0]);
    await local.close();
    expect(statSync(join(data, 'jobs')).mode & 0o777).toBe(0o700);
    folder.remove();
  });

  it('leaves the folder to the next one, and to one at a time', async () => {
    const folder = testFolder();
    const acknowledged = join(folder.path, 'acknowledged');
    const data = join(folder.path, 'data');
    const child = spawn(process.execPath, [program.path, data, acknowledged, '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const open = () => openLocal({ folder: data, resultsTtlMs: 1000, runtime: realRuntime });
    await expect(open()).rejects.toMatchObject({
      code: 'conflict',
      retryable: false,
      message: `${join(data, 'jobs')} is in use by another process: one process at a time can work there`,
    });
    child.kill('SIGKILL');
    await once(child, 'close');
    await (await open()).close();
    folder.remove();
  });
});

async function collect({ body }: { body: AsyncIterable<Uint8Array> }): Promise<string> {
  const chunks = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
