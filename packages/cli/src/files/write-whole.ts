import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { access, chown, mkdir, open, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FailureError } from '../failure.js';
import { systemFailure } from './system-failure.js';
import { unfinished } from './unfinished.js';

const PERMISSIONS = 0o7777;

let counter = 0;

/**
 * Writes a file whole or not at all: into a new file beside it, flushed to the disk, then renamed over it. Missing
 * folders are made. A file that is there keeps its permissions, a link keeps pointing; a device or a named pipe is
 * written directly. `shown` is the path as messages name it.
 *
 * @throws FailureError when the system refuses; the old file is then untouched and nothing is left behind
 */
export async function writeWhole(path: string, bytes: Uint8Array | string, shown: string): Promise<void> {
  try {
    const target = await finalTarget(path);
    const old = await statIfThere(target);
    if (old?.isDirectory())
      throw new FailureError({ code: 'conflict', message: `${shown} cannot be written: it is a folder` });
    if (old && !old.isFile()) {
      await writeFile(target, bytes);
      return;
    }
    // A rename asks only the folder; a read-only file says that it should stay as it is.
    if (old) await access(target, constants.W_OK);
    await mkdir(dirname(target), { recursive: true });
    await replace(target, bytes, old);
  } catch (error) {
    throw error instanceof FailureError ? error : new FailureError(systemFailure(error, `${shown} cannot be written`));
  }
}

async function replace(target: string, bytes: Uint8Array | string, old: Stats | undefined): Promise<void> {
  const folder = dirname(target);
  const [handle, temporary] = await openNew(folder);
  try {
    try {
      await handle.writeFile(bytes);
      if (old) await keepPermissions(handle, temporary, old);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  } finally {
    unfinished.remove(temporary);
  }
  await syncFolder(folder);
}

/** A file that was not there, in the same folder: a rename cannot cross file systems. */
async function openNew(folder: string): Promise<[FileHandle, string]> {
  for (;;) {
    const path = join(folder, `.screenplay-${process.pid}-${++counter}.tmp`);
    unfinished.add(path);
    try {
      return [await open(path, 'wx'), path];
    } catch (error) {
      unfinished.remove(path);
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

async function keepPermissions(handle: FileHandle, path: string, old: Stats): Promise<void> {
  // Only the superuser may give a file away; for anyone else it is theirs already or cannot be helped.
  await chown(path, old.uid, old.gid).catch(() => undefined);
  await handle.chmod(old.mode & PERMISSIONS);
}

/** Makes the rename itself survive a power cut, where the system can. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Some systems cannot flush a folder; the file itself is complete either way.
  }
}

async function finalTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return path;
    throw error;
  }
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
