/** Bytes looked at, at each of so many places. */
const WINDOW = 32;
const WINDOWS = 64;

/**
 * A word that is the same for the same bytes and, but for what is made to collide, for no others. It looks at 2 kB all
 * over them: it only says what to expect of a file that was here before, so a collision costs somebody a little time.
 */
export function fingerprintOf(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  const take = (start: number): void => {
    const end = Math.min(start + WINDOW, bytes.length);
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  };
  const step = Math.max(WINDOW, Math.floor(bytes.length / WINDOWS));
  for (let start = 0; start < bytes.length; start += step) take(start);
  take(Math.max(0, bytes.length - WINDOW));
  return `${bytes.length}:${(hash >>> 0).toString(36)}`;
}
