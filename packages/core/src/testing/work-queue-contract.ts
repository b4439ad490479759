import { ScreenplayError } from '../errors/index.js';
import type { Lease, WorkQueue } from '../ports/work-queue.js';
import { ensure, ensureEqual } from './contract.js';
import type { ContractCase } from './contract.js';
import { drain, ensureNothing, numbered, takeSoon, until, WHILE } from './work-queue-bench.js';
import type { WorkQueueBench, WorkQueuePromise, WorkQueueTraits } from './work-queue-bench.js';
import { LEASE_PROMISES, SHARED_QUEUE_PROMISES } from './work-queue-leases.js';

/** The promises of a {@link WorkQueue}. */
export function workQueueContract(start: () => Promise<WorkQueueBench>, traits: WorkQueueTraits): ContractCase[] {
  const promises: WorkQueuePromise[] = [
    ['gives ids in the order in which they were added', firstInFirstOut],
    ['keeps any id as it is', anyId],
    ['adds nothing when there is nothing to add', addsNothing],
    ['counts what waits, delayed or not, and not what is leased', depth],
    ['does not add twice what waits', waitingOnce],
    ['does not hasten what is delayed', delayedOnce],
    ['gives an id again that was added while it was leased', addedWhileLeased],
    ['gives an id again that was added while it was leased and given back', addedWhileLeasedThenBack],
    ['gives at once what was given back', givenBack],
    ['gives later what was given back with a delay', givenBackLater],
    ['gives delayed ids when they are due, others before them', delaysDoNotBlock],
    ['ends a lease once', leaseEndsOnce],
    ['wakes those who wait', wakes],
    ['stops waiting when it is told to', abort],
    ['loses nothing to a take that is aborted as an id comes', abortRace],
    ['gives each id to one of many takers', manyTakers],
    ['lets every addition be looked at', everyAdditionSeen],
    ['takes many ids at once', bulk],
    ['ends what waits when it is closed', closeEndsTakes],
    ['aborts its leases when it is closed', closeEndsLeases],
    ['keeps what was added, leased and delayed', durable, (traits) => traits.durable],
    ...SHARED_QUEUE_PROMISES,
    ...LEASE_PROMISES,
  ];
  return promises
    .filter(([, , made]) => made?.(traits) ?? true)
    .map(([name, run]) => ({
      name,
      run: async () => {
        const bench = await start();
        try {
          await run(bench, traits);
        } finally {
          await bench.dispose();
        }
      },
    }));
}

async function firstInFirstOut(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  await queue.add(['c']);
  await queue.add(['a', 'd']);
  await queue.add(['b']);
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) {
    const lease = await takeSoon(bench, queue);
    ids.push(lease.id);
    if (n % 2 === 0) await lease.done();
  }
  ensureEqual(ids, ['c', 'a', 'd', 'b'], 'another order');
  await ensureNothing(bench, queue, 'all was given');
}

async function anyId(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  const ids = [
    '7',
    '07',
    'j_01HZX',
    'https://a.example/b?c=d#e',
    'a:b::c',
    '{a}',
    ' ',
    'é — 漢字 🎬',
    '"\\',
    '\n',
    '__proto__',
  ];
  ids.push('x'.repeat(500));
  await queue.add(ids);
  ensureEqual(await queue.depth(), ids.length, 'not all wait');
  const leases: Lease[] = [];
  for (const id of ids) leases.push(await takeSoon(bench, queue, id));
  await queue.add(ids);
  for (const lease of leases) await lease.done();
  ensureEqual((await drain(bench, queue)).sort(), [...ids].sort(), 'not all came again');
}

async function addsNothing(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  await queue.add([]);
  ensureEqual(await queue.depth(), 0, 'something waits');
  await ensureNothing(bench, queue, 'nothing was added');
}

async function depth(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  ensureEqual(await queue.depth(), 0, 'a new queue');
  await queue.add(['a', 'b', 'c']);
  ensureEqual(await queue.depth(), 3, 'three wait');
  const a = await takeSoon(bench, queue, 'a');
  const b = await takeSoon(bench, queue, 'b');
  ensureEqual(await queue.depth(), 1, 'two of three are leased');
  await queue.add(['a']);
  ensureEqual(await queue.depth(), 1, 'a leased id was added, which waits for its lease');
  await b.giveBack(60_000);
  ensureEqual(await queue.depth(), 2, 'one is delayed');
  await a.done();
  ensureEqual(await queue.depth(), 3, 'the id that was added while it was leased waits now');
}

async function waitingOnce(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  await queue.add(['a', 'b', 'a']);
  await queue.add(['b', 'c']);
  await queue.add(['a']);
  ensureEqual(await queue.depth(), 3, 'three wait');
  ensureEqual(await drain(bench, queue), ['a', 'b', 'c'], 'each keeps its first place');
}

async function delayedOnce(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  await queue.add(['a']);
  const start = bench.runtime.elapsed();
  await (await takeSoon(bench, queue, 'a')).giveBack(1500);
  await queue.add(['a', 'a']);
  ensureEqual(await queue.depth(), 1, 'one waits');
  const again = await takeSoon(bench, queue, 'a');
  const waited = bench.runtime.elapsed() - start;
  ensure(waited >= 1400, () => `it came after ${waited} ms`);
  await again.done();
  await ensureNothing(bench, queue, 'it was added while it waited');
}

async function addedWhileLeased(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  await queue.add(['a']);
  const lease = await takeSoon(bench, queue, 'a');
  await queue.add(['a']);
  await queue.add(['a', 'a']);
  await ensureNothing(bench, queue, 'it is leased');
  await lease.done();
  await (await takeSoon(bench, queue, 'a')).done();
  await ensureNothing(bench, queue, 'it came again once');
  ensureEqual(await queue.depth(), 0, 'nothing is left');
}

async function addedWhileLeasedThenBack(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  await queue.add(['a']);
  const lease = await takeSoon(bench, queue, 'a');
  await queue.add(['a']);
  await lease.giveBack();
  ensureEqual(await queue.depth(), 1, 'it waits once');
  await (await takeSoon(bench, queue, 'a')).done();
  await ensureNothing(bench, queue, 'it came again once');
}

async function givenBack(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  await queue.add(['a']);
  for (let n = 0; n < 20; n++) await (await takeSoon(bench, queue, 'a')).giveBack();
  ensureEqual(await queue.depth(), 1, 'it waits');
  await (await takeSoon(bench, queue, 'a')).done();
  await ensureNothing(bench, queue, 'it is done');
}

async function givenBackLater(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  await queue.add(['a']);
  const lease = await takeSoon(bench, queue, 'a');
  const start = bench.runtime.elapsed();
  await lease.giveBack(1200);
  await ensureNothing(bench, queue, 'it is delayed');
  // Who waits already is given it too.
  const again = await takeSoon(bench, queue, 'a');
  const waited = bench.runtime.elapsed() - start;
  ensure(waited >= 1100, () => `it came after ${waited} ms`);
  ensure(waited < 1200 + 3000, () => `it came only after ${waited} ms`);
  await again.done();
}

async function delaysDoNotBlock(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  await queue.add(['late', 'early', 'now']);
  await (await takeSoon(bench, queue, 'late')).giveBack(2000);
  await (await takeSoon(bench, queue, 'early')).giveBack(1000);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const lease = await takeSoon(bench, queue);
    ids.push(lease.id);
    await lease.done();
  }
  ensureEqual(ids, ['now', 'early', 'late'], 'another order');
}

async function leaseEndsOnce(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  await queue.add(['a', 'b']);
  const a = await takeSoon(bench, queue, 'a');
  const b = await takeSoon(bench, queue, 'b');
  await a.done();
  await a.giveBack();
  await a.done();
  await b.giveBack();
  await b.done();
  await b.giveBack();
  ensureEqual(await queue.depth(), 1, 'one was done, one was given back');
  const again = await takeSoon(bench, queue, 'b');
  await b.done();
  await b.giveBack();
  ensureEqual(await queue.depth(), 0, 'a lease that has ended gave back the next one');
  ensure(!again.lost.aborted && !a.lost.aborted, () => 'a lease that ended well was lost');
  await again.done();
}

async function wakes(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  const signal = new AbortController();
  const takes = Promise.all([queue.take(signal.signal), queue.take(signal.signal), queue.take(signal.signal)]);
  await bench.runtime.sleep(WHILE);
  const start = bench.runtime.elapsed();
  await queue.add(['a']);
  await queue.add(['b', 'c']);
  const leases = await takes;
  const waited = bench.runtime.elapsed() - start;
  ensure(waited < 2000, () => `they were woken after ${waited} ms`);
  ensureEqual(leases.map((lease) => lease?.id).sort(), ['a', 'b', 'c'], 'each gets one');
}

async function abort(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  const aborted = new AbortController();
  aborted.abort();
  await queue.add(['a']);
  ensure((await queue.take(aborted.signal)) === undefined, () => 'an aborted take took');
  await (await takeSoon(bench, queue, 'a')).done();
  const controller = new AbortController();
  const takes = [queue.take(controller.signal), queue.take(controller.signal)];
  await bench.runtime.sleep(WHILE);
  const start = bench.runtime.elapsed();
  controller.abort();
  for (const take of takes) ensure((await take) === undefined, () => 'there was nothing to take');
  const waited = bench.runtime.elapsed() - start;
  ensure(waited < 1000, () => `a take ended ${waited} ms after it was aborted`);
  await queue.add(['b']);
  await takeSoon(bench, queue, 'b');
}

async function abortRace(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  const taken: string[] = [];
  const ids = numbered('r', 60);
  for (const [round, id] of ids.entries()) {
    const controller = new AbortController();
    const take = queue.take(controller.signal);
    if (round % 3 === 0) await bench.runtime.sleep(round % 7);
    const added = queue.add([id]);
    if (round % 2 === 0) await bench.runtime.sleep(round % 5);
    controller.abort();
    const lease = await take;
    if (lease) taken.push(lease.id);
    await Promise.all([added, lease?.done()]);
  }
  taken.push(...(await drain(bench, queue)));
  // One that was on its way to an aborted take may come a little later.
  await until(bench, 'every id was given', async () => {
    if (taken.length < ids.length) taken.push(...(await drain(bench, queue)));
    return taken.length >= ids.length;
  });
  ensureEqual(taken.sort(), [...ids].sort(), 'each once');
}

async function manyTakers(bench: WorkQueueBench, { shared }: WorkQueueTraits): Promise<void> {
  const queues = [await bench.open()];
  if (shared) queues.push(await bench.open(), await bench.open());
  const ids = numbered('m', 300);
  const counts = new Map<string, number>();
  const leased = new Set<string>();
  const end = new AbortController();
  const work = async (queue: WorkQueue): Promise<void> => {
    for (;;) {
      const lease = await queue.take(end.signal);
      if (!lease) return;
      ensure(!leased.has(lease.id), () => `${lease.id} is leased twice`);
      leased.add(lease.id);
      counts.set(lease.id, (counts.get(lease.id) ?? 0) + 1);
      if (counts.size % 3 === 0) await bench.runtime.sleep(1);
      leased.delete(lease.id);
      await lease.done();
    }
  };
  const workers = Promise.all(queues.flatMap((queue) => Array.from({ length: 12 }, () => work(queue))));
  const half = ids.length / 2;
  await Promise.all(queues.map((queue) => queue.add(ids.slice(0, half))));
  for (const id of ids.slice(half)) await queues[0]?.add([id]);
  await until(bench, 'all ids were taken', () => counts.size === ids.length);
  end.abort();
  await workers;
  // Added by several at a time, an id may be done before another adds it, which is a new addition.
  for (const id of ids.slice(half)) ensureEqual(counts.get(id), 1, `${id} came more than once`);
  for (const queue of queues) ensureEqual((await drain(bench, queue)).length, 0, 'something was left');
}

/**
 * Readers and writers of a number for each id: a writer changes the number and then adds the id; who takes the id looks at
 * the number. In the end every number must have been seen, or a wake-up was lost.
 */
async function everyAdditionSeen(bench: WorkQueueBench, { shared }: WorkQueueTraits): Promise<void> {
  const queues = [await bench.open()];
  if (shared) queues.push(await bench.open());
  const ids = numbered('w', 5);
  const written = new Map<string, number>();
  const seen = new Map<string, number>();
  const end = new AbortController();
  let turns = 0;
  const read = async (queue: WorkQueue): Promise<void> => {
    for (;;) {
      const lease = await queue.take(end.signal);
      if (!lease) return;
      seen.set(lease.id, written.get(lease.id) ?? 0);
      turns++;
      if (turns % 4 === 0) await bench.runtime.sleep(turns % 3);
      await (turns % 11 === 0 ? lease.giveBack() : lease.done());
    }
  };
  const write = async (queue: WorkQueue, salt: number): Promise<void> => {
    for (let n = 0; n < 120; n++) {
      const id = ids[(n * 7 + salt) % ids.length] ?? '';
      written.set(id, (written.get(id) ?? 0) + 1);
      await queue.add([id]);
      if (n % 13 === 0) await bench.runtime.sleep(n % 4);
    }
  };
  const readers = Promise.all(queues.flatMap((queue) => [read(queue), read(queue), read(queue)]));
  await Promise.all(queues.flatMap((queue, at) => [write(queue, at), write(queue, at + 3)]));
  await until(bench, 'every number was seen', () => ids.every((id) => seen.get(id) === written.get(id)));
  end.abort();
  await readers;
}

async function bulk(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  const ids = numbered('bulk ', 3000);
  await queue.add(ids);
  ensureEqual(await queue.depth(), ids.length, 'not all wait');
  for (const id of ids.slice(0, 50)) await (await takeSoon(bench, queue, id)).done();
  ensureEqual(await queue.depth(), ids.length - 50, 'not all of the others wait');
}

async function closeEndsTakes(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  const { signal } = new AbortController();
  const takes = [queue.take(signal), queue.take(signal)];
  await bench.runtime.sleep(WHILE);
  const start = bench.runtime.elapsed();
  await queue.close();
  for (const take of takes) ensure((await take) === undefined, () => 'there was nothing to take');
  const waited = bench.runtime.elapsed() - start;
  ensure(waited < 5000, () => `closing took ${waited} ms`);
  ensure((await queue.take(signal)) === undefined, () => 'a closed queue gave something');
  await queue.close();
  const refused = await queue.add(['a']).then(
    () => undefined,
    (error: unknown) => error,
  );
  ensure(
    refused instanceof ScreenplayError && refused.code === 'unavailable',
    () => `add on a closed queue: ${String(refused)}`,
  );
}

async function closeEndsLeases(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  await queue.add(['a', 'b']);
  const a = await takeSoon(bench, queue, 'a');
  const b = await takeSoon(bench, queue, 'b');
  await a.done();
  await queue.close();
  ensure(b.lost.aborted, () => 'a lease lives on in a closed queue');
  ensure(!a.lost.aborted, () => 'a lease that was done is lost');
  await b.done();
  await b.giveBack();
}

async function durable(bench: WorkQueueBench): Promise<void> {
  const first = await bench.open();
  await first.add(['a', 'b', 'c', 'd']);
  await takeSoon(bench, first, 'a');
  await (await takeSoon(bench, first, 'b')).giveBack(1000);
  await (await takeSoon(bench, first, 'c')).done();
  await first.close();
  const second = await bench.open();
  ensureEqual(await second.depth(), 3, 'three are left');
  const ids = [];
  for (let n = 0; n < 3; n++) {
    const lease = await takeSoon(bench, second);
    ids.push(lease.id);
    await lease.done();
  }
  ensureEqual(ids.sort(), ['a', 'b', 'd'], 'something was lost');
  await ensureNothing(bench, second, 'all was given');
}
