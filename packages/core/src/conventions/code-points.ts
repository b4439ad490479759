/** Strings are UTF-16; the schema counts Unicode code points. */

/** Whether the text has no surrogates, so that code units and code points are the same. */
function isPlane0(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xe000) return false;
  }
  return true;
}

/** Number of code points. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if (isPair(text, i)) {
      length--;
      i++;
    }
  }
  return length;
}

function isPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}

/** The first `max` code points of `text`. */
export function cutCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, unitOffset(text, max));
}

/**
 * Offsets in one text, from UTF-16 units to code points and back. Questions in ascending order take one pass over the
 * text together; offsets beyond the text are its end.
 */
export class CodePoints {
  readonly #text: string;
  readonly #plain: boolean;
  #unit = 0;
  #point = 0;

  constructor(text: string) {
    this.#text = text;
    this.#plain = isPlane0(text);
  }

  /** Code points before code unit `unit`. */
  toPoint(unit: number): number {
    const end = Math.min(unit, this.#text.length);
    if (this.#plain) return end;
    if (end < this.#unit) this.#restart();
    while (this.#unit < end) this.#step();
    return this.#point;
  }

  /** Code units before code point number `point`. */
  toUnit(point: number): number {
    if (this.#plain) return Math.min(point, this.#text.length);
    if (point < this.#point) this.#restart();
    while (this.#point < point && this.#unit < this.#text.length) this.#step();
    return this.#unit;
  }

  #restart(): void {
    this.#unit = 0;
    this.#point = 0;
  }

  #step(): void {
    this.#unit += isPair(this.#text, this.#unit) ? 2 : 1;
    this.#point++;
  }
}

/** Code units before code point number `points`; the text's length when it has fewer. */
export function unitOffset(text: string, points: number): number {
  let at = 0;
  for (let n = 0; n < points && at < text.length; n++) at += isPair(text, at) ? 2 : 1;
  return at;
}

/** Bytes of `text` in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isPair(text, i)) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}

/** A 32-bit FNV-1a hash of the text's code units, eight hexadecimal digits. Tells edits, defends against nothing. */
export function textHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
