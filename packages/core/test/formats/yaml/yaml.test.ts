import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { ScreenplayError, Warnings } from '../../../src/errors/index.js';
import type { Warning } from '../../../src/errors/index.js';
import { yaml } from '../../../src/formats/yaml/index.js';
import { parseYaml } from '../../../src/formats/yaml/read/parse.js';
import { printYaml } from '../../../src/formats/yaml/write/print.js';
import { encodeText } from '../../../src/syntax/text.js';
import { fullDocument } from '../../../src/testing/full-document.js';

const bytes = (text: string): Uint8Array => encodeText(text);
const textOf = (source: Uint8Array): string => new TextDecoder().decode(source);

function parse(text: string): unknown {
  return parseYaml(bytes(text), new Warnings());
}

function warningsOf(text: string): Warning[] {
  const warnings = new Warnings();
  parseYaml(bytes(text), warnings);
  return warnings.list();
}

function failure(run: () => unknown): ScreenplayError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ScreenplayError);
    return error as ScreenplayError;
  }
  throw new Error('nothing was thrown');
}

async function rejection(work: Promise<unknown> | undefined): Promise<ScreenplayError> {
  const error: unknown = await work?.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScreenplayError);
  return error as ScreenplayError;
}

describe('reading', () => {
  it('follows the core schema of YAML 1.2 and nothing older', () => {
    const value = parse(
      'a: yes\nb: 1_000\nc: 012\nd: 0o14\ne: 0x1F\nf: 2001-12-14\ng: ~\nh: null\ni: true\nj: 1e3\nk: .5\nl: 12:30:45\nm: "5"\nn: off\no: 0b1\np:',
    );
    expect(value).toEqual({
      a: 'yes',
      b: '1_000',
      c: 12,
      d: 12,
      e: 31,
      f: '2001-12-14',
      g: null,
      h: null,
      i: true,
      j: 1000,
      k: 0.5,
      l: '12:30:45',
      m: '5',
      n: 'off',
      o: '0b1',
      p: null,
    });
  });

  it('keeps the core schema when the file claims version 1.1', () => {
    expect(parse('%YAML 1.1\n---\na: yes\nb: 0o7\n<<: {c: 1}\n')).toEqual({ a: 'yes', b: 7, '<<': { c: 1 } });
  });

  it('does not apply merge keys', () => {
    expect(parse('base: &b {x: 1}\nmore:\n  <<: *b\n')).toEqual({ base: { x: 1 }, more: { '<<': { x: 1 } } });
  });

  it('unfolds aliases to copies', () => {
    const value = parse('a: &x [1, {b: 2}]\nc: *x\nd: &x 3\ne: *x\n') as Record<string, unknown[]>;
    expect(value).toEqual({ a: [1, { b: 2 }], c: [1, { b: 2 }], d: 3, e: 3 });
    expect(value['c']).not.toBe(value['a']);
    expect(value['c']?.[1]).not.toBe(value['a']?.[1]);
  });

  it('resolves an alias inside an anchored node as it stood there', () => {
    expect(parse('a: &x 1\nb: &y [*x]\nc: &x 2\nd: *y\n')).toEqual({ a: 1, b: [1], c: 2, d: [1] });
  });

  it('takes thousands of aliases that unfold to little, as programs write them', () => {
    const list = Array.from({ length: 20_000 }, () => '- {authors: *a}').join('\n');
    const value = parse(`first: &a [00000000-0000-8000-8000-000000000000]\nlist:\n${list}\n`) as { list: unknown[] };
    expect(value.list).toHaveLength(20_000);
  });

  it('reads UTF-16, byte order marks and CRLF', () => {
    const utf16 = new Uint8Array(Uint16Array.from('\uFEFFa: "é"\r\nb: 2', (char) => char.charCodeAt(0)).buffer);
    expect(parseYaml(utf16, new Warnings())).toEqual({ a: 'é', b: 2 });
    expect(parse('\uFEFFa: 1\r\nb: |\r\n  x\r\n  y\r\n')).toEqual({ a: 1, b: 'x\ny\n' });
    const warnings = new Warnings();
    expect(parseYaml(Uint8Array.of(0x61, 0x3a, 0x20, 0xe9), warnings)).toEqual({ a: 'é' });
    expect(warnings.list()[0]?.code).toBe('encoding_guessed');
  });

  it('drops tags with one warning', () => {
    expect(parse('a: !custom 5\nb: !!binary aGk=\nc: !!set {x: ~}\nd: !!str 5\ne: !!int "7"\n')).toEqual({
      a: '5',
      b: 'aGk=',
      c: { x: null },
      d: '5',
      e: 7,
    });
    const warnings = warningsOf('a: !custom x\nb: !other y\n');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ code: 'not_carried', at: { line: 1, column: 4 } });
  });

  it('makes lone surrogates well-formed and says so', () => {
    const text = 'a: "x\\uD800y"\nb: "\\ud83d\\ude00"\n';
    expect(parse(text)).toEqual({ a: 'x\uFFFDy', b: '😀' });
    expect(warningsOf(text)[0]?.code).toBe('repaired');
  });

  it('takes __proto__ for a key like any other', () => {
    const value = parse('__proto__: {polluted: true}\nconstructor: 1\n') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['a: 1\nb: "x\n', 3, 1, /quote/],
    ['a: 1\nb: c: d\n', 2, 4, /compact mappings/],
    ['a: [1, 2\n', 2, 1, /\]/],
    ['a: 1\n\tb: 2\n', 2, 1, /[Tt]ab/],
    ['a: 1\nb: 2\na: 3\n', 3, 1, /twice/],
    ['{x: 1, y: 2, "x": 3}', 1, 14, /twice/],
    ['a: 1\n"\\u0061": 2\n', 2, 1, /twice/],
    ['a: *nowhere\n', 1, 4, /alias/],
    ['a: &x [*x]\n', 1, 8, /alias/],
    ['a: 1\n---\nb: 2\n', 2, 1, /more than one/],
    ['a: "\\q"\n', 1, 5, /escape/],
    ['a: }\n', 1, 4, /./],
    ['? [x]\n: 1\n', 1, 3, /key/],
    ['1: x\n~: y\n? {a: b}\n: z\n', 3, 3, /key/],
    ['a: &x &y 1\n', 1, 7, /anchor/],
    ['a: @secret words of the script\n', 1, 4, /./],
  ] as const)('%j fails at line %i, column %i', (text, line, column, message) => {
    const error = failure(() => parse(text));
    expect(error.code).toBe('malformed_input');
    expect(error.message).toMatch(message);
    expect(error.message).not.toMatch(/secret/);
    expect(error.at).toEqual({ line, column });
  });

  it('reads an empty file as nothing, which is no document', async () => {
    for (const text of ['', '\n', '# only a comment\n', '---\n', 'null', '- a\n', '[1]', 'words']) {
      const error = await rejection(yaml.decode(bytes(text || ' ')));
      expect(error.code).toBe('invalid_document');
      expect(error.details?.['errors']).toHaveLength(1);
    }
  });

  it('caps aliases by what they unfold to', () => {
    const lol = Array.from({ length: 12 }, (_, i) => `l${i}: &l${i} [${`*l${i - 1}, `.repeat(i > 0 ? 9 : 0)}x]`).join(
      '\n',
    );
    expect(failure(() => parse(lol)).code).toBe('limit_exceeded');
    const long = `a: &a "${'x'.repeat(100_000)}"\nb: [${'*a, '.repeat(10_000)}]`;
    expect(failure(() => parse(long)).code).toBe('limit_exceeded');
    const chain = `a0: &a0 x\n${Array.from({ length: 300 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]`).join('\n')}`;
    expect(failure(() => parse(chain)).code).toBe('limit_exceeded');
  });

  it('takes 200 levels of nesting and refuses more with a place', () => {
    const nested = (levels: number): string => `a: ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`;
    expect(() => parse(nested(190))).not.toThrow();
    expect(failure(() => parse(nested(210))).code).toBe('limit_exceeded');
    expect(failure(() => parse('{"a":'.repeat(100_000))).at?.line).toBe(1);
  });
});

/** Letters, and everything that makes YAML go wrong. */
const nasty = fc.string({
  unit: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom('a', 'b', 'Z', 'é', 'ж', '日', '😀', '1', '0', 'word ', 'Text with words. '),
    },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        ' ',
        '  ',
        '\n',
        '\n\n',
        '\t',
        '\r',
        '\r\n',
        '\x85',
        '\u2028',
        '\u2029',
        '\u00a0',
        '\uFEFF',
      ),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ...Array.from('-?:,[]{}#&*!|>\'"%@`~=\\/.+<_'),
        ': ',
        ' #',
        '- ',
        '---',
        '...',
        '\n---\n',
        '\n...\n',
        '<<',
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '\0',
        '\x07',
        '\x1b',
        '\x7f',
        '\x9f',
        '\u200b',
        '\u200f',
        '\uFFFE',
        '\uFFFF',
        'null',
        'true',
        'yes',
        '0x1f',
        '1e5',
        '.inf',
        '12:30',
        '2001-01-01',
      ),
    },
  ),
  maxLength: 60,
});

describe('writing', () => {
  const readBack = (value: object): unknown => parse(printYaml(value));

  it('writes any text so that it reads back exactly', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(readBack({ text, list: [text, { en: text }, [text]], [`k${text}`]: 1, last: 2 })).toEqual({
          text,
          list: [text, { en: text }, [text]],
          [`k${text}`]: 1,
          last: 2,
        });
      }),
    );
  });

  it('writes any value so that it reads back exactly', () => {
    const value = fc.dictionary(
      nasty,
      fc.letrec((tie) => ({
        any: fc.oneof(
          { depthSize: 'small' },
          nasty,
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.boolean(),
          fc.constant(null),
          tie('list'),
          tie('map'),
        ),
        list: fc.array(tie('any'), { maxLength: 5 }),
        map: fc.dictionary(nasty, tie('any'), { maxKeys: 5 }),
      })).any,
      { maxKeys: 6 },
    );
    fc.assert(
      fc.property(value, (map) => {
        const plain = JSON.parse(JSON.stringify(map)) as object;
        expect(readBack(plain)).toEqual(plain);
      }),
    );
  });

  it('quotes what older parsers would read as something else', () => {
    const words = [
      'yes',
      'No',
      'on',
      'OFF',
      'y',
      'N',
      'true',
      'null',
      '~',
      '1_000',
      '0x1F',
      '1.0.0',
      '1970-01-01T00:00:00Z',
      '12:30',
      '=',
      '<<',
      '',
      '- a',
      '5',
      '.5',
      '+1',
      '1e3',
      '@home',
      '%a',
    ];
    const text = printYaml({ words, no: 1 });
    for (const word of words) expect(text).toContain(`- "${word}"`);
    expect(text).toContain('"no": 1');
  });

  it('leaves plain words and ids bare', () => {
    const id = '01234567-89ab-8cde-8f01-23456789abcd';
    expect(
      printYaml({
        id,
        lang: 'pt-BR',
        context: 'INT/EXT',
        setting: "JOE'S BAR (1950s)",
        time: 'DAY',
        at: [1, -2.5],
        e: [],
        o: {},
      }),
    ).toBe(
      `id: ${id}\nlang: pt-BR\ncontext: INT/EXT\nsetting: JOE'S BAR (1950s)\ntime: DAY\nat: [1, -2.5]\ne: []\no: {}\n`,
    );
  });

  it('writes lines as literal blocks and long lines folded', () => {
    const speech =
      'A speech that goes on for longer than one line of the file and is therefore folded at a blank between two words, as prose is.';
    expect(
      printYaml({
        text: { en: 'First line,\n  second line: it has "marks" # and signs\n\nlast line' },
        scenes: [{ text: { en: speech } }],
        end: 'x\n\n',
      }),
    ).toBe(
      [
        'text:',
        '  en: |-',
        '    First line,',
        '      second line: it has "marks" # and signs',
        '',
        '    last line',
        'scenes:',
        '  - text:',
        '      en: >-',
        '        A speech that goes on for longer than one line of the file and is therefore folded at a',
        '        blank between two words, as prose is.',
        'end: |+',
        '  x',
        '',
        '',
      ].join('\n'),
    );
  });

  it('wraps long lists of numbers', () => {
    const values = Array.from({ length: 500 }, (_, i) => i / 7);
    const text = printYaml({ a: { values, one: ['x'] } });
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(parse(text)).toEqual({ a: { values, one: ['x'] } });
  });
});

describe('the codec', () => {
  it('gives a valid document back equal, and the same bytes again', async () => {
    const document = fullDocument();
    const first = await yaml.encode(document);
    const decoded = await yaml.decode(first.bytes);
    expect(decoded).toEqual({ document, warnings: [] });
    expect((await yaml.encode(decoded.document)).bytes).toEqual(first.bytes);
    expect(textOf(first.bytes)).toMatch(/^id: \S+\nversion: "1/);
  });

  it('gives any text in a document back', async () => {
    await fc.assert(
      fc.asyncProperty(
        nasty.filter((text) => text.length > 0),
        async (text) => {
          const document = fullDocument();
          const element = document.document.scenes[0]?.body.find((one) => one.type === 'action');
          if (element?.type === 'action') element.text = { en: text, no: text };
          const { bytes: written } = await yaml.encode(document);
          expect((await yaml.decode(written)).document).toEqual(document);
        },
      ),
    );
  });

  it('names the faults of an invalid document', async () => {
    const error = await rejection(yaml.decode(bytes('id: x\ncolour: red\n')));
    expect(error.code).toBe('invalid_document');
    expect(error.details?.['errors']).toContainEqual({ path: '/colour', message: 'unknown property `colour`' });
  });

  it('reads JSON, which is YAML', async () => {
    const document = fullDocument();
    expect((await yaml.decode(bytes(JSON.stringify(document, null, 2)))).document).toEqual(document);
  });

  it('answers random bytes with coded errors', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), nasty.map(bytes)), async (source) => {
        expect(['malformed_input', 'invalid_document', 'limit_exceeded', 'empty_input']).toContain(
          (await rejection(yaml.decode(source))).code,
        );
      }),
    );
  });
});
