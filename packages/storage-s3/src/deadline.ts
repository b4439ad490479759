/** Why a call ended before it was done. */
export type Ending = 'cancelled' | 'timeout';

/** Ends a call when its time is over or its caller's signal is aborted, whichever is first. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  #ending: Ending | undefined;

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.#caller = caller;
    this.#timer = setTimeout(() => this.#end('timeout'), ms);
    this.#timer.unref();
    if (caller?.aborted) this.#end('cancelled');
    else caller?.addEventListener('abort', this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Set once the signal is aborted. */
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** The call is over: nothing ends it any more. */
  release(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => this.#end('cancelled');

  #end(ending: Ending): void {
    this.release();
    this.#ending = ending;
    this.#controller.abort();
  }
}
