import { ScreenplayError } from '../errors/index.js';
import type { Encrypt } from '../model/document.js';
import { encodeText, wellFormed } from '../syntax/text.js';
import { readCost, SCRYPT } from './cost.js';
import { Hmac, subtle } from './web-crypto.js';
import type { Bytes, DigestName } from './web-crypto.js';

/** The fewest characters that a secret may have. */
export const SHORTEST_SECRET = 10;
const KEY_BYTES = 32;

/** Hashes by their names without hyphens, small. */
const DIGESTS: Readonly<Record<string, DigestName>> = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };
const TOO_SHORT = new Set(['md5', 'sha1', 'sha', 'sha224', 'sha512224', 'sha3224', 'ripemd160']);

/**
 * The UTF-8 bytes of a secret that is to encrypt something.
 *
 * @throws ScreenplayError `weak_key` under {@link SHORTEST_SECRET} characters; `bad_option` when it is no text
 */
export function newSecret(secret: unknown): Bytes {
  const bytes = secretBytes(secret);
  if ([...(secret as string)].length < SHORTEST_SECRET) throw weakKey();
  return bytes;
}

/**
 * The UTF-8 bytes of a secret that has encrypted something, maybe in a program that counts bytes and not characters.
 *
 * @throws ScreenplayError like {@link newSecret}
 */
export function knownSecret(secret: unknown): Bytes {
  const bytes = secretBytes(secret);
  if (bytes.length < SHORTEST_SECRET) throw weakKey();
  return bytes;
}

function secretBytes(secret: unknown): Bytes {
  if (typeof secret !== 'string') throw new ScreenplayError('bad_option', 'The key must be a text');
  if (wellFormed(secret) !== secret) {
    throw new ScreenplayError('bad_option', 'The key has half characters (lone surrogates), which have no bytes');
  }
  return encodeText(secret);
}

function weakKey(): ScreenplayError {
  return new ScreenplayError('weak_key', `The key is too short: take ${SHORTEST_SECRET} characters at least`);
}

/** One spelling for the names of a hash: `SHA-256` is `sha256`. */
export function hashName(hash: string): string {
  return hash.toLowerCase().replace(/[-_/]/g, '');
}

/**
 * The 256-bit key that a declared hash makes of a secret: the first 32 bytes of one pass of it, or what scrypt derives
 * at the cost and with the salt that `meta` names.
 *
 * @throws ScreenplayError `invalid_document` for a hash that is unknown or shorter than the key
 */
export async function deriveKey(
  secret: Bytes,
  hash: string,
  meta: Encrypt['meta'],
  pointer = '/encrypt',
): Promise<Bytes> {
  const name = hashName(hash);
  if (name === SCRYPT) {
    const { scryptKey } = await import('./scrypt.js');
    return scryptKey(secret, readCost(meta), KEY_BYTES);
  }
  const digest = Object.hasOwn(DIGESTS, name) ? DIGESTS[name] : undefined;
  if (digest) return new Uint8Array(await subtle().digest(digest, secret)).slice(0, KEY_BYTES);
  const fault = TOO_SHORT.has(name) ? 'is shorter than the 256 bits of the key' : 'is not known here';
  throw new ScreenplayError('invalid_document', `The hash that the document declares ${fault}`, {
    at: { pointer: `${pointer}/hash` },
  });
}

/** A key for one purpose out of the key of the document: HMAC-SHA-256 of the purpose's name. */
export async function purposeKey(key: Bytes, purpose: string): Promise<Hmac> {
  return Hmac.under(await (await Hmac.under(key)).sign(encodeText(purpose)));
}
