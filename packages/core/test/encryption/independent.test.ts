import { createDecipheriv, createHash, createHmac, scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { encryptDocument } from '../../src/encryption/index.js';
import { coveredValues } from '../../src/encryption/places.js';
import type { Encrypt, ScreenplayDocument } from '../../src/model/document.js';
import { at, elementsOf, firstAction, KEY, plainDocument } from './plain-document.js';

/** The format as docs/encryption.md describes it, once more, over Node's OpenSSL. */

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const part = (content: string | Buffer): Buffer => {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([number(bytes.length), bytes]);
};
const hmac = (key: Buffer, ...message: Buffer[]): Buffer => {
  const digest = createHmac('sha256', key);
  for (const bytes of message) digest.update(bytes);
  return digest.digest();
};

function checkOf(document: ScreenplayDocument, key: Buffer): string {
  const root = document.encrypt!;
  const declared = (one: Encrypt): Buffer => Buffer.concat([part(one.cipher), part(one.hash), part(one.encoding)]);
  const overrides: [string, Encrypt][] = [];
  document.document.scenes.forEach((scene, s) =>
    scene.body.forEach((element, e) => {
      if (element.encrypt) overrides.push([`/document/scenes/${s}/body/${e}`, element.encrypt]);
    }),
  );
  const settings = Object.entries(root.meta ?? {}).filter(
    ([name]) => name.startsWith('screenplay.') && name !== 'screenplay.check',
  );
  const values = coveredValues(document, root.meta?.['screenplay.titles'] === 'encrypted').map(
    ({ pointer, element }) => {
      const encoding = (element?.record['encrypt'] as Encrypt | undefined)?.encoding ?? root.encoding;
      return [pointer, Buffer.from(String(at(document, pointer)), encoding as 'hex' | 'base64')] as const;
    },
  );
  const byName = (a: readonly [string, unknown], b: readonly [string, unknown]): number => (a[0] < b[0] ? -1 : 1);
  return hmac(
    hmac(key, Buffer.from('screenplay/check/v1')),
    declared(root),
    number(overrides.length),
    ...overrides.sort(byName).flatMap(([pointer, encrypt]) => [part(pointer), declared(encrypt)]),
    number(settings.length),
    ...settings.sort(byName).flatMap(([name, setting]) => [part(name), part(setting)]),
    number(values.length),
    ...values.sort(byName).flatMap(([pointer, bytes]) => [part(pointer), part(bytes)]),
  ).toString('hex');
}

it('writes the check that is documented', async () => {
  const document = { encrypt: null, ...plainDocument() };
  firstAction(document).text = { en: 'The lamp catches. '.repeat(300) };
  const encrypted = await encryptDocument(document, { key: KEY, encoding: 'hex', encryptTitles: true, hash: 'sha384' });
  expect(elementsOf(encrypted)[0]?.encrypt?.encoding).toBe('base64');
  const key = createHash('sha384').update(KEY).digest().subarray(0, 32);
  expect(encrypted.encrypt?.meta?.['screenplay.check']).toBe(checkOf(encrypted, key));
});

it('writes the authenticated suite that is documented', async () => {
  const encrypted = await encryptDocument(plainDocument(), { key: KEY, suite: 'aes-256-gcm', encoding: 'base64' });
  const { meta = {}, ...declared } = encrypted.encrypt!;
  expect(declared).toEqual({ cipher: 'aes-256-gcm', hash: 'scrypt', encoding: 'base64' });
  expect(meta['screenplay.scrypt']).toBe('N=131072,r=8,p=1');
  const salt = Buffer.from(meta['screenplay.salt']!, 'hex');
  expect(salt).toHaveLength(16);
  const key = scryptSync(KEY, salt, 32, { N: 131072, r: 8, p: 1, maxmem: 2 ** 28 });

  const sealed = Buffer.from(encrypted.logline!['en']!, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAAD(Buffer.concat([part('screenplay/value/v1'), part('/logline/en')]));
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString();
  expect({ en: text }).toEqual(plainDocument().logline);
  expect(meta['screenplay.check']).toBe(checkOf(encrypted, key));
});
