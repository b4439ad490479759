import { createHmac } from 'node:crypto';

/** The value of `X-Service-Signature`: HMAC-SHA256 of the very bytes of a body, in hex. */
export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;
}
