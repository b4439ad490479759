import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { decryptDocument, encryptDocument } from '../../src/encryption/index.js';
import type { Hash } from '../../src/encryption/index.js';
import { readCost } from '../../src/encryption/cost.js';
import { derivedIvs } from '../../src/encryption/ivs.js';
import { deriveKey } from '../../src/encryption/keys.js';
import { scryptKey } from '../../src/encryption/scrypt.js';
import type { Encoding } from '../../src/model/document.js';
import { encodeText } from '../../src/syntax/text.js';
import { firstAction, plainDocument } from './plain-document.js';

interface Vectors {
  values: { secret: string; hash: Hash; encoding: Encoding; iv: string; text: string; value: string }[];
  derived: { secret: string; jobId: string; pointer: string; text: string; iv: string };
  scrypt: { secret: string; salt: string; N: number; r: number; p: number; key: string };
}

/** What make-vectors.sh computes with OpenSSL. */
const { values, derived, scrypt } = JSON.parse(
  readFileSync(new URL('vectors.json', import.meta.url), 'utf8'),
) as Vectors;
const bytes = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, 'hex'));
const hex = (value: Uint8Array): string => Buffer.from(value).toString('hex');

it('has vectors of every encoding', () => {
  expect(new Set(values.map(({ encoding }) => encoding))).toEqual(
    new Set(['hex', 'base16', 'base32', 'base64', 'ascii85']),
  );
});

it.each(values)('encrypts as OpenSSL does: $encoding, $hash, iv $iv', async ({ iv, text, value, secret, ...rest }) => {
  const document = plainDocument();
  firstAction(document).text = { en: text };
  const encrypted = await encryptDocument(document, { key: secret, ...rest, random: () => bytes(iv) });
  expect(firstAction(encrypted).text).toEqual({ en: value });
  expect(encrypted.encrypt).toMatchObject({ cipher: 'aes-256-ctr', ...rest });
});

it.each(values)(
  'decrypts what OpenSSL encrypted: $encoding, $hash, iv $iv',
  async ({ text, value, secret, ...rest }) => {
    const { hash, encoding } = rest;
    const document = plainDocument();
    firstAction(document).text = { en: value };
    firstAction(document).encrypt = { cipher: 'aes-256-ctr', hash, encoding };
    firstAction(document).notes = [];
    const decrypted = await decryptDocument(document, { key: secret, allowUnchecked: true });
    expect(firstAction(decrypted).text).toEqual({ en: text });
  },
);

it('derives the ivs of jobs as OpenSSL does', async () => {
  const key = await deriveKey(encodeText(derived.secret), 'sha256', {});
  const makeIv = await derivedIvs(key, derived.jobId);
  expect(hex(await makeIv(16, derived.pointer, encodeText(derived.text)))).toBe(derived.iv);
});

it('derives keys with scrypt as OpenSSL does', async () => {
  const { secret, salt, key, ...cost } = scrypt;
  expect(hex(await scryptKey(encodeText(secret), { ...cost, salt: bytes(salt) }, 32))).toBe(key);
  const meta = { 'screenplay.scrypt': 'N=131072,r=8,p=1', 'screenplay.salt': salt };
  expect(readCost(meta)).toEqual({ ...cost, salt: bytes(salt) });
  expect(hex(await deriveKey(encodeText(secret), 'scrypt', meta))).toBe(key);
});
