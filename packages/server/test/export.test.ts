import { formats, InProcessConverter } from '@screenplay/core';
import type { ScreenplayDocument } from '@screenplay/core';
import { encryptDocument } from '@screenplay/core/encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, sendDocument } from './client.js';
import { fixtures, FOUNTAIN } from './scripts.js';
import { listen } from './service.js';
import type { TestService } from './service.js';

const KEY = 'correct horse & battery — 100%';

let service: TestService;
let document: ScreenplayDocument;
/** One with revisions, notes, tags and much else. */
let rich: ScreenplayDocument;
let url: string;

beforeAll(async () => {
  service = await listen();
  url = `${service.url}/export`;
  document = await read(new TextEncoder().encode(FOUNTAIN), 'a.fountain');
  const production = fixtures().find(({ path }) => path.startsWith('fdx/production'))!;
  rich = await read(production.bytes, production.name);
});
afterAll(() => service.server.close());

async function read(bytes: Uint8Array, name: string): Promise<ScreenplayDocument> {
  const { bytes: out } = await new InProcessConverter().run('convert', bytes, { name });
  return JSON.parse(new TextDecoder().decode(out)) as ScreenplayDocument;
}

const asJson = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe('POST /export', () => {
  it.each(formats())('writes $name, from JSON and from YAML', async ({ name, extensions, mimeTypes }) => {
    const converter = new InProcessConverter();
    for (const whole of [document, rich]) {
      const source = asJson(whole);
      const { bytes: expected } = await converter.run('export', source, { from: 'json', to: name });
      const { bytes: yaml } = await converter.run('export', source, { from: 'json', to: 'yaml' });
      for (const [type, body] of [
        ['application/json', source],
        ['application/json; charset=utf-8', source],
        ['application/yaml', yaml],
        ['application/x-yaml', yaml],
      ] as const) {
        const answer = await call(`${url}?format=${name}`, { body, headers: { 'content-type': type } });
        expect(answer.status).toBe(200);
        expect(answer.body.equals(Buffer.from(expected)), `${type} to ${name}`).toBe(true);
        expect(answer.headers['content-type']?.split(';')[0]).toBe(mimeTypes[0]);
        expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="?[\w.-]+"?$/);
        expect(answer.headers['content-disposition']).toContain(extensions[0]);
        expect(answer.headers['x-service-warnings']).toMatch(/^\d+$/);
      }
    }
  });

  it('says which charset text has', async () => {
    const answer = await sendDocument(`${url}?format=fountain`, document);
    expect(answer.headers['content-type']).toBe('text/x-fountain; charset=utf-8');
  });

  it.each([
    ['The Night Ferry', 'the-night-ferry.pdf'],
    ['a"; filename=evil.exe\r\nX-Evil: 1', 'a-filename-evil-exe-x-evil-1.pdf'],
    ['../../etc/passwd', 'etc-passwd.pdf'],
    ['Été à Köln', 'ete-a-koln.pdf'],
    ['夜の船', undefined],
    ['\u202Efdp.exe', undefined],
    ['   ', undefined],
  ])('names the file after the title %j', async (title, expected) => {
    const answer = await sendDocument(`${url}?format=pdf`, { ...document, title: { en: title } });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-evil']).toBeUndefined();
    const disposition = answer.headers['content-disposition'] ?? '';
    expect(disposition).toMatch(/^attachment; filename=[a-z0-9-]+\.pdf$/);
    if (expected !== undefined) expect(disposition).toBe(`attachment; filename=${expected}`);
  });

  it('picks the language, the paper and the numbers', async () => {
    const text = { en: 'Rain.', 'pt-BR': 'Chuva.' };
    const [scene] = document.document.scenes;
    const [first, ...rest] = scene!.body;
    const translated = {
      ...document,
      document: { ...document.document, scenes: [{ ...scene, body: [{ ...first, text }, ...rest] }] },
    };
    expect((await sendDocument(`${url}?format=fountain`, translated)).text).toContain('Rain.');
    expect((await sendDocument(`${url}?format=fountain&lang=pt-BR`, translated)).text).toContain('Chuva.');
    const pdf = async (query: string): Promise<string> =>
      (await sendDocument(`${url}?format=pdf${query}`, document)).body.toString('latin1');
    expect(await pdf('')).toContain('/MediaBox [0 0 612 792]');
    expect(await pdf('&paper=a4')).toMatch(/\/MediaBox \[0 0 59\d\S* 84\d/);
    expect(await pdf('&scene_numbers=both')).not.toBe(await pdf(''));
    expect(await pdf('&font=courier-prime')).toBe(await pdf(''));
  });

  it('answers only the warnings on request', async () => {
    const answer = await sendDocument(`${url}?format=fountain&report=true`, rich);
    const { warnings, ...more } = answer.json();
    expect(more).toEqual({});
    expect(answer.headers['x-service-warnings']).toBe(String(warnings.length));
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  it.each([
    ['', 400, 'bad_option'],
    ['?format=', 400, 'unknown_format'],
    ['?format=exe', 400, 'unknown_format'],
    ['?format=pdf&format=fdx', 400, 'bad_option'],
    ['?format=pdf&paper=a3', 400, 'bad_option'],
    ['?format=pdf&font=/etc/passwd', 400, 'bad_option'],
    ['?format=pdf&scene_numbers=up', 400, 'bad_option'],
    ['?format=pdf&lang=../x', 400, 'bad_option'],
  ])('answers %s with %i %s', async (query, status, code) => {
    const answer = await sendDocument(url + query, document);
    expect([answer.status, answer.json().code]).toEqual([status, code]);
    expect(answer.json().parameter).toBeTruthy();
  });

  it.each([
    ['application/json', '', 400, 'empty_input'],
    ['application/json', '{"a":', 400, 'malformed_input'],
    ['application/json', 'id: 1', 400, 'malformed_input'],
    ['application/json', '%PDF-1.7', 400, 'wrong_format'],
    ['application/json', '<?xml version="1.0"?><FinalDraft DocumentType="Script"/>', 400, 'wrong_format'],
    ['application/yaml', 'a: [', 400, 'malformed_input'],
    ['application/json', 'null', 422, 'invalid_document'],
    ['application/json', '{}', 422, 'invalid_document'],
    ['application/yaml', 'a: 1', 422, 'invalid_document'],
    ['text/plain', '{}', 415, 'unsupported_media_type'],
    ['multipart/form-data; boundary=x', '--x--', 415, 'unsupported_media_type'],
    ['application/octet-stream', '{}', 415, 'unsupported_media_type'],
  ])('answers %s %j with %i %s', async (type, body, status, code) => {
    const answer = await call(`${url}?format=pdf`, { method: 'POST', body, headers: { 'content-type': type } });
    expect(answer.json()).toMatchObject({ code });
    expect(answer.status).toBe(status);
  });

  it('lists what is wrong with an invalid document', async () => {
    const { errors, errors_total: total } = (await sendDocument(`${url}?format=pdf`, {})).json();
    expect(errors.length).toBe(total);
    expect(errors[0]).toEqual({ path: expect.any(String), message: expect.any(String) });
  });

  it('decrypts with the key of the header', async () => {
    const encrypted = await encryptDocument(document, { key: KEY, jobId: 'test' });
    const target = `${url}?format=fountain`;
    const plain = await sendDocument(target, document);
    expect((await sendDocument(target, encrypted)).json()).toMatchObject({ code: 'encrypted_document' });
    expect((await sendDocument(target, encrypted)).status).toBe(422);
    const opened = await sendDocument(target, encrypted, { 'x-encrypt-key': encodeURIComponent(KEY) });
    expect(opened.text).toBe(plain.text);
    for (const [key, status, code] of [
      ['another secret of some length', 422, 'wrong_key'],
      ['100% wrong', 400, 'bad_option'],
      ['%FF%FF', 400, 'bad_option'],
    ] as const) {
      const answer = await sendDocument(target, encrypted, { 'x-encrypt-key': key });
      expect([answer.status, answer.json().code]).toEqual([status, code]);
      expect(answer.text).not.toContain(key);
    }
    const tampered = structuredClone(encrypted);
    tampered.document.scenes.reverse();
    const refused = await sendDocument(target, tampered, { 'x-encrypt-key': encodeURIComponent(KEY) });
    expect(refused.status).toBe(422);
  });
});

describe('POST /validate', () => {
  const validate = (body: unknown, query = '', headers = {}): ReturnType<typeof call> =>
    sendDocument(`${service.url}/validate${query}`, body, headers);

  it('answers 200 for valid and for invalid documents', async () => {
    for (const valid of [document, rich]) {
      const answer = await validate(valid);
      expect([answer.status, answer.text]).toEqual([200, '{"valid":true}']);
    }
    const answer = await validate({ ...document, version: 7, surprise: 1 });
    expect(answer.status).toBe(200);
    const { valid, errors } = answer.json();
    expect(valid).toBe(false);
    expect(errors.map(({ path }: { path: string }) => path).sort()).toEqual(['/surprise', '/version']);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  it.each(['null', '[]', '"text"', '7', 'true', '{}'])('answers 200 for %s, which is JSON', async (body) => {
    const answer = await validate(body);
    expect([answer.status, answer.json().valid]).toEqual([200, false]);
  });

  it.each(['{', 'id: 1', '{"a":1,}', '{} {}', "{'a':1}", '%PDF-1.7', 'NaN', '\u0000', '{"a":"\u0001"}'])(
    'answers 400 for %j, which is none',
    async (body) => {
      const answer = await validate(body);
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    },
  );

  it('tells at most 100 findings, and how many there are', async () => {
    const colors = Array.from({ length: 150 }, (_, at) => ({ id: `color-${at}`, rgb: [0, 0, 999], hex: '#000' }));
    const { errors, errors_total: total } = (await validate({ ...document, colors })).json();
    expect(errors).toHaveLength(100);
    expect(total).toBeGreaterThanOrEqual(150);
  });

  it('checks references on request', async () => {
    const scene = document.document.scenes[0]!;
    const doubled = { ...document, document: { ...document.document, scenes: [scene, scene] } };
    expect((await validate(doubled)).json()).toEqual({ valid: true });
    expect((await validate(doubled, '?references=false')).json()).toEqual({ valid: true });
    expect((await validate(doubled, '?references=true')).json()).toMatchObject({ valid: false });
    expect((await validate(doubled, '?references=maybe')).status).toBe(400);
  });

  it('takes JSON only', async () => {
    const body = JSON.stringify(document);
    for (const type of ['application/yaml', 'text/plain', 'application/x-www-form-urlencoded']) {
      expect((await call(`${service.url}/validate`, { body, headers: { 'content-type': type } })).status).toBe(415);
    }
    expect((await call(`${service.url}/validate`, { body })).json()).toEqual({ valid: true });
  });
});
