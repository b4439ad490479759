/** What XML 1.0 can hold, and what stands in for the rest. */

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const ILLEGAL = new RegExp(
  `${CONTROL.source}|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]`,
  'g',
);

/** Whether XML 1.0 can hold the code point. */
export function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d;
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff);
}

/** Offset of the first control character or non-character that XML cannot hold, or -1. Ignores lone surrogates. */
export function firstIllegal(text: string): number {
  return text.search(CONTROL);
}

/**
 * Replaces what XML cannot hold: vertical tab and form feed, which other programs write for a line break, by a line
 * feed; other control characters, which mean nothing in text, by nothing; broken characters by U+FFFD.
 */
export function replaceIllegal(text: string): string {
  return text.replace(ILLEGAL, (c) => {
    if (c === '\u000b' || c === '\u000c') return '\n';
    return c.charCodeAt(0) < 0x20 ? '' : '\ufffd';
  });
}
