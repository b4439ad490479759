import type { JobStore, TrackedDelivery } from '../ports/job-store.js';
import { ensure, ensureSame } from './contract.js';
import { allAfter, attempt, changedJob, delivery, insert, replace, submittedJob } from './job-store-bench.js';
import type { JobStoreBench, JobStorePromise } from './job-store-bench.js';

/** What a store of jobs promises of the deliveries that it keeps. */
export const DELIVERY_PROMISES: readonly JobStorePromise[] = [
  ['keeps deliveries as they are', keepsDeliveries],
  ['gives the deliveries of a lane in order', lanesInOrder],
  ['keeps lanes apart', lanesApart],
  ['adds a delivery once', addedOnce],
  ['keeps the tries of a delivery', tries],
  ['leaves settled what is settled', settledOnce],
  ['tells the open lanes page by page', openLanes],
  ['tells the newest deliveries first, and not more than asked', recent],
  ['keeps any lane', anyLane],
];

async function keepsDeliveries(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  const one = delivery('d 1', 'lane', 'job.completed');
  const next = { ...delivery('d:2', 'lane'), trusted: !one.trusted, body: '' };
  await insert(store, submittedJob(1), [one, next]);
  const fresh = (what: typeof one): TrackedDelivery => ({ delivery: what, status: 'pending', attempts: [] });
  ensureSame(await store.nextDelivery('lane'), fresh(one), 'another delivery');
  ensureSame(await store.recentDeliveries(5), [fresh(next), fresh(one)], 'other deliveries');
  ensureSame(await store.nextDelivery('other'), undefined, 'a lane that is not there');
}

/** Settles all of a lane, and tells their ids. */
async function deliverAll(store: JobStore, lane: string): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const next = await store.nextDelivery(lane);
    if (!next) return ids;
    ids.push(next.delivery.id);
    ensureSame(next.delivery.lane, lane, 'a delivery of another lane');
    await store.noteAttempt(next.delivery, attempt(1), ids.length % 2 === 0 ? 'failed' : 'delivered');
  }
}

async function lanesInOrder(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  let job = await insert(store, submittedJob(1), [delivery('z', 'lane'), delivery('a', 'lane')]);
  let version = 1;
  for (const id of ['m', 'b', 'y']) {
    job = changedJob(job, { attempt: job.record.attempt + 1 });
    version = await replace(store, version, job, [delivery(id, 'lane'), delivery(`${id}2`, 'lane')]);
  }
  ensureSame(await deliverAll(store, 'lane'), ['z', 'a', 'm', 'm2', 'b', 'b2', 'y', 'y2'], 'another order');
  ensureSame(await store.openLanes(10), [], 'a lane without deliveries is open');
  await replace(store, version, job, [delivery('again', 'lane')]);
  ensureSame(await store.openLanes(10), ['lane'], 'a lane with a new delivery is not open');
  ensureSame(await deliverAll(store, 'lane'), ['again'], 'what came later');
}

async function lanesApart(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  await insert(store, submittedJob(1), [delivery('a1', 'a'), delivery('b1', 'b'), delivery('a2', 'a')]);
  await insert(store, submittedJob(2), [delivery('b2', 'b'), delivery('c1', 'c')]);
  ensureSame(await store.openLanes(10), ['a', 'b', 'c'], 'other lanes');
  ensureSame(await deliverAll(store, 'b'), ['b1', 'b2'], 'lane b');
  ensureSame(await store.openLanes(10), ['a', 'c'], 'other lanes');
  ensureSame(await deliverAll(store, 'c'), ['c1'], 'lane c');
  ensureSame(await deliverAll(store, 'a'), ['a1', 'a2'], 'lane a');
}

async function addedOnce(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  const first = delivery('first', 'lane');
  const job = await insert(store, submittedJob(1), [first, first]);
  const version = await replace(store, 1, job, [first, delivery('second', 'lane')]);
  ensureSame(
    (await store.recentDeliveries(10)).map((one) => one.delivery.id),
    ['second', 'first'],
    'each once',
  );
  await store.noteAttempt(first, attempt(1), 'delivered');
  await replace(store, version, job, [first]);
  ensureSame(await deliverAll(store, 'lane'), ['second'], 'what was settled came again');
  ensureSame((await store.recentDeliveries(10)).length, 2, 'each once');
}

async function tries(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  const one = delivery('one', 'lane');
  await insert(store, submittedJob(1), [one, delivery('two', 'lane')]);
  const attempts = [
    attempt(1, { status_code: null, error: 'connection refused', duration_ms: 0.25 }),
    attempt(2, { status_code: 503 }),
    attempt(3),
  ];
  for (const [at, each] of attempts.entries()) {
    const next = await store.nextDelivery('lane');
    ensureSame(next, { delivery: one, status: 'pending', attempts: attempts.slice(0, at) }, 'before a try');
    await store.noteAttempt(one, each, at === 2 ? 'delivered' : 'pending');
  }
  ensureSame((await store.nextDelivery('lane'))?.delivery.id, 'two', 'the lane does not go on');
  ensureSame(
    (await store.recentDeliveries(10))[1],
    { delivery: one, status: 'delivered', attempts },
    'after the tries',
  );
  await store.noteAttempt(delivery('two', 'lane'), attempt(4), 'failed');
  ensureSame((await store.recentDeliveries(10))[0]?.status, 'failed', 'a delivery that was given up');
}

async function settledOnce(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  const one = delivery('one', 'lane');
  const two = delivery('two', 'lane');
  await insert(store, submittedJob(1), [one, two]);
  await store.noteAttempt(one, attempt(1), 'delivered');
  // Two senders had the lane for a moment, and the slower one tells of its try.
  await store.noteAttempt(one, attempt(2), 'delivered');
  await store.noteAttempt(one, attempt(3, { status_code: 500 }), 'pending');
  ensureSame((await store.nextDelivery('lane'))?.delivery.id, 'two', 'a late word of one settled the next one');
  ensureSame((await store.recentDeliveries(10))[1]?.status, 'delivered', 'a late word opened what was settled');
  await store.noteAttempt(two, attempt(4), 'delivered');
  await store.noteAttempt(one, attempt(5, { status_code: 500 }), 'pending');
  ensureSame(await store.openLanes(10), [], 'a late word opened a lane');
  await store.noteAttempt(delivery('unknown', 'lane'), attempt(6), 'pending');
  ensureSame(await store.openLanes(10), [], 'a word of an unknown delivery opened a lane');
  ensureSame((await store.recentDeliveries(10)).length, 2, 'a word of an unknown delivery made one');
}

async function openLanes(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  ensureSame(await store.openLanes(10), [], 'an empty store');
  const lanes = Array.from({ length: 25 }, (_, n) => `lane ${(n * 7) % 25}`);
  for (const [n, lane] of lanes.entries()) await insert(store, submittedJob(n), [delivery(`d${n}`, lane)]);
  const orders = [];
  for (const limit of [1, 4, 5, 100]) {
    orders.push(await allAfter((after) => store.openLanes(limit, after), limit));
  }
  for (const order of orders) ensureSame(order, orders[0], 'the order is not fixed');
  ensureSame([...(orders[0] ?? [])].sort(), [...lanes].sort(), 'other lanes');
  const [first, second, third] = orders[0] ?? [];
  ensure(first !== undefined && second !== undefined && third !== undefined, () => 'no lanes');
  await deliverAll(store, second);
  ensureSame(await store.openLanes(1, first), [third], 'after one lane, when the next one is empty');
  ensureSame(await store.openLanes(1, second), [third], 'after a lane that is empty now');
}

async function recent(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) {
    const pair = [`${(n * 11) % 30}a`, `${(n * 11) % 30}b`];
    ids.unshift(...[...pair].reverse());
    await insert(
      store,
      submittedJob(n),
      pair.map((id) => delivery(id, `lane ${n % 4}`)),
    );
    if (n % 3 === 0) await store.noteAttempt(delivery(pair[0] ?? '', `lane ${n % 4}`), attempt(n), 'delivered');
  }
  for (const limit of [1, 7, 60, 500]) {
    const told = await store.recentDeliveries(limit);
    ensureSame(
      told.map((one) => one.delivery.id),
      ids.slice(0, limit),
      `the newest ${limit}`,
    );
  }
}

async function anyLane(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  const lanes = ['7', 'a:b', '{a}', ' ', 'é 🎬', '__proto__', '*', '\n', '"', 'x'.repeat(500)];
  for (const [n, lane] of lanes.entries()) await insert(store, submittedJob(n), [delivery(`${lane} 1`, lane)]);
  const told = await allAfter((after) => store.openLanes(3, after), 3);
  ensureSame([...told].sort(), [...lanes].sort(), 'other lanes');
  for (const lane of lanes) ensureSame(await deliverAll(store, lane), [`${lane} 1`], `lane ${lane}`);
}
