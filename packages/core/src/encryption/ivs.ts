import { ScreenplayError } from '../errors/index.js';
import { Message } from './message.js';
import { purposeKey } from './keys.js';
import { subtle } from './web-crypto.js';
import type { Bytes } from './web-crypto.js';

/** Makes the initialisation vector of a value. */
export type MakeIv = (length: number, pointer: string, plain: Bytes) => Bytes | Promise<Bytes>;

/**
 * So many bytes of a source of randomness.
 *
 * @throws ScreenplayError `bad_option` when it gives something else
 */
export function randomBytes(random: (length: number) => Uint8Array, length: number): Bytes {
  const bytes: unknown = random(length);
  if (bytes instanceof Uint8Array && bytes.length === length) return new Uint8Array(bytes);
  throw new ScreenplayError('bad_option', '`random` must give as many bytes as it is asked for, as a Uint8Array');
}

/**
 * For jobs, which may run twice and must then write the same bytes: vectors that follow from the job, the place and the
 * text, and that nobody without the key can foretell.
 */
export async function derivedIvs(key: Bytes, jobId: string): Promise<MakeIv> {
  const hmac = await purposeKey(key, 'screenplay/iv/v1');
  return async (length, pointer, plain) => {
    const digest = await hmac.sign(new Message().part(jobId).part(pointer).part(plain).bytes());
    return digest.slice(0, length);
  };
}

/** The salt of a job. It only has to be another one for each: were it made from the secret, it would give that away. */
export async function derivedSalt(jobId: string, length: number): Promise<Bytes> {
  const message = new Message().part('screenplay/salt/v1').part(jobId).bytes();
  return new Uint8Array(await subtle().digest('SHA-256', message)).slice(0, length);
}
