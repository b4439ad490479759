import type { Runtime } from '@screenplay/core';

interface Delayed<T> {
  due: number;
  thing: T;
}

/** Holds things back for a time each, with one sleep for all of them. */
export class DelayLine<T> {
  readonly #runtime: Pick<Runtime, 'elapsed' | 'sleep'>;
  readonly #release: (thing: T) => void;
  /** A binary heap: none is due before the one at half its place. */
  readonly #heap: Delayed<T>[] = [];
  #sleeping: { due: number; wake: AbortController } | undefined;
  #closed = false;

  constructor(runtime: Pick<Runtime, 'elapsed' | 'sleep'>, release: (thing: T) => void) {
    this.#runtime = runtime;
    this.#release = release;
  }

  add(thing: T, delayMs: number): void {
    const due = this.#runtime.elapsed() + delayMs;
    this.#push({ due, thing });
    if (this.#sleeping === undefined) void this.#run();
    else if (due < this.#sleeping.due) this.#sleeping.wake.abort();
  }

  /** Nothing comes out any more. */
  close(): void {
    this.#closed = true;
    this.#heap.length = 0;
    this.#sleeping?.wake.abort();
  }

  async #run(): Promise<void> {
    for (let first = this.#heap[0]; first !== undefined && !this.#closed; first = this.#heap[0]) {
      const left = first.due - this.#runtime.elapsed();
      if (left <= 0) {
        this.#pop();
        this.#release(first.thing);
        continue;
      }
      const wake = new AbortController();
      this.#sleeping = { due: first.due, wake };
      await this.#runtime.sleep(left, wake.signal);
    }
    this.#sleeping = undefined;
  }

  #push(item: Delayed<T>): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || parent.due <= item.due) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = item;
  }

  #pop(): void {
    const heap = this.#heap;
    const item = heap.pop();
    if (item === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      let child = heap[below];
      const right = heap[below + 1];
      if (child !== undefined && right !== undefined && right.due < child.due) {
        child = right;
        below++;
      }
      if (child === undefined || child.due >= item.due) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = item;
  }
}
