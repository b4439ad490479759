import { unpackZlib } from '../../../syntax/zip.js';

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/**
 * The TrueType or OpenType font that a WOFF file (W3C WOFF 1.0) packs: fontkit would unpack a table again for every
 * glyph that it reads.
 *
 * @throws RangeError or ScreenplayError when the file is damaged.
 */
export function unpackWoff(bytes: Uint8Array): Uint8Array {
  const woff = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = woff.getUint16(12);
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = WOFF_HEADER + at * WOFF_ENTRY;
    const offset = woff.getUint32(entry + 4);
    const packed = bytes.subarray(offset, offset + woff.getUint32(entry + 8));
    const size = woff.getUint32(entry + 12);
    const content = packed.length < size ? unpackZlib(packed, size) : packed;
    return { tag: woff.getUint32(entry), checksum: woff.getUint32(entry + 16), content };
  });
  const start = SFNT_HEADER + count * SFNT_ENTRY;
  const length = tables.reduce((sum, { content }) => sum + padded(content.length), start);
  const font = new Uint8Array(length);
  const sfnt = new DataView(font.buffer);
  sfnt.setUint32(0, woff.getUint32(4));
  sfnt.setUint16(4, count);
  let offset = start;
  tables.forEach(({ tag, checksum, content }, at) => {
    const entry = SFNT_HEADER + at * SFNT_ENTRY;
    sfnt.setUint32(entry, tag);
    sfnt.setUint32(entry + 4, checksum);
    sfnt.setUint32(entry + 8, offset);
    sfnt.setUint32(entry + 12, content.length);
    font.set(content, offset);
    offset += padded(content.length);
  });
  return font;
}

/** Tables begin at multiples of four. */
function padded(length: number): number {
  return (length + 3) & ~3;
}
