import { describe, expect, it } from 'vitest';
import { cursorAfter, keyOfCursor, ScreenplayError } from '../../src/index.js';

describe('the cursor of a listing', () => {
  it('is a plain word that leads back to its key', () => {
    for (const key of ['a', 'in/Draft 2.fdx', 'Łódź/“x”?&=%2F+.fdx', '\uFEFFmark', '🎬', 'x'.repeat(1024)]) {
      expect(cursorAfter(key)).toMatch(/^[0-9a-f]+$/);
      expect(keyOfCursor(cursorAfter(key))).toBe(key);
    }
  });

  it.each(['', 'a', '?', 'not a cursor', '6', '6G', '6162 ', '616', 'C4', 'c4', 'ff', 'eda080', '6a6B', '\n\n', '-1'])(
    'is not %j',
    (cursor) => {
      expect(() => keyOfCursor(cursor)).toThrow(
        expect.objectContaining({ name: ScreenplayError.name, code: 'bad_option' }) as Error,
      );
    },
  );
});
