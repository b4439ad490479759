import { expect, it } from 'vitest';
import { decryptDocument, encryptDocument } from '../../src/encryption/index.js';
import type { ScreenplayDocument } from '../../src/model/document.js';
import { firstAction, KEY, plainDocument } from './plain-document.js';

/** A document of so many elements; each of the first `tight` has a text that needs an encoding of its own. */
function documentOf(elements: number, tight = 0): ScreenplayDocument {
  const document = plainDocument();
  const action = firstAction(document);
  document.document.scenes[0]!.body = Array.from({ length: elements }, (_, at) => ({
    ...action,
    notes: [],
    text: { en: at < tight ? 'x'.repeat(5000) : 'The lamp catches, and the room is bright.' },
  }));
  return document;
}

async function time(document: ScreenplayDocument): Promise<number> {
  let best = Infinity;
  for (let run = 0; run < 3; run++) {
    const start = performance.now();
    await decryptDocument(await encryptDocument(document, { key: KEY, encoding: 'hex' }), { key: KEY });
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

it.each([
  ['plain elements', 2000, 0],
  ['elements with an encoding of their own', 200, 200],
])('takes time in proportion to the script: %s', async (_, elements, tight) => {
  await time(documentOf(100));
  const small = await time(documentOf(elements, tight));
  const large = await time(documentOf(elements * 8, tight * 8));
  expect(large / small).toBeLessThan(8 * 2.5);
});
