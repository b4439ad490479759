import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { titleFields } from '../../../../src/conventions/title-page.js';
import {
  TITLE,
  drawStyles,
  printSample,
  sampleScripts,
  typeStyles,
} from '../../../../src/testing/pdf-generator/index.js';
import { joinedAlike, readScript, seenBlocks, seenSample } from './seen.js';

/** A fixed seed: a page can be ambiguous, and what is right then is not told by chance. */
const RUNS = process.env['FUZZ_RUNS'];
const PARAMETERS = RUNS === undefined ? { numRuns: 60, seed: 1940 } : { numRuns: Number(RUNS) };

describe('scripts printed in the manners of many programs', () => {
  it('read back as what they are', async () => {
    await fc.assert(
      fc.asyncProperty(sampleScripts, typeStyles, drawStyles, fc.nat(1_000_000), async (script, style, draw, seed) => {
        const { manuscript } = await readScript(printSample(script, style, draw, seed));
        const expected = seenSample(script, style);
        const found = seenBlocks(manuscript);
        expect(found).toEqual(draw.trailing ? expected : joinedAlike(expected, found));
        const fields = manuscript.titlePage && titleFields(manuscript.titlePage);
        const title = [fields?.title?.text, fields?.credit?.text, fields?.author?.text];
        expect(title).toEqual(style.titlePage ? TITLE : [undefined, undefined, undefined]);
      }),
      PARAMETERS,
    );
  }, 120_000);
});
