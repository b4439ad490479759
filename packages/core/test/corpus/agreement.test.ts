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
    const headings = (document: ScreenplayDocument): string[] => document.document.scenes.map((scene) => scene.heading.setting);
    expect(headings(fountain)).toEqual(headings(fdx));
  });

  it('has the same speeches, word for word', async () => {
    const [fdx, fountain] = await Promise.all([read('fadein4.fdx'), read('fadein4.fountain')]);
    const spoken = (document: ScreenplayDocument) => classedWords(document).filter((word) => word.class === 'dialogue');
    const { recall, precision } = wordRecall(spoken(fdx), spoken(fountain));
    expect(recall).toBeGreaterThan(0.9995);
    expect(precision).toBeGreaterThan(0.9995);
  });

  it('has the same words in the same element classes', async () => {
    const [fdx, fountain] = await Promise.all([read('fadein4.fdx'), read('fadein4.fountain')]);
    const { recall, precision, missing, surplus } = wordRecall(classedWords(fdx), classedWords(fountain));
    if (process.env['VERBOSE']) console.log(recall, precision, JSON.stringify(missing.map((w) => [w.class[0], w.word].join(':'))), JSON.stringify(surplus.map((w) => [w.class[0], w.word].join(':'))));
    // The best parser known reaches 0.9992.
    expect(recall).toBeGreaterThan(0.9992);
    expect(precision).toBeGreaterThan(0.9992);
  });
});
