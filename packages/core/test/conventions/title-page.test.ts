import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../src/errors/index.js';
import type { ParagraphStyle, RichText, TitleLine, TitlePage } from '../../src/conventions/manuscript/types.js';
import { normaliseRuns } from '../../src/conventions/rich-text.js';
import {
  arrangeTitlePage,
  coverToTitlePage,
  recogniseTitlePage,
  titleEntries,
  titleFields,
  titlePageToCover,
} from '../../src/conventions/title-page.js';
import type { CoverParts } from '../../src/conventions/title-page.js';

const write = (page: TitlePage | undefined): CoverParts =>
  JSON.parse(JSON.stringify(titlePageToCover(page, { lang: 'en' }))) as CoverParts;
const read = (parts: CoverParts, warnings = new Warnings()): TitlePage | undefined =>
  coverToTitlePage(parts, { lang: 'en', fallback: 'en', warnings });

const CENTRE: ParagraphStyle = { align: 'center', left: 1, right: 7.5 };
const LEFT: ParagraphStyle = { align: 'left', left: 1, right: 7.5 };
const blanks = (count: number): TitleLine[] => Array.from({ length: count }, () => ({ text: '', layout: LEFT }));
const centred = (text: string): TitleLine => ({ text, layout: CENTRE });
const flush = (text: string): TitleLine => ({ text, layout: LEFT });

/** A page as a word processor holds it. */
const PLACED: TitlePage = {
  placed: true,
  lines: [
    ...blanks(16),
    { text: 'LOW WATER', runs: [{ start: 0, end: 9, underline: true }], layout: CENTRE },
    ...blanks(3),
    centred('Written by'),
    ...blanks(1),
    centred('Ann Lee & Bo Diaz'),
    ...blanks(2),
    centred('Based on the novel'),
    centred('by Eve Stone'),
    ...blanks(14),
    flush('Second Draft, 3/4/2021'),
    ...blanks(1),
    flush('Harbour Literary Agency'),
    flush('(785) 555-0134'),
    ...blanks(1),
    flush('Something else'),
  ],
};

/** A page as plain text holds it. */
const LISTED: TitlePage = {
  placed: false,
  lines: [
    { key: 'title', text: 'LOW WATER', runs: [{ start: 4, end: 9, bold: true }] },
    { key: 'title', text: 'A Tide Tale' },
    { key: 'credit', text: 'Written by' },
    { key: 'author', label: 'Authors', text: 'Ann Lee' },
    { key: 'author', label: 'Authors', text: 'Bo' },
    { key: 'draft-date', text: '' },
    { key: 'Año de rodaje', text: '2021' },
    { key: 'fmt', text: 'multicam' },
    { key: 'contact', text: '12 Harbour Street' },
    { key: 'contact', text: 'Dover' },
    { key: 'notes', text: 'Do not reproduce' },
  ],
};

const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const points = (text: string): number => [...text].length;

/** The schema's bounds on what this convention writes. */
function expectValid(parts: CoverParts): void {
  const within = (map: Record<string, string> | undefined, max: number): void => {
    for (const text of Object.values(map ?? {})) {
      expect(points(text)).toBeGreaterThanOrEqual(1);
      expect(points(text)).toBeLessThanOrEqual(max);
    }
  };
  const meta = (record: Record<string, string> = {}): void => {
    for (const [key, value] of Object.entries(record)) {
      expect(key).toMatch(/^[A-Za-z0-9_.:-]{1,64}$/);
      expect(points(value)).toBeLessThanOrEqual(2048);
    }
  };
  expect(Object.keys(parts.title)).toHaveLength(1);
  within(parts.title, 255);
  within(parts.extra, 10_000);
  meta(parts.meta);
  expect(parts.authors.length).toBeGreaterThan(0);
  for (const author of parts.authors) {
    meta(author.meta);
    within({ given: author.given, family: author.family }, 50);
  }
  for (const source of parts.sources) {
    expect(source.type).toMatch(slug);
    within(source.title, 10_000);
    meta(source.meta);
  }
  for (const template of parts.templates) {
    expect(template.id).toMatch(slug);
    expect(points(template.text)).toBeLessThanOrEqual(20_000);
    meta(template.meta);
  }
}

describe('a title page in the document', () => {
  it('puts each field where the document has a place for it', () => {
    const parts = write(PLACED);
    expectValid(parts);
    expect(parts.title).toEqual({ en: 'LOW WATER' });
    expect(parts.authors).toEqual([
      { given: 'Ann', family: 'Lee' },
      { given: 'Bo', family: 'Diaz' },
    ]);
    expect(parts.sources).toEqual([{ type: 'novel', title: { en: 'Based on the novel\nby Eve Stone' } }]);
    expect(parts.extra).toEqual({ en: 'Harbour Literary Agency\n(785) 555-0134\nSomething else' });
    expect(parts.meta).toMatchObject({
      'screenplay.title-page.credit': 'Written by',
      'screenplay.title-page.draft-date': 'Second Draft, 3/4/2021',
      'screenplay.runs.title.en': '0-9 u',
    });
    expect(parts.meta).not.toHaveProperty('screenplay.title-page.author');
  });

  it('keeps the lines in a template without a word of the script', () => {
    const [template] = write(PLACED).templates;
    expect(template).toEqual({
      id: 'title-page',
      default: false,
      text: [
        'placed: yes',
        'a: align: left; left: 1in; right: 7.5in',
        'b: align: center; left: 1in; right: 7.5in',
        '---',
        'a *16',
        'b {title}',
        'a *3',
        'b {credit}',
        'a',
        'b {author}',
        'a *2',
        'b {source 1}',
        'b {source 2}',
        'a *14',
        'a {key draft-date}',
        'a',
        'a {extra 1 contact}',
        'a {extra 2 contact}',
        'a',
        'a {extra 3}',
      ].join('\n'),
    });
  });

  it('reads a placed and a listed page back as they were', () => {
    expect(read(write(PLACED))).toEqual({ placed: true, lines: recogniseTitlePage(PLACED.lines) });
    const parts = write(LISTED);
    expectValid(parts);
    expect(parts.authors).toEqual([
      { given: 'Ann', family: 'Lee' },
      { given: 'Bo', family: 'Bo', meta: { 'screenplay.mononym': 'true' } },
    ]);
    expect(parts.extra).toEqual({ en: '12 Harbour Street\nDover\nDo not reproduce' });
    expect(parts.meta['screenplay.title-page.fmt']).toBe('multicam');
    expect(read(parts)).toEqual(LISTED);
  });

  it('needs no template for a plain list', () => {
    const page: TitlePage = {
      placed: false,
      lines: [
        { text: 'Low Water', key: 'title' },
        { text: 'Ann Lee', key: 'author' },
      ],
    };
    expect(write(page).templates).toEqual([]);
    expect(read(write(page))).toEqual(page);
  });

  it('has a title and an author when the page has none, and does not print them', () => {
    const parts = write(undefined);
    expectValid(parts);
    expect(parts).toEqual({
      title: { en: 'Untitled' },
      authors: [{ given: 'Unknown', family: 'Author', meta: { 'screenplay.unknown': 'true' } }],
      sources: [],
      meta: { 'screenplay.untitled': 'true' },
      templates: [],
    });
    expect(read(parts)).toBeUndefined();
    parts.title = { en: 'Low Water' };
    parts.authors = [{ given: 'Ann', family: 'Lee', meta: { 'screenplay.unknown': 'true' } }];
    expect(read(parts)).toEqual({
      placed: false,
      lines: [
        { text: 'Low Water', key: 'title' },
        { text: 'Ann Lee', key: 'author' },
      ],
    });
  });

  it('splits a credit from the names on its line, and prints the line as it was', () => {
    const page: TitlePage = {
      placed: true,
      lines: [
        centred('Low Water'),
        ...blanks(2),
        { text: 'Written by Ann Lee', runs: [{ start: 0, end: 18, bold: true }], layout: CENTRE },
      ],
    };
    const parts = write(page);
    expect(parts.authors).toEqual([{ given: 'Ann', family: 'Lee' }]);
    expect(parts.meta['screenplay.title-page.credit']).toBe('Written by ');
    expect(parts.templates[0]?.text).toContain('a {credit} {author}');
    const plain = write({
      placed: true,
      lines: [centred('  Low Water '), centred('   '), centred('Written by Ann Lee')],
    });
    expect(plain.title).toEqual({ en: 'Low Water' });
    expect(plain.extra).toBeUndefined();
    expect(plain.meta['screenplay.title-page.credit']).toBe('Written by');
    expect(plain.templates[0]?.text).toBe(
      'placed: yes\na: align: center; left: 1in; right: 7.5in\n---\na "  " {title} " "\na "   "\na {credit} " " {author}',
    );
    expect(read(plain)?.lines.map(({ text }) => text)).toEqual(['  Low Water ', '   ', 'Written by Ann Lee']);
    plain.authors = [{ given: 'Unknown', family: 'Author', meta: { 'screenplay.unknown': 'true' } }];
    expect(read(plain)?.lines[2]).toMatchObject({ text: 'Written by', key: 'credit' });
    expect(read(parts)?.lines[3]).toEqual({ ...page.lines[3], key: 'author' });
    expect(titleFields({ ...page, lines: recogniseTitlePage(page.lines) })).toMatchObject({
      credit: { text: 'Written by' },
      author: { text: 'Ann Lee' },
    });
  });

  it('reads back every page, within the schema', () => {
    const key = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.constantFrom(
          'title',
          'credit',
          'author',
          'source',
          'draft-date',
          'contact',
          'copyright',
          'notes',
          'revision',
        ),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          'extra',
          'key',
          'x-foo',
          'foo bar',
          'Foo Bar',
          'Año',
          '__proto__',
          'x-foo-bar',
          'label.2',
          '日本',
        ),
      },
      { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 50 }) },
    );
    const words = fc.oneof(
      fc.constantFrom(
        '',
        'Written by Ann Lee',
        'Author:Ann Lee',
        'by',
        'Ann & Bo',
        ' Ann  Lee ,',
        'Based on a play',
        '\n',
        'a\nb',
        ' ',
        'Untitled',
        'Unknown Author',
        'A\u00a0B',
      ),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    );
    const text = fc.tuple(words, fc.nat(20), fc.nat(20)).map(([plain, a, b]): RichText => {
      const at = (n: number): number => [...plain].slice(0, n).join('').length;
      const runs = normaliseRuns([{ start: at(Math.min(a, b)), end: at(Math.max(a, b)), italic: true }]);
      return runs.length > 0 ? { text: plain, runs } : { text: plain };
    });
    const style = fc.constantFrom<ParagraphStyle | undefined>(undefined, undefined, {}, CENTRE, LEFT, {
      before: 12,
      font: 'A; "B"',
    });
    const line = fc
      .record({
        text,
        key: fc.option(key, { nil: undefined }),
        label: fc.option(fc.constantFrom('Title', 'AUTHORS', '', 'x: "y"\n'), { nil: undefined, freq: 4 }),
        layout: style,
        extra: fc.option(fc.constantFrom({}, { 'fdx.Type': 'General; "x"', b: '' }), { nil: undefined, freq: 4 }),
      })
      .map(({ text: words_, key: key_, label, layout, extra }): TitleLine => {
        const made: TitleLine = { ...words_ };
        if (key_ !== undefined) made.key = key_;
        if (key_ !== undefined && label !== undefined) made.label = label;
        if (layout) made.layout = layout;
        if (extra) made.extra = extra;
        return made;
      });
    const page = fc.record({ placed: fc.boolean(), lines: fc.array(line, { maxLength: 12 }) });
    fc.assert(
      fc.property(page, (given) => {
        const parts = write(given);
        expectValid(parts);
        const warnings = new Warnings();
        const back = read(parts, warnings);
        const expected = given.placed ? recogniseTitlePage(given.lines) : given.lines;
        expect(back ?? { placed: false, lines: [] }).toEqual(
          expected.length > 0 || given.placed ? { placed: given.placed, lines: expected } : given,
        );
        expect(warnings.list()).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });

  it('holds texts of any length', () => {
    const long = 'Ünder 🌊 '.repeat(4000).trim();
    const page: TitlePage = {
      placed: true,
      lines: [
        { key: 'title', text: long, runs: [{ start: 0, end: 30_000, bold: true }] },
        { key: 'author', text: `${'Ann'.repeat(30)} ${'Lee'.repeat(30)}` },
        { key: 'source', text: long },
        { key: 'contact', text: long, runs: [{ start: 9, end: 30_000, bold: true }] },
        { key: 'draft-date', text: long },
        ...Array.from({ length: 3000 }, (_, n): TitleLine => ({ text: `line ${n}`, layout: { before: n } })),
      ],
    };
    const parts = write(page);
    expectValid(parts);
    expect(parts.templates.length).toBeGreaterThan(1);
    expect(read(parts)).toEqual({ ...page, lines: recogniseTitlePage(page.lines) });
  });
});

describe('edits of the document', () => {
  const shown = (parts: CoverParts, warnings?: Warnings): string[] =>
    (read(parts, warnings)?.lines ?? []).map(({ text }) => text).filter(Boolean);

  it('show in the place of what they replace', () => {
    const parts = write(PLACED);
    const before = read(parts)?.lines.length;
    parts.title = { en: 'HIGH WATER!' };
    parts.authors = [{ given: 'Cy', family: 'Moreau' }];
    (parts.sources[0] as { title: Record<string, string> }).title = { en: 'After a play\nby nobody' };
    parts.meta['screenplay.title-page.credit'] = 'Adapted by';
    parts.extra = { en: 'New Agency\n555' };
    const warnings = new Warnings();
    expect(shown(parts, warnings)).toEqual([
      'HIGH WATER!',
      'Adapted by',
      'Cy Moreau',
      'After a play',
      'by nobody',
      'Second Draft, 3/4/2021',
      'New Agency',
      '555',
    ]);
    expect(read(parts)?.lines.length).toBe(before);
    expect(read(parts)?.lines[16]).toEqual({ key: 'title', text: 'HIGH WATER!', layout: CENTRE });
    expect(warnings.list().map(({ code, at }) => [code, at?.pointer])).toEqual([
      ['stale_hint', '/document/cover/title'],
    ]);
  });

  it('of the title count in the root too', () => {
    const parts = write(PLACED);
    parts.rootTitle = { en: 'HIGH WATER' };
    expect(shown(parts)[0]).toBe('HIGH WATER');
    parts.title = { en: 'NO WATER' };
    expect(shown(parts)[0]).toBe('NO WATER');
    const untitled = write(undefined);
    untitled.rootTitle = { en: 'NEW' };
    expect(shown(untitled)).toEqual(['NEW']);
  });

  it('add lines at the end of their block', () => {
    const parts = write(PLACED);
    parts.extra = { en: `${parts.extra?.['en']}\nmore` };
    parts.title = { en: 'LOW WATER\nThe Return' };
    parts.sources.push({ type: 'play', title: { en: 'and on a play' } });
    const lines = read(parts)?.lines ?? [];
    const at = (text: string): number => lines.findIndex((line) => line.text === text);
    expect(at('LOW WATER\nThe Return')).toBe(16);
    expect(at('and on a play')).toBe(at('by Eve Stone') + 1);
    expect(at('more')).toBe(at('Something else') + 1);
    expect(lines[at('more')]).toEqual({ text: 'more', layout: LEFT });
  });

  it('bring in fields that the page did not have', () => {
    const parts = write({ placed: true, lines: [...blanks(3), centred('Low Water'), ...blanks(4)] });
    parts.authors = [{ given: 'Ann', family: 'Lee' }];
    parts.extra = { en: 'Call me' };
    const lines = read(parts)?.lines ?? [];
    expect(lines.map(({ text, key }) => `${key ?? ''}:${text}`).slice(3)).toEqual([
      'title:Low Water',
      ':',
      'author:Ann Lee',
      ':',
      ':',
      ':',
      ':',
      ':',
      ':Call me',
    ]);
    expect(lines[5]?.layout).toEqual(CENTRE);
  });

  it('win over the typed form of the authors, with a warning', () => {
    const parts = write({
      placed: false,
      lines: [
        { key: 'title', text: 'T' },
        { key: 'author', text: 'ann lee,' },
        { key: 'author', text: 'and Bo Diaz' },
      ],
    });
    expect(parts.meta['screenplay.title-page.author']).toBe('ann lee,\nand Bo Diaz');
    expect(shown(parts)).toEqual(['T', 'ann lee,', 'and Bo Diaz']);
    (parts.authors[1] as { family: string }).family = 'Park';
    const warnings = new Warnings();
    expect(shown(parts, warnings)).toEqual(['T', 'ann lee & Bo Park']);
    expect(warnings.list().map(({ code }) => code)).toEqual(['stale_hint']);
  });

  it('to the template are read with tolerance', () => {
    const parts = write(PLACED);
    (parts.templates[0] as { text: string }).text =
      'nonsense\nb: align: center\n---\nb {title}\nwhat? {\nb {author} {nothing}\n- *2\nb {credit} {author}';
    const warnings = new Warnings();
    const lines = read(parts, warnings)?.lines ?? [];
    expect(lines.slice(0, 4).map(({ text }) => text)).toEqual(['LOW WATER', '', '', 'Written by Ann Lee & Bo Diaz']);
    expect(lines.map(({ text }) => text)).toContain('Harbour Literary Agency');
    expect(warnings.list().map(({ code }) => code)).toEqual(['repaired']);
  });
});

describe('arranging a title page', () => {
  it('leaves a placed page as it is', () => {
    expect(arrangeTitlePage(PLACED)).toEqual(PLACED.lines);
  });

  it('sets a list of fields as pages are set, on one page', () => {
    const warnings = new Warnings();
    const lines = arrangeTitlePage(LISTED, undefined, warnings);
    expect(lines).toHaveLength(54);
    const drawn = lines.map(({ text, layout }) => (text === '' ? '' : `${layout?.align}: ${text}`));
    expect(drawn.slice(0, 17).every((line) => line === '')).toBe(true);
    expect(drawn.slice(17, 27)).toEqual([
      'center: LOW WATER',
      'center: A Tide Tale',
      '',
      '',
      '',
      'center: Written by',
      '',
      'center: Ann Lee',
      'center: Bo',
      '',
    ]);
    expect(drawn.slice(-5)).toEqual(['', 'left: Do not reproduce', '', 'left: 12 Harbour Street', 'left: Dover']);
    expect(lines[17]?.runs).toEqual([{ start: 4, end: 9, bold: true }]);
    expect(warnings.list().map(({ message }) => message)).toEqual([
      `The title page's own field "Año de rodaje" is not printed`,
      `The title page's own field "fmt" is not printed`,
    ]);
    const recognised = recogniseTitlePage(lines.map(({ key: _, ...line }) => line)).filter(({ text }) => text !== '');
    expect(recognised.map(({ key }) => key)).toEqual([
      'title',
      'title',
      'credit',
      'author',
      'author',
      undefined,
      'contact',
      'contact',
    ]);
  });

  it('sets names without a credit where the credit would stand, so that they are known again', () => {
    for (const [title, author] of [
      ['THE FERRY', 'Ada Low'],
      ['The Ferry', 'Ada Low & Bo Diaz'],
      ['THE FERRY', 'Colette'],
    ] as const) {
      const page: TitlePage = {
        placed: false,
        lines: [
          { key: 'title', text: title },
          { key: 'author', text: author },
          { key: 'contact', text: '12 Harbour Street\nDover' },
        ],
      };
      const lines = arrangeTitlePage(page);
      expect(lines.findIndex(({ key }) => key === 'author') - lines.findIndex(({ key }) => key === 'title')).toBe(4);
      const recognised = recogniseTitlePage(lines.map(({ key: _, ...line }) => line));
      expect(recognised.map(({ key }) => key)).toEqual(lines.map(({ key }) => key));
    }
  });

  it('fits the paper', () => {
    const lines = arrangeTitlePage(LISTED, { page: { width: 8.26, height: 11.69, top: 72, bottom: 72 } });
    expect(lines).toHaveLength(58);
    expect(lines[20]?.layout?.right).toBeCloseTo(7.26);
    const crowd = arrangeTitlePage({
      placed: false,
      lines: Array.from({ length: 80 }, (_, n) => ({ key: 'author', text: `Name ${n}` })),
    });
    expect(crowd.filter(({ text }) => text !== '')).toHaveLength(80);
    expect(arrangeTitlePage({ placed: false, lines: [] })).toEqual([]);
  });

  it('prints what the name of a field says of its value', () => {
    const page: TitlePage = {
      placed: false,
      lines: [
        { key: 'title', text: 'LOW WATER' },
        { key: 'author', label: 'Written by', text: 'Ann Lee' },
        { key: 'source', label: 'Based on', text: 'the novel', runs: [{ start: 4, end: 9, italic: true }] },
        { key: 'source', label: 'Story by', text: 'Eve Stone' },
        { key: 'draft-date', label: 'Date', text: 'May' },
      ],
    };
    const printed = arrangeTitlePage(page).filter(({ text }) => text !== '');
    expect(printed.map(({ key, text }) => [key, text])).toEqual([
      ['title', 'LOW WATER'],
      ['credit', 'Written by'],
      ['author', 'Ann Lee'],
      ['source', 'Based on the novel'],
      ['source', 'Story by Eve Stone'],
      ['draft-date', 'May'],
    ]);
    expect(printed[3]?.runs).toEqual([{ start: 13, end: 18, italic: true }]);
    expect(write(page).sources).toMatchObject([{ title: { en: 'the novel' } }, { title: { en: 'Eve Stone' } }]);
    expect(read(write(page))).toEqual(page);
    const credited: TitlePage = { ...page, lines: [...page.lines, { key: 'credit', text: 'by' }] };
    expect(arrangeTitlePage(credited).filter(({ key }) => key === 'credit')).toMatchObject([{ text: 'by' }]);
  });
});

describe('entries of a plain-text title page', () => {
  const shown = (page: TitlePage): string[] =>
    titleEntries(page).map(({ label, lines }) => `${label}: ${lines.map(({ text }) => text).join(' / ')}`);

  it('keep the order and labels of a list', () => {
    expect(shown(LISTED)).toEqual([
      'Title: LOW WATER / A Tide Tale',
      'Credit: Written by',
      'Authors: Ann Lee / Bo',
      'Draft date: ',
      'Año de rodaje: 2021',
      'fmt: multicam',
      'Contact: 12 Harbour Street / Dover',
      'Notes: Do not reproduce',
    ]);
  });

  it('put the lines of a placed page in the usual order', () => {
    expect(shown({ placed: true, lines: recogniseTitlePage(PLACED.lines) })).toEqual([
      'Title: LOW WATER',
      'Credit: Written by',
      'Authors: Ann Lee & Bo Diaz',
      'Source: Based on the novel / by Eve Stone',
      'Notes: Something else',
      'Draft date: Second Draft, 3/4/2021',
      'Contact: Harbour Literary Agency / (785) 555-0134',
    ]);
  });
});
