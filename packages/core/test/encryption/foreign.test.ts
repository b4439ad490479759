import { describe, expect, it } from 'vitest';
import { decryptDocument, encryptDocument } from '../../src/encryption/index.js';
import type { ScreenplayDocument } from '../../src/model/document.js';
import { validate } from '../../src/schema/index.js';
import { encryptElsewhere } from './foreign-tool.js';
import { elementsOf, firstAction, KEY, OTHER_KEY, plainDocument } from './plain-document.js';

const open = (document: ScreenplayDocument, key = KEY): Promise<ScreenplayDocument> =>
  decryptDocument(document, { key, allowUnchecked: true });

describe.each(['hex', 'base64'] as const)('a document that another program encrypted, in %s', (encoding) => {
  it('is refused unless documents without a check are allowed', async () => {
    const encrypted = encryptElsewhere(plainDocument(), KEY, encoding);
    await expect(decryptDocument(encrypted, { key: KEY })).rejects.toMatchObject({ code: 'unauthenticated_document' });
    expect(await open(encrypted)).toEqual(plainDocument());
  });

  it('is read though its titles are plain', async () => {
    const encrypted = encryptElsewhere(plainDocument(), KEY, encoding);
    encrypted.title = plainDocument().title;
    encrypted.document.cover.title = { en: 'The Lighthouse Keeper and the Very Long Night of the Storm' };
    const decrypted = await open(encrypted);
    expect(decrypted.title).toEqual(plainDocument().title);
    expect(decrypted.document.cover.title).toEqual(encrypted.document.cover.title);
  });

  it('is read though words in meta are plain', async () => {
    const plain = plainDocument();
    plain.document.scenes[0]!.heading.meta = { 'screenplay.source': 'int./ext. the lighthouse' };
    expect(await open(encryptElsewhere(plain, KEY, encoding))).toEqual(plain);
  });

  it('is read though ciphertext breaks the bounds of the schema', async () => {
    const plain = plainDocument();
    plain.title = { en: 'On '.repeat(85) };
    firstAction(plain).text = { en: 'Ж'.repeat(9000) };
    const encrypted = encryptElsewhere(plain, KEY, encoding);
    expect(validate(encrypted).valid).toBe(false);
    expect(await open(encrypted)).toEqual(plain);
    await expect(decryptDocument(encrypted, { key: KEY })).rejects.toMatchObject({ code: 'invalid_document' });
  });

  it('is refused under another key', async () => {
    const encrypted = encryptElsewhere(plainDocument(), KEY, encoding);
    await expect(open(encrypted, OTHER_KEY)).rejects.toMatchObject({ code: 'wrong_key' });
  });

  it('is refused when a text, or a title that is ciphertext, comes out as no UTF-8', async () => {
    for (const pick of [
      (document: ScreenplayDocument) => firstAction(document).text,
      (document: ScreenplayDocument) => document.title,
      (document: ScreenplayDocument) => document.document.cover.title,
    ]) {
      const encrypted = encryptElsewhere(plainDocument(), KEY, encoding);
      const map = pick(encrypted) as { en: string };
      const bytes = Buffer.from(map.en, encoding);
      bytes[18]! ^= 0x80;
      map.en = bytes.toString(encoding);
      await expect(open(encrypted)).rejects.toMatchObject({ code: 'wrong_key' });
    }
  });

  it('is refused, with the place, when a text is no ciphertext', async () => {
    for (const text of ['plain words', '0001', '']) {
      const encrypted = encryptElsewhere(plainDocument(), KEY, encoding);
      encrypted.logline = { en: text };
      await expect(open(encrypted)).rejects.toMatchObject({ code: 'invalid_document', at: { pointer: '/logline/en' } });
    }
  });
});

it('reads hexadecimal digits in capitals, and base64 in lines', async () => {
  const hex = encryptElsewhere(plainDocument(), KEY, 'hex');
  firstAction(hex).text = { en: firstAction(hex).text['en']!.toUpperCase() };
  hex.title = { ...hex.title, en: hex.title['en']!.toUpperCase() };
  expect(await open(hex)).toEqual(plainDocument());
  const base64 = encryptElsewhere(plainDocument(), KEY, 'base64');
  firstAction(base64).text = {
    en: firstAction(base64)
      .text['en']!.replace(/(.{20})/g, '$1\n')
      .replace(/=+$/, ''),
  };
  expect(await open(base64)).toEqual(plainDocument());
});

it('reads documents of which only elements are encrypted', async () => {
  const encrypted = encryptElsewhere(plainDocument(), KEY, 'base64');
  const document = plainDocument();
  firstAction(document).text = firstAction(encrypted).text;
  firstAction(document).notes = firstAction(encrypted).notes!;
  firstAction(document).encrypt = encrypted.encrypt!;
  await expect(decryptDocument(document, { key: KEY })).rejects.toMatchObject({ code: 'unauthenticated_document' });
  expect(await open(document)).toEqual(plainDocument());
});

it('lets elements have another encoding and hash than the document', async () => {
  const encrypted = encryptElsewhere(plainDocument(), KEY, 'hex');
  const others = encryptElsewhere(plainDocument(), KEY, 'base64');
  elementsOf(encrypted).forEach((element, place) => {
    if (place % 2 === 0) return;
    const other = elementsOf(others)[place]!;
    Object.assign(element, { ...other, encrypt: { cipher: 'AES-256-CTR', hash: 'SHA-256', encoding: 'base64' } });
  });
  expect(await open(encrypted)).toEqual(plainDocument());
});

it('reads its own documents without their check, and is as strict about their texts', async () => {
  const encrypted = await encryptDocument(plainDocument(), { key: KEY, encoding: 'ascii85', encryptTitles: true });
  delete encrypted.encrypt!.meta;
  expect(await open(encrypted)).toEqual(plainDocument());
  await expect(open(encrypted, OTHER_KEY)).rejects.toMatchObject({ code: 'wrong_key' });
});

it('gives out only what is valid', async () => {
  const plain = { ...plainDocument(), logline: { en: 'x'.repeat(10_001) } };
  const encrypted = encryptElsewhere(plain, KEY, 'base64');
  await expect(open(encrypted)).rejects.toMatchObject({ code: 'invalid_document', at: { pointer: '/logline/en' } });
});

it.each<[string, unknown, string]>([
  ['nothing', undefined, 'invalid_document'],
  ['null', null, 'invalid_document'],
  ['a list', [], 'invalid_document'],
  ['an empty object', {}, 'invalid_document'],
  ['a function in it', { ...plainDocument(), title: () => 1 }, 'invalid_document'],
  ['a plain document', plainDocument(), 'wrong_format'],
  ['a declaration that is none', { ...plainDocument(), encrypt: 'aes' }, 'invalid_document'],
  ['half a declaration', { ...plainDocument(), encrypt: { cipher: 'aes-256-ctr' } }, 'invalid_document'],
  [
    'an unknown encoding',
    { ...plainDocument(), encrypt: { cipher: 'aes-256-ctr', hash: 'sha256', encoding: 'rot13' } },
    'invalid_document',
  ],
  [
    'an unknown cipher',
    { ...plainDocument(), encrypt: { cipher: 'rot13', hash: 'sha256', encoding: 'hex' } },
    'invalid_document',
  ],
  [
    'texts that are lists',
    {
      encrypt: { cipher: 'aes-256-ctr', hash: 'sha256', encoding: 'hex' },
      document: { scenes: [{ body: [{ text: ['x'] }, null, 7] }, null] },
    },
    'invalid_document',
  ],
])('refuses with a code what is no encrypted document: %s', async (_, value, code) => {
  await expect(open(value as ScreenplayDocument)).rejects.toMatchObject({ name: 'ScreenplayError', code });
  const strict = decryptDocument(value as ScreenplayDocument, { key: KEY });
  await expect(strict).rejects.toMatchObject({
    name: 'ScreenplayError',
    code: expect.stringMatching(`${code}|unauthenticated_document`),
  });
});
