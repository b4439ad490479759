import { ScreenplayError } from '../errors/index.js';
import { sha256 } from '../model/sha256.js';
import { cursorAfter, keyOfCursor } from '../pipeline/jobs/listing-cursor.js';
import type { Runtime } from '../ports/runtime.js';
import type { Listing, ListQuery, ObjectInfo, OpenObject, Storage, WriteObjectOptions } from '../ports/storage.js';

/** Bytes that an opened object gives at a time. */
const PIECE = 65_536;
const LONGEST_KEY = 1024;
const encoder = new TextEncoder();

interface StoredObject {
  info: ObjectInfo;
  order: Uint8Array;
  bytes: Uint8Array;
  contentType: string | undefined;
}

/** Objects in memory. */
export class MemoryStorage implements Storage {
  readonly #runtime: Pick<Runtime, 'now'>;
  readonly #objects = new Map<string, StoredObject>();

  constructor(runtime: Pick<Runtime, 'now'>) {
    this.#runtime = runtime;
  }

  /** Every key. */
  get keys(): string[] {
    return [...this.#objects.keys()];
  }

  /** What lies under a key. */
  peek(key: string): { bytes: Uint8Array; contentType: string | undefined } | undefined {
    return this.#objects.get(key);
  }

  async open(key: string, signal?: AbortSignal): Promise<OpenObject> {
    checkKey(key);
    stopIfAborted(signal);
    const found = this.#objects.get(key);
    if (!found) throw new ScreenplayError('not_found', 'There is no such object', { details: { missing: 'object' } });
    return { size: found.bytes.length, body: pieces(found.bytes, signal) };
  }

  async write(key: string, bytes: Uint8Array, { contentType, signal }: WriteObjectOptions = {}): Promise<void> {
    checkKey(key);
    stopIfAborted(signal);
    const kept = bytes.slice();
    const etag = Array.from(sha256(kept).subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const info = { key, size: kept.length, lastModified: this.#runtime.now(), etag };
    this.#objects.set(key, { info, order: encoder.encode(key), bytes: kept, contentType });
  }

  async list({ prefix = '', limit = 100, cursor }: ListQuery = {}): Promise<Listing> {
    const after = cursor === undefined ? undefined : encoder.encode(keyOfCursor(cursor));
    const found = [...this.#objects.values()]
      .filter(({ info, order }) => info.key.startsWith(prefix) && (!after || compare(order, after) > 0))
      .sort((a, b) => compare(a.order, b.order));
    const objects = found.slice(0, limit).map(({ info }) => ({ ...info }));
    const last = objects.at(-1);
    return found.length > limit && last ? { objects, cursor: cursorAfter(last.key) } : { objects };
  }

  async check(signal?: AbortSignal): Promise<void> {
    stopIfAborted(signal);
  }

  async close(): Promise<void> {
    // Nothing is held.
  }
}

async function* pieces(bytes: Uint8Array, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    stopIfAborted(signal);
    yield bytes.slice(at, at + PIECE);
  }
}

function checkKey(key: string): void {
  if (key !== '' && !/[\uD800-\uDFFF]/u.test(key) && encoder.encode(key).length <= LONGEST_KEY) return;
  throw new ScreenplayError('bad_option', `A key is a text of 1 to ${LONGEST_KEY} bytes`);
}

function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ScreenplayError('cancelled', 'The access to the store was cancelled');
}

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < a.length && at < b.length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
