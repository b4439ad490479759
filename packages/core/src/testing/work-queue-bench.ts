import type { Runtime } from '../ports/runtime.js';
import type { Lease, WorkQueue } from '../ports/work-queue.js';
import { ensure, ensureEqual } from './contract.js';

/** A place for one queue, new and empty for each promise. */
export interface WorkQueueBench {
  readonly runtime: Pick<Runtime, 'sleep' | 'elapsed'>;
  /** Opens the queue: whatever is opened on one bench is one queue. Several are open at a time only where it is shared. */
  open(): Promise<WorkQueue>;
  /**
   * Keeps a queue from its store, as if its process were paused, until its leases have lapsed; then lets it go on.
   * Where leases can lapse.
   */
  cutOff?(queue: WorkQueue): Promise<void>;
  /** Closes what is open and removes what is kept. */
  dispose(): Promise<void>;
}

export interface WorkQueueTraits {
  /** Several can be open at a time, as from several processes. */
  shared: boolean;
  /** It outlives its being open. */
  durable: boolean;
  /** Milliseconds for which a lease lasts that is not kept alive; absent where leases end with their process only. */
  leaseMs?: number;
}

/** Within this, whatever should happen has happened, on a busy machine too. */
const SOON = 15_000;
/** For this long one watches that something does not happen. */
export const WHILE = 300;

/** A promise of a queue: what it says, how it is checked, and whether it is made by queues with these traits. */
export type WorkQueuePromise = [
  name: string,
  run: (bench: WorkQueueBench, traits: WorkQueueTraits) => Promise<void>,
  made?: (traits: WorkQueueTraits) => boolean,
];

/** What can be taken within so many milliseconds. */
async function takeWithin(bench: WorkQueueBench, queue: WorkQueue, ms: number): Promise<Lease | undefined> {
  const patience = new AbortController();
  const enough = new AbortController();
  const taken = queue.take(patience.signal);
  const limit = bench.runtime.sleep(ms, enough.signal).then(() => patience.abort());
  try {
    return await taken;
  } finally {
    enough.abort();
    await limit;
  }
}

export async function takeSoon(bench: WorkQueueBench, queue: WorkQueue, id?: string): Promise<Lease> {
  const lease = await takeWithin(bench, queue, SOON);
  ensure(lease !== undefined, () => `nothing came within ${SOON} ms${id === undefined ? '' : `, not ${id}`}`);
  if (id !== undefined) ensureEqual(lease.id, id, 'another id came');
  return lease;
}

export async function ensureNothing(bench: WorkQueueBench, queue: WorkQueue, what: string, ms = WHILE): Promise<void> {
  const lease = await takeWithin(bench, queue, ms);
  ensure(lease === undefined, () => `${what}: ${lease?.id ?? ''} was given`);
}

/** Takes all there is, and takes it out. */
export async function drain(bench: WorkQueueBench, queue: WorkQueue): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const lease = await takeWithin(bench, queue, WHILE);
    if (!lease) return ids;
    ids.push(lease.id);
    await lease.done();
  }
}

export async function until(
  bench: WorkQueueBench,
  what: string,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const start = bench.runtime.elapsed();
  while (!(await holds())) {
    ensure(bench.runtime.elapsed() - start < SOON, () => `not within ${SOON} ms: ${what}`);
    await bench.runtime.sleep(10);
  }
}

export function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}${at}`);
}
