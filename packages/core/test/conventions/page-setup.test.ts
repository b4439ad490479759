import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Layout, Meta } from '../../src/model/document.js';
import { Warnings } from '../../src/errors/index.js';
import type {
  KeptBlock,
  ParagraphStyle,
  RichText,
  RunningLine,
  Setup,
} from '../../src/conventions/manuscript/types.js';
import {
  DUAL_COLUMNS,
  defaultSetup,
  layoutToSetup,
  parseParagraphStyle,
  printParagraphStyle,
  setupToLayout,
} from '../../src/conventions/page-setup.js';
import type { BlockPlace, ElementPlace } from '../../src/conventions/page-setup.js';
import { normaliseRuns } from '../../src/conventions/rich-text.js';

const placeOf = ({ block, offset }: BlockPlace): ElementPlace => ({
  element: `00000000-0000-8000-8000-${block.toString(16).padStart(12, '0')}`,
  offset,
});
const blockOf = ({ element, offset }: ElementPlace): BlockPlace => ({ block: parseInt(element.slice(24), 16), offset });

function write(setup: Setup | undefined, kept?: KeptBlock[], warnings = new Warnings()): Layout {
  return setupToLayout(setup, kept, { lang: 'en', placeOf, warnings });
}

function read(layout: Layout, warnings = new Warnings()): ReturnType<typeof layoutToSetup> {
  return layoutToSetup(layout, { lang: 'en', fallback: 'en', blockOf, warnings });
}

const length = (text: string): number => [...text].length;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The schema's bounds on what this convention writes. */
function expectValid(layout: Layout): void {
  const slugs = (list: readonly { id: string }[] = []): void => {
    for (const { id } of list) {
      expect(id).toMatch(SLUG);
      expect(id.length).toBeGreaterThanOrEqual(3);
      expect(id.length).toBeLessThanOrEqual(50);
    }
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
  };
  const meta = (record: Meta = {}): void => {
    for (const [key, value] of Object.entries(record)) {
      expect(key).toMatch(/^[A-Za-z0-9_.:-]{1,64}$/);
      expect(length(value)).toBeLessThanOrEqual(2048);
    }
  };
  slugs(layout.styles);
  slugs(layout.templates);
  meta(layout.meta);
  for (const style of layout.styles ?? []) {
    expect(length(style.text)).toBeLessThanOrEqual(5000);
    meta(style.meta);
  }
  for (const template of layout.templates ?? []) {
    expect(length(template.text)).toBeLessThanOrEqual(20_000);
    meta(template.meta);
  }
  for (const ribbon of [layout.header, layout.footer]) {
    if (!ribbon) continue;
    meta(ribbon.meta);
    for (const text of Object.values(ribbon.text)) {
      expect(length(text)).toBeGreaterThanOrEqual(1);
      expect(length(text)).toBeLessThanOrEqual(10_000);
    }
    if (ribbon.start !== undefined) expect(ribbon.start).toBeGreaterThanOrEqual(0);
  }
}

const words = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('(MORE)', "(CONT'D)", 'CONTINUED:', 'a; b', '"quoted"', ' blank ', 'zwei\nZeilen', 'yes', ''),
);
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -20, max: 900 }).map((n) => n / 8),
);
const style: fc.Arbitrary<ParagraphStyle> = fc.record(
  {
    align: fc.constantFrom('left' as const, 'center' as const, 'right' as const, 'full' as const),
    left: number,
    right: number,
    first: number,
    before: number,
    spacing: number,
    leading: words,
    newPage: fc.boolean(),
    paginateAs: words,
    font: words,
    size: number,
    color: words,
    background: words,
    bold: fc.boolean(),
    italic: fc.boolean(),
    underline: fc.boolean(),
    strike: fc.boolean(),
    caps: fc.boolean(),
  },
  { requiredKeys: [] },
);
const richText: fc.Arbitrary<RichText> = fc
  .tuple(fc.string({ maxLength: 30 }), fc.nat(30), fc.nat(30))
  .map(([text, a, b]) => {
    const chars = [...text];
    const at = (n: number): number => chars.slice(0, n).join('').length;
    const runs = normaliseRuns([{ start: at(Math.min(a, b)), end: at(Math.max(a, b)), bold: true, size: 14 }]);
    return runs.length > 0 ? { text, runs } : { text };
  });
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const stops = fc.array(
  fc.record({
    position: number,
    align: fc.constantFrom('left' as const, 'center' as const, 'right' as const, 'decimal' as const),
  }),
  { maxLength: 3 },
);
const runningLine: fc.Arbitrary<RunningLine> = fc.record(
  {
    show: fc.boolean(),
    cover: fc.boolean(),
    start: fc.integer({ min: -3, max: 2000 }),
    omit: fc.uniqueArray(fc.nat(500), { minLength: 1, maxLength: 3 }),
    text: richText,
    layout: fc.array(style, { maxLength: 3 }),
    tabs: fc.array(stops, { maxLength: 3 }),
  },
  { requiredKeys: ['show', 'cover', 'text'] },
);
const settings = <T>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
const setup = settings({
  page: settings({
    width: number,
    height: number,
    top: number,
    bottom: number,
    headerMargin: number,
    footerMargin: number,
    left: number,
    right: number,
    advance: number,
    breakAtSentences: fc.boolean(),
    leading: words,
  }),
  styles: fc.dictionary(
    fc.oneof(
      fc.constantFrom('heading', 'scene-heading', 'action', 'new-act', 'new act', 'x', 'kept-x'),
      fc.string({ maxLength: 60 }),
    ),
    style,
    { maxKeys: 5 },
  ),
  header: runningLine,
  footer: runningLine,
  titleHeader: runningLine,
  titleFooter: runningLine,
  continuation: settings({
    dialogueBottomOn: fc.boolean(),
    dialogueTopOn: fc.boolean(),
    automatic: fc.boolean(),
    dialogueBottom: words,
    dialogueTop: words,
    sceneBottomOn: fc.boolean(),
    sceneTopOn: fc.boolean(),
    sceneBottom: words,
    sceneTop: words,
    sceneNumbered: fc.boolean(),
  }),
  sceneNumbers: settings({ left: fc.boolean(), right: fc.boolean(), leftAt: number, rightAt: number, scheme: words }),
  lockedPages: fc.array(fc.record({ number: words, block: fc.nat(9000), offset: fc.nat(9000) }), { maxLength: 6 }),
  revisionMarkAt: number,
  pageColors: fc.boolean(),
}) as fc.Arbitrary<Setup>;
const kept: fc.Arbitrary<KeptBlock[]> = fc.array(
  fc.record({
    id: fc.oneof(
      fc.constantFrom('fdx-smart-type', 'page', 'page-2', 'title-page', 'kept-page', 'locked-pages-12'),
      fc.string({ maxLength: 70 }),
    ),
    text: fc.oneof(fc.string(), fc.constant('<x/>\n'.repeat(9000)), fc.constant('🎬'.repeat(20_001))),
  }),
  { maxLength: 4 },
);

describe('page setup in the document', () => {
  it('reads back every setup and every kept block, within the schema', () => {
    fc.assert(
      fc.property(optional(setup), kept, (given, blocks) => {
        const layout = write(given, blocks);
        expectValid(layout);
        const warnings = new Warnings();
        const back = read(JSON.parse(JSON.stringify(layout)) as Layout, warnings);
        expect(back.setup ?? {}).toEqual(given ?? {});
        expect(back.kept ?? []).toEqual(blocks);
        expect(warnings.list()).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('is written so that people can read and edit it', () => {
    const layout = write({
      page: { width: 8.5, height: 11, top: 72, breakAtSentences: false },
      styles: {
        heading: { left: 1.5, right: 7.5, before: 24, caps: true },
        'new-act': { align: 'center', newPage: true },
      },
      header: { show: true, cover: false, start: 1, text: { text: '{page}.' }, layout: [{ align: 'right' }] },
      lockedPages: [{ number: '12A', block: 7, offset: 15 }],
      continuation: { dialogueBottom: '(MORE)', dialogueBottomOn: true },
    });
    expect(layout.styles).toEqual([
      { id: 'scene-heading', default: false, text: 'left: 1.5in; right: 7.5in; before: 24pt; caps: yes' },
      { id: 'new-act', default: false, text: 'align: center; new-page: yes' },
    ]);
    expect(layout.templates).toEqual([
      { id: 'page', default: false, text: 'width: 8.5in\nheight: 11in\ntop: 72pt\nbreak-at-sentences: no' },
      { id: 'continuation', default: false, text: 'dialogue-bottom-on: yes\ndialogue-bottom: (MORE)' },
      { id: 'locked-pages', default: false, text: '12A: 00000000-0000-8000-8000-000000000007 15' },
    ]);
    expect(layout.header).toEqual({
      show: true,
      cover: false,
      start: 1,
      text: { en: '{page}.' },
      meta: { 'screenplay.layout': 'align: right' },
    });
  });

  it('takes what an editor changed, in other units and unknown words too', () => {
    const warnings = new Warnings();
    const back = read(
      {
        styles: [
          {
            id: 'action',
            default: false,
            text: 'LEFT: 38.1mm\nright: 540pt; before: 1 ; mood: blue; caps: maybe; align: middle; first: 0,5',
          },
        ],
        templates: [{ id: 'page', default: true, text: 'width: 21cm' }],
        header: { show: true, cover: true, text: { fr: 'édité {page}' }, omit: [3] },
      },
      warnings,
    );
    expect(back.setup?.styles?.['action']).toEqual({ left: 1.5, right: 7.5, before: 1, first: 0.5 });
    expect(back.setup?.page?.width).toBeCloseTo(8.2677, 4);
    expect(back.setup?.header).toEqual({ show: true, cover: true, omit: [3], text: { text: 'édité {page}' } });
    expect(warnings.list().map((w) => [w.code, w.at?.pointer])).toEqual([
      ['repaired', '/document/layout/styles/0/text'],
      ['repaired', '/document/layout/styles/0/text'],
    ]);
  });

  it('leaves the runs of an edited header aside, with a warning', () => {
    const layout = write({
      header: { show: true, cover: false, text: { text: 'Old {page}', runs: [{ start: 0, end: 3, bold: true }] } },
    });
    if (layout.header) layout.header.text = { en: 'New words {page}' };
    const warnings = new Warnings();
    expect(read(layout, warnings).setup?.header?.text).toEqual({ text: 'New words {page}' });
    expect(warnings.list().map((w) => w.code)).toEqual(['stale_hint']);
  });

  it('warns of locked pages that have no place, and keeps the others', () => {
    const warnings = new Warnings();
    const layout = setupToLayout(
      {
        lockedPages: [
          { number: '1', block: 0, offset: 0 },
          { number: '2', block: 9, offset: 1 },
        ],
      },
      undefined,
      {
        lang: 'en',
        placeOf: (place) => (place.block === 0 ? placeOf(place) : undefined),
        warnings,
      },
    );
    expect(warnings.list().map((w) => w.code)).toEqual(['not_carried']);
    const back = layoutToSetup(layout, { lang: 'en', fallback: 'en', blockOf: () => undefined, warnings });
    expect(back.setup?.lockedPages).toEqual([]);
    expect(warnings.list().map((w) => w.code)).toEqual(['not_carried', 'stale_hint']);
  });

  it('has texts of any length', () => {
    const long = 'Überlang '.repeat(4000);
    const given: Setup = {
      header: { show: true, cover: false, text: { text: long, runs: [{ start: 35_000, end: 35_010, italic: true }] } },
      titleFooter: { show: true, cover: false, text: { text: long } },
      styles: { action: { font: long, align: 'left', color: '#fff' } },
      lockedPages: Array.from({ length: 900 }, (_, n) => ({ number: `${n}A`, block: n, offset: n })),
    };
    const layout = write(given);
    expectValid(layout);
    expect(read(layout).setup).toEqual(given);
    expect(layout.templates?.map(({ id }) => id)).toEqual([
      'locked-pages',
      'locked-pages-2',
      'locked-pages-3',
      'title-footer',
    ]);
  });

  it('says nothing about nothing', () => {
    expect(write(undefined)).toEqual({});
    expect(read({})).toEqual({});
    expect(layoutToSetup(undefined, { lang: 'en', fallback: 'en', blockOf, warnings: new Warnings() })).toEqual({});
  });
});

describe('paragraph settings', () => {
  it('read back as they were printed', () => {
    fc.assert(
      fc.property(style, (given) => {
        expect(parseParagraphStyle(printParagraphStyle(given))).toEqual(given);
      }),
    );
  });
});

describe('default setup', () => {
  it('is the page that Final Draft prints', () => {
    const letter = defaultSetup('letter');
    const lines = (page = letter.page): number =>
      Math.floor(((page?.height ?? 0) * 72 - (page?.top ?? 0) - (page?.bottom ?? 0)) / 12);
    expect(lines()).toBe(54);
    expect(lines(defaultSetup('a4').page)).toBe(58);
    const cells = (name: string): number => {
      const { left = 0, right = 0 } = letter.styles?.[name] ?? {};
      return Math.floor(((right - left) * 72) / 7.002);
    };
    expect(cells('action')).toBe(61);
    expect(cells('dialogue')).toBe(35);
    expect(cells('parenthetical')).toBe(25);
    expect(Math.floor(((DUAL_COLUMNS.left.dialogue.right - DUAL_COLUMNS.left.dialogue.left) * 72) / 7.002)).toBe(29);
    expect(letter.styles?.['heading']?.before).toBe(24);
  });

  it('is a fresh object each time', () => {
    const first = defaultSetup('letter');
    (first.styles as Record<string, ParagraphStyle>)['action'] = {};
    expect(defaultSetup('letter').styles?.['action']?.left).toBe(1.5);
    expect(read(write(defaultSetup('a4'))).setup).toEqual(defaultSetup('a4'));
  });
});
