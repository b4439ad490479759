import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/conventions/manuscript/types.js';
import type { PlacedLine } from '../../../src/layout/index.js';
import { cellWidth } from '../../../src/layout/wrap.js';
import { textOfPage } from './pdf-pages.js';
import type { Glyph, SeenPage } from './pdf-pages.js';
import { documentOf, print } from './scripts.js';

const SPEECH: Block[] = [
  { kind: 'heading', text: 'INT. OBSERVATORY - NIGHT', number: '12A' },
  {
    kind: 'action',
    text: 'The dome turns (slowly) towards the \\ of Vega, 25 light-years off; nobody breathes.',
    runs: [{ start: 16, end: 22, bold: true }],
  },
  { kind: 'character', text: 'ILSE' },
  { kind: 'parenthetical', text: '(whispering)' },
  { kind: 'dialogue', text: 'It moved. I saw it move.', runs: [{ start: 10, end: 15, italic: true }] },
  { kind: 'transition', text: 'CUT TO:' },
];

/** The glyphs on a line's baseline that lie in its width. */
function glyphsOf({ glyphs }: SeenPage, line: PlacedLine): Glyph[] {
  return glyphs.filter(
    ({ x, y }) => Math.abs(y - line.baseline) < 0.01 && x > line.x - 0.1 && x < line.x + line.width + 0.1,
  );
}

describe('the grid', () => {
  it('sets every letter in its cell, on the baseline that layout gives the line', async () => {
    const { seen, laid } = await print(await documentOf(SPEECH));
    const page = seen.pages[0]!;
    for (const line of laid.pages[0]!.lines) {
      const glyphs = glyphsOf(page, line);
      expect(glyphs.map(({ text }) => text).join('')).toBe(line.text);
      glyphs.forEach(({ x, y, size }, at) => {
        expect(x).toBeCloseTo(line.x + at * line.advance, 1);
        expect(y).toBeCloseTo(line.baseline, 2);
        expect(size).toBe(12);
      });
    }
  });

  it('never drifts: the last letter of a long line is within a hundredth of a point of its cell', async () => {
    const text = 'mmmm mmmm mmmm mmmm mmmm mmmm mmmm mmmm mmmm mmmm mmmm mmmm';
    const { seen, laid } = await print(await documentOf([{ kind: 'action', text }]));
    const line = laid.pages[0]!.lines.find((one) => one.text === text)!;
    const last = glyphsOf(seen.pages[0]!, line).at(-1)!;
    expect(Math.abs(last.x - (line.x + 58 * line.advance))).toBeLessThan(0.02);
  });

  it('sets letters of other fonts in the same cells, their middle where that of the text is', async () => {
    const { seen, laid } = await print(await documentOf([{ kind: 'action', text: 'Она looks at λ and ♪.' }]));
    const line = laid.pages[0]!.lines.find(({ role }) => role === 'action')!;
    const glyphs = glyphsOf(seen.pages[0]!, line);
    expect(glyphs.map(({ text }) => text).join('')).toBe(line.text);
    const courier = glyphs.find(({ text }) => text === 'l')!;
    glyphs.forEach(({ x, width }, at) => {
      const middle = line.x + at * line.advance + courier.width / 2;
      expect(Math.abs(x + width / 2 - middle)).toBeLessThan(0.02);
    });
    expect(new Set(seen.fonts)).toEqual(new Set(['CourierPrime-Regular', 'CMUTypewriter-Regular', 'DejaVuSansMono']));
  });

  it('stands A4 and Letter on their own paper', async () => {
    const document = await documentOf(SPEECH);
    const letter = (await print(document)).seen.pages[0]!;
    const a4 = (await print(document, { paper: 'a4' })).seen.pages[0]!;
    expect([letter.width, letter.height]).toEqual([612, 792]);
    expect(Math.abs(a4.width - 595.3)).toBeLessThan(1);
    expect(Math.abs(a4.height - 841.9)).toBeLessThan(1);
  });

  it('spreads the blanks of a justified line', async () => {
    const text = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen.';
    const block: Block = { kind: 'action', text, layout: { align: 'full' } };
    const { seen, laid } = await print(await documentOf([block]));
    const line = laid.pages[0]!.lines.find(({ wordSpace }) => wordSpace !== undefined)!;
    const glyphs = glyphsOf(seen.pages[0]!, { ...line, width: 1000 });
    expect(glyphs.map((glyph) => glyph.text).join('')).toBe(line.text);
    const blanks = line.text.split(' ').length - 1;
    const right = line.x + line.width + blanks * line.wordSpace!;
    expect(glyphs.at(-1)!.x + line.advance).toBeCloseTo(right, 1);
    expect(right).toBeCloseTo(7.5 * 72, 0);
  });
});

describe('looks', () => {
  it('sets bold, italic and both in faces of their own', async () => {
    const { seen } = await print(await documentOf(SPEECH));
    const fontOf = (word: string): Set<string> => {
      const { glyphs } = seen.pages[0]!;
      const text = glyphs.map((glyph) => glyph.text).join('');
      const at = text.indexOf(word);
      return new Set(glyphs.slice(at, at + word.length).map(({ font }) => font));
    };
    expect(fontOf('slowly')).toEqual(new Set(['CourierPrime-Bold']));
    expect(fontOf('I saw')).toEqual(new Set(['CourierPrime-Italic']));
    expect(fontOf('whispering')).toEqual(new Set(['CourierPrime-Regular']));
  });

  it('draws lines under and through exactly what is underlined and struck out', async () => {
    const block: Block = {
      kind: 'action',
      text: 'plain under plain struck plain',
      runs: [
        { start: 6, end: 11, underline: true },
        { start: 18, end: 24, strike: true, color: '#c00000' },
      ],
    };
    const { seen, laid } = await print(await documentOf([block]));
    const line = laid.pages[0]!.lines.find(({ role }) => role === 'action')!;
    const [under, through] = seen.pages[0]!.boxes;
    expect(seen.pages[0]!.boxes).toHaveLength(2);
    expect(under!.x).toBeCloseTo(line.x + 6 * line.advance, 2);
    expect(under!.width).toBeCloseTo(5 * line.advance, 2);
    expect(under!.y).toBeGreaterThan(line.baseline);
    expect(under!.y + under!.height).toBeLessThan(line.baseline + 3);
    expect(under!.height).toBeGreaterThan(0.5);
    expect(under!.height).toBeLessThan(1.2);
    expect(through!.x).toBeCloseTo(line.x + 18 * line.advance, 2);
    expect(through!.width).toBeCloseTo(6 * line.advance, 2);
    // In the middle of the small letters.
    expect(line.baseline - through!.y).toBeGreaterThan(2);
    expect(line.baseline - through!.y).toBeLessThan(4);
    expect(through!.color).toBe('0.753 0 0');
  });

  it('colours text and its background, and goes back to black', async () => {
    const block: Block = {
      kind: 'action',
      text: 'red then black',
      runs: [{ start: 0, end: 3, color: '#ff0000', background: '#ffff00' }],
    };
    const { seen } = await print(await documentOf([block]));
    const { glyphs, boxes } = seen.pages[0]!;
    expect(glyphs.filter(({ color }) => color === '1 0 0').map(({ text }) => text)).toEqual(['r', 'e', 'd']);
    expect(glyphs.filter(({ text }) => text === 't').every(({ color }) => color === '0 0 0')).toBe(true);
    expect(boxes).toMatchObject([{ color: '1 1 0' }]);
    expect(boxes[0]!.width).toBeCloseTo(3 * 7.002, 1);
  });

  it('raises and lowers small letters', async () => {
    const block: Block = {
      kind: 'action',
      text: 'H2O and 1st',
      runs: [
        { start: 1, end: 2, subscript: true },
        { start: 9, end: 11, superscript: true },
      ],
    };
    const { seen } = await print(await documentOf([block]));
    const glyph = (text: string): Glyph => seen.pages[0]!.glyphs.find((one) => one.text === text)!;
    expect(glyph('2').y).toBeGreaterThan(glyph('H').y);
    expect(glyph('s').y).toBeLessThan(glyph('H').y);
    expect(glyph('s').size).toBeLessThan(10);
    expect(glyph('a').size).toBe(12);
  });

  it('links what is linked, once for a link in several looks', async () => {
    const block: Block = {
      kind: 'action',
      text: 'See the page here, or write.',
      runs: [
        { start: 4, end: 7, link: 'https://example.org/ä b' },
        { start: 7, end: 17, bold: true, link: 'https://example.org/ä b' },
        { start: 22, end: 27, link: 'javascript:alert(1)' },
      ],
    };
    const { seen, laid } = await print(await documentOf([block]));
    const line = laid.pages[0]!.lines.find(({ role }) => role === 'action')!;
    const [link] = seen.pages[0]!.links;
    expect(seen.pages[0]!.links).toHaveLength(1);
    expect(link!.url).toBe('https://example.org/%C3%A4%20b');
    expect(link!.rect[0]).toBeCloseTo(line.x + 4 * line.advance, 1);
    expect(link!.rect[2]).toBeCloseTo(line.x + 17 * line.advance, 1);
  });
});

describe('scripts beyond Latin', () => {
  it.each([
    ['Cyrillic', 'Вера смотрит на ЁЛКУ; ґанок, ћуд, Ѳ.'],
    ['Greek', 'Η Ελένη κοιτάζει τη θάλασσα. Ὦ παῖ, ῥᾴδιον.'],
    ['Vietnamese', 'Nguyễn Thị Ánh đi về phía biển.'],
    ['Central European', 'Łódź, Őrség, Žižkov, Țara, şehir, ģimene.'],
    ['signs', 'A → B ← C ↑ ½ ⅔ № 5 ♪ ♫ ★ ✓ ∞ ≠ € ₽ ₴ ₺ “x” ‘y’ – — … ■ □'],
  ])('prints %s without being asked, in every style', async (_, text) => {
    const styles = [{}, { bold: true }, { italic: true }, { bold: true, italic: true }] as const;
    const blocks = styles.map(
      (style): Block => ({ kind: 'action', text, runs: [{ start: 0, end: text.length, ...style }] }),
    );
    const { seen, warnings } = await print(await documentOf(blocks));
    expect(warnings).toEqual([]);
    const printedText = textOfPage(seen.pages[0]!).replace(/\s+/g, ' ');
    expect(printedText.split(text).length - 1).toBe(4);
  });

  it('puts a mark on its letter, and copies both', async () => {
    const text = 'за́мок, m̃, и̱';
    const { seen, warnings } = await print(await documentOf([{ kind: 'action', text }]));
    expect(warnings).toEqual([]);
    expect(textOfPage(seen.pages[0]!)).toContain(text);
    const { glyphs } = seen.pages[0]!;
    const acute = glyphs.find((glyph) => glyph.text === '\u0301')!;
    const letter = glyphs[glyphs.indexOf(acute) - 1]!;
    expect(letter.text).toBe('а');
    expect(acute.x).toBeLessThan(letter.x + letter.width);
    // The next letter is in the next cell.
    expect(glyphs[glyphs.indexOf(acute) + 1]!.x - letter.x).toBeCloseTo(7.002, 1);
  });

  it('names what it cannot draw, once, and shows a sign in its place', async () => {
    const blocks: Block[] = [
      { kind: 'action', text: 'Plain.' },
      { kind: 'action', text: '你好 said 你, then 😀.', pageBreak: true },
    ];
    const { seen, warnings } = await print(await documentOf(blocks));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ code: 'missing_glyphs', at: { page: 2 } });
    expect(warnings[0]!.message).toContain('你 (U+4F60), 好 (U+597D), 😀 (U+1F600)');
    expect(warnings[0]!.message).toContain('fallbackFonts');
    expect(textOfPage(seen.pages[1]!)).toContain('你好 said 你, then 😀.');
    const signs = seen.pages[1]!.glyphs.filter(({ font }) => font === 'DejaVuSansMono');
    expect(signs.map(({ text }) => text)).toEqual(['你', '好', '你', '😀']);
  });

  it('counts at most forty of what it cannot draw by name', async () => {
    const text = Array.from({ length: 100 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
    const { warnings } = await print(await documentOf([{ kind: 'action', text }]));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.message).toContain('and 60 more');
  });

  it('sets a sign for a wide letter in the middle of its two cells', async () => {
    const { seen, laid } = await print(await documentOf([{ kind: 'action', text: 'a你b' }]));
    const line = laid.pages[0]!.lines.find(({ role }) => role === 'action')!;
    const [a, wide, b] = glyphsOf(seen.pages[0]!, line);
    expect(b!.x - a!.x).toBeCloseTo((1 + cellWidth('你')) * line.advance, 1);
    expect(wide!.x).toBeGreaterThan(a!.x + line.advance);
    // No gap is left that would part words where they are copied.
    expect(Math.abs(wide!.x + wide!.width - b!.x)).toBeLessThan(6);
  });
});

describe('text from right to left', () => {
  const HEBREW = 'שלום (עולם) 123 abc.';

  it('puts the first letter at the right, numbers and Latin words in their own order', async () => {
    const { seen } = await print(await documentOf([{ kind: 'action', text: HEBREW }]));
    const row = [...seen.pages[0]!.glyphs].sort((a, b) => a.x - b.x);
    const visual = row
      .map(({ text }) => text)
      .join('')
      .trim();
    // What is copied: the bracket that is read first is the opening one, though drawn as its mirror image.
    expect(visual).toBe('.abc 123 )םלוע( םולש');
  });

  it('stands at the right edge of its element', async () => {
    const { seen } = await print(await documentOf([{ kind: 'action', text: HEBREW }]));
    const right = Math.max(...seen.pages[0]!.glyphs.map(({ x, width }) => x + width));
    expect(right).toBeGreaterThan(7.4 * 72);
    expect(right).toBeLessThan(7.51 * 72);
  });

  it('turns only the words concerned in a line from left to right', async () => {
    const { seen } = await print(await documentOf([{ kind: 'action', text: 'He says שלום and goes.' }]));
    const row = [...seen.pages[0]!.glyphs].sort((a, b) => a.x - b.x);
    expect(row.map(({ text }) => text).join('')).toBe('He says םולש and goes.');
  });
});
