import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { ListObjectsV2CommandOutput, S3ClientConfig } from '@aws-sdk/client-s3';
import { cursorAfter, keyOfCursor, parseKey, ScreenplayError } from '@screenplay/core';
import type { Listing, ListQuery, ObjectInfo, OpenObject, Storage, WriteObjectOptions } from '@screenplay/core';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Deadline } from './deadline.js';
import { ObjectBody } from './object-body.js';
import { s3Error } from './s3-error.js';
import type { S3StorageOptions } from './s3-options.js';

const DEFAULTS = { connectTimeoutMs: 5000, idleTimeoutMs: 20_000, totalTimeoutMs: 600_000, attempts: 4 };

/** Bytes from which on a write asks first whether it may come: what is smaller is sent at once, on a connection that stays. */
const ASK_FIRST = 8 * 1_048_576;

const LONGEST_KEY = 1024;

/** Objects of one bucket of Amazon's S3 or of any store that speaks it. */
export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #host: string;
  readonly #totalTimeoutMs: number;

  constructor(options: S3StorageOptions) {
    this.#bucket = options.bucket;
    this.#prefix = options.prefix ?? '';
    this.#host = hostOf(options.endpoint);
    this.#totalTimeoutMs = options.totalTimeoutMs ?? DEFAULTS.totalTimeoutMs;
    this.#client = new S3Client(configurationOf(options));
  }

  async open(key: string, signal?: AbortSignal): Promise<OpenObject> {
    const Key = this.#fullKey(key);
    const deadline = new Deadline(this.#totalTimeoutMs, signal);
    try {
      const answer = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key }), {
        abortSignal: deadline.signal,
      });
      if (!(answer.Body instanceof Readable) || answer.ContentLength === undefined)
        throw new ScreenplayError('unavailable', `${this.#host} answers without an object`);
      const size = answer.ContentLength;
      const failed = (error: unknown): ScreenplayError => this.#failure(error, deadline, key);
      return { size, body: new ObjectBody(answer.Body, size, () => deadline.release(), failed) };
    } catch (error) {
      deadline.release();
      throw this.#failure(error, deadline, key);
    }
  }

  async write(key: string, bytes: Uint8Array, options: WriteObjectOptions = {}): Promise<void> {
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: this.#fullKey(key),
      Body: bytes,
      ContentLength: bytes.length,
      ContentMD5: createHash('md5').update(bytes).digest('base64'),
      ...(options.contentType === undefined ? {} : { ContentType: options.contentType }),
    });
    await this.#within(options.signal, key, (abortSignal) => this.#client.send(command, { abortSignal }));
  }

  async list(query: ListQuery = {}): Promise<Listing> {
    const after = query.cursor === undefined ? undefined : keyOfCursor(query.cursor);
    const answer = await this.#page(query.prefix ?? '', query.limit ?? 100, after);
    const objects = objectsOf(answer).map((object) => ({ ...object, key: object.key.slice(this.#prefix.length) }));
    const last = objects.at(-1);
    return { objects, ...(answer.IsTruncated === true && last ? { cursor: cursorAfter(last.key) } : {}) };
  }

  async check(signal?: AbortSignal): Promise<void> {
    await this.#page('', 1, undefined, signal);
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  #page(prefix: string, limit: number, after?: string, signal?: AbortSignal): Promise<ListObjectsV2CommandOutput> {
    const command = new ListObjectsV2Command({
      Bucket: this.#bucket,
      MaxKeys: limit,
      // Keys that others wrote may hold what XML cannot.
      EncodingType: 'url',
      Prefix: `${this.#prefix}${prefix}`,
      ...(after === undefined ? {} : { StartAfter: `${this.#prefix}${after}` }),
    });
    return this.#within(signal, undefined, (abortSignal) => this.#client.send(command, { abortSignal }));
  }

  async #within<T>(
    signal: AbortSignal | undefined,
    key: string | undefined,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const deadline = new Deadline(this.#totalTimeoutMs, signal);
    try {
      return await send(deadline.signal);
    } catch (error) {
      throw this.#failure(error, deadline, key);
    } finally {
      deadline.release();
    }
  }

  #failure(error: unknown, { ending }: Deadline, key: string | undefined): ScreenplayError {
    return s3Error(error, { bucket: this.#bucket, host: this.#host, key, ending });
  }

  #fullKey(key: string): string {
    const full = `${this.#prefix}${parseKey(key, 'key')}`;
    if (Buffer.byteLength(full) > LONGEST_KEY)
      throw new ScreenplayError('bad_option', `the key is longer than ${LONGEST_KEY} bytes with the prefix before it`);
    return full;
  }
}

function configurationOf(options: S3StorageOptions): S3ClientConfig {
  // The SDK announces on stderr which Node it will ask for some day.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const { endpoint, credentials, connectTimeoutMs, idleTimeoutMs, attempts } = options;
  const region = options.region ?? (endpoint === undefined ? undefined : 'us-east-1');
  return {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    ...(credentials === undefined ? {} : { credentials: withoutAbsent(credentials) }),
    forcePathStyle: options.forcePathStyle ?? endpoint !== undefined,
    retryMode: 'standard',
    maxAttempts: attempts ?? DEFAULTS.attempts,
    // Stores other than Amazon's do not know its newer checksums. Writes carry Content-MD5, which all of them check.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: ASK_FIRST,
    requestHandler: {
      connectionTimeout: connectTimeoutMs ?? DEFAULTS.connectTimeoutMs,
      socketTimeout: idleTimeoutMs ?? DEFAULTS.idleTimeoutMs,
      logger: SILENT,
    },
    logger: SILENT,
  };
}

function withoutAbsent(credentials: NonNullable<S3StorageOptions['credentials']>): {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
} {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

function ignore(): void {
  // Whoever uses the storage is told by its errors.
}

const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

function hostOf(endpoint: string | undefined): string {
  if (endpoint === undefined) return 'S3';
  try {
    return new URL(endpoint).host;
  } catch {
    throw new ScreenplayError('bad_option', 'the endpoint of the object storage is no address, like https://host:port');
  }
}

function objectsOf({ Contents = [], EncodingType }: ListObjectsV2CommandOutput): ObjectInfo[] {
  return Contents.map(({ Key = '', Size = 0, LastModified, ETag = '' }) => ({
    key: EncodingType === 'url' ? decodeURIComponent(Key.replaceAll('+', ' ')) : Key,
    size: Size,
    lastModified: (LastModified ?? new Date(0)).toISOString(),
    etag: ETag.replaceAll('"', ''),
  }));
}
