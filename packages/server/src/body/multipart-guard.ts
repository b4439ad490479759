import { HttpError } from '../errors/http-error.js';

/** Far more than a form for one file needs. */
const MOST_PARTS = 32;
const LONGEST_HEAD = 8192;

/** RFC 2046, 5.1.1; no blanks, as nobody writes any. */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'+.-]{1,70}))\s*(?:;|$)/i;

/**
 * The boundary that a Content-Type names.
 *
 * @throws HttpError `bad_request`
 */
export function boundaryOf(contentType: string): string {
  const match = BOUNDARY.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw new HttpError('bad_request', 'The multipart Content-Type names no boundary');
  return boundary;
}

/**
 * Lets a multipart body pass that has few parts with short heads; on others the parser would spend minutes.
 *
 * @throws HttpError `bad_request`
 */
export function guardParts(body: Uint8Array, boundary: string): void {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const opening = `--${boundary}\r\n`;
  let parts = 0;
  let at = bytes.subarray(0, opening.length).equals(Buffer.from(opening)) ? 0 : next(bytes, opening, 0);
  while (at !== -1) {
    if (++parts > MOST_PARTS) throw new HttpError('bad_request', `The form has more than ${MOST_PARTS} parts`);
    const head = at + opening.length;
    if (!bytes.subarray(head, head + LONGEST_HEAD).includes('\r\n\r\n')) {
      throw new HttpError('bad_request', 'A part of the form has no head, or one that is too long');
    }
    at = next(bytes, opening, head);
  }
}

function next(bytes: Buffer, opening: string, from: number): number {
  const found = bytes.indexOf(`\r\n${opening}`, Math.max(0, from - 2), 'latin1');
  return found === -1 ? -1 : found + 2;
}
