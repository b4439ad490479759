import { ScreenplayError } from '@screenplay/core';

/** What the failure of a file operation means, in the port's terms. */
export function fileError(error: unknown, key?: string): ScreenplayError {
  if (error instanceof ScreenplayError) return error;
  const code = errnoOf(error);
  const what = key === undefined ? 'the storage folder' : key;
  const options = { details: { reason: code ?? nameOf(error) }, retryable: false };
  switch (code) {
    case 'ABORT_ERR':
      return new ScreenplayError('cancelled', 'the caller ended the call');
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EISDIR':
      return key === undefined ? missingFolder() : missingObject(key);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ScreenplayError(
        'denied',
        `access to ${what} is denied (${code}): see who owns the storage folder`,
        options,
      );
    case 'ENAMETOOLONG':
      return new ScreenplayError('bad_option', 'the key is too long for the file system', options);
    default:
      return new ScreenplayError('unavailable', `the file system fails for ${what} (${code ?? nameOf(error)})`, {
        details: options.details,
      });
  }
}

export function missingObject(key: string): ScreenplayError {
  return new ScreenplayError('not_found', `there is no object ${key}`, {
    details: { missing: 'object' },
    retryable: false,
  });
}

export function missingFolder(): ScreenplayError {
  return new ScreenplayError('not_found', 'the storage folder is gone', {
    details: { missing: 'bucket' },
    retryable: false,
  });
}

/** Whether an error says one of these: `ENOENT`, ... */
export function isErrno(error: unknown, ...codes: string[]): boolean {
  const code = errnoOf(error);
  return code !== undefined && codes.includes(code);
}

function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
