import { ScreenplayError } from '@screenplay/core';

/** The place in a listing after a key, as an opaque word. It holds as long as the key's order does: for ever. */
export function cursorAfter(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/** @throws ScreenplayError `bad_option` for what {@link cursorAfter} does not make */
export function keyOfCursor(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  if (key === '' || cursorAfter(key) !== cursor)
    throw new ScreenplayError('bad_option', 'the cursor is none that a listing gave');
  return key;
}
