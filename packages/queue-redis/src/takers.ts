/** Those who wait for something, in the order in which they came, each until a signal is aborted. */
export class Takers<T> {
  readonly #waiting = new Set<(item: T | undefined) => void>();
  /** One listener for each signal, for many who wait may share one. */
  readonly #bySignal = new Map<AbortSignal, { answers: Set<(item: T | undefined) => void>; stop: () => void }>();

  get size(): number {
    return this.#waiting.size;
  }

  /** Undefined once the signal is aborted. */
  wait(signal: AbortSignal): Promise<T | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const answer = (item: T | undefined): void => {
        this.#waiting.delete(answer);
        this.#forget(signal, answer);
        resolve(item);
      };
      this.#waiting.add(answer);
      this.#listen(signal).add(answer);
    });
  }

  /** Gives it to who has waited longest; false when nobody waits. It is made when somebody does. */
  give(make: () => T): boolean {
    for (const answer of this.#waiting) {
      answer(make());
      return true;
    }
    return false;
  }

  /** Lets all go without anything. */
  dismiss(): void {
    for (const answer of [...this.#waiting]) answer(undefined);
  }

  #listen(signal: AbortSignal): Set<(item: T | undefined) => void> {
    const known = this.#bySignal.get(signal);
    if (known) return known.answers;
    const answers = new Set<(item: T | undefined) => void>();
    const stop = (): void => {
      for (const answer of [...answers]) answer(undefined);
    };
    this.#bySignal.set(signal, { answers, stop });
    signal.addEventListener('abort', stop, { once: true });
    return answers;
  }

  #forget(signal: AbortSignal, answer: (item: T | undefined) => void): void {
    const known = this.#bySignal.get(signal);
    if (!known?.answers.delete(answer) || known.answers.size > 0) return;
    this.#bySignal.delete(signal);
    signal.removeEventListener('abort', known.stop);
  }
}
