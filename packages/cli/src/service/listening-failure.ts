import { FailureError, failureOf } from '../failure.js';
import type { Failure } from '../failure.js';

const REASONS: Readonly<Record<string, [Failure['code'], string]>> = {
  EADDRINUSE: ['conflict', 'another program is listening there; set another PORT, or stop it'],
  EACCES: ['denied', 'permission denied; ports below 1024 are often reserved, so set another PORT'],
  EPERM: ['denied', 'the system does not permit it'],
  EADDRNOTAVAIL: ['not_found', 'this machine has no such address; set another HOST'],
  EAFNOSUPPORT: ['not_found', 'this machine has no addresses of that kind; set another HOST'],
  ENOTFOUND: ['not_found', 'there is no such host; set another HOST'],
  EAI_AGAIN: ['unavailable', 'the host name cannot be looked up at present'],
};

/** Why the service cannot listen, in words. */
export function listeningFailure(error: unknown, host: string, port: number): FailureError {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  const known = code === undefined ? undefined : REASONS[code];
  if (known === undefined) return new FailureError(failureOf(error));
  return new FailureError({ code: known[0], message: `cannot listen on port ${port} of ${host}: ${known[1]}` });
}
