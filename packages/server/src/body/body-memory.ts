/** Most bodies of requests have less. */
const USUAL_SIZE = 1_048_576;
/** What every body begins in: who says that more will come gets more when it comes. */
export const FIRST_SIZE = 65_536;
/** How many pieces of a size are kept for the next bodies. */
const KEPT_COUNT = 16;

/**
 * Memory for bodies, used again and again: a megabyte for each request has the garbage collector look through the whole
 * heap every few requests, which takes more time than all the rest of answering them.
 */
export class BodyMemory {
  /** Pieces that nobody uses, by their size, the smallest first. */
  readonly #free: ReadonlyMap<number, Buffer[]>;

  /** @param size of the largest pieces that are kept; bodies that are larger are too rare to be worth it */
  constructor(size = USUAL_SIZE) {
    this.#free = new Map([
      [FIRST_SIZE, []],
      [size, []],
    ]);
  }

  /** At least so many bytes, with anything in them. */
  take(least: number): Buffer {
    for (const [size, free] of this.#free) if (least <= size) return free.pop() ?? Buffer.allocUnsafeSlow(size);
    return Buffer.allocUnsafeSlow(least);
  }

  /** Takes memory back that nobody looks at any more. */
  give(room: Buffer): void {
    const free = this.#free.get(room.length);
    if (free && free.length < KEPT_COUNT) free.push(room);
  }
}
