/** Most bodies of requests have less. */
const USUAL_SIZE = 1_048_576;
/** How many pieces are kept for the next bodies. */
const KEPT_COUNT = 16;

/**
 * Memory for bodies, used again and again: a megabyte for each request has the garbage collector look through the whole
 * heap every few requests, which takes more time than all the rest of answering them.
 */
export class BodyMemory {
  readonly #size: number;
  readonly #free: Buffer[] = [];

  /** @param size of the pieces that are kept; bodies that are larger are too rare to be worth it */
  constructor(size = USUAL_SIZE) {
    this.#size = size;
  }

  /** At least so many bytes, with anything in them. */
  take(size: number): Buffer {
    if (size > this.#size) return Buffer.allocUnsafeSlow(size);
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#size);
  }

  /** Takes memory back that nobody looks at any more. */
  give(room: Buffer): void {
    if (room.length === this.#size && this.#free.length < KEPT_COUNT) this.#free.push(room);
  }
}
