import { describe, expect, it } from 'vitest';
import { decryptDocument, encryptDocument } from '../../src/encryption/index.js';
import { coveredValues } from '../../src/encryption/places.js';
import { validate } from '../../src/schema/index.js';
import { canaryDocument } from './canaries.js';
import type { Canary } from './canaries.js';
import { KEY } from './plain-document.js';

const { document, canaries } = canaryDocument();
const places = (kind: Canary['place']): Canary[] => canaries.filter(({ place }) => place === kind);

describe('what stays readable', () => {
  it('is tried in every string of the schema', () => {
    expect(validate(document)).toEqual({ valid: true });
    // Texts are in elements, notes, headings, characters, ...: two languages each.
    expect(places('text').length).toBeGreaterThan(40);
    expect(places('name')).toHaveLength(3);
    expect(places('words in meta').length).toBeGreaterThan(100);
    expect(places('other').length).toBeGreaterThan(80);
  });

  it.each([
    ['without titles', false],
    ['with titles', true],
  ])('is all but the words of the script, %s', async (_, encryptTitles) => {
    const encrypted = await encryptDocument(document, { key: KEY, encryptTitles });
    expect(validate(encrypted)).toEqual({ valid: true });
    const text = JSON.stringify(encrypted).toLowerCase();
    for (const { text: word, pointer, place } of canaries) {
      const analysis = pointer.startsWith('/analysis/');
      const hidden =
        !analysis && (place === 'text' || place === 'words in meta' || (place === 'name' && encryptTitles));
      expect(text.includes(word), `${pointer} (${place}) is readable`).toBe(!hidden);
    }
    expect(await decryptDocument(encrypted, { key: KEY })).toEqual(document);
  });

  it('is told by one walk, which knows each place that the schema has', () => {
    const hidden = (kind: Canary['place']): string[] =>
      places(kind)
        .map(({ pointer }) => pointer)
        .filter((pointer) => !pointer.startsWith('/analysis/'));
    const covered = coveredValues(document, true).map(({ pointer }) => pointer);
    expect(covered.sort()).toEqual([...hidden('text'), ...hidden('name'), ...hidden('words in meta')].sort());
  });
});
