import { createHash, timingSafeEqual } from 'node:crypto';
import { HttpError } from '../errors/http-error.js';
import type { Route } from '../routes/route.js';
import type { ServerOptions } from '../server-options.js';

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** Who may come in. */
export class AccessGuard {
  readonly #all: boolean;
  /** Digests have one length, which comparing in constant time needs. */
  readonly #digests: readonly Buffer[];

  constructor({ tokens, requireToken }: Pick<ServerOptions, 'tokens' | 'requireToken'>) {
    this.#all = requireToken === 'all';
    this.#digests = tokens.map(digestOf);
  }

  /** Whether a token is asked for. */
  isNeeded(access: Route['access']): boolean {
    return access === 'token' || (access === 'open' && this.#all);
  }

  /** @throws HttpError `unauthorized` */
  check(access: Route['access'], authorization: string | undefined): void {
    if (!this.isNeeded(access)) return;
    const given = BEARER.exec(authorization ?? '')?.[1];
    if (given !== undefined && this.#isKnown(given)) return;
    const fault = authorization === undefined ? '' : ', error="invalid_token"';
    throw new HttpError('unauthorized', 'A valid token is needed: Authorization: Bearer <token>', {
      headers: { 'WWW-Authenticate': `Bearer realm="screenplay"${fault}` },
    });
  }

  #isKnown(token: string): boolean {
    const digest = digestOf(token);
    // No early end: how long it takes tells nothing of which one it is.
    return this.#digests.reduce((known, one) => timingSafeEqual(one, digest) || known, false);
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
