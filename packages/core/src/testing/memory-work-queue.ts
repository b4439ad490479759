import { ScreenplayError } from '../errors/index.js';
import type { Runtime } from '../ports/runtime.js';
import type { Lease, WorkQueue } from '../ports/work-queue.js';

/** What is kept of a queue, for all who have it open. */
class Ids {
  /** In order; those that are delayed are in `delayed` instead. */
  readonly waiting = new Set<string>();
  readonly delayed = new Map<string, object>();
  readonly leased = new Map<string, { again: boolean; lease: MemoryLease }>();
  readonly takers: ((id: string) => void)[] = [];

  add(id: string): void {
    const leased = this.leased.get(id);
    if (leased) leased.again = true;
    else if (!this.delayed.has(id)) this.#wait(id);
  }

  /** Ends a lease, so that its id waits or not. False when it is not in force any more. */
  end(lease: MemoryLease, back: boolean, delayMs: number, runtime: Pick<Runtime, 'sleep'>): boolean {
    const leased = this.leased.get(lease.id);
    if (leased?.lease !== lease) return false;
    this.leased.delete(lease.id);
    if (!back && !leased.again) return true;
    if (back && delayMs > 0) this.#delay(lease.id, delayMs, runtime);
    else this.#wait(lease.id);
    return true;
  }

  #delay(id: string, ms: number, runtime: Pick<Runtime, 'sleep'>): void {
    const token = {};
    this.delayed.set(id, token);
    void runtime.sleep(ms).then(() => {
      if (this.delayed.get(id) !== token) return;
      this.delayed.delete(id);
      this.#wait(id);
    });
  }

  #wait(id: string): void {
    this.waiting.add(id);
    this.serve();
  }

  serve(): void {
    for (const id of this.waiting) {
      const taker = this.takers.shift();
      if (!taker) return;
      this.waiting.delete(id);
      taker(id);
    }
  }
}

class MemoryLease implements Lease {
  readonly id: string;
  readonly #controller = new AbortController();
  readonly #end: (lease: MemoryLease, back: boolean, delayMs: number) => void;

  constructor(id: string, end: (lease: MemoryLease, back: boolean, delayMs: number) => void) {
    this.id = id;
    this.#end = end;
  }

  get lost(): AbortSignal {
    return this.#controller.signal;
  }

  async done(): Promise<void> {
    this.#end(this, false, 0);
  }

  async giveBack(delayMs = 0): Promise<void> {
    this.#end(this, true, delayMs);
  }

  lose(): void {
    this.#controller.abort();
  }
}

/** A queue in memory. Whatever was connected to one is the same queue, as if it were open in several processes. */
export class MemoryWorkQueue implements WorkQueue {
  readonly #runtime: Pick<Runtime, 'sleep'>;
  readonly #ids: Ids;
  readonly #leases = new Set<MemoryLease>();
  /** Ends those that wait. */
  readonly #takes = new Set<() => void>();
  #closed = false;

  /** @param same a queue that this one is, too */
  constructor(runtime: Pick<Runtime, 'sleep'>, same?: MemoryWorkQueue) {
    this.#runtime = runtime;
    this.#ids = same ? same.#ids : new Ids();
  }

  /** Opens the same queue once more. */
  connect(): MemoryWorkQueue {
    return new MemoryWorkQueue(this.#runtime, this);
  }

  async add(ids: readonly string[]): Promise<void> {
    this.#checkOpen();
    for (const id of ids) this.#ids.add(id);
  }

  take(signal: AbortSignal): Promise<Lease | undefined> {
    if (signal.aborted || this.#closed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const end = (lease: Lease | undefined): void => {
        signal.removeEventListener('abort', stop);
        this.#takes.delete(stop);
        const at = this.#ids.takers.indexOf(taker);
        if (at >= 0) this.#ids.takers.splice(at, 1);
        resolve(lease);
      };
      const stop = (): void => end(undefined);
      const taker = (id: string): void => end(this.#lease(id));
      signal.addEventListener('abort', stop);
      this.#takes.add(stop);
      this.#ids.takers.push(taker);
      this.#ids.serve();
    });
  }

  async depth(): Promise<number> {
    this.#checkOpen();
    return this.#ids.waiting.size + this.#ids.delayed.size;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const stop of this.#takes) stop();
    this.lapse();
    this.notice();
  }

  /** Lets what is leased here come again, as after a process was paused for too long; it has not noticed yet. */
  lapse(): void {
    for (const lease of this.#leases) this.#ids.end(lease, true, 0, this.#runtime);
  }

  /** Tells who had the leases that lapsed. */
  notice(): void {
    for (const lease of this.#leases) {
      if (this.#ids.leased.get(lease.id)?.lease === lease) continue;
      this.#leases.delete(lease);
      lease.lose();
    }
  }

  #lease(id: string): Lease {
    const lease = new MemoryLease(id, (ended, back, delayMs) => {
      if (this.#ids.end(ended, back, delayMs, this.#runtime)) this.#leases.delete(ended);
    });
    this.#leases.add(lease);
    this.#ids.leased.set(id, { again: false, lease });
    return lease;
  }

  #checkOpen(): void {
    if (this.#closed) throw new ScreenplayError('unavailable', 'The queue is closed');
  }
}
