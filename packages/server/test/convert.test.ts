import { ConverterPool } from '@screenplay/isolation';
import { validate } from '@screenplay/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, formOf, sendForm } from './client.js';
import { corpus, fixtures, FOUNTAIN, inEveryFormat, NO_CORPUS } from './scripts.js';
import { listen } from './service.js';
import type { TestService } from './service.js';

const OCTETS = { 'content-type': 'application/octet-stream' };

let service: TestService;
let pool: ConverterPool;
let convert: string;

beforeAll(async () => {
  pool = new ConverterPool({ size: 1 });
  service = await listen({ converter: pool });
  convert = `${service.url}/convert`;
});
afterAll(async () => {
  await service.server.close();
  await pool.close();
});

/** What the converter itself makes of a file. */
async function expected(bytes: Uint8Array, name: string, lang?: string): Promise<string> {
  return new TextDecoder().decode((await pool.run('convert', bytes, { name, lang })).bytes);
}

describe('POST /convert with a form', () => {
  it.each(fixtures())('converts $path', async ({ name, bytes }) => {
    const answer = await sendForm(convert, [{ name: 'file', fileName: name, content: bytes }]);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.text).toBe(await expected(bytes, name));
    expect(validate(answer.json())).toEqual({ valid: true });
  });

  it.skipIf(NO_CORPUS)('converts real scripts', { timeout: 120_000 }, async () => {
    for (const { path, name, bytes } of corpus()) {
      const answer = await sendForm(convert, [{ name: 'file', fileName: name, content: bytes }]);
      expect(answer.status, path).toBe(200);
      expect(validate(answer.json()), path).toEqual({ valid: true });
    }
  });

  it('writes texts under the language of the form, else of the query, else en', async () => {
    const file = { name: 'file', fileName: 'a.fountain', content: FOUNTAIN };
    const languages = async (url: string, ...fields: string[]): Promise<string[]> => {
      const parts = [...fields.map((content) => ({ name: 'lang', content })), file];
      return Object.keys((await sendForm(url, parts)).json().title);
    };
    expect(await languages(convert)).toEqual(['en']);
    expect(await languages(`${convert}?lang=pt-BR`)).toEqual(['pt-BR']);
    expect(await languages(`${convert}?lang=pt-BR`, 'fr')).toEqual(['fr']);
  });

  it('takes the format from the form, else the query, else the name', async () => {
    const plain = { name: 'file', fileName: 'script.fdx', content: FOUNTAIN };
    expect((await sendForm(convert, [plain])).json()).toMatchObject({
      code: 'wrong_format',
      claimed: 'fdx',
    });
    const named = { name: 'format', content: 'fountain' };
    expect((await sendForm(convert, [plain, named])).status).toBe(200);
    expect((await sendForm(`${convert}?format=fountain`, [plain])).status).toBe(200);
    expect((await sendForm(`${convert}?format=pdf`, [named, plain])).status).toBe(200);
  });

  it('finds the format by content where the name says nothing', async () => {
    for (const [format, content] of await inEveryFormat()) {
      for (const fileName of ['script', 'script.unknown', '.hidden']) {
        const answer = await sendForm(convert, [{ name: 'file', fileName, content }]);
        expect(answer.status, `${format} named ${fileName}: ${answer.text.slice(0, 200)}`).toBe(200);
      }
    }
  });

  it('refuses a name that lies, and says what the file looks like', async () => {
    const files = await inEveryFormat();
    const answer = await sendForm(convert, [{ name: 'file', fileName: 'a.fdx', content: files.get('pdf')! }]);
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'wrong_format', claimed: 'fdx', looks_like: 'pdf' });
    expect(answer.json().error).toContain('.pdf');
  });

  it.each([
    ['no file', [{ name: 'lang', content: 'en' }], 'bad_request'],
    ['the file under another name', [{ name: 'script', fileName: 'a.fountain', content: FOUNTAIN }], 'bad_request'],
    ['the file as text', [{ name: 'file', content: FOUNTAIN }], 'bad_request'],
    [
      'two files',
      [
        { name: 'file', fileName: 'a.fountain', content: FOUNTAIN },
        { name: 'file', fileName: 'b.fountain', content: FOUNTAIN },
      ],
      'bad_request',
    ],
    ['an empty file', [{ name: 'file', fileName: 'a.fountain', content: '' }], 'empty_input'],
    ['blanks', [{ name: 'file', fileName: 'a', content: ' \n\n ' }], 'empty_input'],
    [
      'an unknown format',
      [
        { name: 'format', content: 'docx' },
        { name: 'file', fileName: 'a', content: 'x' },
      ],
      'unknown_format',
    ],
    [
      'a language that is none',
      [
        { name: 'lang', content: 'en US' },
        { name: 'file', fileName: 'a.fountain', content: FOUNTAIN },
      ],
      'bad_option',
    ],
    [
      'two languages',
      [
        { name: 'lang', content: 'en' },
        { name: 'lang', content: 'fr' },
        { name: 'file', fileName: 'a.fountain', content: FOUNTAIN },
      ],
      'bad_option',
    ],
    ['content of no kind', [{ name: 'file', fileName: 'a', content: 'just words' }], 'unknown_format'],
  ])('answers 400 for %s', async (_, parts, code) => {
    const answer = await sendForm(convert, parts);
    expect(answer.json()).toMatchObject({ code });
    expect(answer.status).toBe(400);
  });

  it('answers 400 for a form that is none', async () => {
    const { headers, body } = formOf([{ name: 'file', fileName: 'a.fountain', content: FOUNTAIN }]);
    const type = 'content-type';
    const bodies: [Record<string, string>, string | Uint8Array][] = [
      [headers, body.subarray(0, -40)],
      [headers, 'not a form at all'],
      [headers, ''],
      [{ [type]: 'multipart/form-data' }, body],
      [{ [type]: 'multipart/form-data; boundary=' }, body],
      [{ [type]: `multipart/form-data; boundary=${'x'.repeat(71)}` }, body],
      [headers, Buffer.concat(Array.from({ length: 40 }, () => body.subarray(0, -30)))],
    ];
    for (const [head, content] of bodies) {
      const answer = await call(convert, { method: 'POST', headers: head, body: content });
      expect(answer.status, content.toString().slice(0, 40)).toBe(400);
    }
  });

  it('takes what other clients write: quoted boundaries, other parts, base64', async () => {
    const file = { name: 'file', fileName: 'a.fountain', content: FOUNTAIN };
    const quoted = formOf([file], "odd'boundary(1)+_,-./:=?");
    const answer = await call(convert, {
      body: quoted.body,
      headers: { 'content-type': `multipart/form-data; charset=utf-8; boundary="odd'boundary(1)+_,-./:=?"` },
    });
    expect(answer.status).toBe(200);
    expect(
      (
        await sendForm(convert, [
          { name: 'comment', content: 'x' },
          file,
          { name: 'photo', fileName: 'a.jpg', content: 'y' },
        ])
      ).status,
    ).toBe(200);
    const base64 = {
      ...file,
      content: Buffer.from(FOUNTAIN).toString('base64'),
      head: 'Content-Transfer-Encoding: base64\r\n',
    };
    expect((await sendForm(convert, [base64])).text).toBe(answer.text);
    const odd = { ...file, head: 'Content-Transfer-Encoding: rot13\r\n' };
    expect((await sendForm(convert, [odd])).status).toBe(400);
  });

  it('keeps a boundary inside the file, and every byte of it', async () => {
    const content = `${FOUNTAIN}\n--boundary-of-these-test\r\n\nHE\n--boundary-of-these-testX yes\n\r\n--boundary-of-these-tests no\n`;
    const answer = await sendForm(convert, [{ name: 'file', fileName: 'a.fountain', content }]);
    expect(answer.text).toBe(await expected(new TextEncoder().encode(content), 'a.fountain'));
  });
});

describe('POST /convert with a raw body', () => {
  it('converts every format', async () => {
    for (const [format, body] of await inEveryFormat()) {
      for (const type of ['application/octet-stream', 'text/plain', 'Text/Plain; charset=utf-8']) {
        const answer = await call(`${convert}?format=${format}&lang=de`, { body, headers: { 'content-type': type } });
        expect(answer.status, `${format} ${answer.text.slice(0, 200)}`).toBe(200);
        expect(answer.text).toBe(await expected(body, `a.${format}`, 'de'));
      }
    }
  });

  it('converts in chunks, packed in every coding, and packed in chunks', async () => {
    const { brotliCompressSync, deflateSync, gzipSync } = await import('node:zlib');
    const whole = (await call(`${convert}?format=fountain`, { body: FOUNTAIN, headers: OCTETS })).text;
    for (const chunked of [false, true]) {
      const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, 'X-GZIP': gzipSync };
      for (const [coding, pack] of Object.entries(codings)) {
        const headers = { ...OCTETS, 'content-encoding': coding };
        const answer = await call(`${convert}?format=fountain`, { body: pack(FOUNTAIN), headers, chunked });
        expect(answer.text, coding).toBe(whole);
      }
      expect((await call(`${convert}?format=fountain`, { body: FOUNTAIN, headers: OCTETS, chunked })).text).toBe(whole);
    }
    const { headers, body } = formOf([{ name: 'file', fileName: 'a.fountain', content: FOUNTAIN }]);
    const packed = await call(convert, { body: gzipSync(body), headers: { ...headers, 'content-encoding': 'gzip' } });
    expect(packed.text).toBe(whole);
  });

  it('takes a body without a type', async () => {
    expect((await call(`${convert}?format=fountain`, { body: FOUNTAIN })).status).toBe(200);
  });

  it.each([
    ['', FOUNTAIN, 400, 'bad_option'],
    ['?format=', FOUNTAIN, 400, 'unknown_format'],
    ['?format=docx', FOUNTAIN, 400, 'unknown_format'],
    ['?format=__proto__', FOUNTAIN, 400, 'unknown_format'],
    ['?format=fdx&format=pdf', FOUNTAIN, 400, 'bad_option'],
    ['?format=fountain&lang=x', FOUNTAIN, 400, 'bad_option'],
    ['?format=fountain&report=perhaps', FOUNTAIN, 400, 'bad_option'],
    ['?format=fountain', '', 400, 'empty_input'],
    ['?format=json', '{"a":', 400, 'malformed_input'],
    ['?format=yaml', 'a: [', 400, 'malformed_input'],
    ['?format=json', '{"id": 1}', 422, 'invalid_document'],
    ['?format=fdx', '<FinalDraft DocumentType="Script" Version="5"><Con', 422, 'malformed_input'],
    ['?format=pdf', '%PDF-1.7\nnothing', 422, 'malformed_input'],
    ['?format=fdx', '%PDF-1.7\nnothing', 422, 'wrong_format'],
  ])('answers %s with %j as it should', async (query, body, status, code) => {
    const answer = await call(`${convert}${query}`, { method: 'POST', body, headers: OCTETS });
    expect(answer.json()).toMatchObject({ code, error: expect.any(String) });
    expect(answer.status).toBe(status);
  });

  it('answers 400 for no body at all', async () => {
    const answer = await call(`${convert}?format=fountain`, { method: 'POST', headers: OCTETS });
    expect([answer.status, answer.json().code]).toEqual([400, 'empty_input']);
  });

  it.each(['application/json', 'image/png', 'application/x-www-form-urlencoded', 'multipart/mixed', 'text'])(
    'answers 415 for %s',
    async (type) => {
      const answer = await call(`${convert}?format=fountain`, { body: FOUNTAIN, headers: { 'content-type': type } });
      expect([answer.status, answer.json().code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it.each(['compress', 'gzip, br', 'zstd', '__proto__'])('answers 415 for Content-Encoding %s', async (coding) => {
    const headers = { ...OCTETS, 'content-encoding': coding };
    const answer = await call(`${convert}?format=fountain`, { body: FOUNTAIN, headers });
    expect(answer.status).toBe(415);
    expect(answer.headers['accept-encoding']).toBe('gzip, deflate, br');
  });

  it('answers 400 for a packed body that is damaged, cut off or empty', async () => {
    const { gzipSync } = await import('node:zlib');
    const good = gzipSync(FOUNTAIN);
    const bad = Buffer.from(good);
    bad[30]! ^= 0xff;
    for (const body of ['not packed', good.subarray(0, 50), bad, Buffer.alloc(0)]) {
      const headers = { ...OCTETS, 'content-encoding': 'gzip' };
      const answer = await call(`${convert}?format=fountain`, { method: 'POST', body, headers });
      expect(answer.status).toBe(400);
    }
  });
});

describe('what was not carried', () => {
  const body =
    '<?xml version="1.0"?><FinalDraft DocumentType="Script" Version="5"><Content><Paragraph Type="Action"><Text>Rain.</Text></Paragraph></Content><Macros/><SpellCheckIgnoreLists/></FinalDraft>';

  it('is counted, and told on request', async () => {
    const plain = await call(`${convert}?format=fdx`, { body, headers: OCTETS });
    const report = await call(`${convert}?format=fdx&report=true`, { body, headers: OCTETS });
    const { document, warnings } = report.json();
    expect(document).toEqual(plain.json());
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings[0]).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    for (const { headers } of [plain, report]) expect(headers['x-service-warnings']).toBe(String(warnings.length));
  });

  it('is told where a field of the form asks for it', async () => {
    const file = { name: 'file', fileName: 'a.fdx', content: body };
    const answer = await sendForm(convert, [{ name: 'report', content: 'true' }, file]);
    expect(Object.keys(answer.json())).toEqual(['document', 'warnings']);
  });
});
