import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bytesOf, DEFAULT_HOOK, Deployment, FOUNTAIN, PUSH } from './deployment.js';
import { FaultyProcess } from './faulty-process.js';
import { QuickConverter } from './quick-converter.js';

/** The task that workers do not know as long as they are old. */
const NEW_TASK = 'zip-output';
const workers = vi.hoisted(() => ({ old: false }));

vi.mock(import('../../src/pipeline/tasks/catalogue.js'), async (original) => {
  const { taskNamed, ...rest } = await original();
  return { ...rest, taskNamed: (name) => (workers.old && name === NEW_TASK ? undefined : taskNamed(name)) };
});

const MINUTE = 60_000;
const TASKS = [...PUSH.tasks, NEW_TASK];
let deployment: Deployment;
let converter: QuickConverter;

beforeEach(async () => {
  workers.old = false;
  converter = new QuickConverter();
  deployment = new Deployment({ converter, worker: { slots: 1 } });
  await deployment.input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
});

afterEach(async () => {
  await deployment.stop();
});

describe('a job with a task that only newer workers know', () => {
  it('waits for one of them, untouched and at no cost, while others are done', async () => {
    const id = await deployment.push({ tasks: TASKS });
    const other = await deployment.push({ output_key: 'out/other' });
    workers.old = true;
    deployment.worker();
    deployment.sender();
    deployment.reconciler();
    expect((await deployment.ended(other)).status).toBe('success');
    const done = converter.operations.length;
    await deployment.runtime.sleep(5 * MINUTE);
    expect(await deployment.record(id)).toMatchObject({ status: 'queued', attempt: 1, started_at: null });
    expect(converter.operations).toHaveLength(done);
    expect(deployment.output.keys.filter((key) => key.startsWith('out/ferry'))).toEqual([]);

    workers.old = false;
    expect(await deployment.ended(id, MINUTE)).toMatchObject({ status: 'success', attempt: 1, completed_tasks: TASKS });
    await deployment.told();
    const events = deployment.receivers.at(DEFAULT_HOOK).filter((payload) => payload['job_id'] === id);
    expect(events.map(({ event }) => event)).toEqual([
      'job.queued',
      'job.started',
      'job.progress',
      'job.progress',
      'job.progress',
      'job.completed',
    ]);
  });

  it('fails when none has come within ten minutes, however many old ones there are and however the clock goes', async () => {
    const id = await deployment.push({ tasks: TASKS });
    workers.old = true;
    for (let n = 0; n < 3; n++) deployment.worker();
    deployment.runtime.jump(60 * MINUTE);
    await deployment.runtime.sleep(9.5 * MINUTE);
    expect((await deployment.record(id)).status).toBe('queued');
    const record = await deployment.ended(id, 2 * MINUTE);
    expect(record).toMatchObject({ status: 'failed', attempt: 1, error: { code: 'bad_option', task: NEW_TASK } });
    expect(record.error?.message).toContain('older than the server');
  });

  it('has its ten minutes again once a worker has taken it on', async () => {
    const id = await deployment.push({ tasks: TASKS });
    workers.old = true;
    const old = deployment.worker();
    await deployment.runtime.sleep(8 * MINUTE);
    await old.stop();
    workers.old = false;
    const newer = new FaultyProcess(deployment);
    newer.fault = ({ name }) => (name === 'output.write' ? 'die before' : undefined);
    deployment.worker(newer.ports);
    await deployment.until(() => newer.dead);
    workers.old = true;
    deployment.worker();
    await deployment.runtime.sleep(8 * MINUTE);
    // Its worker was lost, which is found out by the one that takes it on.
    expect(await deployment.record(id)).toMatchObject({ status: 'running', attempt: 1 });
    workers.old = false;
    expect(await deployment.ended(id)).toMatchObject({ status: 'success', attempt: 2 });
  });

  it('can be cancelled meanwhile', async () => {
    const id = await deployment.push({ tasks: TASKS });
    workers.old = true;
    deployment.worker();
    await deployment.runtime.sleep(MINUTE);
    await deployment.service.cancel(id);
    await deployment.runtime.sleep(MINUTE);
    expect(await deployment.record(id)).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
    expect(await deployment.jobs.depth()).toBe(0);
  });

  it('waits on when the store is in trouble', async () => {
    const id = await deployment.push({ tasks: TASKS });
    workers.old = true;
    const faulty = new FaultyProcess(deployment);
    faulty.fault = ({ name, times }) =>
      (name === 'store.replace' || name === 'lease.giveBack') && times % 2 === 0 ? 'fail after' : undefined;
    deployment.worker(faulty.ports);
    await deployment.runtime.sleep(5 * MINUTE);
    expect((await deployment.record(id)).status).toBe('queued');
    workers.old = false;
    faulty.fault = () => undefined;
    expect(await deployment.ended(id)).toMatchObject({ status: 'success', attempt: 1 });
  });
});
