import { describe, expect, it } from 'vitest';
import { convert, InProcessConverter, OPERATIONS, ScreenplayError } from '../../src/index.js';
import type { Converter, OperationTable, ScreenplayDocument, Validation } from '../../src/index.js';
import { fullDocument } from '../../src/testing/full-document.js';
import { encryptElsewhere } from '../encryption/foreign-tool.js';

const SCRIPT = 'Title: The Ferry\n\nINT. FERRY - NIGHT\n\nWater.\n\nADA\nWe are *late*.\n';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (source: Uint8Array): string => new TextDecoder().decode(source);
const native = (value: unknown = fullDocument()): Uint8Array => bytes(JSON.stringify(value));

async function rejection(work: Promise<unknown>): Promise<ScreenplayError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScreenplayError);
  return error as ScreenplayError;
}

const converter: Converter = new InProcessConverter();

describe('the operation convert', () => {
  it('answers what converting does, and the formats', async () => {
    const { bytes: out, facts, warnings } = await converter.run('convert', bytes(SCRIPT), { name: 'ferry.fountain' });
    const { bytes: same } = await convert(bytes(SCRIPT), { name: 'ferry.fountain' });
    expect(out).toEqual(same);
    expect(facts).toEqual({ from: 'fountain', to: 'json' });
    expect(warnings).toEqual([]);
  });

  it('fails with its codes, and stops for a signal', async () => {
    expect(await rejection(converter.run('convert', new Uint8Array(), {}))).toMatchObject({ code: 'empty_input' });
    const signal = AbortSignal.abort();
    const work = converter.run('convert', bytes(SCRIPT), { from: 'fountain' }, { signal });
    expect(await rejection(work)).toMatchObject({ code: 'cancelled' });
  });
});

describe('the operation export', () => {
  it('writes a native document, whatever it is written in, and names the file after the title', async () => {
    const json = await converter.run('convert', bytes(SCRIPT), { from: 'fountain' });
    const yaml = await converter.run('convert', bytes(SCRIPT), { from: 'fountain', to: 'yaml' });
    for (const source of [json.bytes, yaml.bytes]) {
      const { bytes: out, facts } = await converter.run('export', source, { to: 'fountain' });
      expect(textOf(out)).toBe(SCRIPT);
      expect(facts).toEqual({ to: 'fountain', fileName: 'the-ferry.fountain' });
    }
  });

  it('names the file by language, and a script without a title after the id', async () => {
    const { bytes: json } = await converter.run('convert', bytes(SCRIPT), { from: 'fountain' });
    const document = JSON.parse(textOf(json)) as ScreenplayDocument;
    document.title = { en: 'The Ferry', fr: 'Le Bac à vapeur' };
    const french = await converter.run('export', native(document), { to: 'fdx', lang: 'fr' });
    expect(french.facts.fileName).toBe('le-bac-a-vapeur.fdx');
    const { bytes: untitled } = await converter.run('convert', bytes('INT. FERRY - NIGHT\n'), { from: 'fountain' });
    const { id } = JSON.parse(textOf(untitled)) as { id: string };
    expect((await converter.run('export', untitled, { to: 'fdx' })).facts.fileName).toBe(`${id}.fdx`);
  });

  it('refuses what is no native document, or no valid one', async () => {
    const script = converter.run('export', bytes(SCRIPT), { to: 'fdx' });
    expect(await rejection(script)).toMatchObject({ code: 'wrong_format' });
    const named = converter.run('export', bytes(SCRIPT), { from: 'fountain', to: 'fdx' });
    expect(await rejection(named)).toMatchObject({ code: 'wrong_format' });
    const broken = converter.run('export', native({ ...fullDocument(), id: 7 }), { to: 'fdx' });
    expect(await rejection(broken)).toMatchObject({ code: 'invalid_document', at: { pointer: '/id' } });
  });
});

describe('the operation validate', () => {
  const validation = async (source: Uint8Array, options = {}): Promise<Validation> =>
    JSON.parse(textOf((await converter.run('validate', source, options)).bytes)) as Validation;

  it('answers the verdict, for a document that is invalid too', async () => {
    expect(await validation(native())).toEqual({ valid: true });
    const broken = native({ ...fullDocument(), lang: 'no tag', colour: 'red' });
    const { valid, errors } = (await validation(broken)) as { valid: boolean; errors: { path: string }[] };
    expect(valid).toBe(false);
    expect(errors.map(({ path }) => path).sort()).toEqual(['/colour', '/lang']);
    expect((await converter.run('validate', broken, {})).facts).toEqual({ valid: false });
    expect(await validation(bytes('42'), { from: 'json' })).toMatchObject({ valid: false, errors: [{ path: '' }] });
  });

  it('counts the faults that it leaves out', async () => {
    const document = fullDocument();
    const authors = Array.from({ length: 300 }, () => 7);
    expect(await validation(native({ ...document, authors }))).toMatchObject({ valid: false, errors_total: 300 });
  });

  it('checks references when asked to', async () => {
    const { bytes: json } = await converter.run('convert', bytes(SCRIPT), { from: 'fountain' });
    const document = JSON.parse(textOf(json)) as ScreenplayDocument;
    document.characters = [];
    expect(await validation(native(document))).toEqual({ valid: true });
    expect(await validation(native(document), { references: true })).toMatchObject({ valid: false });
  });

  it('fails for what is no document at all', async () => {
    expect(await rejection(converter.run('validate', bytes('{"id":'), {}))).toMatchObject({ code: 'malformed_input' });
    expect(await rejection(converter.run('validate', bytes(SCRIPT), {}))).toMatchObject({ code: 'wrong_format' });
  });
});

describe('the operations encrypt and decrypt', () => {
  const key = 'correct horse battery staple';

  it('give the same document back, and an export of it', async () => {
    const { bytes: json } = await converter.run('convert', bytes(SCRIPT), { from: 'fountain' });
    const encrypted = await converter.run('encrypt', json, { key });
    expect(encrypted.facts).toEqual({ to: 'json' });
    expect(textOf(encrypted.bytes)).not.toContain('Water');
    const decrypted = await converter.run('decrypt', encrypted.bytes, { key });
    expect(textOf(decrypted.bytes)).toBe(textOf(json));
    const exported = await converter.run('export', encrypted.bytes, { to: 'fountain', key });
    expect(textOf(exported.bytes)).toBe(SCRIPT);
    expect(exported.facts).toEqual({ to: 'fountain', fileName: 'the-ferry.fountain' });
    const again = await converter.run('encrypt', json, { key, jobId: 'j_1' });
    expect((await converter.run('encrypt', json, { key, jobId: 'j_1' })).bytes).toEqual(again.bytes);
  });

  it('fail with their codes', async () => {
    const { bytes: json } = await converter.run('convert', bytes(SCRIPT), { from: 'fountain' });
    const { bytes: encrypted } = await converter.run('encrypt', json, { key });
    const codeOf = async (work: Promise<unknown>): Promise<string> => (await rejection(work)).code;
    expect(await codeOf(converter.run('decrypt', encrypted, { key: 'another key' }))).toBe('wrong_key');
    expect(await codeOf(converter.run('encrypt', json, { key: 'short' }))).toBe('weak_key');
    expect(await codeOf(converter.run('decrypt', json, { key }))).toBe('wrong_format');
    expect(await codeOf(converter.run('export', encrypted, { to: 'fdx' }))).toBe('encrypted_document');
    expect(await codeOf(converter.run('encrypt', bytes(SCRIPT), { key }))).toBe('wrong_format');
  });

  it('read what other programs encrypted beyond the bounds of the schema, when told to', async () => {
    const long = bytes(SCRIPT.replace('Water.', 'water '.repeat(1500)));
    const { bytes: json } = await converter.run('convert', long, { from: 'fountain' });
    const foreign = native(encryptElsewhere(JSON.parse(textOf(json)) as ScreenplayDocument, key, 'hex'));
    const refused = converter.run('decrypt', foreign, { key });
    expect(await rejection(refused)).toMatchObject({ code: 'invalid_document' });
    const { bytes: decrypted } = await converter.run('decrypt', foreign, { key, allowUnchecked: true });
    expect(textOf(decrypted)).toContain('water water');
    const exported = await converter.run('export', foreign, { to: 'fountain', key, allowUnchecked: true });
    expect(textOf(exported.bytes)).toContain('water water');
  });
});

describe('the converter in this thread', () => {
  it('answers a defect as internal, and refuses an unknown operation', async () => {
    const broken: OperationTable = { ...OPERATIONS, validate: () => Promise.reject(new Error('a bug')) };
    const work = new InProcessConverter(broken).run('validate', native(), {});
    expect(await rejection(work)).toMatchObject({ code: 'internal' });
    for (const name of ['toString', 'shred']) {
      const unknown = converter.run(name as 'validate', native(), {});
      expect(await rejection(unknown)).toMatchObject({ code: 'bad_option' });
    }
  });

  it('waits for what runs when it is closed, and takes no more', async () => {
    const closing = new InProcessConverter();
    let done = false;
    const work = closing.run('convert', bytes(SCRIPT), { from: 'fountain' }).then(() => (done = true));
    await closing.close();
    expect(done).toBe(true);
    await work;
    expect(await rejection(closing.run('validate', native(), {}))).toMatchObject({ code: 'unavailable' });
  });
});
