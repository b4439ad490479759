import { sha256 as digest } from '@noble/hashes/sha2.js';

/** SHA-256 where there is no WebCrypto. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return digest(bytes);
}
