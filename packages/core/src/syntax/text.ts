import { guardLimit } from './limits.js';
import { strictUtf8 } from './utf8.js';

export { encodeText } from './utf8.js';

/** Text decoded from bytes. */
export interface DecodedText {
  /** Well-formed Unicode, without a byte order mark and without NULs. */
  text: string;
  /** Name of the encoding by the WHATWG Encoding Standard: `utf-8`, `utf-16le`, `windows-1252`, ... */
  encoding: string;
  /**
   * Set when the bytes fit no encoding that they could have declared: a sentence for the warning `encoding_guessed`
   * that the caller adds.
   */
  guessed?: string;
}

const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

const WESTERN =
  'The text is not UTF-8 and was read as Windows-1252: check the letters with accents, or save the file as UTF-8';
const CYRILLIC = 'The text is not UTF-8 and was read as Windows-1251: check the letters, or save the file as UTF-8';
const DAMAGED = 'Some bytes are not UTF-8 and became \uFFFD: the file was damaged or cut short';

/** The text with every lone surrogate, which no encoding can carry, replaced by U+FFFD. */
export function wellFormed(text: string): string {
  // With the u flag a surrogate pair is one character, so that only lone ones match.
  return text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD');
}

/**
 * Plain text from bytes: UTF-8 and UTF-16 with a byte order mark, UTF-8 without, UTF-16 without by its pattern of
 * NULs; what is none of these is read as Windows-1251 when it looks Cyrillic, else as Windows-1252, or as UTF-8 with holes
 * when most of it is UTF-8.
 *
 * @throws ScreenplayError `limit_exceeded` over 200 MB.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  guardLimit('inputBytes', bytes.length);
  return withoutNuls(decodePlain(bytes));
}

function decodePlain(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) return fromUtf8(bytes.subarray(3), true);
  if (first === 0xff && second === 0xfe) return fromUtf16(bytes.subarray(2), true);
  if (first === 0xfe && second === 0xff) return fromUtf16(bytes.subarray(2), false);
  const decoded = fromUtf8(bytes, false);
  // Searching the text for NULs is several times faster than searching the bytes.
  if (decoded.guessed === undefined && !decoded.text.includes('\0')) return decoded;
  const littleEndian = utf16ByNuls(bytes);
  return littleEndian === undefined ? decoded : fromUtf16(bytes, littleEndian);
}

/**
 * The text of an XML document, which may declare its encoding (`<?xml encoding="ISO-8859-1"?>`). A byte order mark
 * outranks the declaration, and so do bytes that a declared UTF-16 cannot be.
 *
 * @throws ScreenplayError `limit_exceeded` over 200 MB.
 */
export function decodeXml(bytes: Uint8Array): DecodedText {
  guardLimit('inputBytes', bytes.length);
  const label = declaredEncoding(bytes);
  if (label === undefined || /^(?:utf-?8|utf-?16(?:le|be)?|ucs-2)$/.test(label)) return decodeText(bytes);
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(label);
  } catch {
    const decoded = decodeText(bytes);
    decoded.guessed ??= `The declared encoding "${label}" is unknown here; the text was read as ${decoded.encoding}`;
    return decoded;
  }
  // Some builds of Node take the label for Latin-1 proper, where 0x80 to 0x9F are control characters.
  if (decoder.encoding === 'windows-1252')
    return withoutNuls({ text: fromWindows1252(bytes), encoding: 'windows-1252' });
  return withoutNuls({ text: decoder.decode(bytes), encoding: decoder.encoding });
}

/** The encoding that the XML declaration names, lower case; bytes with a byte order mark or in UTF-16 declare none. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  let head = '';
  const end = Math.min(bytes.length, 256);
  for (let i = 0; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === 0 || byte > 0x7f) break;
    head += String.fromCharCode(byte);
    if (byte === 0x3e) break;
  }
  return /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/.exec(head)?.[1]?.toLowerCase();
}

function fromUtf8(bytes: Uint8Array, declared: boolean): DecodedText {
  const text = strictUtf8(bytes);
  if (text !== undefined) return { text, encoding: 'utf-8' };
  if (declared || mostlyUtf8(bytes)) return { text: lenientUtf8.decode(bytes), encoding: 'utf-8', guessed: DAMAGED };
  return legacy(bytes);
}

function legacy(bytes: Uint8Array): DecodedText {
  if (isCyrillic(bytes)) {
    try {
      return { text: new TextDecoder('windows-1251').decode(bytes), encoding: 'windows-1251', guessed: CYRILLIC };
    } catch {
      // Builds of Node with few encodings do not know it.
    }
  }
  return { text: fromWindows1252(bytes), encoding: 'windows-1252', guessed: WESTERN };
}

/** Letters beyond ASCII below which nothing is told by them, and the share of them that have another beside them. */
const FEW = 8;
const IN_WORDS = 0.8;

/** Whether letters beyond ASCII make words: in Windows-1251 all of them do, in Windows-1252 accents stand among others. */
function isCyrillic(bytes: Uint8Array): boolean {
  const sample = Math.min(bytes.length, 65_536);
  let all = 0;
  let beside = 0;
  for (let i = 0; i < sample; i++) {
    if ((bytes[i] as number) < 0xc0) continue;
    all++;
    if ((bytes[i - 1] ?? 0) >= 0xc0 || (bytes[i + 1] ?? 0) >= 0xc0) beside++;
  }
  return all >= FEW && beside >= IN_WORDS * all;
}

function fromUtf16(bytes: Uint8Array, littleEndian: boolean): DecodedText {
  // A file cut in the middle of a unit has an odd byte at its end.
  let units = bytes.subarray(0, bytes.length & ~1);
  if (!littleEndian) {
    units = units.slice();
    for (let i = 0; i + 1 < units.length; i += 2) {
      const high = units[i] ?? 0;
      units[i] = units[i + 1] ?? 0;
      units[i + 1] = high;
    }
  }
  return { text: utf16.decode(units), encoding: littleEndian ? 'utf-16le' : 'utf-16be' };
}

/**
 * Whether NULs stand where UTF-16 puts them: in Latin text every high byte is NUL, in any other script at least those
 * of blanks, digits and line ends (a sixth of Russian prose). NULs on both sides are padding or binary data.
 * Undefined: not UTF-16.
 */
function utf16ByNuls(bytes: Uint8Array): boolean | undefined {
  const sample = Math.min(bytes.length & ~1, 65_536);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < sample; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  const enough = sample / 2 / 8;
  if (odd > enough && even * 10 <= odd) return true;
  if (even > enough && odd * 10 <= even) return false;
  return undefined;
}

/** Whether there are more well-formed multi-byte sequences than stray bytes, as in a damaged or truncated UTF-8 file. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0;
  let bad = 0;
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i] ?? 0;
    if (lead < 0x80) {
      i++;
      continue;
    }
    const length =
      lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 1;
    let tail = 1;
    while (tail < length && ((bytes[i + tail] ?? 0) & 0xc0) === 0x80) tail++;
    if (length > 1 && tail === length) good++;
    else bad++;
    i += tail;
  }
  return good > bad;
}

/** 0x80 to 0x9F; the five bytes that Windows-1252 leaves open stay control characters. */
const WINDOWS_1252 =
  '\u20AC\x81\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\x8D\u017D\x8F' +
  '\x90\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\x9D\u017E\u0178';

function fromWindows1252(bytes: Uint8Array): string {
  // Not by TextDecoder: small-icu builds of Node lack this encoding and some full ones get 0x80 to 0x9F wrong.
  const chunk = new Uint16Array(8192);
  let text = '';
  for (let start = 0; start < bytes.length; start += chunk.length) {
    const length = Math.min(chunk.length, bytes.length - start);
    for (let i = 0; i < length; i++) {
      const byte = bytes[start + i] ?? 0;
      chunk[i] = byte >= 0x80 && byte < 0xa0 ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte;
    }
    text += String.fromCharCode(...chunk.subarray(0, length));
  }
  return text;
}

function withoutNuls(decoded: DecodedText): DecodedText {
  if (decoded.text.includes('\0')) decoded.text = decoded.text.replaceAll('\0', '');
  return decoded;
}

/**
 * The lines of a text without their ends. CRLF, CR, LF, NEL (U+0085), LS (U+2028) and PS (U+2029) end a line: word
 * processors paste the last two for line breaks, and editors show them so. A text that ends in a line end has an empty
 * last line.
 */
export function splitLines(text: string): string[] {
  let cr = text.indexOf('\r');
  // The rare ends, found once: most texts have none of them, and then two searches tell every line.
  const rare = /[\x85\u2028\u2029]/.test(text) ? /[\x85\u2028\u2029]/g : undefined;
  if (cr < 0 && !rare) return text.split('\n');
  const end = text.length;
  let lf = text.indexOf('\n');
  if (lf < 0) lf = end;
  if (cr < 0) cr = end;
  let other = nextRare(text, rare);
  const lines: string[] = [];
  let start = 0;
  for (;;) {
    const at = Math.min(lf, cr, other);
    if (at === end) break;
    lines.push(text.slice(start, at));
    start = at + 1;
    if (at === cr) {
      if (lf === start) start++;
      cr = text.indexOf('\r', start);
      if (cr < 0) cr = end;
    } else if (at === other) {
      other = nextRare(text, rare);
    }
    if (lf < start) {
      lf = text.indexOf('\n', start);
      if (lf < 0) lf = end;
    }
  }
  lines.push(text.slice(start));
  return lines;
}

function nextRare(text: string, rare: RegExp | undefined): number {
  return rare?.exec(text)?.index ?? text.length;
}

/**
 * Line and column of an offset, both from 1, as editors and other programs count them: CRLF, CR and LF end a line, and
 * a column is a code point.
 */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let column = 1;
  const end = Math.min(offset, text.length);
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) {
      line++;
      column = 1;
    } else if (unit !== 13 && (unit & 0xfc00) !== 0xdc00) {
      column++;
    }
  }
  return { line, column };
}
