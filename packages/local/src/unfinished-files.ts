import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isErrno } from './file-error.js';

/** Files of other machines that share the folder are theirs for so long; no write takes that long. Milliseconds. */
const FORSAKEN = 3_600_000;

const HOST = hostname().replaceAll(/[^\w-]/g, '_');
const BOOT = randomBytes(6).toString('hex');
let count = 0;

/** The name of a file to be written: it tells whose it is. */
export function unfinishedName(): string {
  return `${HOST}.${process.pid}.${BOOT}.${count++}`;
}

/** Removes what writes left that did not come to their end because their process did. */
export async function removeForsaken(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (await isForsaken(name, path)) await rm(path, { force: true });
  }
}

async function isForsaken(name: string, path: string): Promise<boolean> {
  const [host, pid, boot] = name.split('.');
  if (boot === BOOT) return false;
  if (host === HOST && !isAlive(Number(pid))) return true;
  try {
    return Date.now() - (await stat(path)).mtimeMs > FORSAKEN;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Whether another process has this number; this one's files bear its name. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
}
