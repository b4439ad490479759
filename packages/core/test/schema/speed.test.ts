import { expect, test } from 'vitest';
import type { Element } from '../../src/model/document.js';
import { validate } from '../../src/schema/index.js';
import { fullDocument } from '../../src/testing/full-document.js';

/** The full document with a script the size of a long feature: 7000 elements as converters write them. */
function featureText(): string {
  const document = fullDocument();
  const [scene] = document.document.scenes;
  if (scene === undefined) throw new Error('the full document has no scene');
  const elements: Element[] = scene.body.map(({ id, authors, meta, ...rest }) => {
    const own =
      rest.type === 'character'
        ? { character: rest.character }
        : { text: { en: 'She looks out at the rain, and waits. '.repeat(4) } };
    const speaker = rest.type === 'dialogue' ? { character: rest.character } : {};
    return { id, type: rest.type, authors, ...speaker, ...own, ...(meta ? { meta } : {}) } as Element;
  });
  const scenes = Array.from({ length: 100 }, () => ({
    ...scene,
    body: Array.from({ length: 10 }, () => elements).flat(),
  }));
  return JSON.stringify({ ...document, document: { ...document.document, scenes } });
}

test('validating a feature takes no longer than three times parsing its JSON', () => {
  const text = featureText();
  expect(text.length).toBeGreaterThan(1_500_000);
  let parsing = Infinity;
  let validating = Infinity;
  for (let round = 0; round < 10; round++) {
    const started = performance.now();
    const document: unknown = JSON.parse(text);
    const parsed = performance.now();
    expect(validate(document)).toEqual({ valid: true });
    validating = Math.min(validating, performance.now() - parsed);
    parsing = Math.min(parsing, parsed - started);
  }
  expect(validating / parsing).toBeLessThan(3);
});
