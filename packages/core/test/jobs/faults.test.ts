import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScreenplayError } from '../../src/index.js';
import type { ErrorCode, OpenObject, Storage } from '../../src/index.js';
import { bytesOf, DEFAULT_HOOK, Deployment, FOUNTAIN, OWN_HOOK, PUSH } from './deployment.js';
import { down, FaultyProcess } from './faulty-process.js';
import type { Fault, PortCall } from './faulty-process.js';
import { expectWholeStory, historyOf } from './history.js';
import { QuickConverter } from './quick-converter.js';

const TASKS = [...PUSH.tasks, 'zip-output'];
const ONE_SLOT = { slots: 1, patience: { tries: 3, firstMs: 500, longestMs: 2000 } };

let deployment: Deployment;
let converter: QuickConverter;

beforeEach(async () => {
  converter = new QuickConverter();
  deployment = new Deployment({ converter, worker: ONE_SLOT, sender: { slots: 2 } });
  await deployment.input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
});

afterEach(async () => {
  await deployment.stop();
});

/** What the outputs are when nothing goes wrong. */
async function cleanOutputs(): Promise<Map<string, string>> {
  const clean = new Deployment({ converter: new QuickConverter() });
  await clean.input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
  clean.worker();
  const request = { tasks: TASKS };
  await clean.ended(await clean.push(request));
  await clean.stop();
  return outputsOf(clean);
}

function outputsOf({ output }: Deployment): Map<string, string> {
  return new Map(output.keys.sort().map((key) => [key, Array.from(output.peek(key)?.bytes ?? []).join()]));
}

/** How many calls a worker makes for one job, heartbeats and naps not counted. */
async function callsOfOneJob(): Promise<string[]> {
  const quiet = new Deployment({ converter: new QuickConverter(), worker: ONE_SLOT });
  await quiet.input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
  const process = new FaultyProcess(quiet);
  await quiet.push({ tasks: TASKS });
  quiet.worker(process.ports);
  await quiet.until(() => process.timesOf('lease.done') === 1);
  await quiet.stop();
  // Without the next job, which never comes.
  const calls = process.calls.filter(isWork);
  return calls.slice(0, calls.lastIndexOf('lease.done') + 1);
}

const isWork = (name: string): boolean => !/^(?:runtime|registry)\./.test(name);

/** Counts the calls that are work, and lets one of them meet a fault. */
function at(wanted: number, fault: Fault): (call: PortCall) => Fault {
  let count = -1;
  return ({ name }) => (isWork(name) && ++count === wanted ? fault : undefined);
}

describe('a worker that is lost', () => {
  it.each(['die before', 'die after'] as const)(
    'at any call (%s), is made up for by another one',
    async (fault) => {
      const calls = await callsOfOneJob();
      expect(calls.length).toBeGreaterThan(15);
      const clean = await cleanOutputs();
      for (let step = 0; step < calls.length; step++) {
        deployment = new Deployment({ converter, worker: ONE_SLOT });
        await deployment.input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
        const id = await deployment.push({ tasks: TASKS, webhook: OWN_HOOK });
        const doomed = new FaultyProcess(deployment);
        doomed.fault = at(step, fault);
        deployment.worker(doomed.ports);
        await deployment.until(() => doomed.dead);
        deployment.worker();
        deployment.sender();
        deployment.reconciler();
        const record = await deployment.ended(id);
        await deployment.told();
        const where = `${fault} ${calls[step] ?? ''} (${step})`;
        expect([where, record.status]).toEqual([where, 'success']);
        expect([where, record.completed_tasks]).toEqual([where, TASKS]);
        expect(outputsOf(deployment)).toEqual(clean);
        for (const url of [DEFAULT_HOOK, OWN_HOOK]) expectWholeStory(deployment.receivers.told, url, record);
        // A worker costs an attempt once the record says that it has the job.
        const claimed = calls.indexOf('store.replace');
        const over = calls.lastIndexOf('store.replace');
        const costs = step > claimed || (step === claimed && fault === 'die after');
        const ended = step > over || (step === over && fault === 'die after');
        expect([where, record.attempt]).toEqual([where, costs && !ended ? 2 : 1]);
      }
    },
    120_000,
  );

  it('three times in a row fails the job, and one more changes nothing', async () => {
    const id = await deployment.push({ tasks: TASKS });
    deployment.sender();
    for (let attempt = 1; attempt <= 3; attempt++) {
      const doomed = new FaultyProcess(deployment);
      doomed.fault = ({ name, times }) => (name === 'output.write' && times === 1 ? 'die before' : undefined);
      deployment.worker(doomed.ports);
      await deployment.until(() => doomed.dead);
      expect((await deployment.record(id)).status).toBe('running');
    }
    deployment.worker();
    const record = await deployment.ended(id);
    expect(record).toMatchObject({
      status: 'failed',
      attempt: 3,
      error: { code: 'worker_lost', task: 'validate-screenplay' },
      completed_tasks: ['convert-fountain-to-screenplay'],
    });
    await deployment.told();
    expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, record);
    expect(converter.operations).toHaveLength(6);
    await deployment.jobs.add([id]);
    await deployment.runtime.sleep(5000);
    expect(await deployment.record(id)).toEqual(record);
  });

  it('is not taken for lost while its process only forgot to end the lease', async () => {
    const id = await deployment.push({ tasks: TASKS });
    const doomed = new FaultyProcess(deployment);
    doomed.fault = ({ name }) => (name === 'lease.done' ? 'die before' : undefined);
    deployment.worker(doomed.ports);
    await deployment.until(() => doomed.dead);
    const record = await deployment.record(id);
    expect(record.status).toBe('success');
    deployment.worker();
    await deployment.until(async () => (await deployment.jobs.depth()) === 0);
    expect(await deployment.record(id)).toEqual(record);
    expect(converter.operations).toHaveLength(3);
  });
});

describe('a worker that was paused beyond its lease', () => {
  it('writes nothing to the record and tells nothing when it goes on', async () => {
    const id = await deployment.push({ tasks: TASKS });
    const paused = new FaultyProcess(deployment);
    let goOn: () => void = () => undefined;
    const stopped = new Promise<void>((resolve) => (goOn = resolve));
    let first = true;
    converter.before = async (operation) => {
      if (operation !== 'export' || !first) return;
      first = false;
      await stopped;
    };
    deployment.sender();
    deployment.worker(paused.ports);
    await deployment.until(() => !first);
    paused.pause();
    deployment.worker();
    const record = await deployment.ended(id);
    expect(record).toMatchObject({ status: 'success', attempt: 2 });
    const writes = paused.timesOf('store.replace');
    goOn();
    paused.notice();
    await deployment.runtime.sleep(10_000);
    expect(await deployment.record(id)).toEqual(record);
    // At most one more try to write, which was refused.
    expect(paused.timesOf('store.replace') - writes).toBeLessThanOrEqual(1);
    await deployment.told();
    expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, record);
  });

  it('costs the job no attempt when it hears of it before anybody has begun', async () => {
    const id = await deployment.push({ tasks: TASKS });
    const cutOff = new FaultyProcess(deployment);
    let first = true;
    converter.before = async (operation, signal) => {
      if (operation !== 'export' || !first) return;
      first = false;
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    };
    deployment.sender();
    const worker = deployment.worker(cutOff.ports);
    await deployment.until(() => !first);
    void worker.stop(60_000);
    cutOff.pause();
    cutOff.notice();
    await deployment.until(async () => (await deployment.record(id)).status === 'queued');
    deployment.worker();
    const record = await deployment.ended(id);
    expect(record).toMatchObject({ status: 'success', attempt: 1 });
    await deployment.told();
    expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, record);
  });

  it('stops converting once it hears of it', async () => {
    const id = await deployment.push({ tasks: TASKS });
    const paused = new FaultyProcess(deployment);
    let aborted = 0;
    converter.before = async (operation, signal) => {
      if (operation !== 'validate' || aborted > 0) return;
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
      aborted++;
      throw new ScreenplayError('cancelled', 'The conversion was cancelled');
    };
    deployment.worker(paused.ports);
    await deployment.until(() => converter.operations.includes('validate'));
    paused.pause();
    paused.notice();
    await deployment.until(() => aborted === 1);
    const record = await deployment.ended(id);
    expect(record).toMatchObject({ status: 'success', attempt: 1 });
  });
});

describe('a cancelled job', () => {
  it('ends before a worker has it', async () => {
    const id = await deployment.push({ tasks: TASKS });
    const cancelled = await deployment.service.cancel(id);
    expect(cancelled).toMatchObject({ status: 'failed', error: { code: 'cancelled', task: null }, attempt: 1 });
    deployment.worker();
    deployment.sender();
    await deployment.told();
    await deployment.until(async () => (await deployment.jobs.depth()) === 0);
    expect(await deployment.record(id)).toEqual(cancelled);
    expect(deployment.receivers.eventsAt(DEFAULT_HOOK)).toEqual(['job.queued', 'job.failed']);
    expect(converter.operations).toEqual([]);
  });

  it('ends at any step of a worker, which then stops', async () => {
    const calls = await callsOfOneJob();
    for (let step = 0; step < calls.length; step++) {
      deployment = new Deployment({ converter, worker: ONE_SLOT });
      await deployment.input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
      const id = await deployment.push({ tasks: TASKS });
      const process = new FaultyProcess(deployment);
      let cancelled: Promise<string> | undefined;
      const { service } = deployment;
      let count = -1;
      process.fault = ({ name }) => {
        if (!isWork(name) || ++count !== step) return undefined;
        cancelled = service.cancel(id).then(
          () => 'cancelled',
          (error: unknown) => (error as ScreenplayError).code,
        );
        return undefined;
      };
      deployment.worker(process.ports);
      deployment.sender();
      const record = await deployment.ended(id);
      await deployment.until(() => cancelled !== undefined);
      const outcome = await cancelled;
      await deployment.runtime.sleep(5000);
      await deployment.told();
      const final = await deployment.record(id);
      expect(final).toEqual(record);
      expect([step, outcome]).toEqual([step, record.status === 'success' ? 'conflict' : 'cancelled']);
      if (record.status === 'failed') expect(record.error?.code).toBe('cancelled');
      expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, record);
      expect(await deployment.jobs.depth()).toBe(0);
      await deployment.stop();
    }
  }, 120_000);

  it('stops a long conversion within two seconds', async () => {
    const id = await deployment.push({ tasks: TASKS });
    let abortedAt = 0;
    converter.before = async (_operation, signal) => {
      await deployment.runtime.sleep(60_000, signal);
      abortedAt = deployment.runtime.elapsed();
      if (signal?.aborted) throw new ScreenplayError('cancelled', 'The conversion was cancelled');
    };
    deployment.worker();
    await deployment.until(() => converter.operations.length === 1);
    const at = deployment.runtime.elapsed();
    await deployment.service.cancel(id);
    await deployment.until(() => abortedAt > 0);
    expect(abortedAt - at).toBeLessThan(2000);
    expect(deployment.output.keys).toEqual([]);
  });

  it('cannot be cancelled twice, nor when there is none', async () => {
    const id = await deployment.push();
    await deployment.service.cancel(id);
    await expect(deployment.service.cancel(id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(deployment.service.cancel('j_none')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('trouble with the storage', () => {
  it('is waited out', async () => {
    const process = new FaultyProcess(deployment);
    process.fault = ({ name, times }) =>
      (name === 'input.open' || name === 'output.write') && times < 2 ? 'fail before' : undefined;
    deployment.worker(process.ports);
    const record = await deployment.ended(await deployment.push({ tasks: TASKS }));
    expect(record).toMatchObject({ status: 'success', attempt: 1 });
    expect(outputsOf(deployment)).toEqual(await cleanOutputs());
    expect(record.timings[0]?.duration_ms).toBeGreaterThanOrEqual(2 * 1500);
  });

  it('for long puts the job back without costing an attempt, until it is over', async () => {
    const process = new FaultyProcess(deployment);
    process.fault = ({ name, times }) =>
      name === 'output.write' && times >= 1 && times < 20 ? 'fail before' : undefined;
    deployment.sender();
    const statuses = new Set<string>();
    const id = await deployment.push({ tasks: TASKS });
    deployment.worker(process.ports);
    await deployment.until(async () => {
      const { status } = await deployment.record(id);
      statuses.add(status);
      return status === 'success';
    });
    expect([...statuses]).toEqual(['queued', 'running', 'success']);
    const record = await deployment.record(id);
    expect(record).toMatchObject({ attempt: 1, error: null, completed_tasks: TASKS });
    await deployment.told();
    expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, record);
    expect(outputsOf(deployment)).toEqual(await cleanOutputs());
  });

  it('in the middle of a body is waited out, too', async () => {
    let times = 0;
    const ports = deployment.ports();
    async function* body(): AsyncGenerator<Uint8Array> {
      yield bytesOf(FOUNTAIN.slice(0, 20));
      if (times++ < 2) throw down('the storage');
      yield bytesOf(FOUNTAIN.slice(20));
    }
    const open = (): Promise<OpenObject> => Promise.resolve({ size: FOUNTAIN.length, body: body() });
    ports.input = Object.assign(Object.create(ports.input) as Storage, { open });
    deployment.worker(ports);
    const record = await deployment.ended(await deployment.push({ tasks: TASKS }));
    expect(record.status).toBe('success');
    expect(times).toBe(3);
    expect(outputsOf(deployment)).toEqual(await cleanOutputs());
  });

  it.each(['not_found', 'denied'] as const)('that does not pass (%s) fails the job', async (code) => {
    const ports = deployment.ports();
    ports.output = Object.assign(Object.create(ports.output) as Storage, {
      write: () => Promise.reject(new ScreenplayError(code, 'The bucket cannot be written')),
    });
    deployment.worker(ports);
    const record = await deployment.ended(await deployment.push({ tasks: TASKS }));
    expect(record).toMatchObject({ status: 'failed', error: { code, task: TASKS[0] }, attempt: 1 });
  });
});

describe('trouble with the store and the queues', () => {
  it.each(['fail before', 'fail after'] as const)(
    'at any call (%s) changes nothing in the end',
    async (fault) => {
      const calls = await callsOfOneJob();
      const clean = await cleanOutputs();
      for (let step = 0; step < calls.length; step++) {
        deployment = new Deployment({ converter, worker: ONE_SLOT });
        await deployment.input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
        const id = await deployment.push({ tasks: TASKS });
        const process = new FaultyProcess(deployment);
        process.fault = at(step, fault);
        deployment.worker(process.ports);
        deployment.sender();
        deployment.reconciler();
        const record = await deployment.ended(id);
        await deployment.told();
        expect([calls[step], record.status, record.attempt]).toEqual([calls[step], 'success', 1]);
        expect(outputsOf(deployment)).toEqual(clean);
        expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, record);
        await deployment.until(async () => (await deployment.jobs.depth()) === 0);
        await deployment.stop();
      }
    },
    120_000,
  );

  it('for minutes is waited out by those who work', async () => {
    const process = new FaultyProcess(deployment);
    let from = Infinity;
    process.fault = ({ name }) => {
      const { runtime } = deployment;
      if (name === 'output.write') from = Math.min(from, runtime.elapsed());
      const outage = runtime.elapsed() >= from && runtime.elapsed() < from + 180_000;
      return outage && /^(?:store|jobs|lanes|registry|lease)\./.test(name) ? 'fail before' : undefined;
    };
    deployment.worker(process.ports);
    deployment.sender();
    const id = await deployment.push({ tasks: TASKS });
    const record = await deployment.ended(id);
    await deployment.told();
    expect(record).toMatchObject({ status: 'success', attempt: 1 });
    expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, record);
  });

  it('leaves a submission that was kept to the reconciler', async () => {
    const process = new FaultyProcess(deployment);
    process.fault = ({ name }) => (/^(?:jobs|lanes)\.add/.test(name) ? 'fail before' : undefined);
    const { JobService, parsePush } = await import('../../src/pipeline/jobs/index.js');
    const service = new JobService(process.ports, { secrets: deployment.secrets, defaultWebhooks: [DEFAULT_HOOK] });
    const { record } = await service.submit(parsePush(PUSH, { sharedStorage: false }));
    expect(await deployment.jobs.depth()).toBe(0);
    deployment.worker();
    deployment.sender();
    deployment.reconciler();
    await deployment.ended(record.job_id);
    await deployment.told();
    expect(deployment.receivers.eventsAt(DEFAULT_HOOK).at(-1)).toBe('job.completed');
  });
});

describe('a conversion that fails', () => {
  const cases: [ErrorCode, string][] = [
    ['timeout', 'The conversion took more than 60 seconds and was stopped'],
    ['limit_exceeded', 'The conversion needs more than 1024 MB of memory and was stopped'],
    ['internal', 'The conversion crashed'],
    ['malformed_input', 'The file is damaged'],
    ['wrong_key', 'The key is another one'],
  ];
  it.each(cases)('with %s is not tried again', async (code, message) => {
    converter.before = async (operation) => {
      if (operation === 'validate') throw new ScreenplayError(code, message);
    };
    deployment.worker();
    deployment.sender();
    const record = await deployment.ended(await deployment.push({ tasks: TASKS }));
    expect(record).toMatchObject({
      status: 'failed',
      attempt: 1,
      error: { code, message, task: 'validate-screenplay' },
    });
    expect(converter.operations).toEqual(['convert', 'validate']);
    await deployment.told();
    expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, record);
  });

  it('without a code is a defect, of which nothing is told but that', async () => {
    converter.before = async () => {
      throw new TypeError('cannot read INT. SECRET PLACE');
    };
    deployment.worker();
    const record = await deployment.ended(await deployment.push({ tasks: TASKS }));
    expect(record.error).toMatchObject({ code: 'internal', task: TASKS[0] });
    expect(JSON.stringify([record, deployment.runtime.logged])).not.toContain('SECRET');
    expect(deployment.runtime.logged.some(({ level }) => level === 'error')).toBe(true);
  });

  it('is asked for again while the converter is busy or restarting', async () => {
    let times = 0;
    converter.before = async () => {
      if (times++ < 2) throw new ScreenplayError('busy', 'Too much waits', { details: { retryAfter: 1 } });
    };
    deployment.worker();
    const record = await deployment.ended(await deployment.push({ tasks: TASKS }));
    expect(record).toMatchObject({ status: 'success', attempt: 1 });
  });

  it('is told how long it may take and on whose behalf it is', async () => {
    const calls: unknown[] = [];
    const run: QuickConverter['run'] = (operation, source, options, call) => {
      calls.push({ ...call, signal: undefined });
      return converter.run(operation, source, options, call);
    };
    deployment = new Deployment({
      converter: { run, close: () => converter.close() },
      worker: { convertTimeoutMs: 1234, convertMemoryMb: 99 },
    });
    await deployment.input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
    deployment.worker();
    const id = await deployment.push({ tasks: [TASKS[0]] });
    await deployment.ended(id);
    expect(calls).toEqual([{ timeoutMs: 1234, memoryMb: 99, client: id, signal: undefined }]);
  });

  it('for longer than a job may take ends the job', async () => {
    converter.before = (operation, signal) =>
      operation === 'export' ? deployment.runtime.sleep(1e9, signal) : Promise.resolve();
    deployment.worker(undefined, { jobTimeoutMs: 90_000 });
    const record = await deployment.ended(await deployment.push({ tasks: TASKS }));
    expect(record).toMatchObject({ status: 'failed', attempt: 1, error: { code: 'timeout', task: 'export-to-fdx' } });
    const took = Date.parse(record.finished_at ?? '') - Date.parse(record.started_at ?? '');
    expect(took).toBeGreaterThanOrEqual(90_000);
    expect(took).toBeLessThan(91_000);
  });
});

describe('a worker that is told to stop', () => {
  it('finishes within its grace', async () => {
    converter.before = () => deployment.runtime.sleep(2000);
    const worker = deployment.worker();
    const id = await deployment.push({ tasks: TASKS });
    await deployment.until(() => converter.operations.length === 1);
    await worker.stop(30_000);
    expect((await deployment.record(id)).status).toBe('success');
    expect(await deployment.registry.list()).toEqual([]);
  });

  it('hands back at the end of it what runs, without costing an attempt', async () => {
    const stuck = deployment.ports();
    converter.before = (_operation, signal) => deployment.runtime.sleep(60_000, signal);
    const worker = deployment.worker(stuck);
    deployment.sender();
    const id = await deployment.push({ tasks: TASKS });
    await deployment.until(() => converter.operations.length === 1);
    const start = deployment.runtime.elapsed();
    await worker.stop(5000);
    expect(deployment.runtime.elapsed() - start).toBeLessThan(6000);
    expect(await deployment.record(id)).toMatchObject({ status: 'queued', attempt: 1, error: null });
    expect(await deployment.jobs.depth()).toBe(1);
    converter.before = async () => undefined;
    deployment.worker();
    const record = await deployment.ended(id);
    expect(record).toMatchObject({ status: 'success', attempt: 1 });
    await deployment.told();
    expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, record);
  });

  it('does not wait for a store that does not answer', async () => {
    const process = new FaultyProcess(deployment);
    const worker = deployment.worker(process.ports);
    const id = await deployment.push({ tasks: TASKS });
    converter.before = async () => {
      process.fault = ({ name }) => (/^(?:store|lease|lanes|jobs|registry)\./.test(name) ? 'fail before' : undefined);
    };
    await deployment.until(() => converter.operations.length === 1);
    const start = deployment.runtime.elapsed();
    await worker.stop(1000);
    expect(deployment.runtime.elapsed() - start).toBeLessThan(20_000);
    expect((await deployment.record(id)).status).toBe('running');
  });
});

describe('a clock that jumps', () => {
  it.each([365 * 86_400_000, -365 * 86_400_000, 3_600_000, -3_600_000])('by %d ms spoils nothing', async (ms) => {
    deployment.receivers.answer = (_one, times) => ({ statusCode: times < 3 ? 503 : 200 });
    let jumped = false;
    converter.before = async () => {
      if (!jumped) deployment.runtime.jump(ms);
      jumped = true;
    };
    deployment.worker();
    deployment.sender();
    const first = await deployment.push({ tasks: TASKS });
    const start = deployment.runtime.elapsed();
    const record = await deployment.ended(first);
    await deployment.told();
    expect(deployment.runtime.elapsed() - start).toBeLessThan(120_000);
    expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, record);
    expect(record.timings.every(({ duration_ms: ms }) => ms >= 0 && ms < 1000)).toBe(true);
    const second = await deployment.push({ tasks: TASKS });
    expect(second > first).toBe(true);
    await deployment.ended(second);
    expect(historyOf(deployment.receivers.told, DEFAULT_HOOK, second)[0]?.event).toBe('job.queued');
  });
});
