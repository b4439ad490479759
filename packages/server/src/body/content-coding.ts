import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Transform } from 'node:stream';
import { HttpError } from '../errors/http-error.js';

const INFLATERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/** The codings that a body may come in, as `Accept-Encoding` names them. */
const ACCEPTED = 'gzip, deflate, br';

/**
 * What inflates a body; undefined when it comes as it is.
 *
 * @throws HttpError `unsupported_media_type`
 */
export function inflaterFor(contentEncoding: string | undefined): Transform | undefined {
  const coding = contentEncoding?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return undefined;
  const make = Object.hasOwn(INFLATERS, coding) ? INFLATERS[coding] : undefined;
  if (make) return make();
  throw new HttpError('unsupported_media_type', `Content-Encoding must be one of ${ACCEPTED}, or left out`, {
    headers: { 'Accept-Encoding': ACCEPTED },
  });
}
