import { NO_CODE } from './face.js';
import type { Face } from './face.js';

const PAREN_OPEN = 0x28;
const PAREN_CLOSE = 0x29;
const BACKSLASH = 0x5c;
const CARRIAGE_RETURN = 0x0d;

/** The bytes of a content stream as they grow. */
export class ContentBytes {
  #bytes = new Uint8Array(0x4000);
  #length = 0;

  /** Operators and operands; ASCII. */
  ascii(text: string): void {
    this.#reserve(text.length);
    for (let at = 0; at < text.length; at++) this.#bytes[this.#length++] = text.charCodeAt(at);
  }

  /** A two-byte code inside a literal string. */
  code(code: number): void {
    this.#reserve(4);
    this.#byte(code >> 8);
    this.#byte(code & 0xff);
  }

  /**
   * The codes of a text's characters up to the first that has none.
   *
   * @returns where it stopped.
   */
  codes(text: string, start: number, end: number, face: Face): number {
    this.#reserve((end - start) * 4);
    const known = face.cellCodes;
    for (let at = start; at < end; at++) {
      const unit = text.charCodeAt(at);
      const code = known[unit] || face.cellCode(unit);
      if (code === NO_CODE) return at;
      this.#byte(code >> 8);
      this.#byte(code & 0xff);
    }
    return end;
  }

  /** What has grown; the next stream starts empty. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #byte(byte: number): void {
    if (byte === PAREN_OPEN || byte === PAREN_CLOSE || byte === BACKSLASH || byte === CARRIAGE_RETURN) {
      this.#bytes[this.#length++] = BACKSLASH;
      this.#bytes[this.#length++] = byte === CARRIAGE_RETURN ? 0x72 : byte;
    } else this.#bytes[this.#length++] = byte;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** A number as content streams write it: thousandths of a point are enough. */
export function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
