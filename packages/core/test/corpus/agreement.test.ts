import { describe, expect, it } from 'vitest';
import { decode } from '../../src/index.js';
import type { ScreenplayDocument } from '../../src/index.js';
import { classedWords, wordRecall } from '../../src/testing/word-recall.js';
import { NO_CORPUS, corpusFile } from './files.js';

const FEATURE = 'pairs/his-girl-friday-1940';

async function read(name: string): Promise<ScreenplayDocument> {
  return (await decode(corpusFile(`${FEATURE}/${name}`), { name })).document;
}

describe.skipIf(NO_CORPUS !== undefined)('one feature in two formats', () => {
  it('has the same scenes', async () => {
    const [fdx, fountain] = await Promise.all([read('fadein4.fdx'), read('fadein4.fountain')]);
    expect(fdx.document.scenes).toHaveLength(90);
    expect(fountain.document.scenes).toHaveLength(90);
    const headings = (document: ScreenplayDocument): string[] =>
      document.document.scenes.map((scene) => scene.heading.setting);
    expect(headings(fountain)).toEqual(headings(fdx));
  });

  it('has the same speeches, word for word', async () => {
    const [fdx, fountain] = await Promise.all([read('fadein4.fdx'), read('fadein4.fountain')]);
    const spoken = (document: ScreenplayDocument) => classedWords(document).filter((word) => word.class === 'dialogue');
    const { missing, precision } = wordRecall(spoken(fdx), spoken(fountain));
    // The FDX has seven parentheticals in paragraphs of dialogue.
    expect(missing.filter((entry) => !BRACKETED.test(entry.word) && !IN_BRACKETS.has(entry.word))).toEqual([]);
    expect(precision).toBe(1);
  });

  it('has the same words in the same element classes', async () => {
    const [fdx, fountain] = await Promise.all([read('fadein4.fdx'), read('fadein4.fountain')]);
    const { recall, precision, missing } = wordRecall(classedWords(fdx), classedWords(fountain));
    // What is left is typed as another element in the FDX: 22 words of parentheticals as dialogue, 5 cues as action.
    expect(missing.filter((entry) => entry.class === 'action').map((entry) => entry.word)).toEqual(CUES_AS_ACTION);
    expect(missing).toHaveLength(27);
    expect(recall).toBeGreaterThan(0.9991);
    expect(precision).toBeGreaterThan(0.9991);
  });
});

const BRACKETED = /^\(|\)$/;
const IN_BRACKETS = new Set(['menu', 'extends', 'his', 'him', 'the', 'to', 'hildy,', "hildy's"]);
const CUES_AS_ACTION = ['bensinger', 'hartman', 'mollie', 'mollie', 'hildy'];
