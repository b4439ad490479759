import type { Bytes } from './web-crypto.js';

/** Bytes as text and back. */
export interface TextCodec {
  encode(bytes: Uint8Array): string;
  /** Undefined when the text is none of this encoding. */
  decode(text: string): Bytes | undefined;
}

const ascii = new TextDecoder();
const PAD = 0x3d;

/**
 * Base 16, 32 and 64 of RFC 4648: each character stands for `bits` bits, and `=` fills up groups of whole bytes. What
 * it decodes may lack the filling, or leave bits set that stand for nothing.
 */
export function baseN(alphabet: string, bits: 4 | 5 | 6): TextCodec {
  const digits = Uint8Array.from(alphabet, (char) => char.charCodeAt(0));
  const values = new Int8Array(128).fill(-1);
  digits.forEach((char, value) => (values[char] = value));
  const group = { 4: 2, 5: 8, 6: 4 }[bits];

  return {
    encode(bytes) {
      const out = new Uint8Array(Math.ceil((bytes.length * 8) / bits / group) * group).fill(PAD);
      let held = 0;
      let holds = 0;
      let at = 0;
      for (let i = 0; i < bytes.length; i++) {
        held = ((held << 8) | (bytes[i] as number)) & 0xffff;
        for (holds += 8; holds >= bits; ) {
          holds -= bits;
          out[at++] = digits[(held >> holds) & ((1 << bits) - 1)] as number;
        }
      }
      if (holds > 0) out[at] = digits[(held << (bits - holds)) & ((1 << bits) - 1)] as number;
      return ascii.decode(out);
    },

    decode(text) {
      let end = text.length;
      while (end > 0 && text.length - end < group && text.charCodeAt(end - 1) === PAD) end--;
      const out = new Uint8Array(Math.floor((end * bits) / 8));
      let held = 0;
      let holds = 0;
      let at = 0;
      for (let i = 0; i < end; i++) {
        const value = values[text.charCodeAt(i)] ?? -1;
        if (value < 0) return undefined;
        held = ((held << bits) | value) & 0xffff;
        holds += bits;
        if (holds >= 8) {
          holds -= 8;
          out[at++] = (held >> holds) & 0xff;
        }
      }
      // A last character that adds no byte was cut off from something.
      return holds < bits ? out : undefined;
    },
  };
}
