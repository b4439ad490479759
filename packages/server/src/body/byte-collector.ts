import { FIRST_SIZE } from './body-memory.js';
import type { BodyMemory } from './body-memory.js';

/** Puts pieces together in one piece of memory. */
export class ByteCollector {
  readonly #memory: BodyMemory;
  readonly #expected: number | undefined;
  #room: Buffer;
  #length = 0;

  constructor(memory: BodyMemory, expected?: number) {
    this.#memory = memory;
    this.#expected = expected;
    this.#room = memory.take(Math.min(expected ?? FIRST_SIZE, FIRST_SIZE));
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#room.length) this.#grow(length);
    this.#room.set(piece, this.#length);
    this.#length = length;
  }

  /** All that was added. */
  bytes(): Uint8Array {
    return this.#room.subarray(0, this.#length);
  }

  /** Gives the memory back, for others to write to. */
  release(): void {
    this.#memory.give(this.#room);
  }

  #grow(least: number): void {
    const doubled = Math.max(least, this.#room.length * 2);
    const room = this.#memory.take(Math.max(least, Math.min(doubled, this.#expected ?? doubled)));
    this.#room.copy(room, 0, 0, this.#length);
    this.#memory.give(this.#room);
    this.#room = room;
  }
}
