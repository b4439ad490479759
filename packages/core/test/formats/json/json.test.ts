import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { ScreenplayError } from '../../../src/errors/index.js';
import { json } from '../../../src/formats/json/index.js';
import { findFault } from '../../../src/formats/json/read/find-fault.js';
import type { ScreenplayDocument } from '../../../src/model/document.js';
import type { Decoded, DecodeOptions, EncodeOptions } from '../../../src/ports/index.js';
import { encodeText, positionAt } from '../../../src/syntax/text.js';
import { fullDocument } from '../../../src/testing/full-document.js';

async function decode(source: string | Uint8Array, options?: DecodeOptions): Promise<Decoded> {
  return json.decode(typeof source === 'string' ? encodeText(source) : source, options);
}

async function encode(document: ScreenplayDocument, options?: EncodeOptions): Promise<string> {
  return new TextDecoder().decode((await json.encode(document, options)).bytes);
}

async function rejection(work: Promise<unknown>): Promise<ScreenplayError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScreenplayError);
  return error as ScreenplayError;
}

describe('reading', () => {
  it('gives the document, with and without a byte order mark', async () => {
    const document = fullDocument();
    const text = JSON.stringify(document);
    expect(await decode(text)).toEqual({ document, warnings: [] });
    expect(await decode(`\uFEFF${text}`)).toEqual({ document, warnings: [] });
    expect(await decode(JSON.stringify(document, null, '\t').replaceAll('\n', '\r\n'))).toEqual({
      document,
      warnings: [],
    });
  });

  it('wants UTF-8 and names what it got', async () => {
    const text = JSON.stringify(fullDocument());
    const utf16 = new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer);
    const latin = Uint8Array.from(text.replace('"', '"\xe9'), (char) => char.charCodeAt(0) & 0xff);
    expect((await rejection(decode(utf16))).code).toBe('malformed_input');
    expect((await rejection(decode(Uint8Array.of(0xff, 0xfe, ...utf16)))).message).toMatch(
      /utf-16le.*save it as UTF-8/,
    );
    expect((await rejection(decode(latin))).message).toMatch(/windows-1252/);
  });

  it.each([
    ['', 1, 1, /no value/],
    ['{"a": 1', 1, 8, /ends before the object/],
    ['[1, 2', 1, 6, /ends before the array/],
    ['{"a": 1,}', 1, 9, /comma after the last member/],
    ['[1,\n 2,\n]', 3, 1, /comma after the last item/],
    ['{"a" 1}', 1, 6, /colon/],
    ['{"a": 1\n "b": 2}', 2, 2, /comma or the end of the object/],
    ['[1 2]', 1, 4, /comma or the end of the array/],
    ['{a: 1}', 1, 2, /name in double quotes/],
    ["{'a': 1}", 1, 2, /name in double quotes/],
    ['{"a": \'x\'}', 1, 7, /single/],
    ['{"a": hello}', 1, 7, /double quotes/],
    ['{"a": undefined}', 1, 7, /double quotes/],
    ['{"a": // note\n1}', 1, 7, /comments/],
    ['{"a": 01}', 1, 7, /number/],
    ['{"a": 1.}', 1, 7, /number/],
    ['{"a": +1}', 1, 7, /value is expected/],
    ['{"a": .5}', 1, 7, /value is expected/],
    ['{"a": NaN}', 1, 7, /double quotes/],
    ['{"a": }', 1, 7, /value is missing/],
    ['{"a": "x\ny"}', 1, 9, /escaped/],
    ['{"a": "x\ty"}', 1, 9, /escaped/],
    ['{"a": "x\\y"}', 1, 9, /escape/],
    ['{"a": "\\u12G4"}', 1, 8, /escape/],
    ['{"a": "x', 1, 7, /closing quote/],
    ['{"a": 1} {"b": 2}', 1, 10, /more after the end/],
    ['{"a": [1}', 1, 9, /\} ends/],
    [']', 1, 1, /value is missing/],
    ['{"a": 1, "b": {"x": 1, "x": 2}}', 1, 24, /twice/],
    ['{"é😀": 1, "a": 1, "\\u0061": 2}', 1, 19, /twice/],
    ['{"__proto__": 1, "__proto__": 2}', 1, 18, /twice/],
  ] as const)('%j fails at line %i, column %i', async (text, line, column, message) => {
    const error = await rejection(decode(text === '' ? ' ' : text));
    expect(error.code).toBe('malformed_input');
    expect(error.message).toMatch(message);
    if (text !== '') expect(error.at).toEqual({ line, column });
  });

  it('never quotes the text in an error', async () => {
    expect((await rejection(decode('{"secret": secret}'))).message).not.toMatch(/secret/);
  });

  it('names the faults of an invalid document', async () => {
    const error = await rejection(decode('{"colour": "red", "__proto__": {"x": 1}}'));
    expect(error.code).toBe('invalid_document');
    expect(error.details?.['errors']).toContainEqual({ path: '/colour', message: 'unknown property `colour`' });
    expect(error.details?.['errors']).toContainEqual({ path: '/__proto__', message: 'unknown property `__proto__`' });
    for (const text of ['[]', 'null', '1', '"x"', '{}'])
      expect((await rejection(decode(text))).code).toBe('invalid_document');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('makes lone surrogates well-formed and says so', async () => {
    const document = fullDocument();
    document.title = { en: 'Half' };
    const { document: read, warnings } = await decode(
      JSON.stringify(document).replace('Half', 'Half \\ud83d and \\uD83D\\uDE00'),
    );
    expect(read.title).toEqual({ en: 'Half \uFFFD and 😀' });
    expect(warnings.map((warning) => warning.code)).toEqual(['repaired']);
  });

  it('keeps deep and huge input within the caps', async () => {
    for (const unit of ['[', '{"a":', '[[],', '{"a":{},"b":']) {
      expect((await rejection(decode(unit.repeat(50_000)))).code).toBe('limit_exceeded');
    }
    const balanced = `${'['.repeat(150_000)}${']'.repeat(150_000)}`;
    expect((await rejection(decode(balanced))).code).toBe('limit_exceeded');
    expect((await rejection(decode(`[${'1,'.repeat(4_100_000)}1]`))).code).toBe('limit_exceeded');
    expect((await rejection(decode(`${'['.repeat(190)}${']'.repeat(190)}`))).code).toBe('invalid_document');
  });

  it.each([
    '"',
    '\\',
    '"\\',
    '{',
    '}',
    ':',
    ',',
    '"",',
    '{"":1}',
    '\\"',
    ' ',
    '\n',
    '0',
    '-',
    '/*',
    '\u2028',
    '"a":1,',
  ])('takes bounded time for %j over and over', async (unit) => {
    const plain = JSON.stringify(Array.from({ length: 40 }, () => fullDocument())).slice(0, 200_000);
    const hostile = unit.repeat(200_000 / unit.length);
    const time = async (text: string): Promise<number> => {
      const start = performance.now();
      await rejection(decode(text));
      return performance.now() - start;
    };
    const plainTime = Math.min(await time(plain), await time(plain), await time(plain));
    expect(Math.min(await time(hostile), await time(hostile), await time(hostile))).toBeLessThan(10 * plainTime + 30);
    await rejection(decode(`{"a":"${hostile}`));
    await rejection(decode(`{${hostile}`));
  });
});

describe('findFault', () => {
  it('agrees with the platform on what is JSON', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"b"',
      '1',
      '-0',
      '1e5',
      '01',
      'true',
      'null',
      ' ',
      '\n',
      '"\\n"',
      '"',
      '\\',
      '.5',
      'x',
    );
    const edited = fc
      .tuple(fc.json(), fc.nat(), fc.nat(3), fc.array(token, { maxLength: 2 }))
      .map(
        ([text, at, cut, put]) =>
          text.slice(0, at % (text.length + 1)) + put.join('') + text.slice((at % (text.length + 1)) + cut),
      );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          edited,
          fc.array(token, { maxLength: 12 }).map((list) => list.join('')),
        ),
        (text) => {
          const fault = findFault(text);
          let parses = true;
          try {
            JSON.parse(text);
          } catch {
            parses = false;
          }
          if (!parses) expect(fault).toBeDefined();
          else if (fault) expect(fault.message).toMatch(/twice/);
          if (fault) expect(positionAt(text, fault.offset).line).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe('writing', () => {
  it('is compact unless told to indent', async () => {
    const document = fullDocument();
    expect(await encode(document)).toBe(JSON.stringify(document));
    expect(await encode(document, { indent: 2 })).toBe(`${JSON.stringify(document, null, 2)}\n`);
    expect((await decode(await encode(document, { indent: 10 }))).document).toEqual(document);
  });

  it.each([-1, 1.5, 11, Number.NaN])('refuses to indent by %d', async (indent) => {
    expect((await rejection(encode(fullDocument(), { indent }))).code).toBe('bad_option');
  });
});

describe('what every codec does', () => {
  const source = encodeText(JSON.stringify(fullDocument()));

  it('checks its options', async () => {
    expect((await rejection(decode(source, { lang: 'not a tag' }))).code).toBe('bad_option');
    expect((await rejection(decode(source, { now: 'yesterday' }))).code).toBe('bad_option');
    expect((await rejection(encode(fullDocument(), { lang: '' }))).code).toBe('bad_option');
    await decode(source, { lang: 'pt-BR', now: '2026-01-31T12:00:00Z' });
  });

  it('refuses what is empty and what is no bytes', async () => {
    expect((await rejection(decode(new Uint8Array()))).code).toBe('empty_input');
    expect((await rejection(decode(5 as unknown as Uint8Array))).code).toBe('bad_option');
    expect((await decode(source.buffer as unknown as Uint8Array)).document).toEqual(fullDocument());
    expect((await decode(new DataView(source.buffer) as unknown as Uint8Array)).document).toEqual(fullDocument());
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    stop.abort();
    const error = await rejection(decode(source, { signal: stop.signal }));
    expect(error.code).toBe('cancelled');
    expect(error.retryable).toBe(false);
    expect((await rejection(encode(fullDocument(), { signal: stop.signal }))).code).toBe('cancelled');
    const late = AbortSignal.timeout(1);
    await new Promise((done) => setTimeout(done, 20));
    expect((await rejection(decode(source, { signal: late }))).code).toBe('timeout');
    const own = new ScreenplayError('unavailable', 'the worker goes down');
    const ours = new AbortController();
    ours.abort(own);
    expect(await rejection(decode(source, { signal: ours.signal }))).toBe(own);
  });

  it('carries ids over from an earlier draft', async () => {
    const previous = fullDocument();
    const renamed = JSON.parse(JSON.stringify(previous).replaceAll('-8', '-9')) as ScreenplayDocument;
    const { document } = await decode(JSON.stringify(renamed), { previous });
    expect(document.id).toBe(previous.id);
    expect(document.document.scenes.map((scene) => scene.id)).toEqual(
      previous.document.scenes.map((scene) => scene.id),
    );
  });

  it('refuses a draft that is no document', async () => {
    const error = await rejection(decode(source, { previous: { id: 'x' } as unknown as ScreenplayDocument }));
    expect(error.code).toBe('invalid_document');
    expect(error.message).toMatch(/previous/);
  });

  it('calls what carries no code a bug of ours', async () => {
    const cyclic = fullDocument() as unknown as Record<string, unknown>;
    cyclic['self'] = cyclic;
    const error = await rejection(encode(cyclic as unknown as ScreenplayDocument));
    expect(error.code).toBe('internal');
    expect(error.cause).toBeInstanceOf(TypeError);
  });
});
