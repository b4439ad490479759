import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { Block, Manuscript } from '../../../src/conventions/manuscript/types.js';
import type { EncodeOptions } from '../../../src/ports/index.js';
import { textOfPage } from './pdf-pages.js';
import type { SeenPdf } from './pdf-pages.js';
import { bytesOf, documentOf, encode, print } from './scripts.js';

const require = createRequire(import.meta.url);
const fontFile = (path: string): Uint8Array => new Uint8Array(readFileSync(require.resolve(path)));
const DEJAVU = '@fontsource/dejavu-mono/files/dejavu-mono-latin-400-normal';
const COURIER = '@expo-google-fonts/courier-prime';

const titlePage: Manuscript['titlePage'] = { placed: false, lines: [{ key: 'title', text: 'Low Water' }] };

function lines(count: number): Block[] {
  return Array.from({ length: count }, (_, at): Block => ({ kind: 'action', text: `Paragraph ${at + 1}.` }));
}

const numbersOf = ({ pages }: SeenPdf): string[] =>
  pages.map((page) => /Paragraph (\d+)/.exec(textOfPage(page))?.[1] ?? '-');

describe('pages', () => {
  const document = documentOf([{ kind: 'heading', text: 'EXT. PIER - DAY' }, ...lines(150)], { titlePage });

  it.each<[EncodeOptions['pages'], string[]]>([
    ['2', ['2']],
    ['2-3', ['2', '3']],
    [' 2 - 3 ', ['2', '3']],
    ['-2', ['1', '2']],
    ['5-', ['5', '6']],
    ['3-99', ['3', '4', '5', '6']],
    ['i', ['i']],
    ['i-1', ['i', '1']],
    [{ from: 5 }, ['5', '6']],
    [{ to: '1' }, ['1']],
    [{ from: 2, to: 2 }, ['2']],
    [undefined, ['i', '1', '2', '3', '4', '5', '6']],
  ])('%j prints %j', async (pages, labels) => {
    const { seen } = await print(await document, { pages });
    expect(seen.labels).toEqual(labels);
  });

  it('are the same whether printed alone or with all', async () => {
    const all = (await print(await document)).seen;
    const some = (await print(await document, { pages: '3-4' })).seen;
    expect(some.pages.map(textOfPage)).toEqual(all.pages.slice(3, 5).map(textOfPage));
  });

  it.each(['', 'x y', '3-4-5', '7-', '4-3', 'ii', '1.5', '-'])('%j is refused', async (pages) => {
    await expect(encode(await document, { pages })).rejects.toMatchObject({ code: 'bad_option' });
  });

  it('go by what locked pages are called', async () => {
    const setup: Manuscript['setup'] = {
      lockedPages: [
        { number: '1', block: 0, offset: 0 },
        { number: '2', block: 20, offset: 0 },
        { number: '3-5', block: 60, offset: 0 },
        { number: '6', block: 70, offset: 0 },
      ],
    };
    const locked = await documentOf(lines(120), { setup });
    const labels = async (pages: string): Promise<string[]> => (await print(locked, { pages })).seen.labels;
    const all = (await print(locked)).seen.labels;
    expect(all).toContain('2A');
    expect(await labels('2A')).toEqual(['2A']);
    expect(await labels('2-3')).toEqual(all.slice(all.indexOf('2'), all.indexOf('3-5') + 1));
    expect(await labels('4')).toEqual(['3-5']);
  });
});

describe('the title page', () => {
  it('is left out on request', async () => {
    const document = await documentOf(lines(3), { titlePage });
    expect((await print(document)).seen.labels).toEqual(['i', '1']);
    const { seen } = await print(document, { titlePage: false });
    expect(seen.labels).toEqual(['1']);
    expect(textOfPage(seen.pages[0]!)).not.toContain('Low Water');
  });
});

describe('scene numbers', () => {
  const blocks: Block[] = [
    { kind: 'heading', text: 'EXT. PIER - DAY', number: '7' },
    { kind: 'action', text: 'Gulls.' },
  ];

  it.each([
    ['none', 0],
    ['left', 1],
    ['right', 1],
    ['both', 2],
  ] as const)('%s', async (sceneNumbers, count) => {
    const { seen } = await print(await documentOf(blocks), { sceneNumbers });
    const numbers = seen.pages[0]!.glyphs.filter(({ text }) => text === '7');
    expect(numbers).toHaveLength(count);
    if (sceneNumbers === 'left') expect(numbers[0]!.x).toBeLessThan(108);
    if (sceneNumbers === 'right') expect(numbers[0]!.x).toBeGreaterThan(500);
  });
});

describe("(MORE) and (CONT'D)", () => {
  it('print or not, and pages break at the same places', async () => {
    const speech = 'Nobody crosses at low water unless somebody has told them when it turns. '.repeat(14).trim();
    const document = await documentOf([
      ...lines(20),
      { kind: 'character', text: 'WARDEN' },
      { kind: 'dialogue', text: speech },
    ]);
    const on = (await print(document, { continueds: true })).seen;
    const off = (await print(document, { continueds: false })).seen;
    expect(textOfPage(on.pages[0]!)).toContain('(MORE)');
    expect(textOfPage(on.pages[1]!)).toContain("WARDEN (CONT'D)");
    expect(off.pages.map(textOfPage).join('')).not.toMatch(/MORE|CONT'D/);
    expect(off.pages).toHaveLength(on.pages.length);
    expect(numbersOf(off)).toEqual(numbersOf(on));
  });
});

describe('a watermark', () => {
  it('is drawn on every page under an artifact, and is no text', async () => {
    const document = await documentOf(lines(60), { titlePage });
    const { seen } = await print(document, { watermark: 'CONFIDENTIAL' });
    expect(seen.pages.length).toBeGreaterThan(2);
    for (const page of seen.pages) {
      expect(page.drawings).toEqual([{ name: 'W', marks: ['Artifact Pagination Watermark'] }]);
      expect(textOfPage(page)).not.toMatch(/CONFIDENTIAL/);
    }
  });

  it('may be in any script that is printed, and says what cannot be drawn', async () => {
    const document = await documentOf(lines(1));
    expect((await encode(document, { watermark: 'ЧЕРНОВИК' })).warnings).toEqual([]);
    const { warnings } = await encode(document, { watermark: '機密' });
    expect(warnings[0]).toMatchObject({ code: 'missing_glyphs' });
  });
});

describe('tinted pages', () => {
  const revised: Manuscript = {
    blocks: [
      { kind: 'action', text: 'Old.' },
      { kind: 'action', text: 'New.', pageBreak: true, runs: [{ start: 0, end: 4, revision: 1 }] },
    ],
    revisions: [{ index: 1, name: 'Blue Revision', mark: '*' }],
    setup: { pageColors: true },
  };

  it('are those that were revised, in the colour of the revision', async () => {
    const { blocks, ...rest } = revised;
    const { seen } = await print(await documentOf(blocks, rest), { tintPages: true });
    expect(seen.pages[0]!.boxes).toEqual([]);
    expect(seen.pages[1]!.boxes).toMatchObject([{ x: 0, y: 0, width: 612, height: 792 }]);
    const [red, green, blue] = seen.pages[1]!.boxes[0]!.color.split(' ').map(Number) as [number, number, number];
    expect(blue).toBeGreaterThan(red);
    expect(Math.min(red, green, blue)).toBeGreaterThan(0.7);
    expect(seen.pages[1]!.glyphs.every(({ color }) => color === '0 0 0')).toBe(true);
  });

  it('are white unless asked for; the header names the revision', async () => {
    const { blocks, ...rest } = revised;
    const { seen } = await print(await documentOf(blocks, rest));
    expect(seen.pages[1]!.boxes).toEqual([]);
    expect(textOfPage(seen.pages[1]!)).toContain('Blue Revision');
  });
});

describe('fonts of the caller', () => {
  const blocks: Block[] = [
    {
      kind: 'action',
      text: 'Plain, bold, italic, both.',
      runs: [
        { start: 7, end: 11, bold: true },
        { start: 13, end: 19, italic: true },
        { start: 21, end: 25, bold: true, italic: true },
      ],
    },
  ];

  it('sets the script in a family of files', async () => {
    const font = {
      regular: fontFile(`${DEJAVU}.woff`),
      bold: fontFile('@fontsource/dejavu-mono/files/dejavu-mono-latin-700-normal.woff'),
      italic: fontFile('@fontsource/dejavu-mono/files/dejavu-mono-latin-400-italic.woff'),
      boldItalic: fontFile('@fontsource/dejavu-mono/files/dejavu-mono-latin-700-italic.woff'),
    };
    const { seen, laid } = await print(await documentOf(blocks), { font });
    expect(new Set(seen.fonts)).toEqual(
      new Set(['DejaVuSansMono', 'DejaVuSansMono-Bold', 'DejaVuSansMono-Oblique', 'DejaVuSansMono-BoldOblique']),
    );
    expect(seen.pages[0]!.glyphs.every(({ outline, slant }) => outline === 0 && slant === 0)).toBe(true);
    const line = laid.pages[0]!.lines.find(({ role }) => role === 'action')!;
    const glyphs = seen.pages[0]!.glyphs.filter(({ y }) => Math.abs(y - line.baseline) < 0.01);
    glyphs.forEach(({ x }, at) => expect(x).toBeCloseTo(line.x + at * line.advance, 1));
  });

  it('makes the styles that a single file lacks', async () => {
    const { seen } = await print(await documentOf(blocks), {
      font: fontFile(`${COURIER}/400Regular/CourierPrime_400Regular.ttf`),
    });
    const { glyphs } = seen.pages[0]!;
    expect(glyphs.find(({ text }) => text === 'P')).toMatchObject({
      font: 'CourierPrime-Regular',
      outline: 0,
      slant: 0,
    });
    expect(glyphs.filter(({ font }) => font === 'CourierPrime-Bold').every(({ outline }) => outline > 0.2)).toBe(true);
    expect(glyphs.filter(({ font }) => font === 'CourierPrime-Italic').every(({ slant }) => slant > 0.1)).toBe(true);
    expect(new Set(seen.fonts).size).toBe(4);
  });

  it('asks fallback fonts first for what the text font lacks', async () => {
    const document = await documentOf([{ kind: 'action', text: 'Она: مرحبا' }]);
    const { seen, warnings } = await print(document, { fallbackFonts: [fontFile(`${DEJAVU}.woff`)] });
    expect(warnings).toEqual([]);
    expect(new Set(seen.fonts)).toEqual(new Set(['CourierPrime-Regular', 'DejaVuSansMono']));
  });

  it('joins Arabic letters, from right to left', async () => {
    const document = await documentOf([{ kind: 'action', text: 'مرحبا بك' }]);
    const { seen, warnings } = await print(document, { fallbackFonts: [fontFile(`${DEJAVU}.woff`)] });
    expect(warnings).toEqual([]);
    const row = [...seen.pages[0]!.glyphs].sort((a, b) => b.x - a.x);
    expect(row.map(({ text }) => text).join('')).toBe('مرحبا بك');
  });

  it.each([
    ['a WOFF2 file', fontFile(`${DEJAVU}.woff2`)],
    ['text', new TextEncoder().encode('no font at all')],
    ['nothing', new Uint8Array()],
    ['a truncated font', fontFile(`${COURIER}/400Regular/CourierPrime_400Regular.ttf`).slice(0, 9000)],
    ['a truncated WOFF', fontFile(`${DEJAVU}.woff`).slice(0, 30_000)],
  ])('refuses %s', async (_, font) => {
    const document = await documentOf(blocks);
    await expect(encode(document, { font })).rejects.toMatchObject({ code: 'bad_option' });
    await expect(encode(document, { fallbackFonts: [font] })).rejects.toMatchObject({ code: 'bad_option' });
  });
});

describe('options that mean nothing', () => {
  it.each([
    [{ paper: 'a3' }, 'paper'],
    [{ sceneNumbers: 'yes' }, 'sceneNumbers'],
    [{ titlePage: 'no' }, 'titlePage'],
    [{ continueds: 1 }, 'continueds'],
    [{ tintPages: null }, 'tintPages'],
    [{ watermark: 12 }, 'watermark'],
    [{ watermark: 'x'.repeat(300) }, 'watermark'],
    [{ date: 5 }, 'date'],
    [{ pages: 5 }, 'pages'],
    [{ pages: null }, 'pages'],
    [{ font: 'Courier' }, 'font'],
    [{ font: { italic: new Uint8Array() } }, 'font'],
    [{ fallbackFonts: new Uint8Array() }, 'fallbackFonts'],
    [{ fallbackFonts: ['Arial'] }, 'font'],
  ])('%j is refused by name', async (options, name) => {
    const wrong = bytesOf(await documentOf(lines(1)), options as EncodeOptions);
    await expect(wrong).rejects.toMatchObject({ code: 'bad_option' });
    await expect(wrong).rejects.toThrow(new RegExp(name, 'i'));
  });
});
