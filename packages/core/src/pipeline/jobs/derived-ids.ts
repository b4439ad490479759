import { baseN } from '../../encryption/base-n.js';
import { Message } from '../../encryption/message.js';
import { sha256 } from '../../model/sha256.js';
import type { Runtime } from '../../ports/index.js';

/** Crockford's alphabet: no letters that are taken for others, and texts sort as the numbers that they stand for. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base32 = baseN(ALPHABET, 5);
const TIME_DIGITS = 10;
/** What 128 bits take. */
const HASH_DIGITS = 26;
const RANDOM_BYTES = 10;

/** An id that follows from what it stands for: 26 characters of a hash over all of it. */
export function derivedId(letter: 'd' | 'l', ...parts: readonly string[]): string {
  const message = new Message();
  for (const part of parts) message.part(part);
  return `${letter}_${base32.encode(sha256(message.bytes()).subarray(0, 16)).slice(0, HASH_DIGITS)}`;
}

/**
 * Makes ids of jobs: `j_` and a ULID, milliseconds of the clock in 10 characters and 80 random bits in 16. Of one maker
 * each is greater than the one before it, whatever the clock does.
 */
export class JobIds {
  readonly #runtime: Runtime;
  #time = -1;
  #tail = new Uint8Array(RANDOM_BYTES);

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  next(): string {
    const now = Date.parse(this.#runtime.now());
    if (now > this.#time) {
      this.#time = now;
      this.#tail = new Uint8Array(this.#runtime.random(RANDOM_BYTES));
    } else if (!increment(this.#tail)) {
      this.#time++;
    }
    return `j_${timeDigits(this.#time)}${base32.encode(this.#tail)}`;
  }
}

function timeDigits(ms: number): string {
  let digits = '';
  for (let rest = ms; digits.length < TIME_DIGITS; rest = Math.floor(rest / 32)) {
    digits = ALPHABET.charAt(rest % 32) + digits;
  }
  return digits;
}

/** Adds one to a number in bytes, the highest first; false when it went back to 0. */
function increment(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 1; at >= 0; at--) {
    const byte = ((bytes[at] ?? 0) + 1) & 0xff;
    bytes[at] = byte;
    if (byte !== 0) return true;
  }
  return false;
}
