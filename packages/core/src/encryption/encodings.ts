import type { Encoding } from '../model/document.js';
import { ascii85 } from './ascii85.js';
import { baseN } from './base-n.js';
import type { TextCodec } from './base-n.js';
import type { Bytes } from './web-crypto.js';

interface TextEncoding extends TextCodec {
  /** The most characters that so many bytes take. */
  length(bytes: number): number;
  /** Text as other programs may write it, brought into the form that `decode` reads. */
  tidy(text: string): string;
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

const TABLE: Readonly<Record<Encoding, TextEncoding>> = {
  hex: {
    ...baseN('0123456789abcdef', 4),
    length: (bytes) => bytes * 2,
    tidy: (text) => withoutBlanks(text).toLowerCase(),
  },
  base16: {
    ...baseN('0123456789ABCDEF', 4),
    length: (bytes) => bytes * 2,
    tidy: (text) => withoutBlanks(text).toUpperCase(),
  },
  base32: {
    ...baseN('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 5),
    length: (bytes) => Math.ceil(bytes / 5) * 8,
    tidy: (text) => withoutBlanks(text).toUpperCase(),
  },
  base64: {
    ...baseN('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', 6),
    length: (bytes) => Math.ceil(bytes / 3) * 4,
    tidy: withoutBlanks,
  },
  ascii85: {
    ...ascii85,
    length: (bytes) => Math.ceil((bytes * 5) / 4),
    tidy: (text) => withoutBlanks(text).replace(/^<~/, '').replace(/~>$/, ''),
  },
};

/** Every encoding of the schema. */
export const ENCODINGS = Object.keys(TABLE) as readonly Encoding[];

/** Those that are picked from when nobody names one, each denser than the one before. */
export const DENSER_AND_DENSER = ['hex', 'base64', 'ascii85'] as const satisfies readonly Encoding[];

export function encode(bytes: Uint8Array, encoding: Encoding): string {
  return TABLE[encoding].encode(bytes);
}

/** The most characters that `bytes` bytes take in an encoding. */
export function encodedLength(bytes: number, encoding: Encoding): number {
  return TABLE[encoding].length(bytes);
}

/** The bytes of a text that is exactly what {@link encode} writes; undefined for any other. */
export function decodeExact(text: string, encoding: Encoding): Bytes | undefined {
  const bytes = TABLE[encoding].decode(text);
  return bytes && TABLE[encoding].encode(bytes) === text ? bytes : undefined;
}

/** The same for a text of another program: in either case, with or without filling, line ends and brackets. */
export function decodeForeign(text: string, encoding: Encoding): Bytes | undefined {
  const codec = TABLE[encoding];
  return codec.decode(codec.tidy(text));
}

/** The same for a text of another program that may as well be plain: words with blanks between them are. */
export function decodeLikely(text: string, encoding: Encoding): Bytes | undefined {
  return /\s/.test(text) ? undefined : decodeExact(TABLE[encoding].tidy(text), encoding);
}
