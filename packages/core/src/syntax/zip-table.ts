import { ScreenplayError } from '../errors/index.js';
import { guardLimit } from './limits.js';
import { decodeText } from './text.js';

/*
 * The table of contents of a ZIP archive, as APPNOTE.TXT 6.3 lays it down, Zip64 included. It is untrusted: entries are
 * found by it alone, and it may not contradict the archive.
 */

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const END_SIZE = 22;
const END64 = 0x06064b50;
const END64_LOCATOR = 0x07064b50;
const MAX_COMMENT = 0xffff;
const IN_ZIP64 = 0xffffffff;

/** What to do about a damaged archive. */
export const SAVE_AGAIN = 'save the file again from the program that wrote it';

/** A file in an archive, and where its packed bytes lie. */
export interface ZipEntry {
  /** Path inside the archive, with `/` between its parts. */
  readonly name: string;
  readonly packedSize: number;
  readonly encrypted: boolean;
  readonly method: number;
  readonly crc: number | undefined;
  /** Offset of the packed bytes. */
  readonly start: number;
}

export interface ZipTable {
  /** The files: no folders, and none whose path points out of the archive. */
  entries: readonly ZipEntry[];
  /** The end of the archive is missing, and with it the table: `entries` is the first file, as far as it goes. */
  truncated: boolean;
}

/** Whether bytes begin as a ZIP archive does. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));
}

/**
 * The files of an archive, without unpacking anything. Of an archive whose end is missing the first file is what can be
 * saved.
 *
 * @throws ScreenplayError `malformed_input` when the bytes are no ZIP archive or contradict themselves;
 *   `limit_exceeded` over 10,000 entries.
 */
export function readZipTable(bytes: Uint8Array): ZipTable {
  guardLimit('inputBytes', bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) {
    const first = firstLocalEntry(view, bytes);
    if (first) return { entries: [first], truncated: true };
    throw new ScreenplayError('malformed_input', `This is no ZIP archive, or only a piece of one: ${SAVE_AGAIN}`);
  }
  const { count, start } = tableOfContents(view, end);
  guardLimit('archiveEntries', count);
  const entries = readTable(view, bytes, start, count, end);
  refuseOverlaps(entries, start);
  return { entries: entries.filter((entry) => isPlainPath(entry.name)), truncated: false };
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

function readTable(view: DataView, bytes: Uint8Array, start: number, count: number, end: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
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
function firstLocalEntry(view: DataView, bytes: Uint8Array): ZipEntry | undefined {
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
function refuseOverlaps(entries: readonly ZipEntry[], tableStart: number): void {
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
  return new ScreenplayError(
    'malformed_input',
    `The ZIP archive contradicts itself (damaged or forged): ${SAVE_AGAIN}`,
  );
}
