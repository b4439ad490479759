import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { decodeText, decodeXml, encodeText, positionAt, splitLines, wellFormed } from '../../src/syntax/text.js';

const bytes = (...values: (number | string)[]): Uint8Array =>
  Uint8Array.from(values.flatMap((value) => (typeof value === 'string' ? Array.from(encodeText(value)) : [value])));

function utf16(text: string, littleEndian: boolean, bom: boolean): Uint8Array {
  const units = bom ? `\uFEFF${text}` : text;
  const out = new Uint8Array(units.length * 2);
  const view = new DataView(out.buffer);
  for (let i = 0; i < units.length; i++) view.setUint16(i * 2, units.charCodeAt(i), littleEndian);
  return out;
}

const script = 'INT. CAFÉ - DAY\r\n\r\nAnna drinks. “Well…” 😀\r\n';
const russian = 'ИНТ. КУХНЯ - ДЕНЬ\n\nАнна пьёт чай.\n\nАННА\nДа, конечно.\n';

describe('decodeText', () => {
  it('reads UTF-8 with and without a byte order mark', () => {
    expect(decodeText(encodeText(script))).toEqual({ text: script, encoding: 'utf-8' });
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, script))).toEqual({ text: script, encoding: 'utf-8' });
    expect(decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' });
    expect(decodeText(bytes(0xef, 0xbb, 0xbf))).toEqual({ text: '', encoding: 'utf-8' });
  });

  it.each([
    ['little-endian', true, 'utf-16le'],
    ['big-endian', false, 'utf-16be'],
  ] as const)('reads UTF-16 %s with and without a byte order mark, in any script', (_, littleEndian, encoding) => {
    for (const text of [script, russian]) {
      for (const bom of [true, false]) {
        expect(decodeText(utf16(text, littleEndian, bom))).toEqual({ text, encoding });
      }
    }
  });

  it('reads UTF-16 that was cut in the middle of a character', () => {
    expect(decodeText(utf16('abc', true, true).subarray(0, 7)).text).toBe('ab');
    expect(decodeText(utf16('abc', false, false).subarray(0, 5)).text).toBe('ab');
  });

  it('makes lone surrogates well-formed', () => {
    expect(decodeText(bytes(0xff, 0xfe, 0x41, 0, 0x3d, 0xd8, 0x42, 0)).text).toBe('A\uFFFDB');
    expect(wellFormed('a\uD83Db\uDE00c😀')).toBe('a\uFFFDb\uFFFDc😀');
  });

  it('reads Windows-1252 as the last resort and says so', () => {
    const decoded = decodeText(bytes('INT. CAF', 0xc9, ' - DAY\n\n', 0x93, 'Well', 0x85, 0x94, ' 5 ', 0x80, 0x81));
    expect(decoded.text).toBe('INT. CAFÉ - DAY\n\n“Well…” 5 €\x81');
    expect(decoded.encoding).toBe('windows-1252');
    expect(decoded.guessed).toMatch(/Windows-1252.*UTF-8/);
  });

  it('reads Windows-1251 where letters beyond ASCII make words, and says so', () => {
    // МАША идёт. (a name in capitals, and a word in small letters)
    const russian = bytes(
      'INT. DOM\n\n',
      0xcc,
      0xc0,
      0xd8,
      0xc0,
      '\n',
      0xcd,
      0xe5,
      0xf2,
      ', ',
      0xe8,
      0xe4,
      0xb8,
      0xec,
      '.',
    );
    const decoded = decodeText(russian);
    expect(decoded).toMatchObject({ text: 'INT. DOM\n\nМАША\nНет, идём.', encoding: 'windows-1251' });
    expect(decoded.guessed).toMatch(/Windows-1251.*UTF-8/);
    // Größe, Noël, à côté, über, où, déjà vu, naïve, Ångström
    const western = bytes(
      ...['Gr', 0xf6, 0xdf, 'e No', 0xeb, 'l ', 0xe0, ' c', 0xf4, 't', 0xe9, ' ', 0xfc, 'ber o', 0xf9, ' d', 0xe9, 'j'],
      ...[0xe0, ' vu na', 0xef, 've ', 0xc5, 'ngstr', 0xf6, 'm'],
    );
    expect(decodeText(western)).toMatchObject({
      text: 'Größe Noël à côté über où déjà vu naïve Ångström',
      encoding: 'windows-1252',
    });
  });

  it('agrees with the standard on every Windows-1252 byte', () => {
    const c1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
    // Parted by blanks, for letters side by side are Cyrillic.
    const parted = decodeText(Uint8Array.from({ length: 256 }, (_, i) => (i % 2 === 1 ? 0x20 : 0x80 + i / 2))).text;
    const text = parted.replaceAll(' ', '');
    expect(text.slice(0, 32)).toBe(c1);
    expect(text.slice(32)).toBe(Array.from({ length: 96 }, (_, i) => String.fromCharCode(0xa0 + i)).join(''));
  });

  it('keeps the letters of a damaged or truncated UTF-8 file', () => {
    const cut = encodeText(russian).subarray(0, 40);
    for (const source of [cut, cut.subarray(0, 39), bytes(russian, 0xff, russian)]) {
      const { text, encoding } = decodeText(source);
      expect(encoding).toBe('utf-8');
      expect(text.startsWith('ИНТ. КУХНЯ')).toBe(true);
    }
    expect(decodeText(bytes(russian, 0xff, russian)).guessed).toMatch(/damaged/);
  });

  it('takes NULs out and does not take padding for UTF-16', () => {
    expect(decodeText(bytes('FADE IN:', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).text).toBe('FADE IN:');
    expect(decodeText(bytes('A', 0, 'B and some more text')).text).toBe('AB and some more text');
    expect(decodeText(bytes('caf', 0xe9, 0)).text).toBe('café');
    expect(decodeText(new Uint8Array(100))).toMatchObject({ text: '', encoding: 'utf-8' });
  });

  it('gives encodable text without NULs for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (source) => {
        const { text } = decodeText(source);
        expect(wellFormed(text)).toBe(text);
        expect(text).not.toContain('\0');
      }),
    );
  });

  it('reads any text back in each encoding that can carry it', () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 60 })
      .map((s) => s.replaceAll('\0', '').replace(/^\uFEFF+/, ''));
    fc.assert(
      fc.property(text, (s) => {
        expect(decodeText(encodeText(s)).text).toBe(s);
        expect(decodeText(utf16(s, true, true)).text).toBe(s);
        expect(decodeText(utf16(s, false, true)).text).toBe(s);
      }),
    );
  });

  it('refuses what is too big before it decodes', () => {
    const huge = new Uint8Array(0);
    Object.defineProperty(huge, 'length', { value: 201 * 1_048_576 });
    expect(() => decodeText(huge)).toThrow(expect.objectContaining({ code: 'limit_exceeded' }));
  });
});

describe('decodeXml', () => {
  const declare = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}" standalone="no" ?>\n<a>`;

  it.each([
    ['ISO-8859-1', [0xe9], 'é', 'windows-1252'],
    ['iso-8859-1', [0x85], '…', 'windows-1252'],
    ['windows-1251', [0xc4, 0xe0], 'Да', 'windows-1251'],
    ['Windows-1252', [0x93], '“', 'windows-1252'],
    ['us-ascii', [0x41], 'A', 'windows-1252'],
    ['UTF-8', [0xc3, 0xa9], 'é', 'utf-8'],
    ['Shift_JIS', [0x93, 0xfa], '日', 'shift_jis'],
  ])('honours encoding="%s"', (label, content, text, encoding) => {
    const decoded = decodeXml(bytes(declare(label), ...content));
    expect(decoded.text).toBe(declare(label) + text);
    expect(decoded.encoding).toBe(encoding);
    expect(decoded.guessed).toBeUndefined();
  });

  it('reads UTF-16 with and without a mark, declared or not', () => {
    const source = `${declare('UTF-16')}é</a>`;
    for (const littleEndian of [true, false]) {
      for (const bom of [true, false]) expect(decodeXml(utf16(source, littleEndian, bom)).text).toBe(source);
    }
  });

  it('reads 8-bit bytes that declare UTF-16, which they cannot be', () => {
    const source = `${declare('utf-16')}é</a>`;
    expect(decodeXml(encodeText(source))).toEqual({ text: source, encoding: 'utf-8' });
  });

  it('lets a byte order mark outrank the declaration', () => {
    const source = `${declare('iso-8859-1')}é</a>`;
    expect(decodeXml(bytes(0xef, 0xbb, 0xbf, source))).toEqual({ text: source, encoding: 'utf-8' });
  });

  it('guesses when the declared encoding is unknown or untrue', () => {
    expect(decodeXml(bytes(declare('x-unheard-of'), 0xe9))).toMatchObject({
      encoding: 'windows-1252',
      guessed: expect.stringMatching(/./),
    });
    expect(decodeXml(bytes(declare('x-unheard-of'), 'é')).guessed).toMatch(/x-unheard-of/);
    expect(decodeXml(bytes(declare('utf-8'), 0xe9)).text).toBe(`${declare('utf-8')}é`);
  });

  it('looks for a declaration only where one may be', () => {
    expect(decodeXml(encodeText('<a encoding="iso-8859-1">é')).text).toBe('<a encoding="iso-8859-1">é');
    expect(decodeXml(encodeText('')).text).toBe('');
  });
});

describe('splitLines', () => {
  it.each([
    ['', ['']],
    ['a', ['a']],
    ['a\n', ['a', '']],
    ['a\r\nb', ['a', 'b']],
    ['a\rb\r', ['a', 'b', '']],
    ['a\n\rb', ['a', '', 'b']],
    ['a\r\r\nb\n\nc', ['a', '', 'b', '', 'c']],
    ['a\x85b', ['a', 'b']],
    ['a\u2028b\u2029c', ['a', 'b', 'c']],
    ['a\r\x85\nb', ['a', '', '', 'b']],
    ['\r\n', ['', '']],
    ['a\vb\fc', ['a\vb\fc']],
  ])('%j', (text, lines) => {
    expect(splitLines(text)).toEqual(lines);
  });

  it('agrees with its definition', () => {
    const unit = fc.constantFrom('a', 'b', '\r', '\n', '\r\n', '\x85', '\u2028', '\u2029', 'é', '😀');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        expect(splitLines(text)).toEqual(text.split(/\r\n|[\r\n\x85\u2028\u2029]/));
      }),
    );
  });

  it.each(['\n', '\r', '\r\n', '\x85', '\u2028', '\r\n\x85'])('is linear in ends like %j', (end) => {
    const text = end.repeat(200_000);
    const start = performance.now();
    const lines = splitLines(text);
    expect(performance.now() - start).toBeLessThan(500);
    expect(lines.every((line) => line === '')).toBe(true);
  });
});

describe('positionAt', () => {
  it('counts lines and code points from 1', () => {
    expect(positionAt('abc', 0)).toEqual({ line: 1, column: 1 });
    expect(positionAt('abc', 2)).toEqual({ line: 1, column: 3 });
    expect(positionAt('a\nb', 2)).toEqual({ line: 2, column: 1 });
    expect(positionAt('a\r\nbc', 4)).toEqual({ line: 2, column: 2 });
    expect(positionAt('a\rbc', 3)).toEqual({ line: 2, column: 2 });
    expect(positionAt('😀x', 2)).toEqual({ line: 1, column: 2 });
    expect(positionAt('abc', 99)).toEqual({ line: 1, column: 4 });
  });
});
