import { describe, expect, it } from 'vitest';
import { decode } from '../../../../src/index.js';
import type { ScreenplayDocument } from '../../../../src/index.js';
import { printed } from '../../../../src/testing/printed.js';
import type { PrintedBlock } from '../../../../src/testing/printed.js';
import { visible } from '../../../../src/testing/visible.js';
import type { ClassedWord } from '../../../../src/testing/word-recall.js';
import { classedWords, wordRecall } from '../../../../src/testing/word-recall.js';
import { NO_CORPUS, corpusFile } from '../../../corpus/files.js';

async function read(name: string): Promise<ScreenplayDocument> {
  return (await decode(corpusFile(name), { name })).document;
}

/** Words without their punctuation: an FDX that has each printed line as a paragraph parts `seven-letter`, and closes each bracket. */
function bareWords(document: ScreenplayDocument): ClassedWord[] {
  return classedWords(document).flatMap(({ word, class: kind }) =>
    (word.replaceAll('’', "'").match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? []).map((bare) => ({ word: bare, class: kind })),
  );
}

/** How often a kind begins: paragraphs of one kind in a row, which some files break by hand, count once. */
function stretches(document: ScreenplayDocument, kind: string): number {
  const blocks = visible(document).blocks.filter(({ text }) => text.trim() !== '');
  return blocks.filter((block, at) => block.kind === kind && (kind === 'character' || blocks[at - 1]?.kind !== kind))
    .length;
}

const PAIRS = [
  ['pairs/his-girl-friday-1940/fadein4.pdf', 'pairs/his-girl-friday-1940/fadein4.fdx'],
  ['pairs/mostly-genius/fd11-sanitized.pdf', 'pairs/mostly-genius/source.fdx'],
  ['pairs/the-last-birthday-card/fd8.pdf', 'pairs/the-last-birthday-card/fd8.fdx'],
  ['pairs/buckets-and-flavors/fd9-amyuni.pdf', 'pairs/buckets-and-flavors/fd9.fdx'],
] as const;

describe.skipIf(NO_CORPUS !== undefined)(`real scripts as PDF${NO_CORPUS ? ` (skipped: ${NO_CORPUS})` : ''}`, () => {
  describe.each(PAIRS)('%s', (printedName, sourceName) => {
    it('has the words of its source in the same classes, and as many cues, speeches and parentheticals', async () => {
      const [found, source] = await Promise.all([read(printedName), read(sourceName)]);
      const { recall, precision } = wordRecall(bareWords(source), bareWords(found));
      expect(recall).toBeGreaterThanOrEqual(0.9985);
      expect(precision).toBeGreaterThanOrEqual(0.998);
      for (const kind of ['character', 'dialogue', 'parenthetical']) {
        const expected = stretches(source, kind);
        expect(Math.abs(stretches(found, kind) - expected), kind).toBeLessThanOrEqual(Math.max(1, expected * 0.005));
      }
    }, 60_000);
  });

  it('has the scenes of the feature', async () => {
    const [found, source] = await Promise.all(PAIRS[0].map(read));
    const headings = (document: ScreenplayDocument | undefined): string[] =>
      document?.document.scenes.map(({ heading }) => heading.setting) ?? [];
    expect(headings(found)).toHaveLength(90);
    expect(headings(found)).toEqual(headings(source));
  }, 60_000);

  it('shows every feature of the format where the sample of Open Screenplay Format prints it', async () => {
    const [found, source] = await Promise.all([read('osf/OSF-4.0.pdf'), read('osf/OSF-4.0.xml')]);
    const paper = printed(found);
    const expected = printed(source);
    expect(paper.title).toEqual(expected.title);
    // (cont'd) that the program would add is not printed in the sample, and a deletion mark belongs to no text.
    const bare = ({ revised, text, ...block }: PrintedBlock): unknown => ({
      ...block,
      text: text.replace(/ \(cont'd\)$/, ''),
      revised: revised === true || text.includes('deletion mark'),
    });
    expect(paper.blocks.map(bare)).toEqual(expected.blocks.map(bare));
  });

  it('reads a script of one page with numbers at both margins', async () => {
    const document = await read('pdf/scene-numbers-reportlab.pdf');
    expect(
      visible(document)
        .blocks.filter(({ kind }) => kind === 'heading')
        .map(({ number }) => number),
    ).toEqual(['1', '2', undefined, undefined, '2-B']);
  });

  it('reads a script in Cyrillic', async () => {
    const document = await read('pdf/cyrillic-afterwriting.pdf');
    const { title, blocks } = visible(document);
    expect(title?.title?.text).toBe('ЛОРЕМ ИПСУМ');
    expect(blocks.map(({ kind }) => kind)).toEqual([
      'heading',
      'action',
      'character',
      'dialogue',
      'parenthetical',
      'dialogue',
      'action',
      'heading',
      'action',
      'action',
    ]);
    expect(blocks[1]?.runs?.[0]).toMatchObject({ start: 0, italic: true });
  });
});
