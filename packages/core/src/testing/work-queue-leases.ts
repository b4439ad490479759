import type { Lease, WorkQueue } from '../ports/work-queue.js';
import { ensure, ensureEqual } from './contract.js';
import { ensureNothing, takeSoon, until, WHILE } from './work-queue-bench.js';
import type { WorkQueueBench, WorkQueuePromise, WorkQueueTraits } from './work-queue-bench.js';

/** Promises of queues that several have open. */
export const SHARED_QUEUE_PROMISES: readonly WorkQueuePromise[] = [
  ['gives to one what another one added', crossWise, (traits) => traits.shared],
  ['gives again what was leased by one that closed', closedElsewhere, (traits) => traits.shared],
];

/** Promises of queues whose leases lapse when they are not kept alive. */
export const LEASE_PROMISES: readonly WorkQueuePromise[] = [
  ['keeps a lease alive', keptAlive, lapses],
  ['tells that a lease was lost and gives its id again', lost, lapses],
  ['lets a lost lease change nothing', lostChangesNothing, (traits) => lapses(traits) && traits.shared],
  ['gives again and again what is lost again and again', lostForEver, lapses],
];

function lapses(traits: WorkQueueTraits): boolean {
  return traits.leaseMs !== undefined;
}

async function crossWise(bench: WorkQueueBench): Promise<void> {
  const one = await bench.open();
  const other = await bench.open();
  const waiting = takeSoon(bench, other, 'a');
  await bench.runtime.sleep(WHILE);
  const start = bench.runtime.elapsed();
  await one.add(['a']);
  const lease = await waiting;
  const waited = bench.runtime.elapsed() - start;
  ensure(waited < 2000, () => `it was woken after ${waited} ms`);
  await ensureNothing(bench, one, 'it is leased');
  await one.add(['a']);
  await lease.done();
  const again = await takeSoon(bench, one, 'a');
  await other.add(['a']);
  await again.giveBack();
  await (await takeSoon(bench, other, 'a')).done();
  ensureEqual([await one.depth(), await other.depth()], [0, 0], 'something is left');
}

async function closedElsewhere(bench: WorkQueueBench): Promise<void> {
  const one = await bench.open();
  const other = await bench.open();
  await one.add(['a', 'b']);
  await takeSoon(bench, one, 'a');
  const b = await takeSoon(bench, other, 'b');
  await one.close();
  await takeSoon(bench, other, 'a');
  ensure(!b.lost.aborted, () => 'the lease of another one is lost');
}

function leaseMsOf(traits: WorkQueueTraits): number {
  ensure(traits.leaseMs !== undefined, () => 'leases do not lapse');
  return traits.leaseMs;
}

async function keptAlive(bench: WorkQueueBench, traits: WorkQueueTraits): Promise<void> {
  const queue = await bench.open();
  const other = traits.shared ? await bench.open() : queue;
  await queue.add(['a', 'b']);
  const leases = [await takeSoon(bench, queue, 'a'), await takeSoon(bench, queue, 'b')];
  await ensureNothing(bench, other, 'both are leased', leaseMsOf(traits) * 3);
  for (const { id, lost: gone } of leases) ensure(!gone.aborted, () => `the lease of ${id} was lost`);
  for (const lease of leases) await lease.done();
  await ensureNothing(bench, other, 'both are done');
}

async function cutOff(bench: WorkQueueBench, queue: WorkQueue): Promise<void> {
  ensure(bench.cutOff !== undefined, () => 'leases that lapse want a bench that cuts off');
  await bench.cutOff(queue);
}

async function lost(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  await queue.add(['a']);
  const lease = await takeSoon(bench, queue, 'a');
  await cutOff(bench, queue);
  await until(bench, 'the lease is lost', () => lease.lost.aborted);
  const again = await takeSoon(bench, queue, 'a');
  ensure(!again.lost.aborted, () => 'the new lease is lost too');
  await again.done();
  await ensureNothing(bench, queue, 'it is done');
}

async function lostChangesNothing(bench: WorkQueueBench): Promise<void> {
  const paused = await bench.open();
  const other = await bench.open();
  await other.add(['a', 'b']);
  const staleA = await takeSoon(bench, paused, 'a');
  const staleB = await takeSoon(bench, paused, 'b');
  await cutOff(bench, paused);
  const leases = new Map<string, Lease>();
  for (let n = 0; n < 2; n++) {
    const lease = await takeSoon(bench, other);
    leases.set(lease.id, lease);
  }
  await until(bench, 'the leases are lost', () => staleA.lost.aborted && staleB.lost.aborted);
  await staleA.done();
  await staleB.giveBack();
  await ensureNothing(bench, other, 'both are leased by another one');
  for (const { id, lost: gone } of leases.values()) ensure(!gone.aborted, () => `the lease of ${id} was lost`);
  await leases.get('a')?.giveBack();
  await leases.get('b')?.done();
  const again = await takeSoon(bench, other, 'a');
  await staleA.giveBack();
  ensureEqual(await other.depth(), 0, 'a lost lease gave back');
  await again.done();
  await ensureNothing(bench, other, 'both are done');
}

async function lostForEver(bench: WorkQueueBench): Promise<void> {
  const queue = await bench.open();
  await queue.add(['a']);
  for (let n = 0; n < 3; n++) {
    const lease = await takeSoon(bench, queue, 'a');
    await cutOff(bench, queue);
    await until(bench, 'the lease is lost', () => lease.lost.aborted);
  }
  await (await takeSoon(bench, queue, 'a')).done();
  await ensureNothing(bench, queue, 'it is done');
}
