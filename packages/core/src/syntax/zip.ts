import { Inflate, zipSync } from 'fflate';
import { ScreenplayError } from '../errors/index.js';
import { guardLimit, limitExceeded, LIMITS } from './limits.js';
import { decodeText } from './text.js';

/*
 * ZIP archives as APPNOTE.TXT 6.3 lays them down, as far as screenwriting programs use them: stored and deflated
 * entries, Zip64 fields. The archive is untrusted: entries are found by the table of contents alone, no size it states
 * is believed, and what unfolds is counted while it does.
 */

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const END_SIZE = 22;
const END64 = 0x06064b50;
const END64_LOCATOR = 0x07064b50;
const MAX_COMMENT = 0xffff;
const IN_ZIP64 = 0xffffffff;
/** Packed bytes inflated at a time. DEFLATE unfolds a byte to at most 1032, so that a step stays under 17 MB. */
const STEP = 16_384;
/** Below this size an entry may unfold by any ratio: small XML files repeat themselves. */
const RATIO_FROM = 1_048_576;

const AGAIN = 'save the file again from the program that wrote it';

export interface ZipEntry {
  /** Path inside the archive, with `/` between its parts. */
  readonly name: string;
  readonly packedSize: number;
}

interface PlacedEntry extends ZipEntry {
  readonly encrypted: boolean;
  readonly method: number;
  readonly crc: number | undefined;
  /** Offset of the packed bytes. */
  readonly start: number;
}

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
  readonly #entries: ReadonlyMap<string, PlacedEntry>;
  #inflated = 0;

  constructor(bytes: Uint8Array, entries: readonly PlacedEntry[], truncated: boolean) {
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
    if (!entry) throw new ScreenplayError('malformed_input', `The archive holds no file ${quote(name)}: ${AGAIN}`);
    if (entry.encrypted) {
      throw new ScreenplayError('encrypted_document', `The archive is locked with a password: ${AGAIN} without one`);
    }
    const packed = this.#bytes.subarray(entry.start, entry.start + entry.packedSize);
    const content = this.#unpack(entry, packed);
    if (!this.truncated && crc32(content) !== entry.crc) {
      throw new ScreenplayError('malformed_input', `${quote(name)} in the archive is damaged (checksum): ${AGAIN}`);
    }
    return content;
  }

  #unpack(entry: PlacedEntry, packed: Uint8Array): Uint8Array<ArrayBuffer> {
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

  #inflate(entry: PlacedEntry, packed: Uint8Array): Uint8Array<ArrayBuffer> {
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
        throw new ScreenplayError('malformed_input', `${quote(entry.name)} in the archive is damaged: ${AGAIN}`, { cause });
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

/** Whether bytes begin as a ZIP archive does. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));
}

/**
 * Opens an archive by its table of contents, without unpacking anything. Of an archive whose end is missing the first
 * file is what can be saved.
 *
 * @throws ScreenplayError `malformed_input` when the bytes are no ZIP archive or contradict themselves;
 *   `limit_exceeded` over 10,000 entries.
 */
export function openZip(bytes: Uint8Array): ZipArchive {
  guardLimit('inputBytes', bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) {
    const first = firstLocalEntry(view, bytes);
    if (!first) throw new ScreenplayError('malformed_input', `This is no ZIP archive, or only a piece of one: ${AGAIN}`);
    return new ZipArchive(bytes, [first], true);
  }
  const { count, start } = tableOfContents(view, end);
  guardLimit('archiveEntries', count);
  const entries = readTable(view, bytes, start, count, end);
  refuseOverlaps(entries, start);
  return new ZipArchive(bytes, entries.filter((entry) => isPlainPath(entry.name)), false);
}

/** Offset of the record that ends an archive; undefined when it is missing. */
function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - END_SIZE;
  const first = Math.max(0, last - MAX_COMMENT);
  for (let at = last; at >= first; at--) {
    if (view.getUint32(at, true) === END && at + END_SIZE + view.getUint16(at + 20, true) <= view.byteLength) return at;
  }
  return undefined;
}

function tableOfContents(view: DataView, end: number): { count: number; start: number } {
  let count = view.getUint16(end + 10, true);
  let start = view.getUint32(end + 16, true);
  if (end >= 20 && view.getUint32(end - 20, true) === END64_LOCATOR) {
    const end64 = uint64(view, end - 20 + 8);
    if (end64 + 56 > end || view.getUint32(end64, true) !== END64) throw contradiction();
    count = uint64(view, end64 + 32);
    start = uint64(view, end64 + 48);
  }
  return { count, start };
}

function readTable(view: DataView, bytes: Uint8Array, start: number, count: number, end: number): PlacedEntry[] {
  const entries: PlacedEntry[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== CENTRAL_HEADER) throw contradiction();
    const flags = view.getUint16(at + 8, true);
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    if (extraEnd > end) throw contradiction();
    const size = view.getUint32(at + 24, true);
    let packedSize = view.getUint32(at + 20, true);
    let header = view.getUint32(at + 42, true);
    if (size === IN_ZIP64 || packedSize === IN_ZIP64 || header === IN_ZIP64) {
      // The extra field holds those of the three that did not fit, in this order.
      let field = zip64Field(view, nameEnd, extraEnd);
      const next = (): number => {
        if (field + 8 > extraEnd) throw contradiction();
        field += 8;
        return uint64(view, field - 8);
      };
      if (size === IN_ZIP64) next();
      if (packedSize === IN_ZIP64) packedSize = next();
      if (header === IN_ZIP64) header = next();
    }
    if (header + 30 > start || view.getUint32(header, true) !== LOCAL_HEADER) throw contradiction();
    const data = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    if (data + packedSize > start) throw contradiction();
    entries.push({
      name: entryName(bytes.subarray(at + 46, nameEnd)),
      packedSize,
      encrypted: (flags & 1) !== 0,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      start: data,
    });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

function zip64Field(view: DataView, from: number, to: number): number {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 1) return at + 4;
  }
  throw contradiction();
}

/** The first file of an archive that was cut short, as far as it goes. */
function firstLocalEntry(view: DataView, bytes: Uint8Array): PlacedEntry | undefined {
  if (view.byteLength < 30 || view.getUint32(0, true) !== LOCAL_HEADER) return undefined;
  const nameEnd = 30 + view.getUint16(26, true);
  const start = nameEnd + view.getUint16(28, true);
  const name = entryName(bytes.subarray(30, nameEnd));
  if (start >= bytes.length || !isPlainPath(name)) return undefined;
  const flags = view.getUint16(6, true);
  return {
    name,
    packedSize: bytes.length - start,
    encrypted: (flags & 1) !== 0,
    method: view.getUint16(8, true),
    crc: undefined,
    start,
  };
}

/** Entries that share bytes are how a small file states a huge archive; no program writes them. */
function refuseOverlaps(entries: readonly PlacedEntry[], tableStart: number): void {
  const inOrder = [...entries].sort((a, b) => a.start - b.start || a.packedSize - b.packedSize);
  let free = 0;
  for (const entry of inOrder) {
    if (entry.start < free) throw contradiction();
    free = entry.start + entry.packedSize;
  }
  if (free > tableStart) throw contradiction();
}

function entryName(bytes: Uint8Array): string {
  // decodeText drops NULs, and a name with one is a trick: keep it, so that the name is refused.
  return bytes.includes(0) ? '\0' : decodeText(bytes).text;
}

/** Whether a path names a file inside the archive: nothing absolute, no `..`, no drive, no backslash, no folder. */
function isPlainPath(name: string): boolean {
  if (name === '' || name.endsWith('/') || /^[/]|[\0\\]|^[A-Za-z]:/.test(name)) return false;
  return name.split('/').every((part) => part !== '..' && part !== '.');
}

function uint64(view: DataView, at: number): number {
  if (at < 0 || at + 8 > view.byteLength || view.getUint32(at + 4, true) !== 0) throw contradiction();
  return view.getUint32(at, true);
}

function contradiction(): ScreenplayError {
  return new ScreenplayError('malformed_input', `The ZIP archive contradicts itself (damaged or forged): ${AGAIN}`);
}

function quote(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}

function concat(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
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

function crc32(bytes: Uint8Array): number {
  const [t0, t1, t2, t3] = CRC_TABLES;
  const get = (table: Int32Array, index: number): number => table[index & 0xff] ?? 0;
  let crc = -1;
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
