import type { TextCodec } from './base-n.js';

const ascii = new TextDecoder();
const FIRST = 0x21;
const Z = 0x7a;
const GROUP = 4;
const DIGITS = 5;

/**
 * Ascii85 as Adobe has it, without the brackets `<~` and `~>`: four bytes are five characters from `!` to `u`, highest
 * first; four zero bytes are `z`; n bytes at the end are n + 1 characters.
 */
export const ascii85: TextCodec = {
  encode(bytes) {
    const out = new Uint8Array(Math.ceil(bytes.length / GROUP) * DIGITS);
    let at = 0;
    for (let i = 0; i < bytes.length; i += GROUP) {
      const size = Math.min(GROUP, bytes.length - i);
      let number = 0;
      for (let n = 0; n < GROUP; n++) number = number * 256 + (n < size ? (bytes[i + n] as number) : 0);
      if (number === 0 && size === GROUP) {
        out[at++] = Z;
        continue;
      }
      for (let n = DIGITS - 1; n >= 0; n--) {
        if (n <= size) out[at + n] = FIRST + (number % 85);
        number = Math.floor(number / 85);
      }
      at += size + 1;
    }
    return ascii.decode(out.subarray(0, at));
  },

  decode(text) {
    const out = new Uint8Array(decodedLength(text));
    let at = 0;
    for (let i = 0; i < text.length; ) {
      if (text.charCodeAt(i) === Z) {
        at += GROUP;
        i++;
        continue;
      }
      const size = Math.min(DIGITS, text.length - i);
      let number = 0;
      for (let n = 0; n < DIGITS; n++) {
        // What is missing at the end counts as the highest digit, so that cutting off rounds to the right bytes.
        const digit = n < size ? text.charCodeAt(i + n) - FIRST : 84;
        if (!(digit >= 0 && digit < 85)) return undefined;
        number = number * 85 + digit;
      }
      if (size === 1 || number > 0xffffffff) return undefined;
      for (let n = 0; n < size - 1; n++) out[at++] = Math.floor(number / 256 ** (GROUP - 1 - n)) & 0xff;
      i += size;
    }
    return out.slice(0, at);
  },
};

/** The most bytes that a text stands for. */
function decodedLength(text: string): number {
  let zeros = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === Z) zeros++;
  return (zeros + Math.ceil((text.length - zeros) / DIGITS)) * GROUP;
}
