import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../../src/conventions/manuscript/types.js';
import { toDocument } from '../../../../src/conventions/manuscript/to-document.js';
import { Warnings } from '../../../../src/errors/index.js';
import { pdf } from '../../../../src/formats/pdf/index.js';
import { decode } from '../../../../src/index.js';
import type { ScreenplayDocument } from '../../../../src/index.js';
import { sourceId } from '../../../../src/model/ids.js';
import { fullDocument } from '../../../../src/testing/full-document.js';
import { manuscripts } from '../../../../src/testing/manuscripts.js';
import { printed } from '../../../../src/testing/printed.js';
import { NO_CORPUS, corpusFile, corpusFiles } from '../../../corpus/files.js';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 60);

async function printAndRead(document: ScreenplayDocument): Promise<ScreenplayDocument> {
  const { bytes } = await pdf.encode(document);
  return (await pdf.decode(bytes)).document;
}

async function expectPrintedAlike(document: ScreenplayDocument): Promise<void> {
  expect(printed(await printAndRead(document))).toEqual(printed(document));
}

describe('PDFs of this project read back as what paper carries', () => {
  it('of generated scripts', async () => {
    const identity = await sourceId(new Uint8Array([4]));
    await fc.assert(
      fc.asyncProperty(
        manuscripts().filter(({ blocks }) => blocks.some(({ text }) => text.trim() !== '')),
        async (manuscript) => {
          await expectPrintedAlike(toDocument(manuscript, { sourceId: identity, warnings: new Warnings() }));
        },
      ),
      { numRuns: RUNS },
    );
  }, 120_000);

  it('of revised lines that cannot be seen', async () => {
    const blocks: Block[] = [
      { kind: 'character', text: 'MARA' },
      { kind: 'dialogue', text: 'Late.\n\u00a0', runs: [{ start: 5, end: 7, revision: 1 }] },
      { kind: 'dialogue', text: '\u00a0\nVery late.', runs: [{ start: 0, end: 1, revision: 1 }] },
    ];
    const revisions = [{ index: 1, name: 'Blue', mark: '*' }];
    const options = { sourceId: await sourceId(new Uint8Array([5])), warnings: new Warnings() };
    await expectPrintedAlike(toDocument({ blocks, revisions }, options));
  });

  it('of a document that uses everything the schema has', async () => {
    await expectPrintedAlike(fullDocument());
  });

  describe.skipIf(NO_CORPUS !== undefined)(`of real scripts${NO_CORPUS ? ` (skipped: ${NO_CORPUS})` : ''}`, () => {
    it.each(corpusFiles('.fdx', '.fountain', '.fadein', '.xml').map(({ name }) => name))(
      '%s',
      async (name) => {
        await expectPrintedAlike((await decode(corpusFile(name), { name })).document);
      },
      60_000,
    );
  });
});
