import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toDocument } from '../../src/conventions/manuscript/to-document.js';
import { decryptDocument, encryptDocument, ENCODINGS, HASHES } from '../../src/encryption/index.js';
import type { EncryptOptions } from '../../src/encryption/index.js';
import { Warnings } from '../../src/errors/index.js';
import { sourceIdOf } from '../../src/model/ids.js';
import { validate } from '../../src/schema/index.js';
import { manuscripts } from '../../src/testing/manuscripts.js';
import { KEY, OTHER_KEY, plainDocument } from './plain-document.js';

const documents = fc
  .tuple(manuscripts(), fc.uuid(), fc.constantFrom('en', 'fr', 'zh-Hant'))
  .map(([manuscript, id, lang]) =>
    toDocument(manuscript, { sourceId: sourceIdOf(id), lang, warnings: new Warnings() }),
  );

const options: fc.Arbitrary<Omit<EncryptOptions, 'key'>> = fc.record(
  {
    encoding: fc.constantFrom(...ENCODINGS),
    hash: fc.constantFrom(...HASHES),
    encryptTitles: fc.boolean(),
    jobId: fc.constantFrom('j_1', 'j_2'),
  },
  { requiredKeys: [] },
);

it('gives back 100 documents to the byte, and all are valid in between', async () => {
  await fc.assert(
    fc.asyncProperty(documents, options, async (document, chosen) => {
      const before = JSON.stringify(document);
      const encrypted = await encryptDocument(document, { key: KEY, ...chosen });
      expect(JSON.stringify(document)).toBe(before);
      expect(validate(encrypted)).toEqual({ valid: true });

      const carried = JSON.stringify(encrypted);
      expect(JSON.stringify(await decryptDocument(JSON.parse(carried), { key: KEY }))).toBe(before);
      expect(JSON.stringify(encrypted)).toBe(carried);
      await expect(decryptDocument(encrypted, { key: OTHER_KEY })).rejects.toMatchObject({ code: 'wrong_key' });
    }),
    { numRuns: 100 },
  );
});

it('gives back every property of the schema, in the authenticated suite too', async () => {
  const document = plainDocument();
  for (const suite of ['aes-256-ctr', 'aes-256-gcm'] as const) {
    const encrypted = await encryptDocument(document, { key: KEY, suite, encryptTitles: true });
    expect(validate(encrypted)).toEqual({ valid: true });
    expect(encrypted.encrypt?.cipher).toBe(suite);
    expect(JSON.stringify(await decryptDocument(encrypted, { key: KEY }))).toBe(JSON.stringify(document));
  }
});

it.each([
  ['first', (rest: object) => ({ encrypt: null, ...rest })],
  ['last', (rest: object) => ({ ...rest, encrypt: null })],
  ['absent', (rest: object) => rest],
])('gives back `encrypt: null` where it was: %s', async (_, place) => {
  const document = place(plainDocument()) as ReturnType<typeof plainDocument>;
  const encrypted = await encryptDocument(document, { key: KEY });
  expect(JSON.stringify(await decryptDocument(encrypted, { key: KEY }))).toBe(JSON.stringify(document));
});

it.each([
  ['a byte order mark', '\uFEFFThere you are.'],
  ['an empty-looking text', ' '],
  ['a NUL', 'a\0b'],
  ['what looks like ciphertext', '00'.repeat(40)],
  ['astral characters', '😀'.repeat(100)],
])('gives back %s', async (_, text) => {
  const document = { ...plainDocument(), logline: { en: text } };
  const encrypted = await encryptDocument(document, { key: KEY });
  expect((await decryptDocument(encrypted, { key: KEY })).logline).toEqual({ en: text });
});

it('encrypts empty values too', async () => {
  const document = plainDocument();
  document.document.cover.meta = { 'screenplay.title-page.contact': '' };
  const encrypted = await encryptDocument(document, { key: KEY });
  expect(encrypted.document.cover.meta?.['screenplay.title-page.contact']).toMatch(/^[0-9a-f]{32}$/);
  expect(await decryptDocument(encrypted, { key: KEY })).toEqual(document);
});
