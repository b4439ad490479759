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

interface Paper {
  words: ClassedWord[];
  /** Brackets that were closed and opened again within what is printed as one. */
  brackets: number;
  /** Hyphens at the ends of lines that are paragraphs of their own. */
  hyphens: number;
}

/**
 * The words of a document as its pages show them. Fade In's exports have every printed line of a speech as a paragraph of
 * its own, and close and open the brackets of a parenthetical at each: `(looks up; then a)` `(glowing smile)` is printed
 * without the two brackets in the middle. Here they are one again, as are `seven-` and `letter`, and each is counted.
 */
function paperOf(document: ScreenplayDocument): Paper {
  const paper: Paper = { words: [], brackets: 0, hyphens: 0 };
  const parts: { kind: string; text: string }[] = [];
  for (const { kind, text, omit } of visible(document).blocks) {
    let own = text.replace(/\s+/g, ' ').trim();
    if (omit || own === '') continue;
    const last = parts.at(-1);
    if (!last || last.kind !== kind || (kind !== 'dialogue' && kind !== 'parenthetical')) {
      parts.push({ kind, text: own });
      continue;
    }
    if (kind === 'parenthetical' && last.text.endsWith(')') && own.startsWith('(')) {
      paper.brackets++;
      last.text = last.text.slice(0, -1);
      own = own.slice(1);
    }
    const hyphen = /[\p{L}\p{N}]-$/u.test(last.text);
    if (hyphen) paper.hyphens++;
    last.text += hyphen ? own : ` ${own}`;
  }
  for (const { kind, text } of parts) {
    const own = kind === 'shot' || kind === 'general' ? 'action' : kind;
    for (const word of text.toLowerCase().split(' ')) paper.words.push({ word, class: own });
  }
  return paper;
}

/** How often a kind begins: paragraphs of one kind in a row, which some files break by hand, count once. */
function stretches(document: ScreenplayDocument, kind: string): number {
  const blocks = visible(document).blocks.filter(({ text }) => text.trim() !== '');
  return blocks.filter((block, at) => block.kind === kind && (kind === 'character' || blocks[at - 1]?.kind !== kind))
    .length;
}

/** What a PDF is compared with, and what of its source's own line breaks is no difference: how many there are. */
const PAIRS = [
  ['pairs/his-girl-friday-1940/fadein4.pdf', 'pairs/his-girl-friday-1940/fadein4.fdx', { brackets: 115, hyphens: 14 }],
  ['pairs/mostly-genius/fd11-sanitized.pdf', 'pairs/mostly-genius/source.fdx', { brackets: 0, hyphens: 0 }],
  ['pairs/the-last-birthday-card/fd8.pdf', 'pairs/the-last-birthday-card/fd8.fdx', { brackets: 0, hyphens: 0 }],
  ['pairs/buckets-and-flavors/fd9-amyuni.pdf', 'pairs/buckets-and-flavors/fd9.fdx', { brackets: 0, hyphens: 0 }],
] as const;
const RECALL = 0.9985;
const PRECISION = 0.998;

describe.skipIf(NO_CORPUS !== undefined)(`real scripts as PDF${NO_CORPUS ? ` (skipped: ${NO_CORPUS})` : ''}`, () => {
  describe.each(PAIRS)('%s', (printedName, sourceName, breaks) => {
    it('has the words of its source in the same classes, and as many cues, speeches and parentheticals', async () => {
      const [found, source] = await Promise.all([read(printedName), read(sourceName)]);
      const { words, ...counts } = paperOf(source);
      expect(counts).toEqual(breaks);
      const { recall, precision } = wordRecall(words, paperOf(found).words);
      expect(recall).toBeGreaterThanOrEqual(RECALL);
      expect(precision).toBeGreaterThanOrEqual(PRECISION);
      // Nothing else is forgiven: word for word as they stand in the files, each such place costs its two words.
      const raw = wordRecall(classedWords(source), classedWords(found));
      const forgiven = 2 * (breaks.brackets + breaks.hyphens);
      expect(raw.missing.length - forgiven).toBeLessThanOrEqual((1 - RECALL) * classedWords(source).length);
      expect(raw.surplus.length - forgiven).toBeLessThanOrEqual((1 - PRECISION) * classedWords(found).length);
      for (const kind of ['character', 'dialogue', 'parenthetical']) {
        const expected = stretches(source, kind);
        expect(Math.abs(stretches(found, kind) - expected), kind).toBeLessThanOrEqual(Math.max(1, expected * 0.005));
      }
      expect(Number(found.document.meta?.['screenplay.pdf.confidence'])).toBeGreaterThanOrEqual(0.99);
    }, 60_000);
  });

  it('has the scenes of the feature', async () => {
    const [found, source] = await Promise.all([read(PAIRS[0][0]), read(PAIRS[0][1])]);
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
    // Fonts, sizes and colours of words, which are nothing that every printer keeps. Links are not printed.
    const styled = (document: ScreenplayDocument): unknown[] =>
      visible(document).blocks.flatMap(({ text, class: name, runs = [] }) =>
        name === undefined && runs.some(({ font, size, color, background }) => font ?? size ?? color ?? background)
          ? [[text, runs.map(({ link: _, ...run }) => run)]]
          : [],
      );
    expect(styled(source).length).toBeGreaterThanOrEqual(3);
    for (const one of styled(source)) expect(styled(found)).toContainEqual(one);
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
