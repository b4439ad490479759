import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../src/errors/index.js';
import { decode } from '../../../src/index.js';
import { toDocument } from '../../../src/conventions/manuscript/to-document.js';
import { sourceId } from '../../../src/model/ids.js';
import { fullDocument } from '../../../src/testing/full-document.js';
import { manuscripts } from '../../../src/testing/manuscripts.js';
import { printed } from '../../../src/testing/printed.js';
import type { ScreenplayDocument } from '../../../src/model/document.js';
import type { EncodeOptions } from '../../../src/ports/index.js';
import { NO_CORPUS, corpusFile, corpusFiles } from '../../corpus/files.js';
import { textOfPage } from './pdf-pages.js';
import { NO_POPPLER, popplerView } from './poppler.js';
import { bytesOf, documentOf, print, words } from './scripts.js';

const EVERYTHING: EncodeOptions = {
  paper: 'a4',
  sceneNumbers: 'both',
  watermark: 'NOT FOR COPYING',
  tintPages: true,
  continueds: true,
};

/** The words that the pages of a document print, in the order in which they are read. */
async function wordsOfPages(document: ScreenplayDocument, options: EncodeOptions): Promise<string[]> {
  const { laid } = await print(document, options);
  return laid.pages.flatMap(({ lines }) => lines.flatMap(({ text }) => words(text)));
}

async function expectPoppler(document: ScreenplayDocument, options: EncodeOptions): Promise<void> {
  const { info, text, complaints } = popplerView(await bytesOf(document, options));
  expect(complaints).toBe('');
  expect(info).toContain('@screenplay/core');
  expect(words(text)).toEqual(await wordsOfPages(document, options));
}

describe.skipIf(NO_POPPLER !== undefined)(`poppler${NO_POPPLER ? ` (skipped: ${NO_POPPLER})` : ''}`, () => {
  describe.skipIf(NO_CORPUS !== undefined)(`on real scripts${NO_CORPUS ? ` (skipped: ${NO_CORPUS})` : ''}`, () => {
    it.each(corpusFiles('.fdx', '.fountain', '.fadein', '.xml').map(({ name }) => name))(
      'opens %s without a complaint and finds its words in order',
      async (name) => {
        const { document } = await decode(corpusFile(name), { name });
        await expectPoppler(document, {});
        await expectPoppler(document, EVERYTHING);
      },
    );
  });

  it('opens a document that uses everything the schema has', async () => {
    await expectPoppler(fullDocument(), EVERYTHING);
  });

  it('opens a revised script with its title page, a broken speech and dual dialogue', async () => {
    const name = 'input.fdx';
    const source = readFileSync(new URL(`../../../fixtures/pdf/night-ferry/${name}`, import.meta.url));
    const { document } = await decode(new Uint8Array(source), { name });
    await expectPoppler(document, {});
    await expectPoppler(document, EVERYTHING);
  });

  it('opens a script of no words', async () => {
    await expectPoppler(await documentOf([]), {});
    await expectPoppler(await documentOf([{ kind: 'action', text: '' }]), { watermark: '\u200b' });
  });
});

describe('generated scripts', () => {
  it('are printed word for word', async () => {
    const identity = await sourceId(new Uint8Array([7]));
    await fc.assert(
      fc.asyncProperty(manuscripts(), async (manuscript) => {
        const document = toDocument(manuscript, { sourceId: identity, warnings: new Warnings() });
        const { seen } = await print(document, { sceneNumbers: 'both' });
        const found = seen.pages.flatMap((page) => words(textOfPage(page)));
        expect(found).toEqual(await wordsOfPages(document, { sceneNumbers: 'both' }));
      }),
      { numRuns: 30 },
    );
  });

  it('of any characters whatever give a file that says them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
        fc.constantFrom({}, { bold: true } as const, { italic: true, underline: true } as const),
        async (text, look) => {
          const document = await documentOf([
            { kind: 'heading', text: 'INT. X - DAY' },
            { kind: 'action', text, runs: [{ start: 0, end: text.length, ...look }] },
          ]);
          const { seen, laid } = await print(document);
          expect(seen.pages).toHaveLength(laid.pages.length);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('printed', () => {
  it('is what paper carries, in reading order', async () => {
    const document = await documentOf(
      [
        {
          kind: 'heading',
          text: 'int. mill - night',
          number: '3',
          notes: [{ text: 'Which mill?' }],
          scene: { synopsis: { text: 'Flour.' } },
        },
        { kind: 'action', text: 'A  wheel\nturns.', runs: [{ start: 3, end: 8, bold: true }] },
        { kind: 'general', class: 'section', level: 1, text: 'Not printed' },
        { kind: 'action', text: 'Cut scene.', omit: true },
        { kind: 'shot', text: 'The stone' },
        { kind: 'action', class: 'centered', text: 'THE END' },
        { kind: 'character', text: 'Miller', dual: 'left' },
        { kind: 'dialogue', text: 'Mine.', dual: 'left' },
        { kind: 'character', text: 'Cat', dual: 'right' },
        { kind: 'dialogue', text: 'Ours.', dual: 'right', runs: [{ start: 0, end: 5, revision: 1 }] },
        { kind: 'action', text: '   ' },
      ],
      {
        titlePage: { placed: false, lines: [{ key: 'title', text: 'Flour' }] },
        revisions: [{ index: 1, name: 'Blue', mark: '*' }],
      },
    );
    expect(printed(document)).toEqual({
      title: [{ text: 'Flour' }],
      blocks: [
        { kind: 'heading', text: 'INT. MILL - NIGHT', number: '3' },
        { kind: 'action', text: 'A wheel turns.', emphasis: [{ start: 2, end: 7, bold: true }] },
        { kind: 'action', text: 'THE STONE' },
        { kind: 'action', text: 'THE END', centered: true },
        { kind: 'character', text: 'MILLER', dual: 'left' },
        { kind: 'dialogue', text: 'Mine.', dual: 'left' },
        { kind: 'character', text: 'CAT', dual: 'right' },
        { kind: 'dialogue', text: 'Ours.', dual: 'right', revised: true },
      ],
    });
    expect(printed(document, { sceneNumbers: 'none', titlePage: false })).toMatchObject({
      title: [],
      blocks: [{ text: 'INT. MILL - NIGHT' }, {}, {}, {}, {}, {}, {}, {}],
    });
  });

  it('joins what a page break parted', async () => {
    const speech = 'Somebody has to mind the wheel while the others are asleep upstairs. '.repeat(80).trim();
    const document = await documentOf([
      { kind: 'character', text: 'MILLER' },
      { kind: 'dialogue', text: speech },
    ]);
    const { laid } = await print(document);
    expect(laid.pages.length).toBeGreaterThan(2);
    expect(printed(document).blocks).toEqual([
      { kind: 'character', text: 'MILLER' },
      { kind: 'dialogue', text: speech },
    ]);
  });

  it('makes a word whole that was cut for want of room, and keeps hyphens', async () => {
    const text = `${'x'.repeat(150)} twenty-five-hundred-and-thirty-one-and-a-half-times-seven-or-so`;
    expect(printed(await documentOf([{ kind: 'action', text }])).blocks).toEqual([{ kind: 'action', text }]);
  });
});
