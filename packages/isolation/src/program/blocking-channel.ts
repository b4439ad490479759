import { readSync, writeSync } from 'node:fs';
import { deserialize } from 'node:v8';
import type { Message, Request } from '../protocol/messages.js';
import { decodePrefix, encodePrefix, PREFIX } from '../protocol/messages.js';

/**
 * The child's end of the channel. It reads and writes in one go and waits meanwhile: between two requests there is
 * nothing else to do, and this takes half the processor time of a stream.
 */
export class BlockingChannel {
  readonly #fd: number;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** Waits for the next request; undefined when the other end is gone. */
  read(): { request: Request; source: Uint8Array } | undefined {
    const prefix = this.#take(PREFIX);
    if (!prefix) return undefined;
    const lengths = decodePrefix(prefix);
    const head = this.#take(lengths.head);
    const source = head && this.#take(lengths.body);
    return source && { request: deserialize(head) as Request, source };
  }

  /** @throws an error of the system when the other end is gone */
  write(message: Message, body: Uint8Array = new Uint8Array(0)): void {
    const head = new TextEncoder().encode(JSON.stringify(message));
    for (const piece of [encodePrefix(head.length, body.length), head, body]) {
      for (let at = 0; at < piece.length; ) at += writeSync(this.#fd, piece, at);
    }
  }

  #take(length: number): Uint8Array | undefined {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const got = readSync(this.#fd, bytes, at, length - at, null);
      if (got === 0) return undefined;
      at += got;
    }
    return bytes;
  }
}
