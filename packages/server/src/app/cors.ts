import koaCors from '@koa/cors';
import type { Middleware } from './koa.js';

const ALLOWED_METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];

const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'X-Encrypt-Key',
  'X-Pdf-Password',
  'X-Request-Id',
];

const EXPOSED_HEADERS = [
  'X-Request-Id',
  'X-Service-Warnings',
  'Location',
  'Link',
  'Content-Disposition',
  'Retry-After',
];

/** Seconds for which a browser remembers what a preflight said. */
const REMEMBERED = 7200;

/** Lets pages of these origins call the service, without credentials. */
export function cors(origins: readonly string[]): Middleware {
  return koaCors({
    origin: origins.includes('*') ? '*' : ({ request }) => origins.find((one) => one === request.get('Origin')) ?? '',
    allowMethods: ALLOWED_METHODS,
    allowHeaders: ALLOWED_HEADERS,
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: REMEMBERED,
    // Errors are answered further in, under the headers that were set here.
    keepHeadersOnError: false,
  });
}
