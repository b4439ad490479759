import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScreenplayError } from '../../src/index.js';
import type { NotificationAnswer, TrackedDelivery } from '../../src/index.js';
import { bytesOf, DEFAULT_HOOK, Deployment, FOUNTAIN, OWN_HOOK, PUSH } from './deployment.js';
import { FaultyProcess } from './faulty-process.js';
import { expectWholeStory } from './history.js';
import { QuickConverter } from './quick-converter.js';

const ONE_TASK = { tasks: [PUSH.tasks[0]] };

let deployment: Deployment;

beforeEach(async () => {
  deployment = new Deployment({ converter: new QuickConverter() });
  await deployment.input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
});

afterEach(async () => {
  await deployment.stop();
});

/** One event for one receiver, which answers each try as the list says. */
async function deliver(...answers: (number | NotificationAnswer | Error)[]): Promise<TrackedDelivery> {
  let at = 0;
  deployment.receivers.answer = () => {
    const answer = answers[Math.min(at++, answers.length - 1)] ?? 200;
    if (answer instanceof Error) throw answer;
    return typeof answer === 'number' ? { statusCode: answer } : answer;
  };
  await deployment.push();
  deployment.sender();
  await deployment.told();
  const [delivery] = await deployment.store.recentDeliveries(1);
  if (!delivery) throw new Error('there is no delivery');
  return delivery;
}

/** Milliseconds between the tries. */
function waits({ attempts }: TrackedDelivery): number[] {
  const times = attempts.map(({ at }) => Date.parse(at));
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

const codesOf = ({ attempts }: TrackedDelivery) => attempts.map(({ status_code: code }) => code);

describe('an answer', () => {
  it.each([200, 201, 202, 204, 206, 299])('%d is success', async (code) => {
    const delivery = await deliver(code, 500);
    expect([delivery.status, codesOf(delivery)]).toEqual(['delivered', [code]]);
    expect(delivery.attempts).toEqual([
      { at: '2026-01-01T00:00:00.000Z', status_code: code, duration_ms: 0, error: null },
    ]);
  });

  it.each([408, 425, 429, 500, 501, 502, 503, 504, 599])('%d is tried again', async (code) => {
    const delivery = await deliver(code, 200);
    expect([delivery.status, codesOf(delivery)]).toEqual(['delivered', [code, 200]]);
  });

  it.each([100, 300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 405, 410, 413, 422, 451, 600, 0])(
    '%d is final',
    async (code) => {
      const delivery = await deliver(code, 200);
      expect([delivery.status, codesOf(delivery)]).toEqual(['failed', [code]]);
    },
  );

  it.each(['unavailable', 'timeout', 'internal'] as const)('that does not come (%s) is tried again', async (code) => {
    const delivery = await deliver(new ScreenplayError(code, 'No answer'), 200);
    expect(delivery.status).toBe('delivered');
    expect(delivery.attempts).toMatchObject([
      { status_code: null, error: `${code}: No answer` },
      { status_code: 200, error: null },
    ]);
  });

  it('is not waited for from an address that is not allowed', async () => {
    const delivery = await deliver(new ScreenplayError('denied', 'The address is private'), 200);
    expect(delivery.status).toBe('failed');
    expect(delivery.attempts).toMatchObject([{ status_code: null, error: 'denied: The address is private' }]);
  });

  it('of a sender with a defect says nothing of it', async () => {
    const delivery = await deliver(new TypeError('secret'), 200);
    expect(delivery.attempts[0]?.error).toBe('internal');
    expect(delivery.status).toBe('delivered');
  });
});

describe('a delivery that fails for now', () => {
  it('is tried four times more, after waits that double, and given up', async () => {
    const delivery = await deliver(503);
    expect(delivery.status).toBe('failed');
    expect(codesOf(delivery)).toEqual([503, 503, 503, 503, 503]);
    for (const [at, wait] of waits(delivery).entries()) {
      expect(wait).toBeGreaterThanOrEqual(1000 * 2 ** at);
      expect(wait).toBeLessThanOrEqual(1250 * 2 ** at + 1);
    }
    expect(deployment.receivers.told).toHaveLength(5);
    expect(new Set(deployment.receivers.told.map(({ body }) => body)).size).toBe(1);
    expect(delivery.attempts.map(({ retry_at: at }) => at !== undefined)).toEqual([true, true, true, true, false]);
    expect(deployment.runtime.logged.filter(({ message }) => message.includes('could not be delivered'))).toHaveLength(
      1,
    );
  });

  it('waits no longer than the most', async () => {
    deployment = new Deployment({ sender: { maxRetry: 8, minWaitMs: 3000, maxWaitMs: 10_000 } });
    const all = waits(await deliver(500));
    expect(all).toHaveLength(8);
    expect(Math.max(...all)).toBe(10_000);
    expect(all.slice(2)).toEqual([10_000, 10_000, 10_000, 10_000, 10_000, 10_000]);
  });

  it('may be tried once only', async () => {
    deployment = new Deployment({ sender: { maxRetry: 0 } });
    expect(codesOf(await deliver(500))).toEqual([500]);
  });

  it('waits differently from others', async () => {
    for (let n = 0; n < 20; n++) await deployment.push();
    await deliver(503, ...Array<number>(20).fill(503), 200);
    const first = (await deployment.store.recentDeliveries(50)).map((delivery) => waits(delivery)[0]);
    expect(new Set(first).size).toBeGreaterThan(10);
  });

  it.each([
    [5000, 5000],
    [100, 1000],
    [30_000, 30_000],
    [86_400_000, 30_000],
  ])('waits as it is asked to (%d ms), within bounds', async (retryAfterMs, expected) => {
    for (const statusCode of [429, 503]) {
      const delivery = await deliver({ statusCode, retryAfterMs }, 200);
      const [wait = 0] = waits(delivery);
      expect(wait).toBeGreaterThanOrEqual(expected);
      expect(wait).toBeLessThanOrEqual(Math.max(expected, 1251));
    }
  });

  it('holds the later events of its job, and nothing else', async () => {
    deployment.receivers.answer = ({ url }, times) => ({ statusCode: url === OWN_HOOK && times < 5 ? 500 : 200 });
    deployment.worker();
    deployment.sender();
    const start = deployment.runtime.elapsed();
    const troubled = await deployment.push({ ...ONE_TASK, webhook: OWN_HOOK });
    const other = await deployment.push(ONE_TASK);
    await deployment.ended(troubled);
    await deployment.ended(other);
    // No job waits for a receiver.
    expect(deployment.runtime.elapsed() - start).toBeLessThan(500);
    await deployment.until(() => deployment.receivers.eventsAt(DEFAULT_HOOK).length === 6);
    expect(deployment.runtime.elapsed() - start).toBeLessThan(1000);
    await deployment.told();
    expectWholeStory(deployment.receivers.told, OWN_HOOK, await deployment.record(troubled));
    expect(deployment.receivers.told.filter(({ url }) => url === OWN_HOOK)).toHaveLength(15);
  });

  it('is left behind at the end of its tries, and the next one goes out', async () => {
    deployment.receivers.answer = ({ event }) => ({ statusCode: event === 'job.started' ? 500 : 200 });
    deployment.worker();
    deployment.sender();
    const id = await deployment.push(ONE_TASK);
    await deployment.ended(id);
    await deployment.told();
    const statuses = (await deployment.store.recentDeliveries(5)).map(({ delivery, status }) => [
      delivery.event,
      status,
    ]);
    expect(statuses.reverse()).toEqual([
      ['job.queued', 'delivered'],
      ['job.started', 'failed'],
      ['job.completed', 'delivered'],
    ]);
    const events = deployment.receivers.eventsAt(DEFAULT_HOOK);
    expect(events).toEqual(['job.queued', ...Array<string>(5).fill('job.started'), 'job.completed']);
  });

  it('waits its time though its lane is added again and another sender takes it', async () => {
    deployment.receivers.answer = (_one, times) => ({ statusCode: times === 1 ? 503 : 200, retryAfterMs: 20_000 });
    deployment.sender();
    deployment.sender();
    await deployment.push();
    const [lane = ''] = await deployment.store.openLanes(1);
    await deployment.until(() => deployment.receivers.told.length === 1);
    for (let n = 0; n < 30; n++) {
      await deployment.lanes.add([lane]);
      await deployment.runtime.sleep(500);
    }
    expect(deployment.receivers.told).toHaveLength(1);
    await deployment.told();
    const [delivery] = await deployment.store.recentDeliveries(1);
    expect(delivery && waits(delivery)).toEqual([20_000]);
  });
});

describe('a receiver that hangs', () => {
  it('leaves senders for the others', async () => {
    deployment.receivers.answer = async ({ url }, _times, signal) => {
      if (url !== OWN_HOOK) return { statusCode: 200 };
      await deployment.runtime.sleep(15_000, signal);
      throw new ScreenplayError('timeout', 'There was no answer within 15 s');
    };
    deployment.sender();
    for (let n = 0; n < 60; n++) await deployment.push({ webhook: OWN_HOOK });
    await deployment.runtime.sleep(14_000);
    expect(deployment.receivers.at(DEFAULT_HOOK)).toHaveLength(60);
    // Half of the senders at first, an eighth of them once it is known to fail.
    expect(deployment.receivers.at(OWN_HOOK)).toHaveLength(16);
    await deployment.runtime.sleep(60_000);
    const before = deployment.receivers.at(OWN_HOOK).length;
    await deployment.runtime.sleep(150_000);
    expect(deployment.receivers.at(OWN_HOOK).length - before).toBeLessThanOrEqual(44);
    const start = deployment.runtime.elapsed();
    await deployment.push();
    await deployment.until(() => deployment.receivers.at(DEFAULT_HOOK).length === 61);
    expect(deployment.runtime.elapsed() - start).toBeLessThan(500);
    // It recovers, and hears all of it.
    deployment.receivers.answer = () => ({ statusCode: 200 });
    const recovered = deployment.runtime.elapsed();
    await deployment.told();
    expect(deployment.runtime.elapsed() - recovered).toBeLessThan(90_000);
    const heard = new Set(deployment.receivers.at(OWN_HOOK).map(({ job_id: id }) => id));
    expect(heard.size).toBe(60);
  });
});

describe('a sender', () => {
  it('that is told to stop leaves what it sends to another one', async () => {
    let hanging = 0;
    deployment.receivers.answer = async (_one, times, signal) => {
      if (times > 1) return { statusCode: 200 };
      hanging++;
      await deployment.runtime.sleep(1e9, signal);
      throw new ScreenplayError('cancelled', 'It was cancelled');
    };
    const sender = deployment.sender();
    await deployment.push();
    await deployment.until(() => hanging === 1);
    const start = deployment.runtime.elapsed();
    await sender.stop(2000);
    expect(deployment.runtime.elapsed() - start).toBeLessThanOrEqual(2100);
    const [before] = await deployment.store.recentDeliveries(1);
    expect(before).toMatchObject({ status: 'pending', attempts: [] });
    deployment.sender();
    await deployment.told();
    const [after] = await deployment.store.recentDeliveries(1);
    expect(after).toMatchObject({ status: 'delivered', attempts: [{ status_code: 200 }] });
  });

  it('that is told to stop finishes what ends in time', async () => {
    deployment.receivers.answer = async (_one, _times, signal) => {
      await deployment.runtime.sleep(1000, signal);
      return { statusCode: 200 };
    };
    const sender = deployment.sender();
    await deployment.push();
    await deployment.until(() => deployment.receivers.told.length === 1);
    await sender.stop(5000);
    expect((await deployment.store.recentDeliveries(1))[0]?.status).toBe('delivered');
    expect(await deployment.lanes.depth()).toBe(0);
  });

  it('that cannot note what it sent sends it again at worst', async () => {
    deployment.worker();
    const doomed = new FaultyProcess(deployment);
    doomed.fault = ({ name }) => (name === 'store.noteAttempt' ? 'die before' : undefined);
    deployment.sender(doomed.ports);
    const id = await deployment.push(ONE_TASK);
    await deployment.until(() => doomed.dead);
    deployment.sender();
    await deployment.ended(id);
    await deployment.told();
    const events = deployment.receivers.eventsAt(DEFAULT_HOOK);
    expect(events).toEqual(['job.queued', 'job.queued', 'job.started', 'job.completed']);
    expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, await deployment.record(id));
  });

  it('that was paused as it asked for the next one sends nothing, for its lane is lost', async () => {
    const ports = deployment.ports();
    const { lanes, store } = ports;
    const [take, nextDelivery] = [lanes.take.bind(lanes), store.nextDelivery.bind(store)];
    const paused = new AbortController();
    let leases = 0;
    let asked = 0;
    lanes.take = async (signal) => {
      const lease = await take(signal);
      if (!lease || ++leases > 1) return lease;
      // No timer has run yet: only who looks sees that the time of the lease is over.
      const look = (): AbortSignal => {
        if (asked === 1) paused.abort();
        return paused.signal;
      };
      return {
        id: lease.id,
        done: () => lease.done(),
        giveBack: (ms) => lease.giveBack(ms),
        get lost() {
          return look();
        },
      };
    };
    store.nextDelivery = (lane) => {
      asked++;
      return nextDelivery(lane);
    };
    deployment.sender(ports);
    await deployment.push();
    await deployment.until(() => paused.signal.aborted);
    expect(deployment.receivers.told).toEqual([]);
    await deployment.told();
    expect(leases).toBe(2);
    expect(deployment.receivers.eventsAt(DEFAULT_HOOK)).toEqual(['job.queued']);
  });

  it('waits for a store that does not answer', async () => {
    const process = new FaultyProcess(deployment);
    process.fault = ({ name, times }) =>
      /^(?:store|lanes|lease)\./.test(name) && times < 4 ? (times % 2 ? 'fail after' : 'fail before') : undefined;
    deployment.sender(process.ports);
    deployment.worker();
    const id = await deployment.push(ONE_TASK);
    await deployment.ended(id);
    await deployment.told();
    expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, await deployment.record(id));
  });

  it('sends the events of one lane one after another', async () => {
    const sending = new Map<string, number>();
    deployment.receivers.answer = async ({ body }) => {
      const { job_id: id } = JSON.parse(body) as { job_id: string };
      expect(sending.get(id) ?? 0).toBe(0);
      sending.set(id, 1);
      await deployment.runtime.sleep(300);
      sending.set(id, 0);
      return { statusCode: 200 };
    };
    deployment.worker();
    deployment.sender();
    deployment.sender();
    deployment.reconciler();
    const ids: string[] = [];
    for (let n = 0; n < 10; n++) ids.push(await deployment.push({ output_key: `o/${n}` }));
    for (const id of ids) await deployment.ended(id);
    await deployment.told();
    for (const id of ids) expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, await deployment.record(id));
    expect(deployment.receivers.told).toHaveLength(50);
  });
});
