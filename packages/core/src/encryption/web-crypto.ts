import { ScreenplayError } from '../errors/index.js';

/** Bytes that WebCrypto takes: never shared between threads. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A key that stays inside WebCrypto. */
export interface ImportedKey {
  readonly type: string;
}

export type CipherCall =
  | { name: 'AES-CTR'; counter: Bytes; length: 128 }
  | { name: 'AES-GCM'; iv: Bytes; additionalData: Bytes; tagLength: 128 };

export type DigestName = 'SHA-256' | 'SHA-384' | 'SHA-512';

/** What encryption uses of WebCrypto. */
interface Subtle {
  digest(name: DigestName, data: Bytes): Promise<ArrayBuffer>;
  importKey(
    format: 'raw',
    key: Bytes,
    algorithm: { name: string; hash?: DigestName },
    extractable: false,
    uses: readonly string[],
  ): Promise<ImportedKey>;
  encrypt(call: CipherCall, key: ImportedKey, data: Bytes): Promise<ArrayBuffer>;
  decrypt(call: CipherCall, key: ImportedKey, data: Bytes): Promise<ArrayBuffer>;
  sign(name: 'HMAC', key: ImportedKey, data: Bytes): Promise<ArrayBuffer>;
  verify(name: 'HMAC', key: ImportedKey, signature: Bytes, data: Bytes): Promise<boolean>;
}

interface Platform {
  crypto?: { subtle?: Subtle; getRandomValues?(bytes: Bytes): Bytes };
}

/**
 * The platform's WebCrypto.
 *
 * @throws ScreenplayError `unavailable` where there is none: browsers keep it from pages served over plain HTTP
 */
export function subtle(): Subtle {
  const found = (globalThis as Platform).crypto?.subtle;
  if (found) return found;
  throw new ScreenplayError('unavailable', 'There is no WebCrypto here: browsers have it on pages served over HTTPS', {
    retryable: false,
  });
}

/** Random bytes of the platform's own generator, for whoever hands in none. */
export function platformRandom(length: number): Uint8Array {
  const source = (globalThis as Platform).crypto;
  if (source?.getRandomValues) return source.getRandomValues(new Uint8Array(length));
  throw new ScreenplayError('unavailable', 'There is no source of random bytes here: hand one in as `random`', {
    retryable: false,
  });
}

/** HMAC-SHA-256 under one key. */
export class Hmac {
  readonly #key: ImportedKey;

  private constructor(key: ImportedKey) {
    this.#key = key;
  }

  static async under(key: Bytes): Promise<Hmac> {
    const uses = ['sign', 'verify'];
    return new Hmac(await subtle().importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, uses));
  }

  async sign(message: Bytes): Promise<Bytes> {
    return new Uint8Array(await subtle().sign('HMAC', this.#key, message));
  }

  /** In constant time. */
  verify(signature: Bytes, message: Bytes): Promise<boolean> {
    return subtle().verify('HMAC', this.#key, signature, message);
  }
}
