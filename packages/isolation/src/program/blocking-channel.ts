import { readSync, writeSync } from 'node:fs';
import { deserialize } from 'node:v8';
import type { Message, Request } from '../protocol/messages.js';
import { CHANNEL_FD, decodePrefix, encodePrefix, PREFIX, TRAY_FD } from '../protocol/messages.js';
import { lay, takeFrom } from '../protocol/tray.js';

/** Most sources have less. */
const KEPT_BYTES = 2_097_152;

/**
 * The child's end of the channel. It reads and writes in one go and waits meanwhile: between two requests there is
 * nothing else to do, and this takes half the processor time of a stream.
 */
export class BlockingChannel {
  #tray: number | undefined;
  /** Where the last source lay. Nothing of a request is left when the next one is read. */
  #kept = new Uint8Array(0);

  /** Waits for the next request; undefined when the other end is gone. */
  read(): { request: Request; source: Uint8Array } | undefined {
    const bytes = this.#take(PREFIX);
    if (!bytes) return undefined;
    const { head: headLength, body, place, tray } = decodePrefix(bytes);
    this.#tray = tray ? TRAY_FD : undefined;
    const head = this.#take(headLength);
    if (!head) return undefined;
    const source = place === 'tray' ? takeFrom(this.#tray, body, (length) => this.#room(length)) : this.#take(body);
    return source && { request: deserialize(head) as Request, source };
  }

  /** @throws an error of the system when the other end is gone */
  write(message: Message, body: Uint8Array = new Uint8Array(0)): void {
    const head = new TextEncoder().encode(JSON.stringify(message));
    const laid = lay(this.#tray, body);
    const prefix = encodePrefix({
      head: head.length,
      body: body.length,
      place: laid ? 'tray' : 'behind',
      tray: this.#tray !== undefined,
    });
    const front = new Uint8Array(prefix.length + head.length);
    front.set(prefix);
    front.set(head, prefix.length);
    this.#give(front);
    if (!laid) this.#give(body);
  }

  /** Memory for a source: the same again and again, for a megabyte each time has the garbage collector come often. */
  #room(length: number): Uint8Array<ArrayBuffer> {
    if (length > KEPT_BYTES) return new Uint8Array(length);
    // Whoever took it over (pdfjs does) has left nothing behind.
    if (this.#kept.length < length) this.#kept = new Uint8Array(length);
    return this.#kept.subarray(0, length);
  }

  #take(length: number): Uint8Array | undefined {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const got = readSync(CHANNEL_FD, bytes, at, length - at, null);
      if (got === 0) return undefined;
      at += got;
    }
    return bytes;
  }

  #give(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(CHANNEL_FD, bytes, at);
  }
}
