import type { Failure } from '../failure.js';
import { failureOf } from '../failure.js';
import type { ErrorCode } from '@screenplay/core';

const CODES: Readonly<Record<string, [ErrorCode, string]>> = {
  ENOENT: ['not_found', 'there is no such file or folder'],
  ENOTDIR: ['not_found', 'a part of its path is not a folder'],
  EACCES: ['denied', 'permission denied'],
  EPERM: ['denied', 'the system does not permit it'],
  EROFS: ['denied', 'the file system is read-only'],
  EISDIR: ['conflict', 'it is a folder'],
  EEXIST: ['conflict', 'a file of that name is in the way'],
  ELOOP: ['not_found', 'its symbolic links go in a circle'],
  ENAMETOOLONG: ['denied', 'its name is too long for the file system'],
  ENOSPC: ['unavailable', 'the disk is full'],
  EDQUOT: ['unavailable', 'the disk quota is used up'],
  EMFILE: ['unavailable', 'too many files are open; use a smaller --jobs'],
  ENFILE: ['unavailable', 'too many files are open; use a smaller --jobs'],
  EIO: ['unavailable', 'the disk reports an error'],
  EFBIG: ['limit_exceeded', 'it is too big for the file system'],
  ERR_FS_FILE_TOO_LARGE: ['limit_exceeded', 'it is over 2 GiB'],
};

/** What the operating system refused, in words; `doing` reads `cannot be read`. */
export function systemFailure(error: unknown, doing: string): Failure {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === undefined) return failureOf(error);
  const known = CODES[code];
  if (known) return { code: known[0], message: `${doing}: ${known[1]}` };
  return /^E[A-Z0-9]+$/.test(code) ? { code: 'unavailable', message: `${doing}: ${code}` } : failureOf(error);
}
