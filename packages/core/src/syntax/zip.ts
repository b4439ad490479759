import { Deflate, Inflate, unzlibSync, zipSync, zlibSync } from 'fflate';
import { ScreenplayError } from '../errors/index.js';
import { concat } from './bytes.js';
import { guardLimit, limitExceeded, LIMITS } from './limits.js';
import { readZipTable, SAVE_AGAIN } from './zip-table.js';
import type { ZipEntry } from './zip-table.js';

/** Packed bytes inflated at a time. DEFLATE unfolds a byte to at most 1032, so that a step stays under 17 MB. */
const STEP = 16_384;
/** Below this size an entry may unfold by any ratio: small XML files repeat themselves. */
const RATIO_FROM = 1_048_576;

/** A file to pack. */
export interface ZipFile {
  name: string;
  bytes: Uint8Array;
}

/** An opened archive. Nothing is unpacked until it is read, and archives inside it are bytes like any other. */
export class ZipArchive {
  /**
   * Set when the archive has no table of contents because its end is missing: `entries` is then the first file alone,
   * and reading it gives as much of it as there is.
   */
  readonly truncated: boolean;
  readonly #bytes: Uint8Array;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #inflated = 0;

  constructor(bytes: Uint8Array, entries: readonly ZipEntry[], truncated: boolean) {
    this.#bytes = bytes;
    // Programs that update an archive append, so that the last entry of a name is the one in force.
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
    this.truncated = truncated;
  }

  /** The files in the archive: no folders, and none whose path points out of the archive. */
  get entries(): readonly ZipEntry[] {
    return [...this.#entries.values()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * The unpacked content of an entry.
   *
   * @throws ScreenplayError `malformed_input` when there is no such entry, when it is packed in a way that is not
   *   supported here or when its checksum fails; `encrypted_document` when it needs a password; `limit_exceeded` when
   *   all that was read from this archive passes 200 MB, or this entry 250 times its packed size.
   */
  read(name: string): Uint8Array<ArrayBuffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new ScreenplayError('malformed_input', `The archive holds no file ${quote(name)}: ${SAVE_AGAIN}`);
    if (entry.encrypted) {
      throw new ScreenplayError(
        'encrypted_document',
        `The archive is locked with a password: ${SAVE_AGAIN} without one`,
      );
    }
    const packed = this.#bytes.subarray(entry.start, entry.start + entry.packedSize);
    const content = this.#unpack(entry, packed);
    if (!this.truncated && crc32(content) !== entry.crc) {
      throw new ScreenplayError(
        'malformed_input',
        `${quote(name)} in the archive is damaged (checksum): ${SAVE_AGAIN}`,
      );
    }
    return content;
  }

  #unpack(entry: ZipEntry, packed: Uint8Array): Uint8Array<ArrayBuffer> {
    if (entry.method === 0) {
      this.#count(packed.length, packed.length);
      return packed.slice();
    }
    if (entry.method !== 8) {
      const message = `${quote(entry.name)} in the archive is packed by method ${entry.method}, which is not supported`;
      throw new ScreenplayError('malformed_input', `${message}: pack it as a plain ZIP (DEFLATE)`);
    }
    return this.#inflate(entry, packed);
  }

  #inflate(entry: ZipEntry, packed: Uint8Array): Uint8Array<ArrayBuffer> {
    const parts: Uint8Array[] = [];
    let size = 0;
    const inflate = new Inflate((part) => {
      if (part.length === 0) return;
      size += part.length;
      this.#count(part.length, size, packed.length);
      parts.push(part);
    });
    for (let at = 0; at < packed.length; at += STEP) {
      try {
        // What is cut short has no last step, which would insist on an end.
        inflate.push(packed.subarray(at, at + STEP), !this.truncated && at + STEP >= packed.length);
      } catch (cause) {
        if (cause instanceof ScreenplayError) throw cause;
        if (this.truncated) break;
        throw new ScreenplayError('malformed_input', `${quote(entry.name)} in the archive is damaged: ${SAVE_AGAIN}`, {
          cause,
        });
      }
    }
    return concat(parts, size);
  }

  #count(added: number, size: number, packed = size): void {
    this.#inflated += added;
    guardLimit('inflatedBytes', this.#inflated);
    if (size > RATIO_FROM && size > packed * LIMITS.inflationRatio) throw limitExceeded('inflationRatio');
  }
}

/**
 * Opens an archive by its table of contents, without unpacking anything. No size that it states is believed: what
 * unfolds is counted while it does.
 *
 * @throws ScreenplayError `malformed_input` when the bytes are no ZIP archive or contradict themselves;
 *   `limit_exceeded` over 10,000 entries.
 */
export function openZip(bytes: Uint8Array): ZipArchive {
  const { entries, truncated } = readZipTable(bytes);
  return new ZipArchive(bytes, entries, truncated);
}

function quote(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}

/** CRC-32 of ISO 3309 (reflected 0xEDB88320), four bytes a step: table k advances a byte by k further bytes of zeros. */
const CRC_TABLES = crcTables();

function crcTables(): readonly [Int32Array, Int32Array, Int32Array, Int32Array] {
  const tables = [new Int32Array(256), new Int32Array(256), new Int32Array(256), new Int32Array(256)] as const;
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let k = 0; k < 32; k++) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
      if (k % 8 === 7) (tables[k >> 3] ?? tables[0])[byte] = crc;
    }
  }
  return tables;
}

/** CRC-32 of ISO 3309; of bytes that go on after others with the CRC of those. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const [t0, t1, t2, t3] = CRC_TABLES;
  const get = (table: Int32Array, index: number): number => table[index & 0xff] ?? 0;
  let crc = ~before;
  let at = 0;
  for (const end = bytes.length - 3; at < end; at += 4) {
    crc ^= (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    crc = get(t3, crc) ^ get(t2, crc >>> 8) ^ get(t1, crc >>> 16) ^ get(t0, crc >>> 24);
  }
  for (; at < bytes.length; at++) crc = get(t0, crc ^ (bytes[at] ?? 0)) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Packs files, deflated. The same files give the same bytes: every entry is dated noon of 1 January 1980. */
export function packZip(files: readonly ZipFile[]): Uint8Array<ArrayBuffer> {
  // fflate writes local time, so a local date is the same bytes in every time zone.
  const mtime = new Date(1980, 0, 1, 12);
  return zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), { mtime, level: 6 });
}

/**
 * Deflates bytes step by step: `step` comes before each further piece. The same bytes give the same ones.
 *
 * @param piece bytes at a time
 */
export async function deflateInSteps(
  bytes: Uint8Array,
  piece: number,
  step: () => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const deflate = new Deflate({ level: 6 }, (part) => {
    size += part.length;
    parts.push(part);
  });
  for (let at = 0; at === 0 || at < bytes.length; at += piece) {
    if (at > 0) await step();
    deflate.push(bytes.subarray(at, at + piece), at + piece >= bytes.length);
  }
  return concat(parts, size);
}

/** Bytes as a zlib stream (RFC 1950). The same bytes give the same stream, on every platform. */
export function packZlib(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return zlibSync(bytes, { level: 6 });
}

/**
 * The content of a zlib stream whose size is known; what is beyond that size is not unpacked.
 *
 * @throws ScreenplayError `malformed_input` when the stream is damaged; `limit_exceeded` when it says it is too big.
 */
export function unpackZlib(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  guardLimit('inflatedBytes', size);
  try {
    return unzlibSync(bytes, { out: new Uint8Array(size) });
  } catch (cause) {
    throw new ScreenplayError('malformed_input', 'A packed stream is damaged', { cause });
  }
}
