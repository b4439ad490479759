import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ScreenplayError } from '../../src/errors/index.js';
import { MAX_FAULTS, isDocument, parseDocument, validate } from '../../src/schema/index.js';
import type { Fault } from '../../src/schema/index.js';
import { fullDocument } from '../../src/testing/full-document.js';

function faultsOf(value: unknown): Fault[] {
  const result = validate(value);
  return result.valid ? [] : result.errors;
}

function withTitle(title: unknown): unknown {
  return { ...fullDocument(), title };
}

function millisecondsOf(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

describe('many faults', () => {
  test('all are counted, the first hundred are told', () => {
    const result = validate({ ...fullDocument(), genre: Array.from({ length: 1_000_000 }, (_, at) => at) });
    expect(result).toMatchObject({ valid: false, errors_total: 1_000_000 });
    expect(result.valid ? 0 : result.errors.length).toBe(MAX_FAULTS);
    expect(faultsOf({ ...fullDocument(), genre: [1, 2] }).at(-1)?.path).toBe('/genre/1');
  });

  test('a hundred are told without a total, a hundred and one with it', () => {
    const some = (length: number): unknown => ({ ...fullDocument(), genre: Array.from({ length }, (_, at) => at) });
    expect(validate(some(100))).not.toHaveProperty('errors_total');
    expect(validate(some(101))).toHaveProperty('errors_total', 101);
  });

  test('a million faults take a moment', () => {
    const keys = Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`key ${at}`, at]));
    const documents = [
      { ...fullDocument(), authors: new Array(1_000_000).fill({}) },
      { ...fullDocument(), document: { scenes: new Array(1_000_000).fill(null) } },
      { ...fullDocument(), genre: new Array(1_000_000).fill('same') },
      withTitle(keys),
      keys,
    ];
    for (const document of documents) expect(millisecondsOf(() => validate(document))).toBeLessThan(2000);
  });
});

describe('large values', () => {
  const LARGE = 'x'.repeat(10_000_000);

  test('strings of ten million characters are refused quickly and not quoted', () => {
    const document = {
      ...fullDocument(),
      version: LARGE,
      charset: LARGE,
      lang: LARGE,
      id: LARGE,
      dir: LARGE,
      title: { en: LARGE },
    };
    const spent = millisecondsOf(() => {
      const faults = faultsOf(document);
      expect(faults.map(({ path }) => path).sort()).toEqual([
        '/charset',
        '/dir',
        '/id',
        '/lang',
        '/title/en',
        '/version',
      ]);
      for (const { message } of faults) expect(message.length).toBeLessThan(500);
    });
    expect(spent).toBeLessThan(1000);
  });

  test('a huge name is cut in the message, not in the path', () => {
    const [fault] = faultsOf({ ...fullDocument(), [LARGE]: 1 });
    expect(fault?.path).toBe(`/${LARGE}`);
    expect(fault?.message).toBe(`unknown property \`${'x'.repeat(64)}…\``);
  });

  test('patterns with a long run of almost right characters do not backtrack', () => {
    const almost = `${'a-'.repeat(500_000)}-`;
    expect(
      millisecondsOf(() => validate({ ...fullDocument(), lang: almost, genre: [almost], title: { [almost]: 'x' } })),
    ).toBeLessThan(1000);
  });

  test('depth costs nothing: the schema says how deep to look', () => {
    let deep: unknown = [];
    for (let depth = 0; depth < 200_000; depth++) deep = depth % 2 ? [deep] : { title: deep };
    expect(faultsOf(deep)).not.toEqual([]);
    expect(faultsOf(withTitle({ en: deep }))).toHaveLength(1);
  });
});

describe('what no JSON text can hold', () => {
  test.each([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a bigint', 1n],
    ['NaN', Number.NaN],
  ])('%s is no document', (_, value) => {
    expect(faultsOf(value)).toEqual([
      { path: '', message: expect.stringMatching(/^the document must be an object, not /) },
    ]);
  });

  test.each([Number.NaN, Infinity, -Infinity])('%s is no number', (value) => {
    const document = fullDocument();
    const element = document.document.scenes[0]?.body[1] as { fov?: number };
    element.fov = value;
    expect(faultsOf(document)).toEqual([
      { path: '/document/scenes/0/body/1/fov', message: `\`fov\` must be a number, not ${value}` },
    ]);
    expect(
      faultsOf({ ...fullDocument(), revisions: [{ ...fullDocument().revisions?.[0], index: value }] }),
    ).toHaveLength(1);
  });

  test('a property that is undefined is absent', () => {
    expect(faultsOf({ ...fullDocument(), logline: undefined })).toEqual([]);
    expect(faultsOf({ ...fullDocument(), title: undefined })).toEqual([{ path: '', message: '`title` is missing' }]);
    expect(faultsOf({ ...fullDocument(), colour: undefined })).toHaveLength(1);
    expect(faultsOf(withTitle({ en: undefined }))).toHaveLength(1);
  });

  test('a hole in a list is a fault', () => {
    const genre = ['drama', 'noir', 'noir'];
    Reflect.deleteProperty(genre, 1);
    expect(faultsOf({ ...fullDocument(), genre })).toEqual([
      { path: '/genre/1', message: '`genre[1]` must be a string, not nothing' },
    ]);
  });

  test('cycles end', () => {
    const title: Record<string, unknown> = {};
    title['en'] = title;
    expect(faultsOf(withTitle(title))).toHaveLength(1);
    const document: Record<string, unknown> = { ...fullDocument() };
    document['document'] = document;
    expect(faultsOf(document).length).toBeGreaterThan(1);
  });

  test('a getter or a proxy that throws is a fault and no exception', () => {
    const document = Object.defineProperty({ ...fullDocument() }, 'title', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    expect(faultsOf(document)).toEqual([{ path: '/title', message: '`title` cannot be read' }]);
    const proxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    expect(isDocument(proxy)).toBe(false);
    const { proxy: revoked, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(isDocument(revoked)).toBe(false);
    expect(isDocument({ ...fullDocument(), document: revoked })).toBe(false);
  });

  test('boxed values are objects', () => {
    expect(faultsOf({ ...fullDocument(), lang: new String('en') })).toHaveLength(1);
  });
});

describe('prototypes', () => {
  test('__proto__ in JSON text is an unknown property wherever it is', () => {
    const text = JSON.stringify(fullDocument());
    const at = (from: string, to: string): unknown => JSON.parse(text.replace(from, to)) as unknown;
    expect(faultsOf(at('{"id"', '{"__proto__":{"colour":1},"id"'))).toEqual([
      { path: '/__proto__', message: 'unknown property `__proto__`' },
    ]);
    expect(faultsOf(at('"title":{', '"title":{"__proto__":"x",'))).toHaveLength(1);
    expect(({} as Record<string, unknown>)['colour']).toBeUndefined();
  });

  test('inherited properties do not count', () => {
    expect(faultsOf(Object.create(fullDocument()))).toHaveLength(8);
    const { title, ...rest } = fullDocument();
    expect(faultsOf(Object.assign(Object.create({ title }) as object, rest))).toEqual([
      { path: '', message: '`title` is missing' },
    ]);
    const element = Object.create({ type: 'action' }) as object;
    const document = fullDocument();
    (document.document.scenes[1]?.body as object[]).push(element);
    expect(faultsOf(document)).toEqual([{ path: '/document/scenes/1/body/0', message: '`type` is missing' }]);
  });

  test('an object without a prototype is an object', () => {
    expect(faultsOf(Object.assign(Object.create(null) as object, fullDocument()))).toEqual([]);
  });
});

describe('paths and messages', () => {
  const messageOf = (value: unknown): string | undefined => faultsOf(value)[0]?.message;

  test('a path is a JSON Pointer', () => {
    expect(faultsOf({ ...fullDocument(), 'a/b~c': 1 })[0]?.path).toBe('/a~1b~0c');
    expect(faultsOf(withTitle({ '/~': 'x' }))[0]?.path).toBe('/title/~1~0');
    expect(faultsOf({ ...fullDocument(), '': 1 })[0]?.path).toBe('/');
  });

  test('messages are for people', () => {
    const heading = (change: object): unknown => {
      const document = fullDocument();
      Object.assign(document.document.scenes[1]?.heading ?? {}, change);
      return document;
    };
    expect(messageOf(heading({ context: 'int' }))).toBe(
      '`context` must be one of `I/E`, `INT/EXT`, `EXT/INT`, `INT`, `EXT`, `POV`',
    );
    expect(messageOf(heading({ setting: '' }))).toBe('`setting` must not be empty');
    expect(messageOf(heading({ setting: 'x'.repeat(201) }))).toBe('`setting` must have at most 200 characters');
    expect(messageOf(heading({ no: 0 }))).toBe('`no` must be at least 1');
    expect(messageOf(heading({ no: 1.5 }))).toBe('`no` must be a whole number, not a fraction');
    expect(messageOf(heading({ mods: ['A', 'B', 'A'] }))).toBe(
      '`mods` must not repeat itself: items 0 and 2 are the same',
    );
    expect(messageOf(heading({ time: 'Noon' }))).toMatch(/^`time` must be one of `DAY`, .*, or capitals A-Z, /);
    expect(messageOf(withTitle({ en: '' }))).toBe('`title.en` must not be empty');
    expect(messageOf(withTitle({ en_US: 'x' }))).toBe(
      '`title.en_US` has no place here: keys must be a language tag such as `en` or `pt-BR`',
    );
    expect(messageOf({ ...fullDocument(), authors: [] })).toBe('`authors` must have at least 1 item');
    expect(messageOf({ ...fullDocument(), authors: ['x'] })).toBe('`authors[0]` must be an object, not a string');
    expect(messageOf({ ...fullDocument(), colors: [{ id: 'blue', rgb: [1, 2], hex: '#fff' }] })).toBe(
      '`rgb` must have exactly 3 items',
    );
    expect(messageOf({ ...fullDocument(), 'a\nb': 1 })).toBe('unknown property `a\\u000ab`');
  });

  test('a wrong element type is one fault, and the elements around it are still checked', () => {
    const document = fullDocument();
    const body = document.document.scenes[0]?.body as object[];
    Object.assign(body[0] ?? {}, { type: 'song', text: 7 });
    Object.assign(body[1] ?? {}, { fov: 361 });
    expect(faultsOf(document)).toEqual([
      {
        path: '/document/scenes/0/body/0/type',
        message:
          '`type` must be one of `action`, `shot`, `transition`, `general`, `character`, `parenthetical`, `dialogue`',
      },
      { path: '/document/scenes/0/body/1/fov', message: '`fov` must be from 0 to 360' },
    ]);
  });
});

describe('parseDocument', () => {
  test('gives the document itself', () => {
    const document = fullDocument();
    expect(parseDocument(document)).toBe(document);
    expect(isDocument(document)).toBe(true);
  });

  test('throws a coded error with the first fault and the rest in its details', () => {
    const broken = { ...fullDocument(), lang: 1, dir: 'up' };
    try {
      parseDocument(broken);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ScreenplayError);
      expect(error).toMatchObject({ code: 'invalid_document', at: { pointer: '/lang' }, details: { errors_total: 2 } });
      expect((error as Error).message).toBe(
        'not a valid screenplay document: `lang` must be a string, not a number (and 1 more) (/lang)',
      );
    }
  });
});

test('nothing is ever thrown, nothing is ever changed', () => {
  fc.assert(
    fc.property(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withSparseArray: true,
        withNullPrototype: true,
      }),
      (value) => {
        const wrapped = { ...fullDocument(), document: value, title: value, authors: [value] };
        const before = fc.stringify(value);
        validate(value);
        validate(wrapped);
        expect(fc.stringify(value)).toBe(before);
      },
    ),
    { numRuns: 1000 },
  );
});
