import { afterEach, describe, expect, it } from 'vitest';

import { JobSecrets, JobService, parsePush } from '../../src/pipeline/jobs/index.js';
import type { SubmitOptions } from '../../src/pipeline/jobs/index.js';
import { MemoryRuntime } from '../../src/testing/index.js';
import { JobIds } from '../../src/pipeline/jobs/derived-ids.js';
import { bytesOf, Deployment, FOUNTAIN, PUSH, rejection } from './deployment.js';
import { down, FaultyProcess } from './faulty-process.js';
import { QuickConverter } from './quick-converter.js';

let deployment = new Deployment();

afterEach(async () => {
  await deployment.stop();
});

function start(): Deployment {
  deployment = new Deployment({ converter: new QuickConverter() });
  return deployment;
}

const request = (changes: object = {}) => parsePush({ ...PUSH, ...changes }, { sharedStorage: false });

describe('ids of jobs', () => {
  it('sort by time, and within a millisecond by their making', () => {
    const runtime = new MemoryRuntime({ now: '2026-01-01T00:00:00Z' });
    const ids = new JobIds(runtime);
    const made: string[] = [];
    for (let n = 0; n < 500; n++) {
      made.push(ids.next());
      if (n % 50 === 0) runtime.jump(1 + n);
    }
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(500);
    expect(made[0]).toMatch(/^j_01KDVDNA00[0-9A-HJKMNP-TV-Z]{16}$/);
  });

  it('go on when the clock goes back', () => {
    const runtime = new MemoryRuntime({ now: '2026-01-01T00:00:00Z' });
    const ids = new JobIds(runtime);
    const first = ids.next();
    runtime.jump(-86_400_000);
    const second = ids.next();
    expect(second > first).toBe(true);
    expect(second.slice(0, 12)).toBe(first.slice(0, 12));
  });

  it('carry over when the random part is full', () => {
    const full = { now: () => '2026-01-01T00:00:00Z', random: (n: number) => new Uint8Array(n).fill(255) };
    const ids = new JobIds(full as never);
    const first = ids.next();
    const second = ids.next();
    expect(first.endsWith('ZZZZZZZZZZZZZZZZ')).toBe(true);
    expect(second > first).toBe(true);
    expect(second.endsWith('0000000000000000')).toBe(true);
  });
});

describe('a submission', () => {
  it('is kept, queued and told', async () => {
    const { service, store, jobs, runtime } = start();
    const { record, repeated } = await service.submit(request({ vars: { lang: 'pt' } }));
    expect(repeated).toBe(false);
    expect(record).toEqual({
      ...{ job_id: record.job_id, document_id: 'doc-1', tenant_id: '', tasks: PUSH.tasks },
      ...{ input_key: PUSH.input_key, output_key: PUSH.output_key, status: 'queued', attempt: 1, worker: null },
      ...{ queued_at: runtime.now(), started_at: null, finished_at: null, completed_tasks: [], outputs: [] },
      ...{ timings: [], warnings: [], warnings_total: 0, error: null },
    });
    expect(await service.get(record.job_id)).toEqual(record);
    expect(await store.unfinished(5)).toEqual([record.job_id]);
    expect(await jobs.depth()).toBe(1);
    expect((await store.recentDeliveries(5)).map(({ delivery }) => delivery.event)).toEqual(['job.queued']);
    expect((await store.get(record.job_id))?.job).toMatchObject({ vars: { lang: 'pt' }, sealed: null, webhook: null });
  });

  it('leaves no secret anywhere', async () => {
    const secret = 'correct horse battery';
    const { service, store, runtime, input } = start();
    await input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
    const tasks = ['convert-fountain-to-screenplay', 'encrypt-screenplay'];
    const options = { idempotencyKey: 'k', scope: 'a very secret token' };
    const { record } = await service.submit(request({ tasks, vars: { encrypt_key: secret } }), options);
    const kept = async (): Promise<string> =>
      JSON.stringify([
        await store.get(record.job_id),
        await store.list(),
        await store.recentDeliveries(99),
        runtime.logged,
        deployment.receivers.told,
        await deployment.registry.list(),
      ]);
    expect(await kept()).not.toContain(secret);
    deployment.worker();
    deployment.sender();
    await deployment.ended(record.job_id);
    await deployment.told();
    expect(await kept()).not.toContain(secret);
    expect((await store.get(record.job_id))?.job).toMatchObject({ sealed: null, vars: {} });
    expect(deployment.receivers.told.length).toBeGreaterThan(3);
  });

  it('is made once by the store that did not answer', async () => {
    start();
    const process = new FaultyProcess(deployment);
    process.fault = ({ name, times }) => (name === 'store.insert' && times === 0 ? 'fail after' : undefined);
    const service = new JobService(process.ports, { secrets: deployment.secrets });
    const { record, repeated } = await service.submit(request(), { idempotencyKey: 'k' });
    expect(repeated).toBe(false);
    expect((await deployment.service.list()).records).toEqual([record]);
    process.fault = ({ name }) => (name === 'store.insert' ? 'fail before' : undefined);
    expect((await rejection(service.submit(request()))).code).toBe('unavailable');
  });

  it('is not tried again by a store that has waited itself, nor is a cancellation', async () => {
    const { runtime } = start();
    const { job_id } = (await deployment.service.submit(request())).record;
    const ports = deployment.ports();
    let calls = 0;
    ports.store.insert = ports.store.replace = async () => {
      calls++;
      await runtime.sleep(2000);
      throw down();
    };
    const service = new JobService(ports, { secrets: deployment.secrets });
    const since = runtime.elapsed();
    expect((await rejection(service.submit(request()))).code).toBe('unavailable');
    expect((await rejection(service.cancel(job_id))).code).toBe('unavailable');
    expect([calls, runtime.elapsed() - since]).toEqual([2, 4000]);
  });
});

describe('an idempotency key', () => {
  const submit = (options: SubmitOptions, changes: object = {}) => deployment.service.submit(request(changes), options);

  it('answers a repeat with the first job, as it is now', async () => {
    start();
    const first = await submit({ idempotencyKey: 'key', scope: 'a' });
    const again = await submit({ idempotencyKey: 'key', scope: 'a' });
    expect(again).toEqual({ record: first.record, repeated: true });
    await deployment.service.cancel(first.record.job_id);
    expect((await submit({ idempotencyKey: 'key', scope: 'a' })).record.status).toBe('failed');
    expect((await deployment.service.list()).records).toHaveLength(1);
    expect(await deployment.jobs.depth()).toBe(1);
  });

  it('refuses another request', async () => {
    start();
    const vars = { encrypt_key: 'a long enough secret' };
    const tasks = ['encrypt-screenplay'];
    await submit({ idempotencyKey: 'key' }, { tasks, vars });
    for (const changes of [
      {},
      { tasks, vars: { encrypt_key: 'another long secret' } },
      { tasks, vars, tenant_id: 'x' },
    ]) {
      const error = await rejection(submit({ idempotencyKey: 'key' }, changes));
      expect([error.code, error.retryable]).toEqual(['conflict', false]);
    }
    expect((await submit({ idempotencyKey: 'key' }, { vars, tasks })).repeated).toBe(true);
  });

  it('is its scope’s own', async () => {
    start();
    const ids = new Set<string>();
    for (const [scope, idempotencyKey] of [
      ['a', 'b'],
      ['ab', ''],
      ['', 'ab'],
      ['a', 'B'],
      [undefined, 'b'],
    ] as const) {
      if (idempotencyKey === '') continue;
      ids.add((await submit({ scope, idempotencyKey })).record.job_id);
    }
    expect(ids.size).toBe(4);
  });

  it('works on while the secret of the deployment is replaced', async () => {
    start();
    const ports = deployment.ports();
    const serviceWith = (...list: string[]) =>
      new JobService(ports, { secrets: new JobSecrets(list, deployment.runtime) });
    const first = await serviceWith('old').submit(request(), { idempotencyKey: 'k' });
    const again = await serviceWith('new', 'old').submit(request(), { idempotencyKey: 'k' });
    expect(again).toEqual({ record: first.record, repeated: true });
    const other = serviceWith('new', 'old').submit(request({ document_id: 'x' }), { idempotencyKey: 'k' });
    expect((await rejection(other)).code).toBe('conflict');
  });

  it('has 1 to 255 characters', async () => {
    start();
    for (const idempotencyKey of ['', 'x'.repeat(256)]) {
      const error = await rejection(submit({ idempotencyKey }));
      expect([error.code, error.details?.['field']]).toEqual(['bad_option', 'Idempotency-Key']);
    }
    expect((await submit({ idempotencyKey: '🎬'.repeat(255) })).repeated).toBe(false);
  });
});

describe('a job whose options cannot be opened', () => {
  it('fails, and says why', async () => {
    start();
    await deployment.input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
    const id = await deployment.push({ tasks: ['encrypt-screenplay'], vars: { encrypt_key: 'a long enough secret' } });
    deployment.worker(undefined, { secrets: new JobSecrets(['another one'], deployment.runtime) });
    const record = await deployment.ended(id);
    expect(record).toMatchObject({ status: 'failed', error: { code: 'wrong_key', task: null } });
  });
});

describe('the state of the queue', () => {
  it('is counted, at most once a second', async () => {
    const { service, runtime } = start();
    expect(await service.queue()).toEqual({ pending: 0, workers: 0 });
    await deployment.push();
    await deployment.push();
    expect(await service.queue()).toEqual({ pending: 0, workers: 0 });
    await runtime.sleep(1001);
    expect(await service.queue()).toEqual({ pending: 2, workers: 0 });
    deployment.worker(undefined, { slots: 3 });
    await runtime.sleep(2000);
    expect(await service.queue()).toEqual({ pending: 0, workers: 3 });
  });

  it('is what was heard last when nobody answers', async () => {
    const { runtime } = start();
    const process = new FaultyProcess(deployment);
    const service = new JobService(process.ports, { secrets: deployment.secrets });
    await deployment.push();
    expect((await service.queue()).pending).toBe(1);
    await runtime.sleep(2000);
    process.fault = ({ name }) => (name === 'jobs.depth' ? 'fail before' : undefined);
    expect((await service.queue()).pending).toBe(1);
    await runtime.sleep(2000);
    process.ports.jobs.depth = () => new Promise(() => undefined);
    const asked = runtime.elapsed();
    const hung = new JobService(
      { ...process.ports, jobs: { ...process.ports.jobs, depth: () => new Promise(() => undefined) } as never },
      {
        secrets: deployment.secrets,
      },
    );
    expect(await hung.queue()).toEqual({ pending: 0, workers: 0 });
    expect(runtime.elapsed() - asked).toBeLessThanOrEqual(300);
  });
});

describe('workers', () => {
  it('tell what they do', async () => {
    const { registry, runtime } = start();
    await deployment.input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
    const converter = deployment.options.converter as QuickConverter;
    converter.before = () => runtime.sleep(4000);
    const worker = deployment.worker(undefined, { slots: 2, host: 'box', pid: 7 });
    await runtime.sleep(100);
    const idle = await registry.list();
    expect(idle).toMatchObject([
      { host: 'box', pid: 7, status: 'idle', job_id: null, task: null, jobs_done: 0 },
      { host: 'box', pid: 7, status: 'idle', job_id: null, task: null, jobs_done: 0 },
    ]);
    expect(new Set(idle.map(({ id }) => id)).size).toBe(2);
    const id = await deployment.push();
    await runtime.sleep(2500);
    const busy = (await registry.list()).filter(({ status }) => status === 'busy');
    expect(busy).toMatchObject([{ job_id: id, task: PUSH.tasks[0] }]);
    expect((await deployment.record(id)).worker).toBe(busy[0]?.id);
    await runtime.sleep(3000);
    expect((await registry.list()).find(({ status }) => status === 'busy')?.task).toBe(PUSH.tasks[1]);
    await deployment.ended(id);
    await runtime.sleep(2000);
    expect((await registry.list()).map(({ jobs_done: done }) => done).sort()).toEqual([0, 1]);
    // They go on being heard of when nothing happens.
    await runtime.sleep(60_000);
    expect(await registry.list()).toHaveLength(2);
    await worker.stop();
    expect(await registry.list()).toEqual([]);
  });

  it('share the jobs, as many at a time as there are slots', async () => {
    const { runtime } = start();
    await deployment.input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
    const converter = deployment.options.converter as QuickConverter;
    let running = 0;
    let most = 0;
    converter.before = async () => {
      most = Math.max(most, ++running);
      await runtime.sleep(50);
      running--;
    };
    deployment.worker(undefined, { slots: 2 });
    deployment.worker(undefined, { slots: 3 });
    const ids: string[] = [];
    for (let n = 0; n < 30; n++) ids.push(await deployment.push({ tasks: [PUSH.tasks[0]], output_key: `o/${n}` }));
    for (const id of ids) expect((await deployment.ended(id)).status).toBe('success');
    expect(most).toBe(5);
  });

  it('refuse what they do not know, as after an upgrade of the server alone', async () => {
    start();
    const id = await deployment.push();
    const found = await deployment.store.get(id);
    if (!found) throw new Error('the job is gone');
    const record = { ...found.job.record, tasks: ['convert-word-to-screenplay'] };
    await deployment.store.replace(id, found.version, { ...found.job, record }, []);
    deployment.worker();
    expect((await deployment.ended(id)).error).toMatchObject({
      code: 'bad_option',
      task: 'convert-word-to-screenplay',
    });
  });
});
