/** Counts the bytes of all bodies in memory, so that together they stay below a limit. */
export class HeldBytes {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get held(): number {
    return this.#held;
  }

  /** Whether there was room for them. */
  take(count: number): boolean {
    if (this.#held + count > this.#most) return false;
    this.#held += count;
    return true;
  }

  give(count: number): void {
    this.#held -= count;
  }
}
