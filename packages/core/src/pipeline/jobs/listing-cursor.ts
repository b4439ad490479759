import { ScreenplayError } from '../../errors/index.js';
import { encodeText } from '../../syntax/text.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The place in a listing of objects after a key, as an opaque word. It holds as long as the order of keys does: for ever. */
export function cursorAfter(key: string): string {
  return Array.from(encodeText(key), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @throws ScreenplayError `bad_option` for what {@link cursorAfter} does not make of a key */
export function keyOfCursor(cursor: string): string {
  const bytes = Uint8Array.from(cursor.match(/../gs) ?? [], (pair) => Number.parseInt(pair, 16));
  const key = decoder.decode(bytes);
  if (key === '' || cursorAfter(key) !== cursor) {
    throw new ScreenplayError('bad_option', 'The cursor is none that a listing gave');
  }
  return key;
}
