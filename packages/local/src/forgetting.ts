import type { Runtime } from '@screenplay/core';
import type { ENDED_JOBS } from './keys.js';
import type { Change, LevelDatabase } from './level-database.js';
import type { SteadyClock } from './steady-clock.js';

/** Things that end: keys that tell when, and what else goes with each. */
export interface Mortal {
  keys: typeof ENDED_JOBS;
  removals: (key: string) => Change[];
}

/** How many things are forgotten in one write. */
const AT_ONCE = 200;

/** Milliseconds between two looks when nobody asks. */
const LONGEST_PAUSE = 60_000;

/** Removes what has ended some time ago: before anything is answered, and now and then when nobody asks. */
export class Forgetting {
  readonly #database: LevelDatabase;
  readonly #clock: SteadyClock;
  readonly #runtime: Pick<Runtime, 'sleep' | 'log'>;
  readonly #ttlMs: number;
  readonly #mortals: readonly Mortal[];
  readonly #stopped = new AbortController();
  /** When the first thing is to be forgotten, as far as is known; never later. */
  #due = 0;
  #sweeping: Promise<void> | undefined;
  #looking: Promise<void> | undefined;

  constructor(
    database: LevelDatabase,
    clock: SteadyClock,
    runtime: Pick<Runtime, 'sleep' | 'log'>,
    ttlMs: number,
    mortals: readonly Mortal[],
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#runtime = runtime;
    this.#ttlMs = ttlMs;
    this.#mortals = mortals;
  }

  async start(): Promise<void> {
    await this.upToNow();
    this.#looking = this.#look();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#looking;
    await this.#sweeping?.catch(ignore);
  }

  /** Something has ended just now. */
  hasEnded(): void {
    this.#due = Math.min(this.#due, this.#clock.now() + this.#ttlMs);
  }

  /** Resolves once all is forgotten that is to be forgotten by now. */
  async upToNow(): Promise<void> {
    if (this.#clock.now() < this.#due) return;
    this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = undefined));
    await this.#sweeping;
  }

  async #look(): Promise<void> {
    const { signal } = this.#stopped;
    const pause = Math.min(LONGEST_PAUSE, Math.max(1000, this.#ttlMs / 4));
    for (;;) {
      await this.#runtime.sleep(pause, signal);
      if (signal.aborted) return;
      try {
        await this.upToNow();
      } catch (error) {
        this.#runtime.log('warn', 'what has ended could not be removed; it will be tried again', {
          error: error instanceof Error ? error.message : String(error),
        });
      }
    }
  }

  async #sweep(): Promise<void> {
    const now = this.#clock.now();
    // What ends while this goes on makes it earlier again.
    this.#due = Infinity;
    try {
      let due = Infinity;
      for (const mortal of this.#mortals) due = Math.min(due, await this.#remove(mortal, now - this.#ttlMs));
      this.#due = Math.min(this.#due, due);
    } catch (error) {
      this.#due = 0;
      throw error;
    }
  }

  /** Removes what ended by then; answers when the next thing is due. */
  async #remove({ keys, removals }: Mortal, until: number): Promise<number> {
    for (;;) {
      const gone = until < 0 ? [] : await this.#database.now.keys({ ...keys.until(until), limit: AT_ONCE });
      if (gone.length === 0) break;
      // Lost with the machine, it is found again.
      await this.#database.commit(gone.flatMap(removals), false);
    }
    const [first] = await this.#database.now.keys({ ...keys.all, limit: 1 });
    return first === undefined ? Infinity : keys.endedAt(first) + this.#ttlMs;
  }
}

function ignore(): void {
  // Who waited for it was told.
}
