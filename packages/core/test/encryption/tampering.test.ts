import { beforeAll, describe, expect, it } from 'vitest';
import { decryptDocument, encryptDocument, ENCODINGS } from '../../src/encryption/index.js';
import { decodeExact, encode } from '../../src/encryption/encodings.js';
import { coveredValues } from '../../src/encryption/places.js';
import type { Value } from '../../src/encryption/places.js';
import { ScreenplayError } from '../../src/errors/index.js';
import type { Encoding, ScreenplayDocument } from '../../src/model/document.js';
import { elementsOf, firstAction, KEY, plainDocument } from './plain-document.js';

/** A document with an element that has an encoding of its own, and words in `meta`. */
function source(): ScreenplayDocument {
  const document = plainDocument();
  const scene = document.document.scenes[0]!;
  scene.heading.meta = { 'screenplay.source': 'int./ext. the lighthouse, gallery — dusk', 'screenplay.number': '12A' };
  scene.meta = { 'screenplay.title': 'The lamp' };
  firstAction(document).text = { en: 'The lamp catches. '.repeat(300), fr: 'La lampe prend.', de: 'Es brennt.' };
  return document;
}

const values = (document: ScreenplayDocument): Value[] => coveredValues(document, false);

/** Decrypting must fail with a coded error, and for none of the reasons that are none. */
async function refused(document: ScreenplayDocument, allowUnchecked = false): Promise<string> {
  const outcome = await decryptDocument(document, { key: KEY, allowUnchecked }).then(
    () => 'it came out',
    (error: unknown) => (error instanceof ScreenplayError ? error.code : String(error)),
  );
  expect(['wrong_key', 'invalid_document', 'unauthenticated_document']).toContain(outcome);
  return outcome;
}

describe.each(ENCODINGS)('in %s', (encoding) => {
  let encrypted: ScreenplayDocument;
  const encodingOf = (value: Value): Encoding =>
    (value.element?.record['encrypt'] as { encoding: Encoding } | undefined)?.encoding ?? encoding;

  beforeAll(async () => {
    encrypted = await encryptDocument(source(), { key: KEY, encoding });
    expect(elementsOf(encrypted).filter((element) => element.encrypt !== undefined)).toHaveLength(
      encoding === 'hex' || encoding === 'base16' ? 1 : 0,
    );
  });

  it('refuses any flipped bit of one ciphertext', async () => {
    const place = values(encrypted).findIndex(({ text }) => text.length < 80);
    const sealed = bytesOf(values(encrypted)[place]!);
    for (let bit = 0; bit < sealed.length * 8; bit++) await refused(flipped(place, bit));
  });

  it('refuses a flipped bit in every ciphertext', async () => {
    for (const [place, value] of values(encrypted).entries()) {
      const bits = bytesOf(value).length * 8;
      for (const bit of [0, 127, (place * 7919) % bits, bits - 1]) await refused(flipped(place, bit));
    }
  });

  it('refuses any flipped bit of the text that a ciphertext is written in', async () => {
    const place = values(encrypted).findIndex(({ text }) => text.length < 80);
    const { text } = values(encrypted)[place]!;
    for (let at = 0; at < text.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit));
        await refused(edited(place, text.slice(0, at) + changed + text.slice(at + 1)));
      }
    }
  });

  it.each(['hex', 'base16', 'base32', 'base64', 'ascii85'] as const)('refuses %s declared instead', async (other) => {
    if (other === encoding) return;
    const copy = structuredClone(encrypted);
    copy.encrypt!.encoding = other;
    await refused(copy);
  });

  const bytesOf = (value: Value): Uint8Array<ArrayBuffer> => {
    const bytes = decodeExact(value.text, encodingOf(value));
    if (!bytes) throw new Error(`no ciphertext at ${value.pointer}`);
    return bytes;
  };

  function flipped(place: number, bit: number): ScreenplayDocument {
    const copy = structuredClone(encrypted);
    const value = values(copy)[place]!;
    const bytes = bytesOf(value);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    value.holder[value.key] = encode(bytes, encodingOf(value));
    return copy;
  }

  function edited(place: number, text: string): ScreenplayDocument {
    const copy = structuredClone(encrypted);
    const value = values(copy)[place]!;
    value.holder[value.key] = text;
    return copy;
  }
});

type Edit = (document: ScreenplayDocument) => void;

const settings = (document: ScreenplayDocument): Record<string, string> => document.encrypt!.meta!;

const EDITS: Record<string, Edit> = {
  'two values swapped': (document) => {
    const [a, b] = values(document);
    [a!.holder[a!.key], b!.holder[b!.key]] = [b!.text, a!.text];
  },
  'two languages of one text swapped': (document) => {
    const text = firstAction(document).text as Record<'en' | 'fr' | 'de', string>;
    [text.fr, text.de] = [text.de, text.fr];
  },
  'two elements swapped': (document) => {
    document.document.scenes[0]!.body.reverse();
  },
  'two scenes swapped': (document) => {
    document.document.scenes.reverse();
  },
  'a value moved': (document) => {
    const { text } = firstAction(document);
    document.logline = { ...document.logline, fr: text['fr']! };
    delete text['fr'];
  },
  'a value copied': (document) => {
    firstAction(document).text['es'] = firstAction(document).text['fr']!;
  },
  'a value copied to a place that stays readable': (document) => {
    document.title = { ...document.title, es: firstAction(document).text['de']! };
    delete firstAction(document).text['de'];
  },
  'a value dropped': (document) => {
    delete firstAction(document).text['fr'];
  },
  'a note dropped': (document) => {
    firstAction(document).notes = [];
  },
  'an element dropped': (document) => {
    document.document.scenes[0]!.body.pop();
  },
  'an element moved to another scene': (document) => {
    const [from, to] = document.document.scenes;
    to!.body.push(from!.body.pop()!);
  },
  'a plain text added': (document) => {
    document.logline = { ...document.logline, fr: 'Et alors ?' };
  },
  'words added to meta': (document) => {
    document.document.cover.meta = { ...document.document.cover.meta, 'screenplay.title-page.contact': 'Elsewhere' };
  },
  'an analysis added': (document) => {
    const { scenes } = document.document;
    document.analysis = {
      summaries: [
        {
          id: document.id,
          scope: 'scene',
          target: scenes[0]!.id,
          text: { en: 'No.' },
          created: '2026-01-01T00:00:00Z',
        },
      ],
    };
  },
  'a language renamed': (document) => {
    const text = firstAction(document).text;
    firstAction(document).text = { en: text['en']!, 'fr-CA': text['fr']!, de: text['de']! };
  },
  'the case of a language changed': (document) => {
    const text = firstAction(document).text;
    firstAction(document).text = { EN: text['en']!, fr: text['fr']!, de: text['de']! };
  },
  'a key of meta renamed': (document) => {
    const scene = document.document.scenes[0]!;
    scene.meta = { 'screenplay.synopsis': scene.meta!['screenplay.title']! };
  },
  'another encoding of the same digits': (document) => {
    document.encrypt!.encoding = 'base16';
    for (const { element, holder, key, text } of values(document)) {
      if (element?.record['encrypt'] === undefined) holder[key] = text.toUpperCase();
    }
  },
  'another encoding of an element': (document) => {
    firstAction(document).encrypt!.encoding = 'ascii85';
  },
  'an element’s encoding left out': (document) => {
    delete firstAction(document).encrypt;
  },
  'an element’s encoding added': (document) => {
    const { meta: _, ...encrypt } = document.encrypt!;
    elementsOf(document)[1]!.encrypt = encrypt;
  },
  'another cipher': (document) => {
    document.encrypt!.cipher = 'aes-256-gcm';
  },
  'a cipher spelled otherwise': (document) => {
    document.encrypt!.cipher = 'AES-256-CTR';
  },
  'a cipher that nobody knows': (document) => {
    document.encrypt!.cipher = 'rot13';
  },
  'another hash': (document) => {
    document.encrypt!.hash = 'sha512';
  },
  'a hash that is too short': (document) => {
    document.encrypt!.hash = 'sha1';
  },
  'scrypt without its cost': (document) => {
    document.encrypt!.hash = 'scrypt';
  },
  'titles declared encrypted': (document) => {
    settings(document)['screenplay.titles'] = 'encrypted';
  },
  'a setting added': (document) => {
    settings(document)['screenplay.before'] = 'null';
  },
  'the check stripped': (document) => {
    delete settings(document)['screenplay.check'];
  },
  'the check stripped with all of meta': (document) => {
    delete document.encrypt!.meta;
  },
  'the check emptied': (document) => {
    settings(document)['screenplay.check'] = '';
  },
  'the check cut short': (document) => {
    settings(document)['screenplay.check'] = settings(document)['screenplay.check']!.slice(0, 32);
  },
  'the check in capitals': (document) => {
    settings(document)['screenplay.check'] = settings(document)['screenplay.check']!.toUpperCase();
  },
  'the check of nothing': (document) => {
    settings(document)['screenplay.check'] = '0'.repeat(64);
  },
  'the declaration moved to the elements': (document) => {
    const { encrypt } = document;
    document.encrypt = null;
    for (const element of elementsOf(document)) element.encrypt ??= encrypt!;
  },
};

describe('a document that was changed', () => {
  let encrypted: ScreenplayDocument;
  beforeAll(async () => {
    encrypted = await encryptDocument(source(), { key: KEY, encoding: 'hex' });
  });

  it.each(Object.entries(EDITS))('is refused: %s', async (_, edit) => {
    const copy = structuredClone(encrypted);
    edit(copy);
    expect(JSON.stringify(copy)).not.toBe(JSON.stringify(encrypted));
    await refused(copy);
  });

  it('is refused though documents without a check are allowed, unless the check is gone', async () => {
    for (const [name, edit] of Object.entries(EDITS)) {
      const copy = structuredClone(encrypted);
      edit(copy);
      if (copy.encrypt?.meta?.['screenplay.check'] !== undefined) await refused(copy, true);
      else expect(name).toMatch(/stripped|moved/);
    }
  });

  it('says that a check is missing, and where a value is no ciphertext', async () => {
    const stripped = structuredClone(encrypted);
    delete stripped.encrypt!.meta;
    expect(await refused(stripped)).toBe('unauthenticated_document');
    const broken = structuredClone(encrypted);
    broken.logline = { en: 'plain' };
    await expect(decryptDocument(broken, { key: KEY })).rejects.toMatchObject({
      code: 'invalid_document',
      at: { pointer: '/logline/en' },
    });
  });

  it('may have other meta beside the check, and its properties in another order', async () => {
    const copy = structuredClone(encrypted);
    copy.encrypt!.meta = { 'archive.shelf': '12', ...copy.encrypt!.meta };
    const { document, ...rest } = copy;
    const decrypted = await decryptDocument({ document, ...rest }, { key: KEY });
    expect(decrypted).toEqual(source());
  });

  it('is refused in the authenticated suite', async () => {
    const sealed = await encryptDocument(source(), { key: KEY, suite: 'aes-256-gcm' });
    const flip = structuredClone(sealed);
    const { en } = flip.logline as { en: string };
    flip.logline = { en: (en.startsWith('A') ? 'B' : 'A') + en.slice(1) };
    await refused(flip);
    const cheap = structuredClone(sealed);
    cheap.encrypt!.meta!['screenplay.scrypt'] = 'N=1024,r=8,p=1';
    await refused(cheap);
  });
});
