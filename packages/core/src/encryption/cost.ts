import { ScreenplayError } from '../errors/index.js';
import type { Meta } from '../model/document.js';
import { decodeExact, encode } from './encodings.js';
import { SETTINGS } from './settings.js';
import type { Bytes } from './web-crypto.js';

/** The name under which `encrypt.hash` declares scrypt (RFC 7914). */
export const SCRYPT = 'scrypt';

/** What a key costs to derive with scrypt. */
export interface Cost {
  /** CPU and memory: a power of 2; memory is 128 N r bytes. */
  N: number;
  r: number;
  p: number;
  salt: Bytes;
}

export const SALT_BYTES = 16;

/** The cost of new documents, 128 MiB and most of a second, as OWASP's password storage cheat sheet advises. */
export const NEW_COST = { N: 2 ** 17, r: 8, p: 1 } as const;

/** What a document may ask for: memory in bytes, and work as N r p. */
const MOST_MEMORY = 256 * 1_048_576;
const MOST_WORK = 2 ** 22;

/** The entries of `encrypt.meta` that say a cost. */
export function writeCost({ N, r, p, salt }: Cost): Meta {
  return { [SETTINGS.cost]: `N=${N},r=${r},p=${p}`, [SETTINGS.salt]: encode(salt, 'hex') };
}

/**
 * The cost that `encrypt.meta` says.
 *
 * @throws ScreenplayError `invalid_document` when it says none; `limit_exceeded` when it is too high
 */
export function readCost(meta: Meta | undefined): Cost {
  const match = /^N=(\d{1,9}),r=(\d{1,4}),p=(\d{1,4})$/.exec(meta?.[SETTINGS.cost] ?? '');
  const salt = decodeExact(meta?.[SETTINGS.salt] ?? '', 'hex');
  const [N, r, p] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])] as const;
  const sound = N >= 2 && Number.isInteger(Math.log2(N)) && r >= 1 && p >= 1;
  if (!sound || salt?.length !== SALT_BYTES) {
    throw new ScreenplayError('invalid_document', 'The document declares scrypt, but not its cost and salt', {
      at: { pointer: '/encrypt/meta' },
    });
  }
  if (128 * N * r > MOST_MEMORY || N * r * p > MOST_WORK) {
    throw new ScreenplayError('limit_exceeded', 'Deriving the key as the document declares would cost too much', {
      at: { pointer: '/encrypt/meta' },
    });
  }
  return { N, r, p, salt };
}
