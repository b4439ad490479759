import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeExact,
  decodeForeign,
  decodeLikely,
  encode,
  encodedLength,
  ENCODINGS,
} from '../../src/encryption/encodings.js';
import type { Encoding } from '../../src/model/document.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString('hex');
const anyBytes = fc.uint8Array({ maxLength: 200 });

describe.each(ENCODINGS)('%s', (encoding) => {
  it('gives back every byte, within the length that it foretells', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const text = encode(bytes, encoding);
        expect(text.length).toBeLessThanOrEqual(encodedLength(bytes.length, encoding));
        expect(hex(decodeExact(text, encoding))).toBe(hex(bytes));
        expect(hex(decodeForeign(text, encoding))).toBe(hex(bytes));
        expect(hex(decodeLikely(text, encoding))).toBe(hex(bytes));
      }),
    );
  });

  it('has one text for the same bytes: no other is exact', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40, unit: 'binary-ascii' }), (text) => {
        const bytes = decodeExact(text, encoding);
        expect(bytes === undefined || encode(bytes, encoding) === text).toBe(true);
      }),
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        decodeExact(text, encoding);
        decodeForeign(text, encoding);
        decodeLikely(text, encoding);
      }),
    );
  });
});

it.each(['hex', 'base64'] as const)('%s is the platform’s', (encoding) => {
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      expect(encode(bytes, encoding)).toBe(Buffer.from(bytes).toString(encoding));
    }),
  );
});

// RFC 4648, section 10.
it.each([
  ['', '', '', ''],
  ['f', '66', 'MY======', 'Zg=='],
  ['fo', '666F', 'MZXQ====', 'Zm8='],
  ['foo', '666F6F', 'MZXW6===', 'Zm9v'],
  ['foob', '666F6F62', 'MZXW6YQ=', 'Zm9vYg=='],
  ['fooba', '666F6F6261', 'MZXW6YTB', 'Zm9vYmE='],
  ['foobar', '666F6F626172', 'MZXW6YTBOI======', 'Zm9vYmFy'],
])('encodes %j as RFC 4648 does', (text, base16, base32, base64) => {
  expect(encode(bytesOf(text), 'base16')).toBe(base16);
  expect(encode(bytesOf(text), 'base32')).toBe(base32);
  expect(encode(bytesOf(text), 'base64')).toBe(base64);
});

// Computed with Python's base64.a85encode.
it.each([
  ['', ''],
  ['00', '!!'],
  ['0000', '!!!'],
  ['000000', '!!!!'],
  ['00000000', 'z'],
  ['0000000000', 'z!!'],
  ['000000000000000001', 'zz!<'],
  ['ffffffff', 's8W-!'],
  ['ff', 'rr'],
  ['666f6f626172', 'AoDTs@<)'],
  ['4d616e2069732064697374', '9jqo^BlbD-Ble@'],
])('encodes %s as Ascii85 %s', (bytes, text) => {
  expect(encode(Buffer.from(bytes, 'hex'), 'ascii85')).toBe(text);
  expect(hex(decodeExact(text, 'ascii85'))).toBe(bytes);
});

it.each<[Encoding, string, string]>([
  ['hex', 'abc', 'half a byte'],
  ['hex', '0A', 'capitals'],
  ['hex', '0g', 'no digit'],
  ['base16', '0a', 'small letters'],
  ['base32', 'MY', 'no filling'],
  ['base32', 'MZ======', 'bits that stand for nothing'],
  ['base32', 'my======', 'small letters'],
  ['base32', 'M=======', 'less than a byte'],
  ['base64', 'Zg', 'no filling'],
  ['base64', 'Zh==', 'bits that stand for nothing'],
  ['base64', 'Zg==\n', 'a line end'],
  ['base64', 'Z_-v', 'another alphabet'],
  ['base64', 'Zg==Zg==', 'filling in the middle'],
  ['ascii85', 'v!!!!', 'no digit'],
  ['ascii85', 's8W-"', 'more than 32 bits'],
  ['ascii85', 'uuuuu', 'more than 32 bits'],
  ['ascii85', '!!!!!', 'zeros written out'],
  ['ascii85', 'z!', 'less than a byte'],
  ['ascii85', '!!z!!', 'zeros within a group'],
  ['ascii85', '<~AoDTs~>', 'brackets'],
  ['ascii85', 'AoDTs ', 'a blank'],
])('%s: %j is not exact (%s)', (encoding, text) => {
  expect(decodeExact(text, encoding)).toBeUndefined();
});

it.each<[Encoding, string, string]>([
  ['hex', 'F0 0F', 'f00f'],
  ['base16', 'f00f', 'f00f'],
  ['base32', 'mzxw 6===', '666f6f'],
  ['base32', 'MY', '66'],
  ['base64', 'Zm9v\nYg==\n', '666f6f62'],
  ['base64', 'Zg', '66'],
  ['ascii85', '<~AoDTs~>', '666f6f62'],
  ['ascii85', '!!!!!', '00000000'],
])('%s: %j of other programs is read', (encoding, text, bytes) => {
  expect(hex(decodeForeign(text, encoding))).toBe(bytes);
});

it('takes no words for ciphertext', () => {
  expect(decodeLikely('The Lighthouse Keeper and the Very Long Night', 'base64')).toBeUndefined();
  expect(decodeLikely('ABCDEFGH', 'base64')).toBeDefined();
});
