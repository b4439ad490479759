import { ScreenplayError } from '@screenplay/core';
import type { FileHandle } from 'node:fs/promises';
import { fileError } from './file-error.js';

/** Bytes that are read at a time. */
const PIECE = 262_144;

/** The bytes of an opened file as they are asked for. The file is closed at the end, at an error, or when it is returned. */
export class FileBody implements AsyncIterableIterator<Uint8Array> {
  readonly #handle: FileHandle;
  readonly #key: string;
  readonly #size: number;
  readonly #signal: AbortSignal | undefined;
  #at = 0;
  #open = true;

  constructor(handle: FileHandle, key: string, size: number, signal: AbortSignal | undefined) {
    this.#handle = handle;
    this.#key = key;
    this.#size = size;
    this.#signal = signal;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#open) return { done: true, value: undefined };
    try {
      if (this.#signal?.aborted) throw new ScreenplayError('cancelled', 'the caller ended the call');
      const left = this.#size - this.#at;
      if (left > 0) return { done: false, value: await this.#read(Math.min(PIECE, left)) };
    } catch (error) {
      await this.#close();
      throw fileError(error, this.#key);
    }
    return this.return();
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    await this.#close();
    return { done: true, value: undefined };
  }

  async #read(length: number): Promise<Uint8Array> {
    const { bytesRead, buffer } = await this.#handle.read(Buffer.allocUnsafeSlow(length), 0, length, this.#at);
    if (bytesRead === 0) throw new ScreenplayError('unavailable', `${this.#key} was cut while it was read`);
    this.#at += bytesRead;
    return bytesRead === length ? buffer : buffer.subarray(0, bytesRead);
  }

  async #close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#handle.close();
  }
}
