import { ScreenplayError } from '../errors/index.js';
import type { Meta } from '../model/document.js';
import { cipherNamed, Sealer } from './ciphers.js';
import type { EncryptedScope } from './declared.js';
import { deriveKey, hashName } from './keys.js';
import type { Value } from './places.js';
import type { Bytes } from './web-crypto.js';

/** A value of an encrypted document, taken out of its encoding. */
export interface SealedValue extends Value {
  sealed: Bytes;
  scope: EncryptedScope;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Opens values with the keys that one secret makes, each of which is derived once. */
export class Opener {
  readonly #secret: Bytes;
  readonly #settings: Meta | undefined;
  readonly #keys = new Map<string, Promise<Bytes>>();
  readonly #sealers = new Map<string, Promise<Sealer>>();

  /** `settings` is the document's own `encrypt.meta`. */
  constructor(secret: Bytes, settings: Meta | undefined) {
    this.#secret = secret;
    this.#settings = settings;
  }

  /** @throws ScreenplayError `invalid_document`, `limit_exceeded` */
  key({ encrypt, pointer }: EncryptedScope): Promise<Bytes> {
    return once(this.#keys, hashName(encrypt.hash), () =>
      deriveKey(this.#secret, encrypt.hash, this.#settings, `${pointer}/encrypt`),
    );
  }

  /** @throws ScreenplayError `wrong_key` when what comes out is no text */
  async open({ sealed, scope, pointer }: SealedValue): Promise<string> {
    const cipher = cipherNamed(scope.encrypt.cipher, `${scope.pointer}/encrypt`);
    const sealer = await once(this.#sealers, `${cipher} ${hashName(scope.encrypt.hash)}`, async () =>
      Sealer.with(cipher, await this.key(scope)),
    );
    const plain = await sealer.open(sealed, pointer);
    try {
      if (plain) return utf8.decode(plain);
    } catch {
      // Not UTF-8: the same as bytes that the cipher itself refuses.
    }
    const message = 'The key is wrong, or this text was changed after it was encrypted';
    throw new ScreenplayError('wrong_key', message, { at: { pointer } });
  }
}

function once<T>(made: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const found = made.get(name) ?? make();
  made.set(name, found);
  return found;
}
