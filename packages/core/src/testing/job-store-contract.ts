import type { Delivery, JobStore, StoredJob } from '../ports/job-store.js';
import { ensure, ensureSame } from './contract.js';
import type { ContractCase } from './contract.js';
import { DELIVERY_PROMISES } from './job-store-deliveries.js';
import {
  allAfter,
  allPages,
  attempt,
  changedJob,
  delivery,
  finishedJob,
  insert,
  jobId,
  replace,
  submittedJob,
} from './job-store-bench.js';
import type { JobStoreBench, JobStorePromise, JobStoreSettings, JobStoreTraits } from './job-store-bench.js';

const HOUR = 3_600_000;
/** Long enough for what a promise does before it waits, on a busy machine too. */
const SHORT_TTL = 3000;

const PROMISES: readonly JobStorePromise[] = [
  ['answers a check', async (bench) => (await bench.open()).check()],
  ['keeps a job as it is', keepsJobs],
  ['knows nothing of other ids', unknownJobs],
  ['changes nothing when an insertion is repeated', insertedTwice],
  ['replaces the version that it is told, and no other', versions],
  ['lets exactly one of many writers win', oneWinner],
  ['keeps a change and its deliveries, or neither', bothOrNeither],
  ['keeps jobs apart that are changed at once', manyJobs],
  ['answers a repeated submission with the first job', repeated],
  ['makes one job of concurrent submissions with one key', concurrentKeys],
  ['keeps keys apart', otherKeys],
  ['lists newest first', listOrder],
  ['lists page by page', listPages],
  ['lists by status', listStatus],
  ['lists by document', listDocument],
  ['lists by status and document', listBoth],
  ['goes on listing while jobs come and change', listWhileChanging],
  ['tells what is unfinished, oldest first', unfinished],
  ['keeps large jobs', largeJobs],
  ['keeps everything', durable, (traits) => traits.durable],
];

const SHORT_LIVED: readonly JobStorePromise[] = [
  ['forgets finished jobs and nothing else', forgetsJobs],
  ['forgets keys with their jobs', forgetsKeys],
  ['forgets settled deliveries and nothing else', forgetsDeliveries],
];

/** The promises of a {@link JobStore}. `start` gives an empty one with these settings. */
export function jobStoreContract(
  start: (settings: JobStoreSettings) => Promise<JobStoreBench>,
  traits: JobStoreTraits,
): ContractCase[] {
  const cases = (promises: readonly JobStorePromise[], resultsTtlMs: number): ContractCase[] =>
    promises
      .filter(([, , made]) => made?.(traits) ?? true)
      .map(([name, run]) => ({
        name,
        run: async () => {
          const bench = await start({ resultsTtlMs });
          try {
            await run(bench, traits);
          } finally {
            await bench.dispose();
          }
        },
      }));
  return [...cases(PROMISES, HOUR), ...cases(DELIVERY_PROMISES, HOUR), ...cases(SHORT_LIVED, SHORT_TTL)];
}

/** As many stores as a case wants, where several can be open. */
async function openSeveral(bench: JobStoreBench, { shared }: JobStoreTraits): Promise<JobStore[]> {
  const first = await bench.open();
  return shared ? [first, await bench.open(), await bench.open()] : [first, first, first];
}

async function keepsJobs(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  const job = submittedJob(1);
  const before = JSON.stringify(job);
  await insert(store, job);
  ensureSame(await store.get(jobId(1)), { job, version: 1 }, 'another job');
  const running = changedJob(
    job,
    {
      status: 'running',
      worker: 'w1',
      attempt: 2,
      completed_tasks: ['convert-fdx-to-screenplay'],
      outputs: [{ task: 'convert-fdx-to-screenplay', keys: ['a', 'b'] }],
      warnings: [{ task: 'convert-fdx-to-screenplay', code: 'repaired', message: 'line "3"', at: null }],
      warnings_total: 1,
      error: null,
    },
    { emitted: ['job.queued', 'job.started'], webhook: null, vars: {}, postponed: 3 },
  );
  const version = await replace(store, 1, running);
  ensureSame(await store.get(jobId(1)), { job: running, version }, 'another job after a change');
  ensureSame(JSON.stringify(job), before, 'the job that was given was changed');
  const got = await store.get(jobId(1));
  if (got) got.job.record.outputs.length = 0;
  ensureSame((await store.get(jobId(1)))?.job, running, 'changing what was got changes what is kept');
  running.emitted.push('job.progress');
  ensureSame((await store.get(jobId(1)))?.job.emitted.length, 2, 'changing what was given changes what is kept');
}

async function unknownJobs(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  await insert(store, submittedJob(1));
  for (const id of [jobId(2), '', 'j_', '../x', '__proto__', `${jobId(1)} `]) {
    ensureSame(await store.get(id), undefined, `a job ${id}`);
  }
  ensureSame(await store.replace(jobId(2), 1, submittedJob(2), []), undefined, 'a job that is not there was replaced');
  ensureSame(await store.get(jobId(2)), undefined, 'a replacement inserted');
  ensureSame((await store.list()).records.length, 1, 'one is listed');
}

async function insertedTwice(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  const job = submittedJob(1);
  const events = [delivery('d1', 'lane')];
  await insert(store, job, events);
  const running = changedJob(job, { status: 'running' });
  const version = await replace(store, 1, running);
  // The answer to the first was lost, so it is told again.
  await insert(store, job, events);
  ensureSame(await store.get(jobId(1)), { job: running, version }, 'a repeated insertion changed the job');
  ensureSame((await store.recentDeliveries(10)).length, 1, 'a repeated insertion repeated its deliveries');
  const key = { key: 'k', fingerprint: 'f' };
  ensureSame((await store.insert(submittedJob(2), [], key)).outcome, 'inserted', 'a key that is new');
  const again = await store.insert(submittedJob(2), [], key);
  ensure(again.outcome !== 'conflict', () => 'a repeated insertion is in conflict with itself');
}

async function versions(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  let job = await insert(store, submittedJob(1));
  let version = 1;
  const old = [];
  for (let n = 0; n < 5; n++) {
    old.push(version);
    job = changedJob(job, { status: 'running', attempt: n + 1 });
    version = await replace(store, version, job);
  }
  for (const stale of [...old, 0, -1, version + 1]) {
    const answer = await store.replace(jobId(1), stale, finishedJob(job, 'failed'), [delivery(`v${stale}`, 'lane')]);
    ensureSame(answer, undefined, `version ${stale} was replaced when ${version} was the newest`);
  }
  ensureSame(await store.get(jobId(1)), { job, version }, 'a stale write changed the job');
  ensureSame(await store.openLanes(10), [], 'a stale write left deliveries');
}

async function oneWinner(bench: JobStoreBench, traits: JobStoreTraits): Promise<void> {
  const stores = await openSeveral(bench, traits);
  const store = stores[0];
  ensure(store !== undefined, () => 'no store');
  let job = await insert(store, submittedJob(1));
  let version = 1;
  for (let round = 0; round < 15; round++) {
    const writers = Array.from({ length: 9 }, (_, at) => `${round}-${at}`);
    const answers = await Promise.all(
      writers.map((worker, at) =>
        (stores[at % 3] ?? store).replace(jobId(1), version, changedJob(job, { worker }), [delivery(worker, 'lane')]),
      ),
    );
    const winners = writers.filter((_, at) => answers[at] !== undefined);
    ensureSame(winners.length, 1, `of ${writers.length} writers so many won`);
    const now = await store.get(jobId(1));
    ensure(now !== undefined, () => 'the job is gone');
    ensureSame(now.job.record.worker, winners[0], 'who was told to have lost has written');
    ensureSame(
      now.version,
      answers.find((answer) => answer !== undefined),
      'another version than was told',
    );
    ({ job, version } = now);
  }
  const told = (await store.recentDeliveries(100)).map((one) => one.delivery.id);
  ensureSame(told.length, 15, 'who lost has left deliveries');
}

async function bothOrNeither(bench: JobStoreBench, traits: JobStoreTraits): Promise<void> {
  const [writer, reader] = await openSeveral(bench, traits);
  ensure(writer !== undefined && reader !== undefined, () => 'no store');
  let job = await insert(writer, submittedJob(1), [delivery('0', 'lane')]);
  let last = 0;
  let over = false;
  // A delivery that is there belongs to a change that is there: read in this order, the job is never behind.
  const watch = async (): Promise<void> => {
    while (!over) {
      const newest = (await reader.recentDeliveries(1))[0];
      const seen = await reader.get(jobId(1));
      const told = Number(newest?.delivery.id);
      const done = seen?.job.record.warnings_total ?? -1;
      ensure(done >= told, () => `delivery ${told} is there before its change ${done}`);
      const later = (await reader.recentDeliveries(1))[0];
      ensure(Number(later?.delivery.id) >= done, () => `change ${done} is there before its delivery`);
    }
  };
  const watching = watch();
  try {
    for (let version = 1; last < 60; ) {
      job = changedJob(job, { warnings_total: ++last });
      version = await replace(writer, version, job, [delivery(String(last), 'lane')]);
    }
  } finally {
    over = true;
    await watching;
  }
}

async function manyJobs(bench: JobStoreBench, traits: JobStoreTraits): Promise<void> {
  const stores = await openSeveral(bench, traits);
  const live = async (n: number): Promise<void> => {
    const store = stores[n % stores.length];
    ensure(store !== undefined, () => 'no store');
    const lane = `lane ${n % 7}`;
    let job: StoredJob = submittedJob(n, { document_id: `doc ${n % 5}` });
    await insert(store, job, [delivery(`${n} queued`, lane)]);
    job = changedJob(job, { status: 'running' });
    const version = await replace(store, 1, job, [delivery(`${n} started`, lane, 'job.started')]);
    await replace(store, version, finishedJob(job), [delivery(`${n} completed`, lane, 'job.completed')]);
  };
  const numbers = Array.from({ length: 60 }, (_, at) => at + 1);
  await Promise.all(numbers.map(live));
  const [store] = stores;
  ensure(store !== undefined, () => 'no store');
  const newestFirst = numbers.map(jobId).reverse();
  ensureSame((await allPages(store, { status: 'success' })).ids, newestFirst, 'not all are listed');
  ensureSame(await store.unfinished(100), [], 'something is unfinished');
  ensureSame((await store.recentDeliveries(500)).length, 180, 'not all deliveries are there');
  ensureSame((await store.openLanes(100)).length, 7, 'other lanes');
}

async function repeated(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  const key = { key: 'token:key "1"', fingerprint: 'f1' };
  const first = submittedJob(1);
  ensureSame(await store.insert(first, [delivery('d1', 'lane')], key), { outcome: 'inserted' }, 'a new key');
  ensureSame(
    await store.insert(submittedJob(2), [delivery('d2', 'lane')], key),
    { outcome: 'repeated', job: first },
    'the same request',
  );
  ensureSame(
    await store.insert(submittedJob(3), [delivery('d3', 'lane')], { ...key, fingerprint: 'f2' }),
    { outcome: 'conflict' },
    'another request',
  );
  ensureSame([await store.get(jobId(2)), await store.get(jobId(3))], [null, null], 'jobs that were not inserted');
  ensureSame((await store.list()).records.length, 1, 'one is listed');
  ensureSame(await store.unfinished(10), [jobId(1)], 'one is unfinished');
  ensureSame((await store.recentDeliveries(10)).length, 1, 'one delivery is there');
  const finished = finishedJob(first);
  await replace(store, 1, finished);
  ensureSame(await store.insert(submittedJob(4), [], key), { outcome: 'repeated', job: finished }, 'as it is now');
}

async function concurrentKeys(bench: JobStoreBench, traits: JobStoreTraits): Promise<void> {
  const stores = await openSeveral(bench, traits);
  const [store] = stores;
  ensure(store !== undefined, () => 'no store');
  for (let round = 0; round < 10; round++) {
    const numbers = Array.from({ length: 12 }, (_, at) => round * 100 + at);
    const answers = await Promise.all(
      numbers.map((n) =>
        (stores[n % 3] ?? store).insert(submittedJob(n), [delivery(`${n}`, 'lane')], {
          key: `key ${round}`,
          fingerprint: 'f',
        }),
      ),
    );
    const inserted = numbers.filter((_, at) => answers[at]?.outcome === 'inserted');
    ensureSame(inserted.length, 1, 'so many jobs were made');
    for (const answer of answers) {
      if (answer.outcome === 'inserted') continue;
      ensure(answer.outcome === 'repeated', () => `a repeated submission: ${answer.outcome}`);
      ensureSame(answer.job.record.job_id, jobId(inserted[0] ?? -1), 'another job than the one that was made');
    }
  }
  ensureSame((await allPages(store, {})).ids.length, 10, 'so many jobs are there');
  ensureSame((await store.recentDeliveries(500)).length, 10, 'so many deliveries are there');
}

async function otherKeys(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  const keys = ['a', 'A', 'a ', 'a:b', 'a\0b', '{a}', '__proto__', 'é', 'e\u0301', 'x'.repeat(300)];
  for (const [at, key] of keys.entries()) {
    const { outcome } = await store.insert(submittedJob(at), [], { key, fingerprint: key });
    ensureSame(outcome, 'inserted', `the key ${key}`);
  }
  for (const [at, key] of keys.entries()) {
    const answer = await store.insert(submittedJob(100 + at), [], { key, fingerprint: key });
    ensure(answer.outcome === 'repeated', () => `the key ${key}: ${answer.outcome}`);
    ensureSame(answer.job.record.job_id, jobId(at), `the job of key ${key}`);
  }
}

async function fill(store: JobStore, count: number): Promise<void> {
  const statuses = ['queued', 'running', 'success', 'failed'] as const;
  // Not in the order of their ids.
  for (let step = 0; step < count; step++) {
    const n = (step * 7) % count;
    const job = await insert(store, submittedJob(n, { document_id: `doc ${n % 3}` }));
    const status = statuses[n % 4] ?? 'queued';
    if (status === 'running') await replace(store, 1, changedJob(job, { status }));
    else if (status !== 'queued') await replace(store, 1, finishedJob(job, status));
  }
}

/** Ids of those jobs of {@link fill} for which it holds, newest first. */
function filled(count: number, holds: (n: number) => boolean = () => true): string[] {
  return Array.from({ length: count }, (_, n) => n)
    .filter(holds)
    .map(jobId)
    .reverse();
}

async function listOrder(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  ensureSame(await store.list(), { records: [] }, 'an empty store');
  await fill(store, 60);
  const page = await store.list();
  ensureSame(
    page.records.map((record) => record.job_id),
    filled(60).slice(0, 50),
    'the newest fifty',
  );
  ensureSame((await store.list({ limit: 500 })).records.length, 60, 'all on one page');
  ensureSame(page.records[0], (await store.get(jobId(59)))?.job.record, 'another record than the job has');
}

async function listPages(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  await fill(store, 24);
  for (const [limit, sizes] of [
    [1, Array<number>(24).fill(1)],
    [7, [7, 7, 7, 3]],
    [8, [8, 8, 8]],
    [24, [24]],
    [100, [24]],
  ] as const) {
    const all = await allPages(store, { limit });
    ensureSame(all.ids, filled(24), `pages of ${limit}`);
    ensureSame(all.sizes, sizes, `pages of ${limit} are full, the last one has no cursor`);
  }
}

async function listStatus(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  await fill(store, 40);
  for (const [at, status] of (['queued', 'running', 'success', 'failed'] as const).entries()) {
    const all = await allPages(store, { status, limit: 4 });
    ensureSame(
      all.ids,
      filled(40, (n) => n % 4 === at),
      `jobs that are ${status}`,
    );
    ensureSame(all.sizes, [4, 4, 2], 'pages are full');
    for (const record of all.records) ensureSame(record.status, status, 'the status of a record');
  }
}

async function listDocument(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  await fill(store, 30);
  const odd = ['', ' ', 'doc', 'doc 0:', '{doc 1}', '__proto__', 'd\0', 'x'.repeat(255)];
  for (const [at, document_id] of odd.entries()) await insert(store, submittedJob(1000 + at, { document_id }));
  for (const part of [0, 1, 2]) {
    const all = await allPages(store, { documentId: `doc ${part}`, limit: 4 });
    ensureSame(
      all.ids,
      filled(30, (n) => n % 3 === part),
      `jobs of document ${part}`,
    );
    ensureSame(all.sizes, [4, 4, 2], 'pages are full');
  }
  for (const [at, documentId] of odd.entries()) {
    ensureSame((await allPages(store, { documentId })).ids, [jobId(1000 + at)], `jobs of ${documentId}`);
  }
  ensureSame(await store.list({ documentId: 'doc 3' }), { records: [] }, 'a document without jobs');
}

async function listBoth(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  await fill(store, 120);
  const all = await allPages(store, { documentId: 'doc 1', status: 'success', limit: 5 });
  ensureSame(
    all.ids,
    filled(120, (n) => n % 3 === 1 && n % 4 === 2),
    'other jobs',
  );
  ensureSame(all.sizes, [5, 5], 'pages are full');
}

async function listWhileChanging(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  await fill(store, 20);
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let round = 0; ; round++) {
    const page = await store.list({ limit: 3, cursor });
    seen.push(...page.records.map((record) => record.job_id));
    await insert(store, submittedJob(500 + round));
    const oldest = await store.get(jobId(0));
    if (oldest) await replace(store, oldest.version, changedJob(oldest.job, { attempt: round }));
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  ensureSame(seen, filled(20), 'each once, new ones not at all');
}

async function unfinished(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  ensureSame(await store.unfinished(10), [], 'an empty store');
  await fill(store, 40);
  const open = filled(40, (n) => n % 4 < 2).reverse();
  for (const limit of [1, 3, 20, 500]) {
    ensureSame(await allAfter((after) => store.unfinished(limit, after), limit), open, `pages of ${limit}`);
  }
  const [first, second] = open;
  const running = await store.get(first ?? '');
  ensure(running !== undefined, () => 'a job is gone');
  await replace(store, running.version, finishedJob(running.job));
  ensureSame(await store.unfinished(1), [second], 'the oldest has finished');
  ensureSame(await store.unfinished(1, first), [second], 'after one that has finished');
}

async function largeJobs(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  const text = 'é🎬"\\'.repeat(50_000);
  const job = { ...submittedJob(1), vars: { text } };
  await insert(store, job, [{ ...delivery('big', 'lane'), body: text }]);
  ensureSame((await store.get(jobId(1)))?.job, job, 'a large job');
  ensureSame((await store.nextDelivery('lane'))?.delivery.body, text, 'a large delivery');
}

async function durable(bench: JobStoreBench): Promise<void> {
  const first = await bench.open();
  await fill(first, 12);
  const key = { key: 'k', fingerprint: 'f' };
  await first.insert(submittedJob(100), [delivery('a', 'x'), delivery('b', 'x'), delivery('c', 'y')], key);
  await first.noteAttempt(delivery('a', 'x'), attempt(1), 'delivered');
  await first.noteAttempt(delivery('b', 'x'), attempt(2, { status_code: 500 }), 'pending');
  const picture = async (store: JobStore): Promise<unknown> => ({
    list: await allPages(store, {}),
    unfinished: await store.unfinished(100),
    one: await store.get(jobId(7)),
    lanes: await store.openLanes(10),
    next: [await store.nextDelivery('x'), await store.nextDelivery('y')],
    recent: await store.recentDeliveries(10),
    repeated: await store.insert(submittedJob(101), [], key),
  });
  const before = await picture(first);
  await first.close();
  const second = await bench.open();
  ensureSame(await picture(second), before, 'something changed when it was closed');
}

async function forgetsJobs(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  for (const n of [1, 2, 3, 4]) await insert(store, submittedJob(n));
  await replace(store, 1, finishedJob(submittedJob(1)));
  await replace(store, 1, finishedJob(submittedJob(2), 'failed'));
  await replace(store, 1, changedJob(submittedJob(3), { status: 'running' }));
  ensureSame((await store.list()).records.length, 4, 'finished jobs are kept for a while');
  await bench.runtime.sleep(SHORT_TTL * 1.5);
  ensureSame([await store.get(jobId(1)), await store.get(jobId(2))], [null, null], 'finished jobs are there');
  for (const query of [{}, { documentId: 'doc' }]) {
    ensureSame((await allPages(store, { ...query, limit: 1 })).sizes, [1, 1], 'pages are full');
    ensureSame((await allPages(store, query)).ids, [jobId(4), jobId(3)], 'what is unfinished');
  }
  ensureSame((await allPages(store, { status: 'success' })).ids, [], 'finished jobs are listed');
  ensureSame(await store.unfinished(10), [jobId(3), jobId(4)], 'what is unfinished');
  ensureSame(await store.replace(jobId(1), 2, submittedJob(1), []), undefined, 'a forgotten job was replaced');
  ensureSame((await store.get(jobId(3)))?.version !== undefined, true, 'an unfinished job was forgotten');
}

async function forgetsKeys(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  const finished = { key: 'finished', fingerprint: 'f' };
  const open = { key: 'open', fingerprint: 'f' };
  await store.insert(submittedJob(1), [], finished);
  await store.insert(submittedJob(2), [], open);
  await replace(store, 1, finishedJob(submittedJob(1)));
  ensureSame((await store.insert(submittedJob(3), [], finished)).outcome, 'repeated', 'a key is kept for a while');
  await bench.runtime.sleep(SHORT_TTL * 1.5);
  ensureSame(
    (await store.insert(submittedJob(4), [], { key: 'finished', fingerprint: 'other' })).outcome,
    'inserted',
    'the key of a forgotten job',
  );
  ensureSame((await store.insert(submittedJob(5), [], open)).outcome, 'repeated', 'the key of an unfinished job');
  ensureSame((await allPages(store, {})).ids, [jobId(4), jobId(2)], 'other jobs');
}

async function forgetsDeliveries(bench: JobStoreBench): Promise<void> {
  const store = await bench.open();
  const deliveries: Delivery[] = [delivery('a', 'x'), delivery('b', 'x'), delivery('c', 'y'), delivery('d', 'y')];
  await insert(store, submittedJob(1), deliveries);
  for (const one of deliveries.slice(0, 3)) await store.noteAttempt(one, attempt(1), 'delivered');
  await replace(store, 1, finishedJob(submittedJob(1)));
  ensureSame((await store.recentDeliveries(10)).length, 4, 'settled deliveries are kept for a while');
  await bench.runtime.sleep(SHORT_TTL * 1.5);
  ensureSame(
    (await store.recentDeliveries(10)).map((one) => one.delivery.id),
    ['d'],
    'settled deliveries are there',
  );
  ensureSame(await store.openLanes(10), ['y'], 'other lanes');
  ensureSame(
    (await store.nextDelivery('y'))?.delivery,
    delivery('d', 'y'),
    'a delivery was forgotten that was not settled',
  );
}
