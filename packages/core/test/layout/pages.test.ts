import { describe, expect, it } from 'vitest';
import type { Block, Continuation, Manuscript, Setup } from '../../src/conventions/manuscript/types.js';
import { layOut, sceneExtents } from '../../src/layout/index.js';
import type { LaidPage, LayoutOptions, LineRole, PlacedLine } from '../../src/layout/index.js';

const FOX = 'The quick brown fox jumps over the lazy dog. ';

/** Pages of 18 lines. */
const PAGE: Setup['page'] = { width: 8.5, height: 5, top: 72, bottom: 72 };

function action(text: string, more: Partial<Block> = {}): Block {
  return { kind: 'action', text, ...more };
}

/** So many lines of action with the space between them. */
function padding(lines: number): Block[] {
  return Array.from({ length: Math.ceil(lines / 2) }, (_, at) => action(`Line ${at}.`));
}

function scene(text: string, more: Partial<Block> = {}): Block {
  return { kind: 'heading', text, ...more };
}

function speech(name: string, ...parts: string[]): Block[] {
  return [
    { kind: 'character', text: name },
    ...parts.map((text): Block => ({ kind: text.startsWith('(') ? 'parenthetical' : 'dialogue', text })),
  ];
}

function pagesOf(
  blocks: Block[],
  setup: Setup = {},
  options: LayoutOptions = {},
  more: Partial<Manuscript> = {},
): LaidPage[] {
  return [...layOut({ blocks, setup: { page: PAGE, ...setup }, ...more }, options).pages];
}

function only(page: LaidPage | undefined, ...roles: LineRole[]): PlacedLine[] {
  return (page?.lines ?? []).filter(({ role }) => roles.includes(role));
}

function texts(page: LaidPage | undefined, ...roles: LineRole[]): string[] {
  return only(page, ...roles).map(({ text }) => text);
}

describe('a speech over two pages', () => {
  const blocks = [...padding(12), ...speech('MARA', FOX.repeat(6))];

  it('has (MORE) below its last line and the cue above the first line overleaf', () => {
    const [first, second] = pagesOf(blocks);
    const [more] = only(first, 'more');
    const last = only(first, 'dialogue').at(-1);
    expect(more).toMatchObject({ text: '(MORE)', x: 252, baseline: (last?.baseline ?? 0) + 12 });
    expect(only(second, 'continued')).toMatchObject([{ text: "MARA (CONT'D)", x: 252, baseline: 68 }]);
    expect(only(second, 'dialogue')[0]?.baseline).toBe(80);
  });

  it('breaks at the same place without them', () => {
    const words = (pages: LaidPage[]): string[][] => pages.map((page) => texts(page, 'dialogue'));
    const plain = pagesOf(blocks, {}, { continueds: false });
    expect(words(plain)).toEqual(words(pagesOf(blocks)));
    expect(plain.flatMap((page) => texts(page, 'more', 'continued'))).toEqual([]);
    const byScript = pagesOf(blocks, { continuation: { dialogueBottomOn: false, dialogueTopOn: false } });
    expect(byScript.flatMap((page) => texts(page, 'more', 'continued'))).toEqual([]);
  });

  it('takes the words for it from the script, once', () => {
    const own: Continuation = { dialogueBottom: '(WEITER)', dialogueTop: '(FORTS.)' };
    const [first, second] = pagesOf([...padding(12), ...speech('MARA (V.O.)', FOX.repeat(6))], { continuation: own });
    expect(texts(first, 'more')).toEqual(['(WEITER)']);
    expect(texts(second, 'continued')).toEqual(['MARA (V.O.) (FORTS.)']);
    const [, told] = pagesOf([...padding(12), ...speech("MARA (CONT'D)", FOX.repeat(6))]);
    expect(texts(told, 'continued')).toEqual(["MARA (CONT'D)"]);
  });

  it('goes on over as many pages as it takes, each with (MORE) and the cue', () => {
    const pages = pagesOf(speech('MARA', FOX.repeat(60)));
    expect(pages.length).toBeGreaterThan(4);
    for (const page of pages.slice(0, -1)) expect(texts(page, 'more')).toEqual(['(MORE)']);
    for (const page of pages.slice(1)) expect(texts(page, 'continued')).toEqual(["MARA (CONT'D)"]);
  });

  it('breaks even where it has no sentence', () => {
    const pages = pagesOf(speech('MARA', 'word '.repeat(300)));
    expect(pages.length).toBeGreaterThan(2);
    expect(texts(pages[0], 'more')).toEqual(['(MORE)']);
  });
});

describe("(CONT'D) of whoever spoke last", () => {
  const cues = (...blocks: Block[]): string[] => pagesOf(blocks).flatMap((page) => texts(page, 'character'));

  it('stands behind the cue after action, not after another speaker or in a new scene', () => {
    expect(
      cues(
        ...speech('TOM', 'One.'),
        action('Tom sits.'),
        ...speech('Tom', 'Two.'),
        ...speech('ANN', 'No.'),
        ...speech('TOM', 'Oh.'),
      ),
    ).toEqual(['TOM', "TOM (CONT'D)", 'ANN', 'TOM']);
    expect(cues(...speech('TOM', 'One.'), scene('INT. HALL'), ...speech('TOM', 'Two.'))).toEqual(['TOM', 'TOM']);
  });

  it('neither follows nor causes a voice over, and is not said twice', () => {
    expect(cues(...speech('TOM (V.O.)', 'One.'), action('Rain.'), ...speech('TOM (V.O.)', 'Two.'))).toEqual([
      'TOM (V.O.)',
      'TOM (V.O.)',
    ]);
    expect(cues(...speech('TOM', 'One.'), action('Rain.'), ...speech('TOM (O.S.)', 'Two.'))).toEqual([
      'TOM',
      "TOM (O.S.) (CONT'D)",
    ]);
    expect(cues(...speech('TOM', 'One.'), action('Rain.'), ...speech('TOM (cont’d)', 'Two.'))).toEqual([
      'TOM',
      'TOM (CONT’D)',
    ]);
  });

  it('counts both speakers of a pair', () => {
    const pair: Block[] = [
      ...speech('TOM', 'One.').map((block) => ({ ...block, dual: 'left' as const })),
      ...speech('ANN', 'Two.').map((block) => ({ ...block, dual: 'right' as const })),
    ];
    expect(cues(...speech('ANN', 'Hey.'), ...pair, action('They stop.'), ...speech('TOM', 'You first.'))).toEqual([
      'ANN',
      'TOM',
      "ANN (CONT'D)",
      "TOM (CONT'D)",
    ]);
  });

  it('is left to the writer when the setting is off', () => {
    const blocks = [...speech('TOM', 'One.'), action('Tom sits.'), ...speech('TOM', 'Two.')];
    expect(pagesOf(blocks, { continuation: { automatic: false } }).flatMap((page) => texts(page, 'character'))).toEqual(
      ['TOM', 'TOM'],
    );
  });
});

describe('a scene over several pages', () => {
  const blocks = [
    scene('INT. HOUSE', { number: '7' }),
    ...padding(42),
    scene('EXT. ROAD', { number: '8' }),
    action('Dust.'),
  ];

  it('says CONTINUED where the script asks for it, outside the text', () => {
    const setup: Setup = {
      continuation: { sceneTopOn: true, sceneBottomOn: true, sceneNumbered: true },
      sceneNumbers: { left: true, right: false },
    };
    const pages = pagesOf(blocks, setup);
    expect(pages.map((page) => texts(page, 'scene-continued'))).toEqual([
      ['(CONTINUED)'],
      ['CONTINUED:', '(CONTINUED)'],
      ['CONTINUED: (2)'],
    ]);
    expect(pages.map((page) => texts(page, 'scene-number'))).toEqual([['7'], ['7'], ['7', '8']]);
    const words = (list: LaidPage[]): string[][] => list.map((page) => texts(page, 'action', 'heading'));
    expect(words(pages)).toEqual(words(pagesOf(blocks)));
  });

  it('says nothing where the page break falls between scenes', () => {
    const setup: Setup = { continuation: { sceneTopOn: true, sceneBottomOn: true } };
    const pages = pagesOf(
      [scene('INT. HOUSE'), ...padding(4), scene('EXT. ROAD', { pageBreak: true }), action('Dust.')],
      setup,
    );
    expect(pages.flatMap((page) => texts(page, 'scene-continued'))).toEqual([]);
  });
});

describe('scene numbers', () => {
  const blocks = [scene('INT. HOUSE', { number: '12A' }), action('Quiet.'), scene('EXT. ROAD', { number: '13' })];

  it('stand left and right of the heading, where the script says', () => {
    const [page] = pagesOf(blocks, { sceneNumbers: { left: true, right: true, leftAt: 0.5, rightAt: 8 } });
    const [left, right] = only(page, 'scene-number');
    expect(left).toMatchObject({ text: '12A', x: 36, baseline: 80 });
    expect((right?.x ?? 0) + (right?.width ?? 0)).toBeCloseTo(576, 2);
    const order = page?.lines.slice(0, 3).map(({ role }) => role);
    expect(order).toEqual(['scene-number', 'heading', 'scene-number']);
  });

  it('follow the option against the script', () => {
    const count = (option: LayoutOptions['sceneNumbers']): number =>
      only(pagesOf(blocks, { sceneNumbers: { left: true } }, { sceneNumbers: option })[0], 'scene-number').length;
    expect([count(undefined), count('none'), count('left'), count('right'), count('both')]).toEqual([2, 0, 2, 2, 4]);
  });

  it('print when a script without settings has them, and are given when it has none and they are asked for', () => {
    expect(texts(pagesOf(blocks)[0], 'scene-number')).toEqual(['12A', '12A', '13', '13']);
    const bare = [scene('INT. HOUSE'), scene('EXT. ROAD')];
    expect(texts(pagesOf(bare)[0], 'scene-number')).toEqual([]);
    expect(texts(pagesOf(bare, {}, { sceneNumbers: 'left' })[0], 'scene-number')).toEqual(['1', '2']);
  });

  it('stay with an omitted scene', () => {
    const [page] = pagesOf([
      scene('INT. HOUSE', { number: '1' }),
      scene('INT. ATTIC', { number: '2', omit: true }),
      action('Gone.', { omit: true }),
      scene('EXT. ROAD', { number: '3' }),
    ]);
    expect(texts(page, 'heading')).toEqual(['INT. HOUSE', 'EXT. ROAD']);
    const [again] = pagesOf([
      scene('INT. HOUSE', { number: '1' }),
      action('Quiet.'),
      scene('INT. ATTIC', { number: '2', omit: true }),
      action('Gone.', { omit: true }),
    ]);
    expect(texts(again, 'heading', 'action')).toEqual(['INT. HOUSE', 'Quiet.', 'OMITTED']);
    expect(texts(again, 'scene-number')).toEqual(['1', '1', '2', '2']);
  });
});

describe('revised lines', () => {
  const revisions = [
    { index: 4, name: 'Blue', created: '2024-03-02T00:00:00Z', pageColor: '#aaccff' },
    { index: 7, name: '2nd Pink (3/9/24)', mark: '+' },
  ];
  const blocks = [
    action(`${FOX}${FOX}${FOX}`, { runs: [{ start: 70, end: 75, revision: 4 }] }),
    ...padding(20),
    action('All new.', { revisions: [4, 7] }),
  ];

  it('bear the mark of their set in the right margin', () => {
    const pages = pagesOf(blocks, { revisionMarkAt: 7.9 }, {}, { revisions });
    const [mark] = only(pages[0], 'revision-mark');
    expect(mark).toMatchObject({ text: '*', baseline: 92 });
    expect(mark?.x).toBeCloseTo(7.9 * 72);
    expect(texts(pages[1], 'revision-mark')).toEqual(['+']);
  });

  it('colour their pages and name the revision in the header', () => {
    const header: Setup['header'] = { show: true, cover: true, text: { text: '{revisions} {page}.' } };
    const pages = pagesOf(blocks, { pageColors: true, header }, {}, { revisions });
    expect(pages.map(({ color }) => color)).toEqual([{ name: 'Blue', rgb: '#aaccff' }, { name: '2nd Pink' }]);
    expect(pages.map((page) => texts(page, 'header'))).toEqual([['Blue (3/2/2024) 1.'], ['2nd Pink (3/9/24) 2.']]);
    const untold = pagesOf(blocks, { pageColors: true }, {}, { revisions });
    expect(texts(untold[0], 'header')).toEqual(['Blue (3/2/2024)']);
  });
});

describe('locked pages', () => {
  const lock = (number: string, block: number, offset = 0): { number: string; block: number; offset: number } => ({
    number,
    block,
    offset,
  });

  it('keep their numbers, spill over to A-pages and merge when they lost their text', () => {
    const blocks = [action('One.'), ...padding(30), action('Two.'), action('Three.'), action('Four.')];
    const pages = pagesOf(blocks, {
      lockedPages: [lock('12', 0), lock('13', 16), lock('14', 17), lock('15', 17), lock('16A', 18)],
    });
    expect(pages.map(({ label }) => label)).toEqual(['12', '12A', '13', '14-15', '16A']);
    expect(texts(pages[3], 'action')).toEqual(['Three.']);
    expect(texts(pages[2], 'header')).toEqual(['13.']);
  });

  it('name the pages before an A-page that is there already', () => {
    const pages = pagesOf([action('One.'), ...padding(50), action('Two.')], {
      lockedPages: [lock('12', 0), lock('12A', 26)],
    });
    expect(pages.map(({ label }) => label)).toEqual(['12', 'A12A', 'B12A', '12A']);
  });

  it('count on behind the last', () => {
    const pages = pagesOf([action('One.'), ...padding(40)], { lockedPages: [lock('7', 0)] });
    expect(pages.map(({ label }) => label)).toEqual(['7', '8', '9']);
  });

  it('start inside a paragraph and inside a speech', () => {
    const dialogue = FOX.repeat(4).trim();
    const blocks = [action('One two three four.'), ...speech('MARA', dialogue), action('End.')];
    const pages = pagesOf(blocks, { lockedPages: [lock('1', 0), lock('2', 0, 8), lock('3', 2, 90)] });
    expect(pages.map(({ label }) => label)).toEqual(['1', '2', '3']);
    expect(texts(pages[0], 'action')).toEqual(['One two']);
    expect(texts(pages[1], 'action', 'more')).toEqual(['three four.', '(MORE)']);
    expect(texts(pages[2], 'continued')).toEqual(["MARA (CONT'D)"]);
    expect([...texts(pages[1], 'dialogue'), ...texts(pages[2], 'dialogue')].join(' ')).toBe(dialogue);
  });
});

describe('headers and footers', () => {
  it('number all pages but the first, from the number that the script starts with', () => {
    const blocks = padding(60);
    expect(pagesOf(blocks).map((page) => texts(page, 'header'))).toEqual([[], ['2.'], ['3.'], ['4.']]);
    const [, second] = pagesOf(blocks, { header: { show: true, cover: false, start: 30, text: { text: '{page}.' } } });
    expect(texts(second, 'header')).toEqual(['31.']);
    const right = only(pagesOf(blocks)[1], 'header')[0];
    expect((right?.x ?? 0) + (right?.width ?? 0)).toBeCloseTo(540, 2);
    expect(right?.baseline).toBe(44);
  });

  it('fill in what is dynamic, keep looks, and set at tab stops', () => {
    const header: Setup['header'] = {
      show: true,
      cover: true,
      omit: [2],
      text: { text: '{title}\t{date} {{draft}}\t{label:Author} {page}', runs: [{ start: 0, end: 7, bold: true }] },
      tabs: [
        [
          { position: 4.25, align: 'center' },
          { position: 7.5, align: 'right' },
        ],
      ],
      layout: [{ left: 1 }],
    };
    const titlePage = {
      placed: false,
      lines: [
        { key: 'title', text: 'The Long Door' },
        { key: 'author', text: 'Ann Lee' },
      ],
    };
    const pages = pagesOf(padding(60), { header }, { date: '1 May 2024', titlePage: false }, { titlePage });
    const [title, middle, right] = only(pages[0], 'header');
    expect(title).toMatchObject({ text: 'The Long Door', x: 72, runs: [{ start: 0, end: 13, bold: true }] });
    expect(middle?.text).toBe('1 May 2024 {draft}');
    expect((middle?.x ?? 0) + (middle?.width ?? 0) / 2).toBeCloseTo(4.25 * 72, 2);
    expect((right?.x ?? 0) + (right?.width ?? 0)).toBeCloseTo(540, 2);
    expect(right?.text).toBe('Ann Lee 1');
    expect(texts(pages[1], 'header')).toEqual([]);
  });

  it('stand on the footer margin', () => {
    const footer: Setup['footer'] = {
      show: true,
      cover: true,
      text: { text: 'One\nTwo' },
      layout: [{ align: 'center', left: 1, right: 7.5 }],
    };
    const lines = only(pagesOf([action('x')], { footer })[0], 'footer');
    expect(lines.map(({ text, baseline }) => [text, baseline])).toEqual([
      ['One', 308],
      ['Two', 320],
    ]);
  });
});

describe('the title page', () => {
  const titlePage = {
    placed: false,
    lines: [
      { key: 'title', text: 'The Long Door' },
      { key: 'author', text: 'Ann Lee' },
      { key: 'contact', text: '12 Hill Road' },
    ],
  };

  it('comes first, arranged when the source only has fields', () => {
    const pages = pagesOf([action('x')], { page: undefined }, {}, { titlePage });
    expect(pages.map(({ kind, label }) => [kind, label])).toEqual([
      ['title', 'i'],
      ['script', '1'],
    ]);
    const [title, author, contact] = only(pages[0], 'title');
    expect((title?.x ?? 0) + (title?.width ?? 0) / 2).toBeCloseTo(306, 2);
    expect(author?.baseline).toBeGreaterThan(title?.baseline ?? Infinity);
    expect(contact?.baseline).toBe(72 + 53 * 12 + 8);
  });

  it('is left out by option, and when it says nothing', () => {
    expect(pagesOf([action('x')], {}, { titlePage: false }, { titlePage })).toHaveLength(1);
    expect(pagesOf([action('x')], {}, {}, { titlePage: { placed: true, lines: [{ text: ' ' }] } })).toHaveLength(1);
  });

  it('keeps the places of the source, over several pages when it is long', () => {
    const lines = Array.from({ length: 20 }, (_, at) => ({
      text: `Line ${at}`,
      layout: { align: 'right' as const, left: 1, right: 7, before: at === 0 ? 0 : 6 },
    }));
    const pages = pagesOf([action('x')], {}, {}, { titlePage: { placed: true, lines } }).filter(
      ({ kind }) => kind === 'title',
    );
    expect(pages.map((page) => only(page, 'title').length)).toEqual([12, 8]);
    expect(
      only(pages[0], 'title')
        .map(({ baseline }) => baseline)
        .slice(0, 3),
    ).toEqual([80, 98, 116]);
  });
});

describe('dual dialogue', () => {
  const dual = (side: 'left' | 'right', blocks: Block[]): Block[] => blocks.map((block) => ({ ...block, dual: side }));

  it('stands side by side, the left speech first, cues centred', () => {
    const [page] = pagesOf([
      action('Then:'),
      ...dual('left', speech('TOM', 'No!')),
      ...dual('right', speech('ANN', '(softly)', 'Yes.')),
      action('Silence.'),
    ]);
    expect(page?.lines.map(({ text, dual: side, x, baseline }) => [text, side, x, baseline])).toEqual([
      ['Then:', undefined, 108, 80],
      ['TOM', 'left', 202.5, 104],
      ['No!', 'left', 108, 116],
      ['ANN', 'right', 427.5, 104],
      ['(softly)', 'right', 343.8, 116],
      ['Yes.', 'right', 333, 128],
      ['Silence.', undefined, 108, 152],
    ]);
  });

  it('moves whole, and goes on overleaf in both columns when it is longer than a page', () => {
    const short = [
      ...padding(14),
      ...dual('left', speech('TOM', FOX.repeat(2))),
      ...dual('right', speech('ANN', FOX.repeat(2))),
    ];
    const [first, second] = pagesOf(short);
    expect(only(first, 'character')).toEqual([]);
    expect(texts(second, 'character')).toEqual(['TOM', 'ANN']);
    const long = pagesOf([
      ...dual('left', speech('TOM', FOX.repeat(14))),
      ...dual('right', speech('ANN', FOX.repeat(24))),
    ]);
    expect(long.length).toBeGreaterThan(2);
    expect(texts(long[0], 'more')).toEqual(['(MORE)', '(MORE)']);
    expect(texts(long[1], 'continued')).toEqual(["TOM (CONT'D)", "ANN (CONT'D)"]);
    expect(long.flatMap((page) => texts(page, 'dialogue')).length).toBeGreaterThan(50);
  });
});

describe('lines', () => {
  const lineOf = (block: Block, setup: Setup = {}): PlacedLine[] => [...(pagesOf([block], setup)[0]?.lines ?? [])];

  it('align as the element does', () => {
    expect(lineOf(action('Centre', { layout: { align: 'center' } }))[0]?.x).toBeCloseTo(324 - 3 * 7.002, 2);
    expect(lineOf({ kind: 'transition', text: 'cut to:' })[0]).toMatchObject({ text: 'CUT TO:', align: 'right' });
    const [full, last] = lineOf(action(FOX.repeat(2).trim(), { layout: { align: 'full' } }));
    expect((full?.width ?? 0) + (full?.wordSpace ?? 0) * 11).toBeCloseTo(432, 1);
    expect(last?.wordSpace).toBeUndefined();
  });

  it('hang a parenthetical by its first-line indent', () => {
    const lines = lineOf({ kind: 'parenthetical', text: '(looks up; then a glowing smile)' });
    expect(lines.map(({ x }) => x)).toEqual([208.8, 216]);
  });

  it('say the looks of style and runs', () => {
    const [line] = lineOf(
      {
        kind: 'heading',
        text: 'INT. HOUSE',
        runs: [{ start: 5, end: 10, italic: true, wordUnderline: true, size: 14 }],
      },
      { styles: { heading: { bold: true, caps: true } } },
    );
    expect(line?.runs).toEqual([
      { start: 0, end: 5, bold: true },
      { start: 5, end: 10, bold: true, italic: true, size: 14, underline: true },
    ]);
  });

  it('leave the style out where a run has nothing of it', () => {
    const [line] = lineOf(
      { kind: 'character', text: 'wolf (cont’d)', runs: [{ start: 5, end: 13, underline: true, other: ['Plain'] }] },
      { styles: { character: { bold: true, caps: true, color: '#ff0000' } } },
    );
    expect(line?.text).toBe('WOLF (cont’d)');
    expect(line?.runs).toEqual([
      { start: 0, end: 5, bold: true, color: '#ff0000' },
      { start: 5, end: 13, underline: true, color: '#ff0000' },
    ]);
  });

  it('print capitals where the style or a run says so, every letter in its place', () => {
    expect(lineOf(action('the straße ends', { runs: [{ start: 4, end: 10, caps: true }] }))[0]?.text).toBe(
      'the STRAßE ends',
    );
    expect(lineOf({ kind: 'heading', text: 'int. haus' }, { styles: { heading: {} } })[0]?.text).toBe('int. haus');
  });

  it('grow with their letters', () => {
    const lines = lineOf(action(`${'x'.repeat(40)} ${'y'.repeat(20)}`, { layout: { size: 24 } }));
    expect(lines.map(({ text, size, advance, baseline }) => [text.length, size, advance, baseline])).toEqual([
      [30, 24, 14.004, 92],
      [10, 24, 14.004, 116],
      [20, 24, 14.004, 140],
    ]);
    const mixed = lineOf(action(`${'x'.repeat(30)} ${'y'.repeat(30)}`, { runs: [{ start: 0, end: 30, size: 24 }] }));
    expect(mixed.map(({ text }) => text.length)).toEqual([30, 30]);
  });

  it('keep their sizes over a page break', () => {
    const text = 'xx '.repeat(700);
    const pages = pagesOf([action(text, { runs: [{ start: 0, end: 1200, size: 24 }] })]);
    const widest = pages.flatMap((page) => only(page, 'action')).map(({ width }) => width);
    expect(Math.max(...widest)).toBeLessThanOrEqual(432);
    expect(pages.flatMap((page) => texts(page, 'action')).join(' ')).toBe(text.trim());
  });

  it('start at the right where letters run from right to left', () => {
    const [line] = lineOf(action('שלום עולם'));
    expect(line?.direction).toBe('rtl');
    expect((line?.x ?? 0) + (line?.width ?? 0)).toBeCloseTo(540, 2);
  });

  it('fill more of a page with tighter leading', () => {
    const count = (leading: string): number => {
      const first = layOut({ blocks: [{ kind: 'general', text: 'x\n'.repeat(100) }], setup: { page: { leading } } })
        .pages[0];
      return first?.lines.length ?? 0;
    };
    expect(['loose', 'normal', 'tight', 'very-tight', 'Very Tight', '?'].map(count)).toEqual([47, 54, 58, 64, 64, 54]);
  });
});

describe('paper', () => {
  it('is the option, else the script’s, else letter', () => {
    const size = (setup: Setup, options: LayoutOptions): number[] => {
      const { width, height } = layOut({ blocks: [], setup }, options);
      return [width, height].map((points) => Math.round(points));
    };
    expect(size({}, {})).toEqual([612, 792]);
    expect(size({ page: { width: 8.26, height: 11.69 } }, {})).toEqual([595, 842]);
    expect(size({ page: { width: 8.26, height: 11.69 } }, { paper: 'letter' })).toEqual([612, 792]);
    expect(size({}, { paper: 'a4' })).toEqual([595, 842]);
  });

  it('holds 54 lines of letter and 58 of A4', () => {
    const lines = (paper: 'letter' | 'a4'): number | undefined =>
      layOut({ blocks: [{ kind: 'general', text: 'x\n'.repeat(100) }] }, { paper }).pages[0]?.lines.length;
    expect([lines('letter'), lines('a4')]).toEqual([54, 58]);
  });
});

describe('types of the script’s own', () => {
  it('break over pages like the type that they paginate as', () => {
    const styles: Setup['styles'] = {
      singer: { left: 3.5, right: 7.25, before: 12, paginateAs: 'character' },
      song: { left: 2.5, right: 6, paginateAs: 'dialogue' },
      vista: { left: 1.5, right: 7.5, before: 12, paginateAs: 'scene-heading' },
    };
    const own = (name: string, text: string): Block => ({ kind: 'general', class: name, text });
    const [first, second] = pagesOf([...padding(12), own('singer', 'MARA'), own('song', FOX.repeat(6))], { styles });
    expect(texts(first, 'more')).toEqual(['(MORE)']);
    expect(texts(second, 'continued')).toEqual(["MARA (CONT'D)"]);
    const [, next] = pagesOf([...padding(16), own('vista', 'FAR AWAY'), action(FOX)], { styles });
    expect(texts(next, 'general', 'action')).toEqual(['FAR AWAY', FOX.trim()]);
  });
});

describe('scenes', () => {
  it('have page, length and cast', () => {
    const blocks = [
      scene('INT. HOUSE', { number: '4' }),
      action('Quiet.'),
      ...speech('Tom (O.S.)', 'Hey.'),
      ...speech('TOM', 'Hey!'),
      ...speech('ANN', 'What?'),
      scene('EXT. ROAD'),
      action('Dust.'),
    ];
    expect(sceneExtents({ blocks })).toMatchObject([
      {
        block: 0,
        heading: 'INT. HOUSE',
        number: '4',
        page: '1',
        pageIndex: 0,
        eighths: 3,
        length: '3/8',
        cast: ['Tom', 'ANN'],
      },
      { block: 8, heading: 'EXT. ROAD', page: '1', eighths: 1, length: '1/8', cast: [] },
    ]);
  });

  it('count what they take of each page', () => {
    const long = sceneExtents({ blocks: [scene('INT. HOUSE'), ...padding(150), scene('EXT. ROAD')] });
    expect(long.map(({ length, page }) => [length, page])).toEqual([
      ['2 7/8', '1'],
      ['1/8', '3'],
    ]);
  });
});

describe('what does not print', () => {
  it('leaves no trace', () => {
    const [page, ...rest] = pagesOf([
      { kind: 'general', class: 'section', text: 'Act one', level: 1 },
      { kind: 'general', class: 'synopsis', text: 'They meet.' },
      action('Seen.'),
      { kind: 'action', class: 'boneyard', text: 'Cut.', omit: true },
      ...speech('TOM', 'One.').map((block) => ({ ...block, omit: true, class: 'alternate' })),
      { kind: 'general', text: '' },
      action('Seen, too.'),
    ]);
    expect(rest).toEqual([]);
    expect(page?.lines.map(({ text, baseline }) => [text, baseline])).toEqual([
      ['Seen.', 80],
      ['', 92],
      ['Seen, too.', 116],
    ]);
  });

  it('breaks the page where the script orders it', () => {
    const pages = pagesOf([
      action('One.'),
      { kind: 'general', class: 'page-break', text: '' },
      { kind: 'general', class: 'page-break', text: '' },
      action('Two.'),
      { kind: 'general', class: 'new-act', text: 'Act two' },
    ]);
    expect(pages.map((page) => texts(page, 'action', 'general'))).toEqual([['One.'], ['Two.'], ['ACT TWO']]);
  });
});
