/** What is known of a stored object. */
export interface ObjectInfo {
  key: string;
  /** Bytes. */
  size: number;
  /** ISO 8601. */
  lastModified: string;
  etag: string;
}

/** An opened object: its size as the store tells it, and its bytes as they come. */
export interface OpenObject {
  size: number;
  body: AsyncIterable<Uint8Array>;
}

export interface ListQuery {
  prefix?: string | undefined;
  /** At most so many, 1 to 1000; default 100. */
  limit?: number | undefined;
  /** Where an earlier listing ended. */
  cursor?: string | undefined;
}

export interface Listing {
  /** By key, in the order of their UTF-8 bytes. */
  objects: ObjectInfo[];
  /** Where to go on; absent at the end. */
  cursor?: string;
}

export interface WriteObjectOptions {
  contentType?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Objects by key: one bucket, or one folder. Keys are checked by whoever takes them from outside (`parseKey`); an
 * adapter refuses those that it cannot keep apart, with `bad_option`.
 *
 * Every method throws ScreenplayError only: `not_found` for a missing object (`details.missing` is `object`) or a missing
 * bucket (`bucket`), `denied`, `unavailable` when the store does not answer in time or says that it cannot now,
 * `cancelled` for an aborted signal.
 */
export interface Storage {
  /** Opens an object for reading, from its start. Whoever stops early returns the iterator, which frees the connection. */
  open(key: string, signal?: AbortSignal): Promise<OpenObject>;
  /** Writes an object whole, in the place of one that is there, or not at all; readers see one or the other. */
  write(key: string, bytes: Uint8Array, options?: WriteObjectOptions): Promise<void>;
  list(query?: ListQuery): Promise<Listing>;
  /** Resolves when the store can be reached and may be used. */
  check(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
