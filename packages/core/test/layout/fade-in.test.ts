import { describe, expect, it } from 'vitest';
import { layOut } from '../../src/layout/index.js';
import { NO_CORPUS } from '../corpus/files.js';
import { corpusManuscript } from './scripts.js';

/** Pages of the PDF that Fade In printed. */
const PRINTED = 195;

describe.skipIf(NO_CORPUS !== undefined)('the feature that Fade In printed', () => {
  it.each(['fadein4.fadein', 'fadein4.fdx'])(
    'has as many pages, by the settings of %s, within one in a hundred',
    async (name) => {
      const { pages } = layOut(await corpusManuscript(`pairs/his-girl-friday-1940/${name}`));
      expect(Math.abs(pages.length - PRINTED) / PRINTED).toBeLessThan(0.01);
    },
  );
});
