import { ScreenplayError } from '@screenplay/core';
import type { Lease, Runtime, WorkQueue } from '@screenplay/core';
import { setMaxListeners } from 'node:events';
import { DelayLine } from './delay-line.js';
import { Fifo } from './fifo.js';
import { orderOf, queueKeys } from './keys.js';
import type { QueueKeys } from './keys.js';
import type { LevelDatabase } from './level-database.js';

/** An id that is kept. It is in the database from the end of `adding` to the end of its last lease. */
interface Entry {
  readonly id: string;
  readonly key: string;
  state: 'adding' | 'waiting' | 'delayed' | 'leased';
  /** It was added while it was leased. */
  again: boolean;
  /** Settled once an entry that is being added is kept. */
  kept?: Promise<void>;
}

interface Taker {
  give: (entry: Entry | undefined) => void;
}

/**
 * A queue of one process: its ids lie in the embedded database, who has them and until when in memory, for all of that
 * ends with the process. Whatever was not done when it ended comes again, in its old order.
 */
export class LevelWorkQueue implements WorkQueue {
  readonly #database: LevelDatabase;
  readonly #keys: QueueKeys;
  readonly #entries = new Map<string, Entry>();
  readonly #waiting = new Fifo<Entry>();
  readonly #delays: DelayLine<Entry>;
  readonly #takers = new Set<Taker>();
  readonly #leases = new Set<LevelLease>();
  #next: number;
  #depth = 0;
  #closed = false;

  private constructor(database: LevelDatabase, keys: QueueKeys, runtime: Runtime, next: number) {
    this.#database = database;
    this.#keys = keys;
    this.#next = next;
    this.#delays = new DelayLine(runtime, (entry) => this.#wait(entry));
  }

  /** @throws ScreenplayError `unavailable` */
  static async open(database: LevelDatabase, name: string, runtime: Runtime): Promise<LevelWorkQueue> {
    const keys = queueKeys(name);
    const kept = await database.now.entries(keys.all);
    const last = kept.at(-1);
    const queue = new LevelWorkQueue(database, keys, runtime, last ? orderOf(last[0]) + 1 : 0);
    const twice: string[] = [];
    for (const [key, id] of kept) {
      if (queue.#entries.has(id)) twice.push(key);
      else queue.#wait(queue.#enter(id, key));
    }
    await database.commit(twice.map((key) => [key, undefined]));
    return queue;
  }

  async add(ids: readonly string[]): Promise<void> {
    this.#checkOpen();
    const fresh: Entry[] = [];
    const others: Promise<void>[] = [];
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (!entry) fresh.push(this.#enter(id, this.#keys.at(this.#next++)));
      else if (entry.state === 'leased') entry.again = true;
      else if (entry.kept) others.push(entry.kept);
    }
    if (fresh.length > 0) {
      const kept = this.#keep(fresh);
      for (const entry of fresh) entry.kept = kept;
      others.push(kept);
    }
    await Promise.all(others);
  }

  take(signal: AbortSignal): Promise<Lease | undefined> {
    if (signal.aborted || this.#closed) return Promise.resolve(undefined);
    const entry = this.#waiting.shift();
    if (entry) return Promise.resolve(this.#lease(entry));
    return new Promise((resolve) => {
      const taker: Taker = {
        give: (given) => {
          this.#takers.delete(taker);
          signal.removeEventListener('abort', stop);
          resolve(given && this.#lease(given));
        },
      };
      const stop = (): void => taker.give(undefined);
      // Any number of workers may wait under one signal.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', stop, { once: true });
      this.#takers.add(taker);
    });
  }

  async depth(): Promise<number> {
    this.#checkOpen();
    return this.#depth;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#delays.close();
    for (const taker of [...this.#takers]) taker.give(undefined);
    for (const lease of this.#leases) lease.lose();
    this.#leases.clear();
  }

  #checkOpen(): void {
    if (this.#closed) throw new ScreenplayError('unavailable', 'the queue is closed');
  }

  #enter(id: string, key: string): Entry {
    const entry: Entry = { id, key, state: 'adding', again: false };
    this.#entries.set(id, entry);
    return entry;
  }

  async #keep(fresh: readonly Entry[]): Promise<void> {
    try {
      await this.#database.commit(fresh.map(({ key, id }) => [key, id]));
    } catch (error) {
      for (const { id } of fresh) this.#entries.delete(id);
      throw error;
    }
    for (const entry of fresh) {
      delete entry.kept;
      this.#wait(entry);
    }
  }

  /** Lets an entry be taken, by who waits already or whoever comes. */
  #wait(entry: Entry): void {
    if (this.#closed) return;
    if (entry.state !== 'delayed') this.#depth++;
    entry.state = 'waiting';
    const [taker] = this.#takers;
    if (taker) taker.give(entry);
    else this.#waiting.push(entry);
  }

  #lease(entry: Entry): Lease {
    entry.state = 'leased';
    this.#depth--;
    const lease: LevelLease = new LevelLease(entry.id, {
      done: () => this.#end(lease, () => this.#remove(entry)),
      giveBack: (delayMs) => this.#end(lease, async () => this.#putBack(entry, delayMs)),
    });
    this.#leases.add(lease);
    return lease;
  }

  /** Ends a lease in one way, unless it has ended already. */
  async #end(lease: LevelLease, way: () => Promise<void>): Promise<void> {
    if (this.#leases.delete(lease)) await way();
  }

  #putBack(entry: Entry, delayMs: number): void {
    entry.again = false;
    if (delayMs <= 0) {
      this.#wait(entry);
      return;
    }
    entry.state = 'delayed';
    this.#depth++;
    this.#delays.add(entry, delayMs);
  }

  async #remove(entry: Entry): Promise<void> {
    if (entry.again) {
      this.#putBack(entry, 0);
      return;
    }
    this.#entries.delete(entry.id);
    try {
      // Should the machine lose this, the id comes once more, which its taker has to bear anyway.
      await this.#database.commit([[entry.key, undefined]], false);
    } catch (error) {
      if (!this.#entries.has(entry.id)) {
        this.#entries.set(entry.id, entry);
        this.#wait(entry);
      }
      throw error;
    }
  }
}

class LevelLease implements Lease {
  readonly id: string;
  readonly #ways: { done: () => Promise<void>; giveBack: (delayMs: number) => Promise<void> };
  #lost: AbortController | undefined;
  #isLost = false;

  constructor(id: string, ways: { done: () => Promise<void>; giveBack: (delayMs: number) => Promise<void> }) {
    this.id = id;
    this.#ways = ways;
  }

  get lost(): AbortSignal {
    this.#lost ??= new AbortController();
    if (this.#isLost) this.#lost.abort();
    return this.#lost.signal;
  }

  done(): Promise<void> {
    return this.#ways.done();
  }

  giveBack(delayMs = 0): Promise<void> {
    return this.#ways.giveBack(delayMs);
  }

  lose(): void {
    this.#isLost = true;
    this.#lost?.abort();
  }
}
