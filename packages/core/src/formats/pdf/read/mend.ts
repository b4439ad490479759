/** `/Catalog`, and how far before it its object can begin. */
const CATALOG = [0x2f, 0x43, 0x61, 0x74, 0x61, 0x6c, 0x6f, 0x67];
const REACH = 2000;

/**
 * A file whose end was cut off, with a new end: one that names the catalogue, from which readers that look for objects
 * by themselves find the rest. Undefined when there is no catalogue in it.
 */
export function withNewEnd(bytes: Uint8Array): Uint8Array | undefined {
  for (let at = 0; at + CATALOG.length <= bytes.length; at++) {
    if (bytes[at] !== 0x2f || !CATALOG.every((code, n) => bytes[at + n] === code)) continue;
    const before = String.fromCharCode(...bytes.subarray(Math.max(0, at - REACH), at));
    const object = [...before.matchAll(/(\d{1,9})\s+(\d{1,5})\s+obj\b/g)].at(-1);
    if (!object) continue;
    const end = `\ntrailer\n<</Root ${object[1] ?? ''} ${object[2] ?? ''} R>>\nstartxref\n0\n%%EOF\n`;
    const mended = new Uint8Array(bytes.length + end.length);
    mended.set(bytes);
    for (let n = 0; n < end.length; n++) mended[bytes.length + n] = end.charCodeAt(n);
    return mended;
  }
  return undefined;
}
