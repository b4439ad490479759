import { randomBytes } from 'node:crypto';
import { chmod, link, open, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { FailureError } from '../failure.js';
import { systemFailure } from '../files/system-failure.js';

export interface KeptSecret {
  secret: string;
  /** Where it is kept. */
  path: string;
}

const SECRET_BYTES = 32;
const LEAST_LENGTH = 16;
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * The secret that lies in a file of this folder; where there is none yet, a new one, which is kept there for its owner
 * alone. Of several processes that make one at the same time, all get the same.
 *
 * @throws FailureError
 */
export async function keptSecret(folder: string, name: string): Promise<KeptSecret> {
  const path = join(folder, name);
  try {
    return { secret: (await secretIn(path)) ?? (await newSecret(folder, path)), path };
  } catch (error) {
    throw error instanceof FailureError ? error : new FailureError(systemFailure(error, `${path} cannot be used`));
  }
}

async function secretIn(path: string): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const secret = text.trim();
  if (secret.length < LEAST_LENGTH || /\s/.test(secret)) {
    throw new FailureError({
      code: 'malformed_input',
      message: `${path} holds no secret of ${LEAST_LENGTH} characters or more; delete it, and a new one is made`,
    });
  }
  // Copied about, it may have become readable for others.
  if (((await stat(path)).mode & OTHERS) !== 0) await chmod(path, OWNER_ONLY);
  return secret;
}

async function newSecret(folder: string, path: string): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const temporary = join(folder, `.secret-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await open(temporary, 'wx', OWNER_ONLY);
    try {
      await handle.writeFile(`${secret}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // A link, unlike a rename, never replaces what another process has just put there.
    await link(temporary, path);
    return secret;
  } catch (error) {
    const other = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await secretIn(path) : undefined;
    if (other === undefined) throw error;
    return other;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}
