import type { Runtime } from '@screenplay/core';

/**
 * Whole milliseconds since 1970 by the clock as it was at the start and the time that passed since then: somebody setting the
 * clock changes nothing.
 */
export class SteadyClock {
  readonly #runtime: Pick<Runtime, 'now' | 'elapsed'>;
  readonly #offset: number;

  constructor(runtime: Pick<Runtime, 'now' | 'elapsed'>) {
    this.#runtime = runtime;
    this.#offset = Date.parse(runtime.now()) - runtime.elapsed();
  }

  now(): number {
    return Math.max(0, Math.floor(this.#offset + this.#runtime.elapsed()));
  }
}
