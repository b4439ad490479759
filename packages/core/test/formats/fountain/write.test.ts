import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block, Manuscript } from '../../../src/conventions/manuscript/types.js';
import { Warnings } from '../../../src/errors/index.js';
import { manuscripts } from '../../../src/testing/manuscripts.js';
import { blocks, line, lines } from './arbitraries.js';
import { liftFountain, lowerFountain, parseFountain, printFountain } from './whole.js';

const runs = Number(process.env['FUZZ_RUNS'] ?? 300);

function read(text: string): Manuscript {
  return liftFountain(parseFountain(text));
}

function write(manuscript: Manuscript, warnings = new Warnings()): string {
  return printFountain(lowerFountain(manuscript, warnings));
}

/** Without hints and undefined fields. */
function bare(list: readonly Block[]): unknown {
  return JSON.parse(
    JSON.stringify(
      list.map((block) => ({
        ...block,
        extra: undefined,
        layout: undefined,
        notes: block.notes?.map((note) => ({ ...note, extra: undefined })),
      })),
    ),
  );
}

describe('writing Fountain', () => {
  test('reads back as the same blocks, whatever the texts look like', () => {
    fc.assert(
      fc.property(blocks, (list) => {
        const text = write({ blocks: list });
        expect(bare(read(text).blocks), text).toEqual(bare(list));
      }),
      { numRuns: runs },
    );
  });

  test('needs one pass to settle, with and without the hints of the source', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          blocks.map((list) => ({ blocks: list })),
          manuscripts(),
        ),
        (manuscript) => {
          const once = write(manuscript);
          const again = read(once);
          expect(write(again)).toBe(once);
          const stripped = read(write({ ...again, blocks: bare(again.blocks) as Block[] }));
          expect(bare(stripped.blocks)).toEqual(bare(again.blocks));
        },
      ),
      { numRuns: runs },
    );
  });

  test('any text settles after one pass and keeps its words', () => {
    const paragraph = fc.oneof(
      lines,
      line.map((text) => `  ${text} `),
      fc.constantFrom('', ' ', '  ', '\t', '[[', ']]', '/*', '*/'),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(paragraph, fc.constantFrom('\n', '\n\n', '\n\n\n', '')), { maxLength: 12 }),
        (pieces) => {
          const source = pieces.flat().join('');
          const first = read(source);
          const written = write(first);
          const second = read(written);
          expect(bare(second.blocks), written).toEqual(bare(first.blocks));
          expect(write(second)).toBe(written);
        },
      ),
      { numRuns: runs },
    );
  });
});
