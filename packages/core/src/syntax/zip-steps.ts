import { ScreenplayError } from '../errors/index.js';
import { concat } from './bytes.js';
import { encodeText } from './text.js';
import { crc32, deflateInSteps } from './zip.js';
import type { ZipFile } from './zip.js';

/** Bytes that are packed at a time: some ten milliseconds. */
const PIECE = 262_144;
/** APPNOTE.TXT 4.4: version 2.0, names in UTF-8. */
const VERSION = 20;
const UTF8_NAMES = 0x0800;
/** Noon of 1 January 1980, as MS-DOS writes it. */
const TIME = 12 << 11;
const DATE = (1 << 5) | 1;
const STORED = 0;
const DEFLATED = 8;
/** What 32 bits can say; larger archives are of another kind. */
const LARGEST = 0xffff_ffff;

interface Packed {
  name: Uint8Array;
  method: number;
  crc: number;
  size: number;
  bytes: Uint8Array;
}

/**
 * Packs files as `packZip` does, but lets go of the thread between steps, of which none takes long. The same files give
 * the same bytes.
 *
 * @param step comes before each further step; what it throws ends the packing
 * @throws ScreenplayError `limit_exceeded` from 4 GB on
 */
export async function packZipInSteps(
  files: readonly ZipFile[],
  step: () => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [index, file] of files.entries()) {
    if (index > 0) await step();
    const packed = await packOne(file, step);
    const header = localHeader(packed);
    parts.push(header, packed.name, packed.bytes);
    directory.push(directoryEntry(packed, offset), packed.name);
    offset += header.length + packed.name.length + packed.bytes.length;
    if (offset > LARGEST || packed.size > LARGEST) throw tooBig();
  }
  const directorySize = directory.reduce((sum, part) => sum + part.length, 0);
  if (offset + directorySize > LARGEST) throw tooBig();
  const end = endOfDirectory(files.length, directorySize, offset);
  return concat([...parts, ...directory, end], offset + directorySize + end.length);
}

async function packOne({ name, bytes }: ZipFile, step: () => Promise<void>): Promise<Packed> {
  const deflated = await deflateInSteps(bytes, PIECE, step);
  const smaller = deflated.length < bytes.length;
  let crc = 0;
  for (let at = 0; at < bytes.length; at += PIECE * 16) {
    if (at > 0) await step();
    crc = crc32(bytes.subarray(at, at + PIECE * 16), crc);
  }
  return {
    name: encodeText(name),
    method: smaller ? DEFLATED : STORED,
    crc,
    size: bytes.length,
    bytes: smaller ? deflated : bytes,
  };
}

/** APPNOTE.TXT 4.3.7. */
function localHeader({ name, method, crc, size, bytes }: Packed): Uint8Array {
  const fields = new Fields(30)
    .long(0x0403_4b50)
    .short(VERSION)
    .short(UTF8_NAMES)
    .short(method)
    .short(TIME)
    .short(DATE);
  return fields.long(crc).long(bytes.length).long(size).short(name.length).short(0).bytes;
}

/** APPNOTE.TXT 4.3.12. */
function directoryEntry({ name, method, crc, size, bytes }: Packed, offset: number): Uint8Array {
  const fields = new Fields(46).long(0x0201_4b50).short(VERSION).short(VERSION).short(UTF8_NAMES).short(method);
  fields.short(TIME).short(DATE).long(crc).long(bytes.length).long(size).short(name.length);
  // No extra field, no comment, one disk, no attributes.
  return fields.short(0).short(0).short(0).short(0).long(0).long(offset).bytes;
}

/** APPNOTE.TXT 4.3.16. */
function endOfDirectory(entries: number, size: number, offset: number): Uint8Array {
  const fields = new Fields(22).long(0x0605_4b50).short(0).short(0).short(entries).short(entries);
  return fields.long(size).long(offset).short(0).bytes;
}

function tooBig(): ScreenplayError {
  return new ScreenplayError('limit_exceeded', 'The archive would be larger than 4 GB: leave some of its files out');
}

/** Numbers one after another, the lowest byte first. */
class Fields {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    const buffer = new ArrayBuffer(length);
    this.bytes = new Uint8Array(buffer);
    this.#view = new DataView(buffer);
  }

  short(value: number): this {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
    return this;
  }

  long(value: number): this {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
    return this;
  }
}
