import { readdir, realpath, stat } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import type { InputFile } from './input-file.js';
import { STDIN_SHOWN } from './input-file.js';
import { systemFailure } from './system-failure.js';

export interface FindOptions {
  cwd: string;
  /** In folders, only files with one of these are taken; lower case, with the dot. */
  extensions: readonly string[];
  /** An absolute folder to leave out: the one that outputs go to. */
  except?: string | undefined;
}

export interface Found {
  files: InputFile[];
  /** Whether a folder was among what was given. */
  folders: boolean;
}

/**
 * The files that the given paths mean, in the order given and by name within folders, each file once. Folders are
 * read with all folders in them; names that start with a dot are left out there. What is missing or cannot be looked
 * at comes back as a file with a failure, so that it does not stop the rest.
 */
export async function findInputs(paths: readonly string[], options: FindOptions): Promise<Found> {
  const files: InputFile[] = [];
  const seen = new Set<string>();
  let folders = false;
  const add = (file: InputFile): void => {
    const key = file.identity ?? file.shown;
    if (seen.has(key)) return;
    seen.add(key);
    files.push(file);
  };
  for (const given of paths) {
    if (given === '-') {
      add({ shown: STDIN_SHOWN, path: undefined, folder: '', size: 0, identity: undefined });
      continue;
    }
    const path = resolve(options.cwd, given);
    const file = await lookAt(path, given, '');
    if (file !== 'folder') {
      add(file);
      continue;
    }
    folders = true;
    const inside = await filesIn(path, given, options);
    inside.forEach(add);
    if (inside.length === 0) {
      const looked = options.extensions.join(', ');
      add({
        shown: given,
        path,
        folder: '',
        size: 0,
        identity: undefined,
        failure: { code: 'empty_input', message: `no file in this folder ends in ${looked}` },
      });
    }
  }
  return { files, folders };
}

async function lookAt(path: string, shown: string, folder: string): Promise<InputFile | 'folder'> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return 'folder';
    return {
      shown,
      path,
      folder,
      size: stats.size,
      identity: `${stats.dev}:${stats.ino}:${stats.isFile() ? '' : path}`,
    };
  } catch (error) {
    return { shown, path, folder, size: 0, identity: undefined, failure: systemFailure(error, 'cannot be read') };
  }
}

async function filesIn(root: string, shownRoot: string, options: FindOptions): Promise<InputFile[]> {
  const files: InputFile[] = [];
  const visited = new Set<string>();
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const inside = relative(root, folder);
    try {
      // Links to folders may go in a circle.
      const real = await realpath(folder);
      if (visited.has(real)) continue;
      visited.add(real);
      const subfolders: string[] = [];
      for (const name of (await readdir(folder)).sort()) {
        if (name.startsWith('.')) continue;
        const path = join(folder, name);
        if (path === options.except) continue;
        const wanted = options.extensions.includes(extname(name).toLowerCase());
        const file = await lookAt(path, join(shownRoot, inside, name), inside);
        if (file === 'folder') subfolders.push(path);
        else if (wanted) files.push(file);
      }
      waiting.push(...subfolders.reverse());
    } catch (error) {
      const failure = systemFailure(error, 'cannot be read');
      files.push({
        shown: join(shownRoot, inside),
        path: folder,
        folder: inside,
        size: 0,
        identity: undefined,
        failure,
      });
    }
  }
  return files;
}

/** Whether a path means a folder by the way it is written. */
export function endsInSeparator(path: string): boolean {
  return path.endsWith('/') || path.endsWith(sep);
}
