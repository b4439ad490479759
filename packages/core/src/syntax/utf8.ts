const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** UTF-8 bytes of a text. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** The text of UTF-8 bytes, a byte order mark left in; undefined when they are no UTF-8. */
export function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The text of UTF-8 bytes with or without a byte order mark, which most texts are; undefined for whatever takes
 * `decodeText`: other encodings, damaged text, NULs.
 */
export function plainUtf8(bytes: Uint8Array): string | undefined {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = strictUtf8(marked ? bytes.subarray(3) : bytes);
  return text?.includes('\0') ? undefined : text;
}
