import type { WorkQueue } from '../../ports/index.js';
import type { JobPorts } from './job-ports.js';
import { isTrouble } from './trouble.js';

export interface ReconcilerOptions {
  /** Milliseconds between two looks. Default 10 s. */
  everyMs?: number | undefined;
  /** Jobs and lanes for one look. Default 200. */
  batch?: number | undefined;
}

/**
 * Brings the queues into line with the store: a job that has not ended and a lane with something left in it are added
 * again, for whoever kept them may have died before it could say so. At the start it looks at all of them, then at some at
 * a time, in turn; every process of a deployment may have one.
 */
export class Reconciler {
  readonly #ports: JobPorts;
  readonly #everyMs: number;
  readonly #rounds: readonly Round[];
  readonly #stop = new AbortController();
  #work: Promise<void> | undefined;

  constructor(ports: JobPorts, options: ReconcilerOptions = {}) {
    const { store, jobs, lanes } = ports;
    const batch = options.batch ?? 200;
    this.#ports = ports;
    this.#everyMs = options.everyMs ?? 10_000;
    this.#rounds = [
      new Round(jobs, batch, (after) => store.unfinished(batch, after)),
      new Round(lanes, batch, (after) => store.openLanes(batch, after)),
    ];
  }

  start(): void {
    this.#work ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#work;
  }

  async #run(): Promise<void> {
    const { runtime } = this.#ports;
    for (let all = true; !this.#stopped(); ) {
      try {
        for (const round of this.#rounds) {
          while ((await round.next()) && all) if (this.#stopped()) return;
        }
        all = false;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        runtime.log(isTrouble(error) ? 'warn' : 'error', 'The queues could not be looked through', { error: message });
      }
      await runtime.sleep(this.#everyMs, this.#stop.signal);
    }
  }

  #stopped(): boolean {
    return this.#stop.signal.aborted;
  }
}

/** Goes through ids of the store again and again, some at a time, and adds them to their queue. */
class Round {
  readonly #queue: WorkQueue;
  readonly #batch: number;
  readonly #idsAfter: (after: string | undefined) => Promise<string[]>;
  #after: string | undefined;

  constructor(queue: WorkQueue, batch: number, idsAfter: (after: string | undefined) => Promise<string[]>) {
    this.#queue = queue;
    this.#batch = batch;
    this.#idsAfter = idsAfter;
  }

  /** The next ones. False at the end, after which it begins anew. */
  async next(): Promise<boolean> {
    const ids = await this.#idsAfter(this.#after);
    if (ids.length > 0) await this.#queue.add(ids);
    this.#after = ids.length < this.#batch ? undefined : ids.at(-1);
    return this.#after !== undefined;
  }
}
