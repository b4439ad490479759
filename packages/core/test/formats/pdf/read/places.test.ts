import { describe, expect, it } from 'vitest';
import { toDocument } from '../../../../src/conventions/manuscript/to-document.js';
import { Warnings } from '../../../../src/errors/index.js';
import { pdf } from '../../../../src/formats/pdf/index.js';
import { liftPages } from '../../../../src/formats/pdf/read/lift.js';
import { LineReader } from '../../../../src/formats/pdf/read/lines.js';
import { readPages } from '../../../../src/formats/pdf/read/pdfjs.js';
import type { PdfPage } from '../../../../src/formats/pdf/tree.js';
import { decode } from '../../../../src/index.js';
import type { EncodeOptions, ScreenplayDocument } from '../../../../src/index.js';
import { sourceId } from '../../../../src/model/ids.js';
import { fullDocument } from '../../../../src/testing/full-document.js';
import { printed } from '../../../../src/testing/printed.js';
import type { Printed } from '../../../../src/testing/printed.js';
import type { ClassedWord } from '../../../../src/testing/word-recall.js';
import { wordRecall } from '../../../../src/testing/word-recall.js';
import { NO_CORPUS, corpusFile, corpusFiles } from '../../../corpus/files.js';

/** A PDF of this project read as if it did not say what its lines are: by their places alone, like those of others. */
async function readByPlaces(bytes: Uint8Array): Promise<ScreenplayDocument> {
  const reader = new LineReader();
  const pages: PdfPage[] = [];
  await readPages(bytes, {}, (ink) => {
    ink.marks.fill(undefined);
    const { number, width, height, images } = ink;
    pages.push({ number, width, height, images, lines: reader.read(ink) });
  });
  const warnings = new Warnings();
  return toDocument(liftPages({ pages, unknown: 0 }, warnings), { sourceId: await sourceId(bytes), warnings });
}

/** Words with what they are, the side of dual dialogue among it. */
function words({ blocks }: Printed): ClassedWord[] {
  return blocks.flatMap(({ kind, dual, text }) =>
    text
      .toLowerCase()
      .split(' ')
      .map((word) => ({ word, class: `${kind} ${dual ?? ''}` })),
  );
}

async function compare(document: ScreenplayDocument, options: EncodeOptions = {}): Promise<[number, number, number]> {
  const { bytes } = await pdf.encode(document, options);
  const { paper, sceneNumbers } = options;
  const expected = printed(document, { paper, sceneNumbers });
  const found = printed(await readByPlaces(bytes));
  const { recall, precision } = wordRecall(words(expected), words(found));
  const numbers = (paper: Printed): (string | undefined)[] =>
    paper.blocks.flatMap(({ kind, number }) => (kind === 'heading' ? [number] : []));
  const alike = numbers(expected).filter((number, at) => numbers(found)[at] === number).length;
  expect(found.title).toEqual(expected.title);
  return [recall, precision, numbers(expected).length - alike];
}

describe('PDFs of this project read by their places alone', () => {
  it('the document that uses everything the schema has', async () => {
    const [recall, precision] = await compare(fullDocument());
    expect(recall).toBeGreaterThanOrEqual(0.9);
    expect(precision).toBeGreaterThanOrEqual(0.9);
  });

  describe.skipIf(NO_CORPUS !== undefined)(`real scripts${NO_CORPUS ? ` (skipped: ${NO_CORPUS})` : ''}`, () => {
    it.each(corpusFiles('.fdx', '.fountain', '.fadein', '.xml').map(({ name }) => name))(
      '%s',
      async (name) => {
        const [recall, precision] = await compare((await decode(corpusFile(name), { name })).document);
        // Lyrics that nobody sings, and text in columns of its own, can be told by nothing but their places.
        const bound = name.startsWith('pairs/') ? 0.9985 : 0.989;
        expect(recall).toBeGreaterThanOrEqual(bound);
        expect(precision).toBeGreaterThanOrEqual(bound);
      },
      60_000,
    );

    it.each<[string, EncodeOptions]>([
      ['A4, scene numbers on both sides', { paper: 'a4', sceneNumbers: 'both' }],
      ['scene numbers at the left', { sceneNumbers: 'left' }],
      ['scene numbers at the right', { sceneNumbers: 'right' }],
      ['a watermark', { watermark: 'CONFIDENTIAL' }],
    ])('printed with %s', async (_, options) => {
      const name = 'pairs/the-last-birthday-card/fd8.fdx';
      const [recall, precision, numbers] = await compare((await decode(corpusFile(name), { name })).document, options);
      expect(recall).toBeGreaterThanOrEqual(0.9985);
      expect(precision).toBeGreaterThanOrEqual(0.9985);
      expect(numbers).toBeLessThanOrEqual(1);
    });
  });
});
