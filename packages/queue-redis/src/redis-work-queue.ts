import { Queue, Worker } from 'bullmq';
import type { Job } from 'bullmq';
import { ScreenplayError } from '@screenplay/core';
import type { Lease, WorkQueue } from '@screenplay/core';
import { randomUUID } from 'node:crypto';
import type { CallLimits, Connection, Log, Script } from './connection.js';
import { messageOf, withoutSecrets } from './failures.js';
import { Takers } from './takers.js';

export interface RedisWorkQueueOptions {
  /** Of this queue among those under the prefix. No `:`. */
  name: string;
  /** Begins all keys. */
  prefix: string;
  /** Milliseconds for which a lease lasts that is not kept alive. */
  leaseMs: number;
  log: Log;
}

/** So many ids go to Redis in one write. */
const BATCH = 1000;
/** Milliseconds between looks at an empty queue, should a word that something came get lost. */
const LOOK_AGAIN = 2000;
/** Milliseconds that closing may take for each of its steps. */
const CLOSING = 2000;

/**
 * Forgets that an id was added while it was leased, if the lease is still held: it is about to be given back, and comes
 * again for that. In one go with the look at the lock, so that nothing is forgotten of the next holder's.
 */
const FORGET_ADDED = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', ARGV[2]) end
`;

/** A lease that is held, or about to end. */
interface Held {
  readonly job: Job<string>;
  readonly token: string;
  readonly lost: AbortController;
  /** When the lock was asked for last, on the clock that never goes back. */
  renewedAt: number;
  state: 'held' | 'ending' | 'over';
}

/**
 * A queue of ids on BullMQ, which is used by hand: jobs are fetched when somebody takes, locks are extended for as long as
 * leases are held, and its search for stalled jobs brings back what was lost, any number of times.
 *
 * An id is not the id of BullMQ's job but what it deduplicates by: while a job waits, further ones with its id are dropped;
 * while it is leased, the last one is kept and follows in the same step in which the leased one is done.
 */
export class RedisWorkQueue implements WorkQueue {
  readonly #connection: Connection;
  readonly #options: RedisWorkQueueOptions;
  readonly #queue: Queue<string>;
  readonly #forgetAdded: Script;
  readonly #leave: () => Promise<void>;
  readonly #takers = new Takers<Lease>();
  readonly #held = new Set<Held>();
  /** Fetches. Opened for the first take, so that those who only add need no further connection. */
  #worker: Worker<string> | undefined;
  #ready: Promise<Worker<string>> | undefined;
  #renewals: NodeJS.Timeout | undefined;
  #fetching: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  private constructor(connection: Connection, options: RedisWorkQueueOptions, queue: Queue<string>) {
    this.#connection = connection;
    this.#options = options;
    this.#queue = queue;
    this.#leave = connection.share();
    this.#forgetAdded = connection.define('screenplayForgetAdded', FORGET_ADDED);
    queue.on('error', (error) => this.#noteTrouble(error));
  }

  /** @throws ScreenplayError `unavailable` */
  static async open(connection: Connection, options: RedisWorkQueueOptions): Promise<RedisWorkQueue> {
    const queue = await connection.run('open a queue', async () => {
      const opened = new Queue<string>(options.name, {
        connection: connection.client,
        prefix: options.prefix,
        defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
        streams: { events: { maxLen: 100 } },
      });
      opened.on('error', () => undefined);
      await readyOrClosed(opened);
      return opened;
    });
    return new RedisWorkQueue(connection, options, queue);
  }

  /** This queue, with calls that wait so long. */
  within(limits: CallLimits): WorkQueue {
    return {
      add: (ids) => this.add(ids, limits),
      take: (signal) => this.take(signal),
      depth: () => this.depth(limits),
      close: () => this.close(),
    };
  }

  async add(ids: readonly string[], limits?: CallLimits): Promise<void> {
    this.#requireOpen();
    for (let from = 0; from < ids.length; from += BATCH) {
      const jobs = ids.slice(from, from + BATCH).map((id) => ({
        name: 'id',
        data: id,
        opts: { deduplication: { id, keepLastIfActive: true } },
      }));
      await this.#connection.run('add to a queue', () => this.#queue.addBulk(jobs), limits);
    }
  }

  take(signal: AbortSignal): Promise<Lease | undefined> {
    if (this.#closing || signal.aborted) return Promise.resolve(undefined);
    const taken = this.#takers.wait(signal);
    this.#fetching ??= this.#fetch();
    return taken;
  }

  async depth(limits?: CallLimits): Promise<number> {
    this.#requireOpen();
    const count = (): Promise<Record<string, number>> => this.#queue.getJobCounts('wait', 'delayed');
    const counts = await this.#connection.run('count a queue', count, limits);
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // Takers are answered and leases are lost before anything is waited for.
    const held = [...this.#held].filter((each) => each.state === 'held');
    this.#takers.dismiss();
    for (const each of held) this.#end(each, 'lost');
    clearInterval(this.#renewals);
    // What is not put back now comes again when its lock has expired.
    await within(CLOSING, Promise.all(held.map((each) => this.#putBack(each))));
    await within(CLOSING, this.#worker?.close(true));
    await within(CLOSING, this.#fetching);
    await within(CLOSING, this.#queue.close());
    await this.#leave();
  }

  /** Fetches ids, one after the other, for as long as somebody waits for one. */
  async #fetch(): Promise<void> {
    try {
      while (this.#takers.size > 0) {
        await this.#connection.untilBack();
        if (this.#connection.closed) this.#takers.dismiss();
        else
          await this.#fetchOne().catch(async (error: unknown) => {
            this.#noteTrouble(error);
            await new Promise((resolve) => setTimeout(resolve, 100));
          });
      }
    } finally {
      // In the same step in which nobody was found to wait: who comes next starts it again.
      this.#fetching = undefined;
    }
  }

  async #fetchOne(): Promise<void> {
    const { leaseMs } = this.#options;
    const worker = await (this.#ready ??= this.#startWorker());
    const token = randomUUID();
    const askedAt = performance.now();
    const job = (await worker.getNextJob(token)) as Job<string> | undefined;
    if (!job) return;
    const held: Held = { job, token, lost: new AbortController(), renewedAt: askedAt, state: 'held' };
    // Waiting for a job, or a pause of this process, may have taken any part of the time for which it is locked.
    if (performance.now() - askedAt > leaseMs / 4) {
      held.renewedAt = performance.now();
      if ((await this.#extend(worker, [held])).size > 0) return;
    }
    if (!this.#takers.give(() => this.#lend(held))) await this.#putBack(held);
  }

  async #startWorker(): Promise<Worker<string>> {
    const { name, prefix, leaseMs } = this.#options;
    const worker = new Worker<string>(name, null, {
      connection: this.#connection.client,
      prefix,
      autorun: false,
      lockDuration: leaseMs,
      stalledInterval: Math.ceil(leaseMs / 2),
      // Who takes an id counts how often it was lost.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      drainDelay: LOOK_AGAIN / 1000,
    });
    worker.on('error', (error) => this.#noteTrouble(error));
    worker.on('stalled', (jobId) => this.#options.log('warn', 'a lease was lost', { queue: name, lease: jobId }));
    this.#worker = worker;
    try {
      await readyOrClosed(worker);
    } catch (error) {
      this.#ready = undefined;
      throw error;
    }
    if (this.#closing) return worker;
    void worker.startStalledCheckTimer().catch((error: unknown) => this.#noteTrouble(error));
    this.#renewals = setInterval(() => void this.#renew(), Math.ceil(leaseMs / 4));
    this.#renewals.unref();
    return worker;
  }

  #lend(held: Held): Lease {
    // The same one again: it was lost, which has not been noticed yet.
    for (const each of this.#held) if (each.job.id === held.job.id) this.#end(each, 'lost');
    this.#held.add(held);
    const dropLapsed = (): void => this.#dropLapsed();
    return {
      id: held.job.data,
      get lost() {
        dropLapsed();
        return held.lost.signal;
      },
      done: () => this.#finish(held, 'finish a lease', () => held.job.moveToCompleted(null, held.token, false)),
      giveBack: (delayMs = 0) => this.#finish(held, 'give back a lease', () => this.#moveBack(held, delayMs)),
    };
  }

  /** Ends a lease in Redis. When it was lost there, somebody else has it, and nothing is done. */
  async #finish(held: Held, what: string, move: () => Promise<unknown>): Promise<void> {
    if (held.state !== 'held') return;
    held.state = 'ending';
    let moved = false;
    try {
      await this.#connection.run(what, () => unlessLost(move));
      moved = true;
    } finally {
      // Not moved, it is still held, as far as one knows.
      if (moved) this.#end(held, 'well');
      else if (this.#held.has(held)) held.state = 'held';
    }
  }

  async #moveBack(held: Held, delayMs: number): Promise<void> {
    const { job, token } = held;
    const key = this.#queue.toKey(`${job.id ?? ''}:lock`);
    await this.#forgetAdded(key, token, this.#queue.toKey(`dn:${job.data}`));
    if (delayMs > 0) await job.moveToDelayed(Date.now() + delayMs, token);
    else await job.moveToWait(token);
  }

  /** Puts back what nobody wanted; should that fail, it comes again when its lock has expired. */
  async #putBack(held: Held): Promise<void> {
    await this.#connection
      .run('give back a lease', () => unlessLost(() => this.#moveBack(held, 0)))
      .catch((error: unknown) => this.#noteTrouble(error));
  }

  /** Keeps all leases alive, and ends those that were not kept alive in time. */
  async #renew(): Promise<void> {
    this.#dropLapsed();
    const held = [...this.#held];
    const worker = this.#worker;
    if (held.length === 0 || !worker) return;
    const askedAt = performance.now();
    try {
      const gone = await this.#extend(worker, held);
      for (const each of held) {
        if (gone.has(each)) this.#lose(each);
        else each.renewedAt = askedAt;
      }
    } catch (error) {
      this.#noteTrouble(error);
    }
    this.#dropLapsed();
  }

  /** Locks again what is locked. Answers those whose lock is lost. */
  async #extend(worker: Worker<string>, held: readonly Held[]): Promise<Set<Held>> {
    const { leaseMs } = this.#options;
    const ids = held.map(({ job }) => job.id ?? '');
    const tokens = held.map(({ token }) => token);
    const extend = (): Promise<unknown[]> => worker.extendJobLocks(ids, tokens, leaseMs);
    const failed = new Set(
      (await this.#connection.run('renew leases', extend, { patienceMs: leaseMs / 4 })).map(String),
    );
    return new Set(held.filter(({ job }) => failed.has(job.id ?? '')));
  }

  /** Whatever Redis says, or does not say: a lock that was not extended for so long has expired there. */
  #dropLapsed(): void {
    const lapsed = performance.now() - this.#options.leaseMs;
    for (const each of this.#held) if (each.renewedAt <= lapsed) this.#lose(each);
  }

  #lose(held: Held): void {
    // One that is just being finished is not renewed any more because it is finished.
    if (held.state === 'ending') return;
    this.#end(held, 'lost');
  }

  #end(held: Held, how: 'well' | 'lost'): void {
    if (held.state === 'over') return;
    held.state = 'over';
    this.#held.delete(held);
    if (how === 'lost') held.lost.abort();
  }

  #requireOpen(): void {
    if (this.#closing) throw new ScreenplayError('unavailable', 'the queue has been closed', { retryable: false });
  }

  #noteTrouble(error: unknown): void {
    if (this.#closing || this.#connection.closed) return;
    const reason = withoutSecrets(messageOf(error));
    this.#options.log('debug', `queue ${this.#options.name}: ${reason}`, { queue: this.#options.name });
  }
}

/** BullMQ's codes for a job that is not there, whose lock is not there, that is not active, whose lock is another's. */
const LOST_CODES = new Set<unknown>([-1, -2, -3, -6]);

/** Does it, or nothing when the lock was lost. */
async function unlessLost(move: () => Promise<unknown>): Promise<void> {
  try {
    await move();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && LOST_CODES.has(error.code))) throw error;
  }
}

/**
 * BullMQ's objects try once to become ready: one whose connection broke in the meantime stays broken for ever, so it is
 * thrown away.
 */
async function readyOrClosed(what: Queue<string> | Worker<string>): Promise<void> {
  try {
    await what.waitUntilReady();
  } catch (error) {
    await within(CLOSING, what instanceof Worker ? what.close(true) : what.close());
    throw error;
  }
}

/** Waits, but not for ever, and whatever comes of it. */
async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work?.catch(() => undefined), limit]);
  clearTimeout(timer);
}
