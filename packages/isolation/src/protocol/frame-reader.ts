import type { Prefix } from './messages.js';
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
  readonly #takeFromTray: (length: number) => Uint8Array<ArrayBuffer>;
  readonly #prefix = new Uint8Array(PREFIX);
  #got = 0;
  #frame: (Frame & { prefix: Prefix }) | undefined;

  /** @param maxBody Bytes of a body; more is a breach of the protocol, and nobody's conversion. */
  constructor(maxBody: number, takeFromTray: (length: number) => Uint8Array<ArrayBuffer>) {
    this.#maxBody = maxBody;
    this.#takeFromTray = takeFromTray;
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
      this.#frame = this.#begin(decodePrefix(this.#prefix));
      this.#got = 0;
    }
    const { head, body, prefix } = this.#frame;
    for (const [part, start] of [
      [head, 0],
      [body, head.length],
    ] as const) {
      if (this.#got < start) break;
      const taken = fill(part, this.#got - start, piece, at);
      this.#got += taken;
      at += taken;
    }
    if (at < piece.length) throw new RangeError('more bytes than the frame has');
    if (this.#got < head.length + body.length) return undefined;
    this.#frame = undefined;
    this.#got = 0;
    return prefix.place === 'tray' ? { head, body: this.#takeFromTray(prefix.body) } : { head, body };
  }

  #begin(prefix: Prefix): Frame & { prefix: Prefix } {
    if (prefix.head > MAX_HEAD || prefix.body > this.#maxBody) throw new RangeError('a frame of impossible length');
    const behind = prefix.place === 'behind' ? prefix.body : 0;
    return { head: new Uint8Array(prefix.head), body: new Uint8Array(behind), prefix };
  }
}

/** Copies what there is of `source` from `start` into `target` from `at`, as far as it has room; returns how much. */
function fill(target: Uint8Array, at: number, source: Uint8Array, start: number): number {
  const length = Math.min(target.length - at, source.length - start);
  if (length > 0) target.set(source.subarray(start, start + length), at);
  return Math.max(0, length);
}
