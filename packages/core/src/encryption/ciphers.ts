import { ScreenplayError } from '../errors/index.js';
import { concat } from '../syntax/bytes.js';
import { Message } from './message.js';
import { subtle } from './web-crypto.js';
import type { Bytes, CipherCall, ImportedKey } from './web-crypto.js';

/** The ciphers on board, by the names under which `encrypt.cipher` declares them. */
export const CIPHERS = ['aes-256-ctr', 'aes-256-gcm'] as const;
export type Cipher = (typeof CIPHERS)[number];

interface Mode {
  name: 'AES-CTR' | 'AES-GCM';
  /** Bytes of the initialisation vector that stands before the ciphertext. */
  iv: number;
  /** Bytes that stand behind it. */
  tag: number;
  call(iv: Bytes, pointer: string): CipherCall;
}

/** Binds a ciphertext to its place. */
const VALUE = 'screenplay/value/v1';

const MODES: Readonly<Record<Cipher, Mode>> = {
  'aes-256-ctr': {
    name: 'AES-CTR',
    iv: 16,
    tag: 0,
    // All 128 bits count, so that a counter behind ff...ff goes on at 0, as OpenSSL's does.
    call: (iv) => ({ name: 'AES-CTR', counter: iv, length: 128 }),
  },
  'aes-256-gcm': {
    name: 'AES-GCM',
    iv: 12,
    tag: 16,
    call: (iv, pointer) => ({
      name: 'AES-GCM',
      iv,
      additionalData: new Message().part(VALUE).part(pointer).bytes(),
      tagLength: 128,
    }),
  },
};

/**
 * The cipher that a document declares.
 *
 * @throws ScreenplayError `invalid_document` when there is none of that name
 */
export function cipherNamed(name: string, pointer: string): Cipher {
  const found = CIPHERS.find((cipher) => cipher === name.toLowerCase());
  if (found) return found;
  throw new ScreenplayError('invalid_document', `This version knows ${CIPHERS.join(' and ')}, and no other cipher`, {
    at: { pointer: `${pointer}/cipher` },
  });
}

/** Bytes of a sealed value beyond those of what it holds. */
export function overhead(cipher: Cipher): number {
  return MODES[cipher].iv + MODES[cipher].tag;
}

export function ivLength(cipher: Cipher): number {
  return MODES[cipher].iv;
}

/** A cipher with its key: text in, iv and ciphertext out, and back. */
export class Sealer {
  readonly #mode: Mode;
  readonly #key: ImportedKey;

  private constructor(mode: Mode, key: ImportedKey) {
    this.#mode = mode;
    this.#key = key;
  }

  static async with(cipher: Cipher, key: Bytes): Promise<Sealer> {
    const mode = MODES[cipher];
    return new Sealer(mode, await subtle().importKey('raw', key, { name: mode.name }, false, ['encrypt', 'decrypt']));
  }

  async seal(plain: Bytes, iv: Bytes, pointer: string): Promise<Bytes> {
    // A copy, because the caller's iv must stay what it is until the call is done.
    const call = this.#mode.call(iv.slice(), pointer);
    return concat([iv, new Uint8Array(await subtle().encrypt(call, this.#key, plain))]);
  }

  /** Undefined when the cipher itself tells that the bytes are not what was sealed at this place. */
  async open(sealed: Bytes, pointer: string): Promise<Bytes | undefined> {
    const call = this.#mode.call(sealed.slice(0, this.#mode.iv), pointer);
    const work = subtle().decrypt(call, this.#key, sealed.slice(this.#mode.iv));
    if (this.#mode.tag === 0) return new Uint8Array(await work);
    return work.then(
      (plain) => new Uint8Array(plain),
      () => undefined,
    );
  }
}
