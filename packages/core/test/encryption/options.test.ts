import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getMeta, putMeta } from '../../src/conventions/meta.js';
import { encodedLength } from '../../src/encryption/encodings.js';
import { decryptDocument, encryptDocument } from '../../src/encryption/index.js';
import type { EncryptOptions } from '../../src/encryption/index.js';
import type { ScreenplayDocument } from '../../src/model/document.js';
import { encode as write } from '../../src/pipeline/convert.js';
import { validate } from '../../src/schema/index.js';
import { fullDocument } from '../../src/testing/full-document.js';
import { at, elementsOf, firstAction, KEY, plainDocument, strings } from './plain-document.js';

const encrypt = (document: ScreenplayDocument, options: Partial<EncryptOptions> = {}): Promise<ScreenplayDocument> =>
  encryptDocument(document, { key: KEY, ...options });

describe('the secret', () => {
  it.each(['', 'short', '123456789', 'пароль', '😀😀😀😀😀😀😀😀😀'])('is refused when it is weak: %j', async (key) => {
    await expect(encrypt(plainDocument(), { key })).rejects.toMatchObject({ code: 'weak_key' });
  });

  it('may have 10 characters, however they are written', async () => {
    for (const key of ['1234567890', 'парольпаро', '😀'.repeat(10), ' '.repeat(10)]) {
      const encrypted = await encrypt(plainDocument(), { key });
      expect(await decryptDocument(encrypted, { key })).toEqual(plainDocument());
    }
  });

  it('is refused for decrypting when nothing can have been encrypted with it', async () => {
    const encrypted = await encrypt(plainDocument());
    await expect(decryptDocument(encrypted, { key: '123456789' })).rejects.toMatchObject({ code: 'weak_key' });
    // Ten bytes are enough for programs that count them.
    await expect(decryptDocument(encrypted, { key: 'пароль' })).rejects.toMatchObject({ code: 'wrong_key' });
  });

  it('must be a text that has bytes', async () => {
    for (const key of [undefined, 1234567890, new Uint8Array(32), `${KEY}\ud800`] as string[]) {
      await expect(encrypt(plainDocument(), { key })).rejects.toMatchObject({ code: 'bad_option' });
      await expect(decryptDocument(plainDocument(), { key })).rejects.toMatchObject({ code: 'bad_option' });
    }
  });

  it('is in no message, nor are texts', async () => {
    const key = 'a secret that nobody may read';
    const encrypted = await encrypt(plainDocument());
    const failures = await Promise.allSettled([
      decryptDocument(encrypted, { key }),
      decryptDocument({ ...encrypted, logline: { en: 'words of the script' } }, { key }),
      encrypt({ ...plainDocument(), logline: { en: 'words of the script\ud800' } }, { key }),
      encrypt({ ...plainDocument(), logline: { en: 'words of the script '.repeat(500) } }, { key }),
    ]);
    for (const failure of failures) {
      expect(failure.status).toBe('rejected');
      if (failure.status === 'rejected') expect(String(failure.reason)).not.toMatch(/nobody may read|words of the/);
    }
  });
});

describe('the encoding', () => {
  /** Longest texts of ASCII that still fit, sealed, into 10,000 characters. */
  const MOST = { hex: 4984, base64: 7484, ascii85: 7984 };

  it.each([
    [MOST.hex, 'hex'],
    [MOST.hex + 1, 'base64'],
    [MOST.base64, 'base64'],
    [MOST.base64 + 1, 'ascii85'],
    [MOST.ascii85, 'ascii85'],
  ])('is the first that fits every value: %i bytes in %s', async (length, encoding) => {
    const document = plainDocument();
    firstAction(document).text = { en: 'x'.repeat(length) };
    const encrypted = await encrypt(document);
    expect(encrypted.encrypt?.encoding).toBe(encoding);
    expect(elementsOf(encrypted).some((element) => element.encrypt !== undefined)).toBe(false);
    expect(validate(encrypted)).toEqual({ valid: true });
    expect(await decryptDocument(encrypted, { key: KEY })).toEqual(document);
  });

  it('counts bytes, not characters', async () => {
    const document = { ...plainDocument(), logline: { en: '夜'.repeat(Math.floor(MOST.hex / 3) + 1) } };
    expect((await encrypt(document)).encrypt?.encoding).toBe('base64');
  });

  it('goes by words in meta and titles too', async () => {
    const document = plainDocument();
    document.document.scenes[0]!.meta = { 'screenplay.title': 'x'.repeat(1500) };
    expect((await encrypt(document)).encrypt?.encoding).toBe('base64');
    document.title = { en: 'x'.repeat(188) };
    expect((await encrypt(document)).encrypt?.encoding).toBe('base64');
    expect((await encrypt(document, { encryptTitles: true })).encrypt?.encoding).toBe('ascii85');
  });

  it('is denser for elements in which the named one does not fit', async () => {
    const document = plainDocument();
    const [first, second] = elementsOf(document);
    Object.assign(first!, { text: { en: 'x'.repeat(MOST.hex + 1) } });
    Object.assign(second!, { text: { en: 'x'.repeat(MOST.base64 + 1) } });
    const encrypted = await encrypt(document, { encoding: 'hex' });
    expect(encrypted.encrypt?.encoding).toBe('hex');
    expect(elementsOf(encrypted).map((element) => element.encrypt?.encoding)).toEqual([
      'base64',
      'ascii85',
      ...Array<undefined>(5).fill(undefined),
    ]);
    expect(validate(encrypted)).toEqual({ valid: true });
    expect(JSON.stringify(await decryptDocument(encrypted, { key: KEY }))).toBe(JSON.stringify(document));
  });

  it.each<[string, (document: ScreenplayDocument) => void, Partial<EncryptOptions>, string]>([
    [
      'a text that fits in none',
      (document) => (firstAction(document).text = { en: 'x'.repeat(MOST.ascii85 + 1) }),
      {},
      '/document/scenes/0/body/0/text/en',
    ],
    [
      'a title that fits in none',
      (document) => (document.title = { en: 'x'.repeat(189) }),
      { encryptTitles: true },
      '/title/en',
    ],
    [
      'words in meta that fit in none',
      (document) => (document.document.meta = { 'screenplay.notes': 'x'.repeat(1623) }),
      {},
      '/document/meta/screenplay.notes',
    ],
    [
      'a text of no element in the named one',
      (document) => (document.logline = { en: 'x'.repeat(MOST.hex + 1) }),
      { encoding: 'hex' },
      '/logline/en',
    ],
    [
      'a text of an element, whatever is named',
      (document) => (firstAction(document).text = { en: 'x'.repeat(MOST.ascii85 + 1) }),
      { encoding: 'hex' },
      '/document/scenes/0/body/0/text/en',
    ],
  ])('refuses %s, with the place', async (_, edit, options, pointer) => {
    const document = plainDocument();
    edit(document);
    expect(validate(document)).toEqual({ valid: true });
    await expect(encrypt(document, options)).rejects.toMatchObject({ code: 'limit_exceeded', at: { pointer } });
  });

  it('leaves room for what readers keep in one value of meta', async () => {
    const document = plainDocument();
    document.document.meta = { 'screenplay.notes': 'x'.repeat(1500) };
    for (const suite of ['aes-256-ctr', 'aes-256-gcm'] as const) {
      expect(validate(await encrypt(document, { suite, encoding: 'base64' }))).toEqual({ valid: true });
    }
  });
});

describe('analysis', () => {
  const analysed = (): ScreenplayDocument => ({ ...plainDocument(), analysis: fullDocument().analysis! });

  it('is refused while it has texts, unless it is to be dropped', async () => {
    await expect(encrypt(analysed())).rejects.toMatchObject({
      code: 'bad_option',
      at: { pointer: '/analysis/passages/0/text/en' },
    });
    const encrypted = await encrypt(analysed(), { dropAnalysis: true });
    expect(encrypted).not.toHaveProperty('analysis');
    expect(await decryptDocument(encrypted, { key: KEY })).toEqual(plainDocument());
  });

  it('stays when it has none', async () => {
    const document = { ...plainDocument(), analysis: { settings: { model: 'example-model' } } };
    const encrypted = await encrypt(document);
    expect(encrypted.analysis).toEqual(document.analysis);
    expect(await decryptDocument(encrypted, { key: KEY })).toEqual(document);
  });
});

describe('randomness', () => {
  const ivOf = (document: ScreenplayDocument, pointer: string): string => String(at(document, pointer)).slice(0, 32);

  it('gives every value another iv', async () => {
    const encrypted = await encrypt(plainDocument(), { encoding: 'hex' });
    const again = await encrypt(plainDocument(), { encoding: 'hex' });
    const ivs = [encrypted, again].flatMap((document) =>
      strings(document)
        .filter(([pointer]) => /\/text\/en$/.test(pointer))
        .map(([pointer]) => ivOf(document, pointer)),
    );
    expect(ivs.length).toBeGreaterThan(20);
    expect(new Set(ivs).size).toBe(ivs.length);
  });

  it('comes from whoever calls', async () => {
    let asked = 0;
    const random = (length: number): Uint8Array => {
      expect(length).toBe(16);
      return new Uint8Array(length).fill(++asked);
    };
    const encrypted = await encrypt(plainDocument(), { random, encoding: 'hex' });
    expect(asked).toBeGreaterThan(10);
    expect(ivOf(encrypted, '/logline/en')).toMatch(/^(..)\1{15}$/);
  });

  it.each([() => new Uint8Array(15), () => 'x'.repeat(16), () => undefined])(
    'must give what is asked for',
    async (random) => {
      const call = encrypt(plainDocument(), { random: random as unknown as () => Uint8Array });
      await expect(call).rejects.toMatchObject({ code: 'bad_option' });
    },
  );

  it('is none in jobs: the same job gives the same bytes, another one others', async () => {
    for (const suite of ['aes-256-ctr', 'aes-256-gcm'] as const) {
      const [one, again, other] = await Promise.all(
        ['j_1', 'j_1', 'j_2'].map((jobId) => encrypt(plainDocument(), { jobId, suite, encoding: 'hex' })),
      );
      expect(JSON.stringify(again)).toBe(JSON.stringify(one));
      expect(at(other, '/logline/en')).not.toBe(at(one, '/logline/en'));
      expect(await decryptDocument(one!, { key: KEY })).toEqual(plainDocument());
    }
  });

  it('does not repeat an iv in a job, though texts are the same', async () => {
    const document = plainDocument();
    for (const element of elementsOf(document))
      if ('text' in element) element.text = { en: 'The same.', fr: 'The same.' };
    const encrypted = await encrypt(document, { jobId: 'j_1', encoding: 'hex' });
    const sealed = elementsOf(encrypted).flatMap((element) => ('text' in element ? Object.values(element.text) : []));
    expect(new Set(sealed.map((value) => value.slice(0, 32))).size).toBe(sealed.length);
  });
});

it.each<[string, Partial<EncryptOptions>]>([
  ['an unknown encoding', { encoding: 'base58' as 'hex' }],
  ['an unknown suite', { suite: 'aes-128-cbc' as 'aes-256-ctr' }],
  ['an unknown hash', { hash: 'sha1' as 'sha256' }],
  ['a hash with scrypt', { hash: 'sha256', suite: 'aes-256-gcm' }],
  ['randomness in a job', { jobId: 'j_1', random: (length) => new Uint8Array(length) }],
  ['a job without a name', { jobId: '' }],
])('refuses %s', async (_, options) => {
  await expect(encrypt(plainDocument(), options)).rejects.toMatchObject({ code: 'bad_option' });
});

it('refuses what is encrypted already, in whole or in part', async () => {
  const encrypted = await encrypt(plainDocument());
  await expect(encrypt(encrypted)).rejects.toMatchObject({ code: 'encrypted_document' });
  const part = plainDocument();
  firstAction(part).encrypt = { cipher: 'aes-256-ctr', hash: 'sha256', encoding: 'hex' };
  await expect(encrypt(part)).rejects.toMatchObject({ code: 'encrypted_document' });
});

it('refuses what is not valid, and texts without bytes', async () => {
  const invalid = { ...plainDocument(), colour: 'red' } as ScreenplayDocument;
  await expect(encrypt(invalid)).rejects.toMatchObject({ code: 'invalid_document' });
  const half = { ...plainDocument(), logline: { en: 'x\udc00' } };
  await expect(encrypt(half)).rejects.toMatchObject({ code: 'invalid_document', at: { pointer: '/logline/en' } });
});

it('is told by exports: only native documents are written encrypted', async () => {
  const encrypted = await encrypt(plainDocument());
  await expect(write(encrypted, { to: 'fountain' })).rejects.toMatchObject({ code: 'encrypted_document' });
  await expect(write(encrypted, { to: 'json' })).resolves.toMatchObject({ warnings: [] });
});

it.each([
  ['no power of 2', 'N=131071,r=8,p=1', 'invalid_document'],
  ['nothing', '', 'invalid_document'],
  ['other words', 'N=131072, r=8, p=1', 'invalid_document'],
  ['too much memory', 'N=1048576,r=8,p=1', 'limit_exceeded'],
  ['too much work', 'N=131072,r=8,p=64', 'limit_exceeded'],
])('does not derive a key at a cost of %s', async (_, cost, code) => {
  const encrypted = await encrypt(plainDocument());
  encrypted.encrypt!.hash = 'scrypt';
  Object.assign(encrypted.encrypt!.meta!, { 'screenplay.scrypt': cost, 'screenplay.salt': '00'.repeat(16) });
  await expect(decryptDocument(encrypted, { key: KEY })).rejects.toMatchObject({ code });
});

it('can encrypt in place whatever readers put into meta, in every script', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 400, maxLength: 6000 }), (text) => {
      const meta: Record<string, string> = {};
      putMeta(meta, 'notes', text);
      expect(getMeta(meta, 'notes')).toBe(text);
      for (const value of Object.values(meta)) {
        const size = new TextEncoder().encode(value).length + 28;
        expect(encodedLength(size, 'base64')).toBeLessThanOrEqual(2048);
      }
    }),
  );
});
