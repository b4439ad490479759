import type { Readable } from 'node:stream';

/**
 * The bytes of an opened object as they come. Whoever returns the iterator, before the first piece too, lets go of the
 * connection; so do the end and every error.
 */
export class ObjectBody implements AsyncIterableIterator<Uint8Array> {
  readonly #stream: Readable;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #left: () => void;
  readonly #failed: (error: unknown) => Error;
  #open = true;
  #missing: number;

  /**
   * @param size - bytes that must come
   * @param left - called once, when the stream is not needed any more
   * @param failed - what an error of the stream means
   */
  constructor(stream: Readable, size: number, left: () => void, failed: (error: unknown) => Error) {
    this.#stream = stream;
    this.#missing = size;
    this.#left = left;
    this.#failed = failed;
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    // A connection may break before anybody reads: the reader is told when it comes.
    stream.on('error', ignore);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#open) return { done: true, value: undefined };
    try {
      const step = await this.#chunks.next();
      if (step.done !== true) {
        this.#missing -= step.value.length;
        return { done: false, value: step.value };
      }
      if (this.#missing > 0) throw new Error('the connection ended before the object did');
    } catch (error) {
      this.#leave();
      throw this.#failed(error);
    }
    this.#leave();
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#leave();
    return { done: true, value: undefined };
  }

  #leave(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#stream.destroy();
    this.#left();
  }
}

function ignore(): void {
  // Told by the iterator.
}
