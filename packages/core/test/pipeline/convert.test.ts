import { describe, expect, it } from 'vitest';
import { checkReferences, convert, decode, encode, ScreenplayError, validate } from '../../src/index.js';
import type { FormatName, ScreenplayDocument } from '../../src/index.js';
import { fullDocument } from '../../src/testing/full-document.js';

const script =
  'Title: The Ferry\nCredit: Written by\nAuthor: Ada Low\n\nINT. FERRY - NIGHT #1#\n\nWater.\n\nADA\nWe are *late*.\n';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (source: Uint8Array): string => new TextDecoder().decode(source);

async function rejection(work: Promise<unknown>): Promise<ScreenplayError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScreenplayError);
  return error as ScreenplayError;
}

describe('convert', () => {
  it('detects, reads and writes', async () => {
    const result = await convert(bytes(script), { name: 'ferry.fountain', to: 'fdx' });
    expect(result).toMatchObject({ from: 'fountain', to: 'fdx' });
    expect(textOf(result.bytes)).toMatch(/<FinalDraft[^>]*>[^]*INT\. FERRY - NIGHT/);
    expect(validate(result.document)).toEqual({ valid: true });
    expect(checkReferences(result.document)).toEqual({ valid: true });
  });

  it('writes compact native JSON unless told otherwise', async () => {
    const { bytes: out, document } = await convert(bytes(script));
    expect(textOf(out)).toBe(JSON.stringify(document));
    const pretty = await convert(bytes(script), { indent: 2 });
    expect(textOf(pretty.bytes)).toBe(`${JSON.stringify(document, null, 2)}\n`);
  });

  it.each(['fdx', 'fountain', 'json', 'yaml'] as const)('goes from Fountain to %s and back', async (to) => {
    const there = await convert(bytes(script), { to, lang: 'en' });
    const back = await convert(there.bytes, { from: to, to: 'fountain' });
    expect(textOf(back.bytes)).toBe(script);
    const again = await convert(bytes(script), { to, lang: 'en' });
    expect(again.bytes).toEqual(there.bytes);
  });

  it('merges the warnings of reading and writing', async () => {
    const latin = Uint8Array.from(script.replace('Water', 'Caf\xe9'), (char) => char.charCodeAt(0));
    const { warnings } = await convert(latin, { name: 'a.fountain', to: 'fdx' });
    expect(warnings.map((warning) => warning.code)).toContain('encoding_guessed');
  });

  it('refuses a bad target before it reads', async () => {
    expect((await rejection(convert(bytes(''), { to: 'docx' as FormatName }))).code).toBe('unknown_format');
    expect((await rejection(convert(bytes(script), { from: 'docx' as FormatName }))).code).toBe('unknown_format');
  });

  it('lets the given format outrank name and content, but not an obvious lie', async () => {
    expect((await convert(bytes('Just words.'), { from: 'fountain', name: 'notes.rtf' })).from).toBe('fountain');
    const error = await rejection(convert(bytes('%PDF-1.4\n'), { from: 'fountain' }));
    expect(error.code).toBe('wrong_format');
    expect((await rejection(convert(new Uint8Array(), { from: 'fdx' }))).code).toBe('empty_input');
    expect((await rejection(convert(new Uint8Array(), {}))).code).toBe('empty_input');
    expect((await rejection(convert('text' as unknown as Uint8Array))).code).toBe('bad_option');
  });

  it('keeps ids of an earlier version in every format', async () => {
    const first = await decode(bytes(script));
    const edited = script.replace('Water.', 'Water, and fog.').replace('FERRY - NIGHT', 'FERRY - DAWN');
    for (const to of ['fountain', 'fdx'] as const) {
      const draft = await convert(bytes(edited), { to });
      const { document } = await decode(draft.bytes, { from: to, previous: first.document });
      expect(document.id).toBe(first.document.id);
      expect(document.document.scenes.map((scene) => scene.id)).toEqual(
        first.document.document.scenes.map((scene) => scene.id),
      );
    }
  });

  it('stops between steps', async () => {
    const stop = new AbortController();
    stop.abort();
    expect((await rejection(convert(bytes(script), { signal: stop.signal }))).code).toBe('cancelled');
    const later = new AbortController();
    const running = convert(bytes(script), { signal: later.signal });
    later.abort();
    expect((await rejection(running)).code).toBe('cancelled');
  });
});

describe('encode', () => {
  it('writes any valid document in every format', async () => {
    for (const to of ['json', 'yaml'] as const) {
      const { bytes: out } = await encode(fullDocument(), { to });
      expect((await decode(out, { from: to })).document).toEqual(fullDocument());
    }
  });

  it('validates what it is given', async () => {
    const error = await rejection(
      encode({ ...fullDocument(), colour: 'red' } as unknown as ScreenplayDocument, { to: 'fdx' }),
    );
    expect(error.code).toBe('invalid_document');
    expect(error.details?.['errors']).toEqual([{ path: '/colour', message: 'unknown property `colour`' }]);
    expect((await rejection(encode(null as unknown as ScreenplayDocument))).code).toBe('invalid_document');
  });

  it('refuses to export an encrypted document, but not to store it', async () => {
    const { document } = await decode(bytes(script));
    const sealed: ScreenplayDocument = {
      ...document,
      encrypt: { cipher: 'aes-256-ctr', hash: 'sha256', encoding: 'hex' },
    };
    expect((await rejection(encode(sealed, { to: 'fdx' }))).code).toBe('encrypted_document');
    expect((await encode(sealed, { to: 'yaml' })).bytes.length).toBeGreaterThan(0);
    const element = document.document.scenes[0]?.body[0];
    if (element) element.encrypt = { cipher: 'aes-256-ctr', hash: 'sha256', encoding: 'hex' };
    expect((await rejection(encode(document, { to: 'fountain' }))).code).toBe('encrypted_document');
  });
});
