import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { FailureError } from '../failure.js';
import { systemFailure } from '../files/system-failure.js';
import type { Io } from '../terminal/io.js';

/** Where a service of this folder keeps the token that it made. */
const KEPT = '.screenplay/access-token';

/**
 * The access token: of a file that is named, of ACCESS_TOKEN, or of the service that runs from this folder. Of several,
 * separated by commas, the first.
 *
 * @throws FailureError when the named file cannot be read
 */
export async function findToken(
  file: string | undefined,
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
): Promise<string | undefined> {
  if (file !== undefined) {
    try {
      return first(await readFile(resolve(cwd, file), 'utf8'));
    } catch (error) {
      throw new FailureError(systemFailure(error, `${file} cannot be read`));
    }
  }
  if (env['ACCESS_TOKEN'] !== undefined && env['ACCESS_TOKEN'] !== '') return first(env['ACCESS_TOKEN']);
  return readFile(
    resolve(cwd, env['DATA_DIR'] ?? '', env['DATA_DIR'] === undefined ? KEPT : 'access-token'),
    'utf8',
  ).then(first, () => undefined);
}

function first(tokens: string): string {
  return (tokens.split(',')[0] ?? '').trim();
}
