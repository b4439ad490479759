import type { Cost } from './cost.js';
import type { Bytes } from './web-crypto.js';

/** The key that scrypt (RFC 7914) derives from a secret. */
export async function scryptKey(secret: Bytes, { N, r, p, salt }: Cost, length: number): Promise<Bytes> {
  const { scrypt } = await import('@noble/hashes/scrypt.js');
  return new Uint8Array(scrypt(secret, salt, { N, r, p, dkLen: length }));
}
