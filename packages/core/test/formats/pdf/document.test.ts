import { describe, expect, it } from 'vitest';
import type { Block, Manuscript, TitleLine } from '../../../src/conventions/manuscript/types.js';
import { textOfPage } from './pdf-pages.js';
import type { SeenPdf } from './pdf-pages.js';
import { bytesOf, documentOf, print } from './scripts.js';

const TITLE: TitleLine[] = [
  { key: 'title', text: 'The Glass & the Tide' },
  { key: 'author', text: 'Nils Öberg & Ana Prieto' },
];
const titlePage = { placed: false, lines: TITLE };

/** Scenes that fill some pages. */
function scenes(count: number): Block[] {
  return Array.from({ length: count }, (_, at): Block[] => [
    { kind: 'heading', text: `INT. ROOM ${at + 1} - DAY`, number: String(at + 1) },
    ...Array.from(
      { length: 12 },
      (__, line): Block => ({ kind: 'action', text: `Line ${line + 1} of room ${at + 1}.` }),
    ),
  ]).flat();
}

function page(seen: SeenPdf, at: number): string {
  return textOfPage(seen.pages[at]!);
}

describe('what the file says of itself', () => {
  it('names title, authors, language and program', async () => {
    const document = await documentOf(scenes(1), {
      titlePage,
      logline: 'A tide that never turns.',
      genre: ['drama', 'sea'],
      generator: { name: 'Penwright', version: '4.2' },
    });
    const { seen } = await print({ ...document, lang: 'sv' });
    expect(seen.info('Title')).toBe('The Glass & the Tide');
    expect(seen.info('Author')).toBe('Nils Öberg & Ana Prieto');
    expect(seen.info('Subject')).toBe('A tide that never turns.');
    expect(seen.info('Keywords')).toBe('drama, sea');
    expect(seen.info('Creator')).toBe('Penwright 4.2');
    expect(seen.objects.get(seen.root, 'Lang')).toMatchObject({ value: 'sv' });
    expect(seen.objects.get(seen.root, 'ViewerPreferences', 'DisplayDocTitle')).toBe(true);
  });

  it('names no author when none is known, and no date when no revision has one', async () => {
    const { seen } = await print(await documentOf(scenes(1)));
    expect(seen.info('Title')).toBe('Untitled');
    expect(seen.info('Author')).toBeUndefined();
    expect(seen.info('CreationDate')).toBeUndefined();
  });

  it('dates from the latest revision', async () => {
    const revisions: Manuscript['revisions'] = [
      { index: 1, name: 'Blue', created: '2024-10-02T00:00:00Z' },
      { index: 2, name: 'Pink', created: '2024-11-05T10:20:30Z' },
    ];
    const { seen } = await print(await documentOf(scenes(1), { revisions }));
    expect(seen.info('CreationDate')).toBe('D:20241105102030Z');
  });
});

describe('the same document', () => {
  it('gives the same bytes, however often and whatever was printed between', async () => {
    const document = await documentOf(scenes(6), { titlePage });
    const first = await bytesOf(document, { watermark: 'ENTWURF', sceneNumbers: 'both' });
    await bytesOf(await documentOf([{ kind: 'action', text: 'Что-то другое, ♪ 你' }]));
    const again = await bytesOf(structuredClone(document), { watermark: 'ENTWURF', sceneNumbers: 'both' });
    expect(Buffer.compare(first, again)).toBe(0);
  });

  it('has another identifier when its pages change', async () => {
    const identifier = async (text: string): Promise<string> => {
      const { seen } = await print(await documentOf([{ kind: 'action', text }]));
      return JSON.stringify(seen.objects.trailer.get('ID'));
    };
    expect(await identifier('One.')).not.toBe(await identifier('Two.'));
  });
});

describe('page labels', () => {
  it('number title pages in Roman and script pages as they are numbered', async () => {
    const { seen, laid } = await print(await documentOf(scenes(8), { titlePage }));
    expect(seen.labels).toEqual(laid.pages.map(({ label }) => label));
    expect(seen.labels.slice(0, 3)).toEqual(['i', '1', '2']);
  });

  it('follow locked pages', async () => {
    const blocks = scenes(8);
    const starts = (scene: number): number => blocks.findIndex(({ text }) => text === `INT. ROOM ${scene} - DAY`);
    const setup: Manuscript['setup'] = {
      lockedPages: [
        { number: '1', block: 0, offset: 0 },
        { number: '2', block: starts(2), offset: 0 },
        { number: '5-7', block: starts(6), offset: 0 },
      ],
    };
    const { seen, laid } = await print(await documentOf(blocks, { setup }));
    expect(seen.labels).toEqual(laid.pages.map(({ label }) => label));
    expect(seen.labels).toContain('2A');
    expect(seen.labels).toContain('5-7');
  });
});

describe('bookmarks', () => {
  it('lead to every scene, its number before it', async () => {
    const { seen, laid } = await print(await documentOf(scenes(6), { titlePage }));
    expect(seen.bookmarks.map(({ title }) => title)).toEqual(
      Array.from({ length: 6 }, (_, at) => `${at + 1}  INT. ROOM ${at + 1} - DAY`),
    );
    seen.bookmarks.forEach(({ page: at, top, depth }, index) => {
      expect(at).toBe(laid.scenes[index]!.pageIndex);
      expect(page(seen, at)).toContain(`INT. ROOM ${index + 1} - DAY`);
      expect(top).toBeLessThan(laid.scenes[index]!.baseline);
      expect(depth).toBe(0);
    });
  });

  it('stand below their act', async () => {
    const blocks: Block[] = [
      { kind: 'general', class: 'new-act', text: 'ACT ONE' },
      ...scenes(2),
      { kind: 'general', class: 'new-act', text: 'ACT TWO' },
      ...scenes(1),
    ];
    const { seen } = await print(await documentOf(blocks));
    expect(seen.bookmarks.map(({ title, depth }) => `${'> '.repeat(depth)}${title}`)).toEqual([
      'ACT ONE',
      '> 1  INT. ROOM 1 - DAY',
      '> 2  INT. ROOM 2 - DAY',
      'ACT TWO',
      '> 1  INT. ROOM 1 - DAY',
    ]);
  });

  it('are only those of the pages that are printed', async () => {
    const { seen } = await print(await documentOf(scenes(8), { titlePage }), { pages: '2' });
    expect(seen.pages).toHaveLength(1);
    for (const { page: at, title } of seen.bookmarks) {
      expect(at).toBe(0);
      expect(page(seen, 0)).toContain(title.replace(/^\d+ {2}/, ''));
    }
    expect(seen.bookmarks.length).toBeGreaterThan(0);
  });
});

describe('what a line is marked as', () => {
  it('tells the script by its blocks from what the page adds', async () => {
    const speech = 'There is a lot to say about glass. '.repeat(60).trim();
    const blocks: Block[] = [
      ...scenes(1).slice(0, 10),
      { kind: 'character', text: 'NILS' },
      { kind: 'dialogue', text: speech, runs: [{ start: 0, end: 5, revision: 1 }] },
    ];
    const rest: Omit<Manuscript, 'blocks'> = { titlePage, revisions: [{ index: 1, name: 'Blue', mark: '*' }] };
    const { seen, laid } = await print(await documentOf(blocks, rest), { sceneNumbers: 'both' });
    const marksOf = (role: string): Set<string> => {
      const found = new Set<string>();
      laid.pages.forEach(({ lines }, at) => {
        for (const line of lines) {
          if (line.role !== role) continue;
          for (const { x, y, marks } of seen.pages[at]!.glyphs) {
            if (Math.abs(y - line.baseline) < 0.01 && x >= line.x - 0.1 && x < line.x + line.width)
              found.add(marks.join(' / '));
          }
        }
      });
      return found;
    };
    expect(marksOf('header')).toEqual(new Set(['Artifact Pagination Header']));
    expect(marksOf('more')).toEqual(new Set(['Artifact Pagination']));
    expect(marksOf('continued')).toEqual(new Set(['Artifact Pagination']));
    expect(marksOf('revision-mark')).toEqual(new Set(['Artifact Layout']));
    expect([...marksOf('scene-number')]).toEqual(['sp:number::::']);
    expect([...marksOf('heading')]).toEqual(['sp:heading:::0:']);
    expect([...marksOf('character')]).toEqual(['sp:character:::10:']);
    // Between two lines of the speech stood a blank; behind the last one nothing.
    expect(marksOf('dialogue')).toEqual(new Set(['sp:dialogue:::11:s', 'sp:dialogue:::11:']));
    expect([...marksOf('title')].every((mark) => mark.startsWith('sp:title:'))).toBe(true);
  });
});
