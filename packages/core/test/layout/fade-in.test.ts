import { describe, expect, it } from 'vitest';
import { layOut } from '../../src/layout/index.js';
import { NO_CORPUS } from '../corpus/files.js';
import { corpusManuscript } from './scripts.js';

/** Pages of the PDF that Fade In printed. */
const PRINTED = 195;

describe.skipIf(NO_CORPUS !== undefined)('the feature that Fade In printed', () => {
  it('has as many pages, by its own settings, within one in a hundred', async () => {
    const { pages } = layOut(await corpusManuscript('pairs/his-girl-friday-1940/fadein4.fdx'));
    expect(Math.abs(pages.length - PRINTED) / PRINTED).toBeLessThan(0.01);
  });
});
