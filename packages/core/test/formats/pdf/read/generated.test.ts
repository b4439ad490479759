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
import { readScript, seenBlocks, seenSample } from './seen.js';
import type { Seen } from './seen.js';

/** A fixed seed: a page can be ambiguous, and what is right then is not told by chance. */
const RUNS = process.env['FUZZ_RUNS'];
const PARAMETERS = RUNS === undefined ? { numRuns: 60, seed: 1940 } : { numRuns: Number(RUNS) };

/**
 * What was expected, with paragraphs of action joined where they were read as one: where a page ends with a full line and
 * a sentence, and no blank tells of the line's end, paper does not say whether the paragraph goes on.
 */
function joinedAlike(expected: readonly Seen[], found: readonly Seen[]): Seen[] {
  const joined: Seen[] = [];
  for (const one of expected) {
    const last = joined.at(-1);
    const at = joined.length - 1;
    const goesOn =
      last?.kind === 'action' && one.kind === 'action' && found[at]?.text.startsWith(`${last.text} ${one.text}`);
    if (!last || !goesOn) joined.push(one);
    else
      joined[at] = {
        ...found[at],
        ...last,
        text: `${last.text} ${one.text}`,
        ...(one.emphasis ? { emphasis: found[at]?.emphasis ?? '' } : {}),
      };
  }
  return joined;
}

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
