import { decodePrefix, PREFIX } from './messages.js';

export interface Frame {
  head: Uint8Array;
  body: Uint8Array<ArrayBuffer>;
}

/** A head holds warnings and errors, of which there are at most a thousand and a hundred. */
const MAX_HEAD = 16 * 1_048_576;

/** Puts frames together from the pieces in which a socket gives them. */
export class FrameReader {
  readonly #maxBody: number;
  readonly #prefix = new Uint8Array(PREFIX);
  #got = 0;
  #frame: Frame | undefined;

  /** @param maxBody Bytes of a body; more is a breach of the protocol, and nobody's conversion. */
  constructor(maxBody: number) {
    this.#maxBody = maxBody;
  }

  /**
   * Takes the next piece and returns the frame that it ends: the other end sends no further one before it is asked.
   *
   * @throws RangeError for bytes that are no frame
   */
  take(piece: Uint8Array): Frame | undefined {
    let at = 0;
    if (!this.#frame) {
      at = fill(this.#prefix, this.#got, piece, 0);
      this.#got += at;
      if (this.#got < PREFIX) return undefined;
      this.#frame = this.#begin();
      this.#got = 0;
    }
    const { head, body } = this.#frame;
    if (this.#got < head.length) {
      const taken = fill(head, this.#got, piece, at);
      this.#got += taken;
      at += taken;
    }
    if (this.#got >= head.length) {
      const taken = fill(body, this.#got - head.length, piece, at);
      this.#got += taken;
      at += taken;
    }
    if (at < piece.length) throw new RangeError('more bytes than the frame has');
    if (this.#got < head.length + body.length) return undefined;
    const frame = this.#frame;
    this.#frame = undefined;
    this.#got = 0;
    return frame;
  }

  #begin(): Frame {
    const { head, body } = decodePrefix(this.#prefix);
    if (head > MAX_HEAD || body > this.#maxBody) throw new RangeError('a frame of impossible length');
    return { head: new Uint8Array(head), body: new Uint8Array(body) };
  }
}

/** Copies what there is of `source` from `start` into `target` from `at`, as far as it has room; returns how much. */
function fill(target: Uint8Array, at: number, source: Uint8Array, start: number): number {
  const length = Math.min(target.length - at, source.length - start);
  if (length > 0) target.set(source.subarray(start, start + length), at);
  return length;
}
