import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { ScreenplayError } from '../../src/errors/index.js';
import { encodeText } from '../../src/syntax/text.js';
import { isZip } from '../../src/syntax/zip-table.js';
import { openZip, packZip } from '../../src/syntax/zip.js';

/** CRC-32 bit by bit, a second opinion on the one under test. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

interface Entry {
  name: string | Uint8Array;
  content?: Uint8Array;
  packed?: Uint8Array;
  method?: number;
  flags?: number;
  crc?: number;
  size?: number;
  /** Write sizes and offset as Zip64 does. */
  zip64?: boolean;
  /** State this offset instead of the true one. */
  offset?: number;
}

/** Writes an archive entry by entry, lies included. */
function forge(
  entries: readonly Entry[],
  options: { count?: number; zip64?: boolean; comment?: string } = {},
): Uint8Array {
  const local: Uint8Array[] = [];
  const table: Uint8Array[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = typeof entry.name === 'string' ? encodeText(entry.name) : entry.name;
    const content = entry.content ?? encodeText('content');
    const method = entry.method ?? 8;
    const packed = entry.packed ?? (method === 8 ? new Uint8Array(deflateRawSync(content)) : content);
    const crc = entry.crc ?? crc32(content);
    const size = entry.size ?? content.length;
    const head = new DataView(new ArrayBuffer(30));
    head.setUint32(0, 0x04034b50, true);
    head.setUint16(6, entry.flags ?? 0, true);
    head.setUint16(8, method, true);
    head.setUint32(14, crc, true);
    head.setUint32(18, packed.length, true);
    head.setUint32(22, size, true);
    head.setUint16(26, name.length, true);
    local.push(new Uint8Array(head.buffer), name, packed);
    const extra = new DataView(new ArrayBuffer(entry.zip64 ? 28 : 0));
    if (entry.zip64) {
      extra.setUint16(0, 1, true);
      extra.setUint16(2, 24, true);
      extra.setUint32(4, size, true);
      extra.setUint32(12, packed.length, true);
      extra.setUint32(20, entry.offset ?? at, true);
    }
    const row = new DataView(new ArrayBuffer(46));
    row.setUint32(0, 0x02014b50, true);
    row.setUint16(8, entry.flags ?? 0, true);
    row.setUint16(10, method, true);
    row.setUint32(16, crc, true);
    row.setUint32(20, entry.zip64 ? 0xffffffff : packed.length, true);
    row.setUint32(24, entry.zip64 ? 0xffffffff : size, true);
    row.setUint16(28, name.length, true);
    row.setUint16(30, extra.byteLength, true);
    row.setUint32(42, entry.zip64 ? 0xffffffff : (entry.offset ?? at), true);
    table.push(new Uint8Array(row.buffer), name, new Uint8Array(extra.buffer));
    at += 30 + name.length + packed.length;
  }
  const start = at;
  const tableSize = table.reduce((sum, part) => sum + part.length, 0);
  const count = options.count ?? entries.length;
  const tail: Uint8Array[] = [];
  if (options.zip64) {
    const end64 = new DataView(new ArrayBuffer(56 + 20));
    end64.setUint32(0, 0x06064b50, true);
    end64.setUint32(32, count, true);
    end64.setUint32(40, tableSize, true);
    end64.setUint32(48, start, true);
    end64.setUint32(56, 0x07064b50, true);
    end64.setUint32(56 + 8, start + tableSize, true);
    tail.push(new Uint8Array(end64.buffer));
  }
  const comment = encodeText(options.comment ?? '');
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, options.zip64 ? 0xffff : count & 0xffff, true);
  end.setUint16(10, options.zip64 ? 0xffff : count & 0xffff, true);
  end.setUint32(12, options.zip64 ? 0xffffffff : tableSize, true);
  end.setUint32(16, options.zip64 ? 0xffffffff : start, true);
  end.setUint16(20, comment.length, true);
  return join([...local, ...table, ...tail, new Uint8Array(end.buffer), comment]);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Bytes that do not pack, the same on every run. */
function noise(length: number): Uint8Array {
  let seed = 1;
  return Uint8Array.from({ length }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed >>> 24;
  });
}

function code(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ScreenplayError);
    return (error as ScreenplayError).code;
  }
  return 'none';
}

function timed<T>(run: () => T): [result: T, ms: number] {
  const start = performance.now();
  return [run(), performance.now() - start];
}

const xml = encodeText('<document/>\n'.repeat(5000));
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('openZip', () => {
  it('reads stored and deflated entries', () => {
    const zip = openZip(
      forge([
        { name: 'document.xml', content: xml },
        { name: 'a/b.txt', method: 0 },
      ]),
    );
    expect(zip.entries.map((entry) => entry.name)).toEqual(['document.xml', 'a/b.txt']);
    expect(zip.truncated).toBe(false);
    expect(zip.has('a/b.txt')).toBe(true);
    expect(zip.has('b.txt')).toBe(false);
    expect(zip.read('document.xml')).toEqual(xml);
    expect(text(zip.read('a/b.txt'))).toBe('content');
    expect(code(() => zip.read('b.txt'))).toBe('malformed_input');
  });

  it('reads archives with a comment, empty files, empty archives and names in other letters', () => {
    const zip = openZip(
      forge([{ name: 'сценарий.xml', content: new Uint8Array() }], { comment: 'PK\x05\x06 not the end' }),
    );
    expect(zip.read('сценарий.xml')).toEqual(new Uint8Array());
    expect(openZip(forge([])).entries).toEqual([]);
    expect(isZip(forge([]))).toBe(true);
    expect(isZip(forge([{ name: 'a' }]))).toBe(true);
    expect(isZip(encodeText('PK'))).toBe(false);
  });

  it('reads Zip64 fields', () => {
    const zip = openZip(forge([{ name: 'document.xml', content: xml, zip64: true }], { zip64: true }));
    expect(zip.read('document.xml')).toEqual(xml);
  });

  it('takes the last of two entries of one name, as an updated archive has them', () => {
    const zip = openZip(
      forge([
        { name: 'a', content: encodeText('old') },
        { name: 'a', content: encodeText('new') },
      ]),
    );
    expect(zip.entries).toHaveLength(1);
    expect(text(zip.read('a'))).toBe('new');
  });

  it('ignores path tricks and folders', () => {
    const names = [
      '../a',
      'a/../../b',
      '/etc/passwd',
      'C:\\x',
      'a\\..\\b',
      'c:/x',
      './a',
      'folder/',
      '',
      'document.xml\0.png',
    ];
    const zip = openZip(forge([...names.map((name) => ({ name })), { name: 'good.xml' }, { name: 'a/..b' }]));
    expect(zip.entries.map((entry) => entry.name)).toEqual(['good.xml', 'a/..b']);
    for (const name of names) expect(zip.has(name)).toBe(false);
  });

  it('does not open archives inside the archive', () => {
    const inner = forge([{ name: 'document.xml' }]);
    const zip = openZip(forge([{ name: 'inner.zip', content: inner }]));
    expect(zip.entries.map((entry) => entry.name)).toEqual(['inner.zip']);
    expect(zip.read('inner.zip')).toEqual(inner);
  });

  it('finds damage by the checksum', () => {
    expect(code(() => openZip(forge([{ name: 'a', crc: 1 }])).read('a'))).toBe('malformed_input');
    const flipped = forge([{ name: 'a', method: 0 }]);
    flipped[33] = (flipped[33] ?? 0) ^ 1;
    expect(() => openZip(flipped).read('a')).toThrow(/"a" in the archive is damaged/);
    const broken = forge([{ name: 'a', packed: Uint8Array.of(0xff, 0xff, 0xff, 0xff) }]);
    expect(code(() => openZip(broken).read('a'))).toBe('malformed_input');
    const short = forge([{ name: 'a', content: xml, packed: new Uint8Array(deflateRawSync(xml)).subarray(0, 40) }]);
    expect(code(() => openZip(short).read('a'))).toBe('malformed_input');
    expect(code(() => openZip(forge([{ name: 'a', packed: new Uint8Array() }])).read('a'))).toBe('malformed_input');
  });

  it('believes no stated size', () => {
    expect(openZip(forge([{ name: 'a', content: xml, size: 1 }])).read('a')).toEqual(xml);
    expect(openZip(forge([{ name: 'a', content: xml, size: 0xfffffff0 }])).read('a')).toEqual(xml);
  });

  it('names passwords and methods that it does not know', () => {
    expect(code(() => openZip(forge([{ name: 'a', flags: 1 }])).read('a'))).toBe('encrypted_document');
    expect(() => openZip(forge([{ name: 'a', method: 14, packed: xml }])).read('a')).toThrow(/method 14/);
  });

  it.each([
    [
      'overlapping entries',
      [
        { name: 'a', content: xml },
        { name: 'b', content: xml, offset: 0 },
      ],
    ],
    ['an entry outside the archive', [{ name: 'a', offset: 5_000_000 }]],
    ['an entry that is no entry', [{ name: 'a', offset: 3 }]],
  ] as const)('refuses %s', (_, entries) => {
    expect(code(() => openZip(forge(entries)))).toBe('malformed_input');
  });

  it('refuses a table of contents that states more than there is', () => {
    expect(code(() => openZip(forge([{ name: 'a' }], { count: 7 })))).toBe('malformed_input');
    expect(code(() => openZip(forge([{ name: 'a', zip64: true }], { count: 0x80000000, zip64: true })))).toBe(
      'limit_exceeded',
    );
  });

  it('refuses 100,000 entries at once', () => {
    const empty = { content: new Uint8Array(), method: 0, crc: 0 };
    const many = forge(
      Array.from({ length: 100_000 }, (_, i) => ({ name: `e${i}`, ...empty })),
      { zip64: true },
    );
    const [result, ms] = timed(() => code(() => openZip(many)));
    expect(result).toBe('limit_exceeded');
    expect(ms).toBeLessThan(1000);
  });

  it('opens 10,000 entries in good time', () => {
    const empty = { content: new Uint8Array(), method: 0, crc: 0 };
    const many = forge(Array.from({ length: 10_000 }, (_, i) => ({ name: `e${i}`, ...empty })));
    const [zip, ms] = timed(() => openZip(many));
    expect(zip.entries).toHaveLength(10_000);
    expect(ms).toBeLessThan(1000);
  });

  it('stops bombs while they unfold', () => {
    const content = new Uint8Array(400 * 1_048_576);
    const packed = new Uint8Array(deflateRawSync(content));
    const bomb = forge([{ name: 'document.xml', packed, content: new Uint8Array(), size: 12 }]);
    const [result, ms] = timed(() => code(() => openZip(bomb).read('document.xml')));
    expect(result).toBe('limit_exceeded');
    expect(ms).toBeLessThan(5000);
  }, 30_000);

  it('counts what all entries unfold to', () => {
    // Just under the ratio cap each; together over the size cap.
    const block = noise(1_048_576).map((value, i) => (i % 1024 < 12 ? value : 0));
    const content = join(Array.from({ length: 60 }, () => block));
    const packed = new Uint8Array(deflateRawSync(content));
    expect(content.length / packed.length).toBeLessThan(250);
    const crc = crc32(content);
    const zip = openZip(forge(['a', 'b', 'c', 'd'].map((name) => ({ name, content, packed, crc }))));
    for (const name of ['a', 'b', 'c']) expect(zip.read(name)).toHaveLength(content.length);
    expect(code(() => zip.read('d'))).toBe('limit_exceeded');
  }, 30_000);

  it('saves the first file of an archive that was cut short', () => {
    const random = noise(60_000);
    const whole = packZip([{ name: 'document.xml', bytes: random }]);
    for (const length of [200, 5000, whole.length - 60, whole.length - 1]) {
      const zip = openZip(whole.subarray(0, length));
      expect(zip.truncated).toBe(true);
      const part = zip.read('document.xml');
      expect(random.subarray(0, part.length)).toEqual(part);
      if (length > whole.length / 2) expect(part.length).toBeGreaterThan(50_000);
    }
    expect(code(() => openZip(whole.subarray(0, 20)))).toBe('malformed_input');
    expect(code(() => openZip(new Uint8Array()))).toBe('malformed_input');
  });

  it('throws nothing but coded errors on random and mutated bytes', () => {
    const whole = forge(
      [
        { name: 'document.xml', content: xml, zip64: true },
        { name: 'b', method: 0 },
      ],
      { zip64: true },
    );
    const attempt = (bytes: Uint8Array): void => {
      code(() => {
        const zip = openZip(bytes);
        for (const entry of zip.entries) code(() => zip.read(entry.name));
      });
    };
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }), (edits) => {
        const bytes = whole.slice();
        for (const [at, value] of edits) bytes[at] = value;
        attempt(bytes);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) =>
        attempt(join([Uint8Array.of(0x50, 0x4b, 3, 4), bytes])),
      ),
    );
    for (let length = 0; length < whole.length; length += 3) attempt(whole.subarray(0, length));
  });
});

describe('packZip', () => {
  it('packs what openZip reads', () => {
    const files = fc.uniqueArray(
      fc.record({
        name: fc.stringMatching(/^[a-z]{1,8}(?:\/[a-z]{1,8})?\.xml$/),
        bytes: fc.uint8Array({ maxLength: 2000 }),
      }),
      { maxLength: 5, selector: (file) => file.name },
    );
    fc.assert(
      fc.property(files, (list) => {
        const zip = openZip(packZip(list));
        for (const { name, bytes } of list) expect(zip.read(name)).toEqual(bytes);
        expect(zip.entries.map((entry) => entry.name).sort()).toEqual(list.map((file) => file.name).sort());
      }),
    );
  });

  it('is deterministic and dated 1980', () => {
    const packed = packZip([{ name: 'document.xml', bytes: xml }]);
    expect(packZip([{ name: 'document.xml', bytes: xml }])).toEqual(packed);
    const date = new DataView(packed.buffer).getUint16(12, true);
    expect([1980 + (date >> 9), (date >> 5) & 15, date & 31]).toEqual([1980, 1, 1]);
  });
});
