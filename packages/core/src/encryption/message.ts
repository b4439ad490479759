import { concat } from '../syntax/bytes.js';
import { encodeText } from '../syntax/text.js';
import type { Bytes } from './web-crypto.js';

/**
 * A message of parts that can be told apart again: each byte string behind its length, and counts, as unsigned 32-bit
 * numbers, the highest byte first. Texts are UTF-8.
 */
export class Message {
  readonly #parts: Bytes[] = [];
  #length = 0;

  count(number: number): this {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, number);
    return this.#add(bytes);
  }

  part(content: string | Bytes): this {
    const bytes = typeof content === 'string' ? encodeText(content) : content;
    return this.count(bytes.length).#add(bytes);
  }

  bytes(): Bytes {
    return concat(this.#parts, this.#length);
  }

  #add(bytes: Bytes): this {
    this.#parts.push(bytes);
    this.#length += bytes.length;
    return this;
  }
}
