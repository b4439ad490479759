import { describe, expect, it } from 'vitest';
import { nearestWord } from '../src/nearest-word.js';

const FORMATS = ['fdx', 'fadein', 'fountain', 'json', 'yaml'];

describe('the nearest word', () => {
  it.each([
    ['fdxx', 'fdx'],
    ['fdz', 'fdx'],
    ['fxd', 'fdx'],
    ['FOUNTIAN', 'fountain'],
    ['jsno', 'json'],
    ['yml', 'yaml'],
    ['fade-in', 'fadein'],
  ])('of %s is %s', (word, nearest) => {
    expect(nearestWord(word, FORMATS)).toBe(nearest);
  });

  it.each(['docx', 'x', '', 'final draft', 'q'.repeat(100_000)])('is none where nothing is near (%.20s)', (word) => {
    expect(nearestWord(word, FORMATS)).toBeUndefined();
  });
});
