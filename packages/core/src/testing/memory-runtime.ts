import type { Runtime } from '../ports/runtime.js';

export interface MemoryRuntimeOptions {
  /** What the clock shows at first; ISO 8601. Default `2026-01-01T00:00:00.000Z`. */
  now?: string | undefined;
  /** Of the dice. Default 1. */
  seed?: number | undefined;
  /**
   * Resolves once nothing happens any more unless time goes on: given, time goes on by itself then, from one end of a
   * sleep to the next. Without, only {@link MemoryRuntime.advance} makes it.
   */
  idle?: (() => Promise<void>) | undefined;
}

export interface LogEntry {
  level: string;
  message: string;
  fields: Readonly<Record<string, unknown>>;
}

interface Sleeper {
  due: number;
  wake: () => void;
}

/** A world in which time passes when it is told to, and the dice fall the same way each time. */
export class MemoryRuntime implements Runtime {
  /** What was logged. */
  readonly logged: LogEntry[] = [];
  readonly #idle: (() => Promise<void>) | undefined;
  readonly #sleepers = new Set<Sleeper>();
  #clock: number;
  #elapsed = 0;
  #dice: number;
  #held = 0;
  #driving = false;

  constructor({ now = '2026-01-01T00:00:00.000Z', seed = 1, idle }: MemoryRuntimeOptions = {}) {
    this.#clock = Date.parse(now);
    this.#dice = seed | 0 || 1;
    this.#idle = idle;
  }

  now(): string {
    return new Date(this.#clock).toISOString();
  }

  elapsed(): number {
    return this.#elapsed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper = { due: this.#elapsed + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', wake, { once: true });
      this.#drive();
    });
  }

  /** Xorshift, 32 bits: the same seed gives the same bytes. */
  random(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => {
      this.#dice ^= this.#dice << 13;
      this.#dice ^= this.#dice >>> 17;
      this.#dice ^= this.#dice << 5;
      return (this.#dice >>> 8) & 0xff;
    });
  }

  log(
    level: 'debug' | 'info' | 'warn' | 'error',
    message: string,
    fields: Readonly<Record<string, unknown>> = {},
  ): void {
    this.logged.push({ level, message, fields });
  }

  /** Lets so many milliseconds pass; who wakes in between has done what it can before time goes on. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await settled(this.#idle);
    for (let next = this.#next(); next !== undefined && next.due <= end; next = this.#next()) {
      this.#wake(next);
      await settled(this.#idle);
    }
    this.#pass(Math.max(0, end - this.#elapsed));
  }

  /** Puts the clock forward or, below 0, back. No time passes. */
  jump(ms: number): void {
    this.#clock += ms;
  }

  /** Holds the time while something is done that takes none here, such as a conversion. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#held++;
    try {
      return await work();
    } finally {
      this.#held--;
      this.#drive();
    }
  }

  #drive(): void {
    if (!this.#idle || this.#driving) return;
    this.#driving = true;
    void this.#run(this.#idle);
  }

  async #run(idle: () => Promise<void>): Promise<void> {
    for (;;) {
      await idle();
      if (this.#held > 0) break;
      const next = this.#next();
      if (!next) break;
      this.#wake(next);
    }
    this.#driving = false;
  }

  /** The first to wake. */
  #next(): Sleeper | undefined {
    let first: Sleeper | undefined;
    for (const sleeper of this.#sleepers) if (!first || sleeper.due < first.due) first = sleeper;
    return first;
  }

  #wake(sleeper: Sleeper): void {
    this.#pass(Math.max(0, sleeper.due - this.#elapsed));
    sleeper.wake();
  }

  #pass(ms: number): void {
    this.#elapsed += ms;
    this.#clock += ms;
  }
}

/** Enough turns for what waits for nothing but each other. */
const TURNS = 200;

async function settled(idle: (() => Promise<void>) | undefined): Promise<void> {
  if (idle) return idle();
  for (let turn = 0; turn < TURNS; turn++) await Promise.resolve();
}
