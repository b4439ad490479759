import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Manuscript } from '../../../src/conventions/manuscript/types.js';
import { Warnings } from '../../../src/errors/index.js';
import { liftFadeIn } from '../../../src/formats/fadein/read/lift.js';
import { parseFadeIn } from '../../../src/formats/fadein/read/parse.js';
import { lowerFadeIn } from '../../../src/formats/fadein/write/lower.js';
import { printFadeIn } from '../../../src/formats/fadein/write/print.js';
import { fadein } from '../../../src/formats/fadein/index.js';
import { checkReferences, validate } from '../../../src/schema/index.js';
import { manuscripts } from '../../../src/testing/manuscripts.js';
import { visible } from '../../../src/testing/visible.js';
import { files } from './arbitraries.js';
import { unpacked } from './files.js';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 200);

function write(manuscript: Manuscript): Uint8Array {
  const warnings = new Warnings();
  return printFadeIn(lowerFadeIn(manuscript, warnings), warnings);
}

function read(bytes: Uint8Array): Manuscript {
  const warnings = new Warnings();
  const manuscript = liftFadeIn(parseFadeIn(bytes, warnings), warnings);
  expect(warnings.list()).toEqual([]);
  return manuscript;
}

/** What a block says, with what Fade In has no place for left out. */
function said({ extra: _extra, id: _id, layout: _layout, notes, typeName: _type, ...block }: Block): unknown {
  return { ...block, notes: notes?.map(({ text }) => text) };
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function usedSets({ blocks, revisions }: Manuscript): unknown {
  const used = new Set(blocks.flatMap((block) => (block.runs ?? []).map((run) => run.revision)));
  const sets = (revisions ?? []).filter((set) => used.has(set.index)).map(({ index, name }) => [index, name]);
  return sets.length > 0 ? sets : undefined;
}

describe('manuscripts from elsewhere', () => {
  it('come back from a file', () => {
    fc.assert(
      fc.property(manuscripts(), (manuscript) => {
        const bytes = write(manuscript);
        const again = read(bytes);
        expect(plain(again.blocks.map(said))).toEqual(plain(manuscript.blocks.map(said)));
        expect(again.revisions?.map(({ index, name }) => [index, name])).toEqual(usedSets(manuscript));
        expect(write(again)).toEqual(bytes);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Blocks that scripts have beside speeches and action. */
const asides: fc.Arbitrary<Block> = fc.constantFrom<Block>(
  { kind: 'action', class: 'centered', text: 'THE END' },
  { kind: 'general', class: 'centered', text: 'The middle' },
  { kind: 'general', class: 'lyrics', text: 'La la' },
  { kind: 'general', class: 'new-act', text: 'ACT TWO', number: '2' },
  { kind: 'general', class: 'teaser', text: 'TEASER' },
  { kind: 'action', class: 'sign', typeName: 'Sign', text: 'KEEP OUT' },
  { kind: 'transition', class: 'wipe', text: 'WIPE TO:' },
  { kind: 'shot', text: 'CLOSE ON', number: '4-1' },
  { kind: 'action', text: '' },
  { kind: 'action', text: 'New page.', pageBreak: true },
  { kind: 'action', text: 'Marked.', bookmarks: [{ title: 'Here' }] },
  { kind: 'action', text: 'Noted.', notes: [{ text: 'Is it?\nIt is.' }] },
  {
    kind: 'heading',
    text: 'EXT. ROAD - DAY',
    scene: { color: '#00ff00', synopsis: { text: 'A road.\nA car.' } },
  },
);

const crowded: fc.Arbitrary<Manuscript> = fc
  .tuple(manuscripts(), fc.array(fc.tuple(fc.nat(30), asides), { maxLength: 6 }))
  .map(([manuscript, extras]) => {
    const parts = speeches(manuscript.blocks);
    for (const [at, block] of extras) parts.splice(Math.min(at, parts.length), 0, [block]);
    return { ...manuscript, blocks: parts.flat() };
  });

function speeches(blocks: readonly Block[]): Block[][] {
  const parts: Block[][] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    const goesOn = block.kind === 'dialogue' || block.kind === 'parenthetical' || block.dual !== undefined;
    if (goesOn && last) last.push(block);
    else parts.push([block]);
  }
  return parts;
}

describe('everything that a paragraph of Fade In can say', () => {
  it('comes back from a file', () => {
    fc.assert(
      fc.property(crowded, (manuscript) => {
        const bytes = write(manuscript);
        const again = read(bytes);
        expect(plain(again.blocks.map(said))).toEqual(plain(manuscript.blocks.map(said)));
        expect(write(again)).toEqual(bytes);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('whatever a file says', () => {
  it('is a valid document, and comes back', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (bytes) => {
        const { document } = await fadein.decode(bytes);
        expect(validate(document)).toEqual({ valid: true });
        expect(checkReferences(document)).toEqual({ valid: true });
        const written = await fadein.encode(document);
        const again = await fadein.decode(written.bytes);
        expect(visible(again.document)).toEqual(visible(document));
        const rewritten = await fadein.encode(again.document);
        expect(unpacked(rewritten.bytes)).toBe(unpacked(written.bytes));
      }),
      { numRuns: RUNS },
    );
  });
});
