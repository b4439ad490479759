import { cursorAfter, keyOfCursor, parseKey, ScreenplayError } from '@screenplay/core';
import type { Listing, ListQuery, ObjectInfo, OpenObject, Storage, WriteObjectOptions } from '@screenplay/core';
import { constants } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { access, chmod, mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FileBody } from './file-body.js';
import { fileError, isErrno, missingFolder, missingObject } from './file-error.js';
import { allNamesOf, besideFolder, namesOf, UNFINISHED } from './file-names.js';
import type { Naming } from './file-names.js';
import { filesBelow } from './file-tree.js';
import { removeForsaken, unfinishedName } from './unfinished-files.js';

const FOR_OWNER_FOLDER = 0o700;
const FOR_OWNER = 0o600;

/** A pipe that somebody put there must not hold up a thread; Windows has neither the flag nor such pipes. */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK || 0);

/** How often a folder is tried to be made that others stand in the way of. */
const MOST_ATTEMPTS = 100;

export interface FileStorageOptions {
  /** How names are made; default: as the file system needs it. */
  naming?: Naming | undefined;
}

/**
 * Objects as files of a folder: `drafts/one.fdx` lies at `drafts/one.fdx`, and a file that a person puts there is an
 * object. Several processes may use one folder.
 */
export class FileStorage implements Storage {
  readonly #folder: string;
  readonly #naming: Naming;

  private constructor(folder: string, naming: Naming) {
    this.#folder = folder;
    this.#naming = naming;
  }

  /**
   * Makes the folder where it is missing, and clears away what unfinished writes left.
   *
   * @throws ScreenplayError `denied`, `unavailable`
   */
  static async open(folder: string, options: FileStorageOptions = {}): Promise<FileStorage> {
    const unfinished = join(folder, UNFINISHED);
    try {
      await mkdir(unfinished, { recursive: true, mode: FOR_OWNER_FOLDER });
      await chmod(folder, FOR_OWNER_FOLDER);
      await removeForsaken(unfinished);
      return new FileStorage(folder, options.naming ?? (await namingOf(unfinished)));
    } catch (error) {
      throw fileError(error);
    }
  }

  async open(key: string, signal?: AbortSignal): Promise<OpenObject> {
    parseKey(key, 'key');
    throwIfAborted(signal);
    try {
      const found = (await this.#openUsual(key)) ?? (await this.#openOther(key));
      if (!found) throw missingObject(key);
      const { handle, size } = found;
      return { size, body: new FileBody(handle, key, size, signal) };
    } catch (error) {
      throw fileError(error, key);
    }
  }

  async write(key: string, bytes: Uint8Array, { signal }: WriteObjectOptions = {}): Promise<void> {
    parseKey(key, 'key');
    throwIfAborted(signal);
    const unfinished = join(this.#folder, UNFINISHED, unfinishedName());
    try {
      await writeLasting(unfinished, bytes, signal);
      throwIfAborted(signal);
      await this.#put(unfinished, this.#pathOf(key));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw isErrno(error, 'ENOENT') ? missingFolder() : fileError(error, key);
    }
  }

  async list(query: ListQuery = {}): Promise<Listing> {
    const { prefix = '', limit = 100 } = query;
    const after = query.cursor === undefined ? undefined : keyOfCursor(query.cursor);
    const objects: ObjectInfo[] = [];
    try {
      for await (const { key, paths } of filesBelow(this.#folder, { prefix, after })) {
        const last = objects.at(-1);
        const info = await infoOf(key, paths);
        if (!info) continue;
        if (last && objects.length >= limit) return { objects, cursor: cursorAfter(last.key) };
        objects.push(info);
      }
      if (objects.length === 0) await access(this.#folder);
    } catch (error) {
      throw fileError(error);
    }
    return { objects };
  }

  async check(signal?: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    try {
      await access(join(this.#folder, UNFINISHED), constants.R_OK | constants.W_OK);
    } catch (error) {
      throw fileError(error);
    }
  }

  async close(): Promise<void> {
    // Nothing is held between calls.
  }

  #pathOf(key: string): string {
    return join(this.#folder, ...key.split('/').flatMap((segment) => namesOf(segment, this.#naming)));
  }

  async #openUsual(key: string): Promise<OpenedFile | undefined> {
    return openFile(this.#pathOf(key));
  }

  /** Looks for a file under every other name that the key may have. */
  async #openOther(key: string): Promise<OpenedFile | undefined> {
    let folders = [this.#folder];
    const segments = key.split('/');
    for (const [at, segment] of segments.entries()) {
      const ways = allNamesOf(segment, this.#naming);
      const paths = folders.flatMap((folder) => ways.map((names) => join(folder, ...names)));
      if (at < segments.length - 1) {
        folders = await filter(paths, (path) => this.#isFolder(path));
        continue;
      }
      for (const path of paths) {
        const opened = await openFile(path);
        if (opened && (await this.#isItsName(path))) return opened;
        await opened?.handle.close();
      }
    }
    return undefined;
  }

  async #isFolder(path: string): Promise<boolean> {
    try {
      return (await stat(path)).isDirectory() && (await this.#isItsName(path));
    } catch (error) {
      if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return false;
      throw error;
    }
  }

  /** Whether a path is written as it is on the disk: a file system that folds names answers to others too. */
  async #isItsName(path: string): Promise<boolean> {
    if (this.#naming === 'exact') return true;
    const real = basename(await realpath(path).catch(() => path));
    return real === basename(path) || real === besideFolder(basename(path));
  }

  /** Puts a finished file in its place. */
  async #put(from: string, to: string): Promise<void> {
    let place = await moved(from, to);
    let first: string | undefined;
    if (place === undefined) {
      first = await this.#makeFolder(dirname(to));
      place = await moved(from, to);
    }
    // Another process removes folders: it has to be told.
    if (place === undefined) throw new ScreenplayError('unavailable', `${dirname(to)} does not stay`);
    // All at the end: most file systems write them in one go then. New folders last as soon as those above them do.
    let folder = dirname(place);
    await flushFolder(folder);
    for (; first !== undefined && folder.length >= first.length; folder = dirname(folder))
      await flushFolder(dirname(folder));
  }

  /**
   * Makes a folder; a file that has its name, or that of one above it, makes room. Answers the topmost folder that was
   * made.
   */
  async #makeFolder(folder: string): Promise<string | undefined> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await mkdir(folder, { recursive: true, mode: FOR_OWNER_FOLDER });
      } catch (error) {
        // Others may write objects with these names meanwhile, but each makes room at most once.
        if (!isErrno(error, 'EEXIST', 'ENOTDIR', 'ENOENT') || attempt === MOST_ATTEMPTS) throw error;
        await this.#makeRoom(folder);
      }
    }
  }

  async #makeRoom(folder: string): Promise<void> {
    for (let path = folder; path.length > this.#folder.length; path = dirname(path)) {
      try {
        if (!(await stat(path)).isFile()) continue;
        await rename(path, join(dirname(path), besideFolder(basename(path))));
        return;
      } catch (error) {
        // Another one made room, or it is above that room is needed.
        if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
      }
    }
  }
}

/** Gives a file another name, beside a folder that has it; answers which, or undefined when there is no folder for it. */
async function moved(from: string, to: string): Promise<string | undefined> {
  try {
    await rename(from, to);
    return to;
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return undefined;
    if (!isErrno(error, 'EISDIR', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES') || !(await isFolder(to))) throw error;
  }
  const beside = join(dirname(to), besideFolder(basename(to)));
  await rename(from, beside);
  return beside;
}

interface OpenedFile {
  handle: FileHandle;
  size: number;
}

/** Opens the file with this name, or the one beside a folder that has it. */
async function openFile(path: string): Promise<OpenedFile | undefined> {
  return (await openPlain(path)) ?? openPlain(join(dirname(path), besideFolder(basename(path))));
}

async function openPlain(path: string): Promise<OpenedFile | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path, READING);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ENXIO')) return undefined;
    throw error;
  }
  try {
    const facts = await handle.stat();
    if (facts.isFile()) return { handle, size: facts.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

async function infoOf(key: string, paths: readonly string[]): Promise<ObjectInfo | undefined> {
  for (const path of paths) {
    const facts = await stat(path, { bigint: true }).catch((error: unknown) => {
      if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return undefined;
      throw error;
    });
    if (facts?.isFile()) {
      return { key, size: Number(facts.size), lastModified: facts.mtime.toISOString(), etag: etagOf(facts) };
    }
  }
  return undefined;
}

/** Another one after each write: each write makes another file. */
function etagOf({ ino, mtimeNs, size }: BigIntStats): string {
  return [mtimeNs, size, ino].map((number) => number.toString(16)).join('-');
}

async function writeLasting(path: string, bytes: Uint8Array, signal: AbortSignal | undefined): Promise<void> {
  const handle = await open(path, 'wx', FOR_OWNER);
  try {
    await handle.writeFile(bytes, signal ? { signal } : {});
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes what was named in a folder last. */
async function flushFolder(folder: string): Promise<void> {
  // Windows keeps names by itself, and opens no folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function filter<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(items.map(holds));
  return items.filter((_, at) => kept[at]);
}

/** Finds out how a file system takes names, by asking for a file under other ones. */
async function namingOf(folder: string): Promise<Naming> {
  const name = unfinishedName();
  const path = join(folder, `${name}.A\u00e9`);
  await writeFile(path, '', { mode: FOR_OWNER });
  try {
    const folds = (await exists(join(folder, `${name}.a\u00e9`))) || (await exists(join(folder, `${name}.Ae\u0301`)));
    return folds ? 'folding' : 'exact';
  } finally {
    await rm(path, { force: true });
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ScreenplayError('cancelled', 'the caller ended the call');
}
