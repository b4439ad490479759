import { ScreenplayError } from '../../errors/index.js';
import type { Storage } from '../../ports/index.js';
import { concat } from '../../syntax/bytes.js';

/**
 * The bytes of an object.
 *
 * @throws ScreenplayError `limit_exceeded` when there are more than `maxBytes`; as the storage does
 */
export async function readObject(
  storage: Storage,
  key: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { size, body } = await storage.open(key, signal);
  const parts: Uint8Array[] = [];
  let length = 0;
  // An iteration that is left early returns the iterator, which lets go of the object.
  for await (const part of body) {
    if (size > maxBytes) break;
    length += part.length;
    if (length > maxBytes) break;
    parts.push(part);
  }
  if (size > maxBytes || length > maxBytes) throw tooBig(maxBytes);
  return concat(parts, length);
}

function tooBig(maxBytes: number): ScreenplayError {
  const message = `The input is larger than ${maxBytes.toLocaleString('en')} bytes: split the script into several files`;
  return new ScreenplayError('limit_exceeded', message, { details: { limit: 'inputBytes', max: maxBytes } });
}
