/** A signal that is aborted, with the same reason, as soon as one of others is. */
export class LinkedSignal {
  readonly #controller = new AbortController();
  readonly #undo: (() => void)[] = [];

  constructor(...sources: readonly AbortSignal[]) {
    for (const source of sources) this.follow(source, () => source.reason);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** Follows one more signal, for a reason of its own. */
  follow(source: AbortSignal, reason: () => unknown): void {
    const abort = (): void => {
      this.#controller.abort(reason());
    };
    if (source.aborted) abort();
    source.addEventListener('abort', abort, { once: true });
    this.#undo.push(() => {
      source.removeEventListener('abort', abort);
    });
  }

  /** Lets go of the signals that it follows, which may live much longer. */
  release(): void {
    for (const undo of this.#undo) undo();
  }
}
