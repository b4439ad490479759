import type { Exchange } from '../app/exchange.js';
import { HttpError } from '../errors/http-error.js';

/**
 * The secret in a header, which is percent-encoded UTF-8; undefined without one.
 *
 * @throws HttpError `bad_option`, which never quotes it
 */
export function secretHeader({ req }: Exchange, name: string): string | undefined {
  const value = req.headers[name.toLowerCase()];
  if (typeof value !== 'string') return undefined;
  try {
    if (/^[\x20-\x7e]*$/.test(value)) return decodeURIComponent(value);
  } catch {
    // Told below.
  }
  throw new HttpError('bad_option', `${name} must be percent-encoded UTF-8`, { details: { parameter: name } });
}
