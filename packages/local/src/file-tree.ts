import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { byBytes } from './byte-order.js';
import { isErrno } from './file-error.js';
import { partOf } from './file-names.js';

/** Which keys are looked for. */
export interface Wanted {
  prefix: string;
  /** Only keys after this one. */
  after: string | undefined;
}

/** What lies in a folder. */
interface Entry {
  /** A file's key; what all keys in a folder begin with. */
  text: string;
  isFolder: boolean;
  /** Usually one: files that people put there may have a second name for one key. */
  paths: string[];
}

/** A file for a key. */
export interface FoundFile {
  key: string;
  paths: readonly string[];
}

/** How many entries of one folder are held at a time. */
const HELD = 2048;

/** Finds the wanted keys below a folder, in the order of their bytes, looking only into folders that may hold some. */
export function filesBelow(root: string, wanted: Wanted): AsyncGenerator<FoundFile, undefined> {
  return inFolder({ text: '', isFolder: true, paths: [root] }, [], wanted);
}

/** @param others - what lies beside the folder and belongs between its keys */
async function* inFolder(folder: Entry, others: Entry[], wanted: Wanted): AsyncGenerator<FoundFile, undefined> {
  let floor: string | undefined;
  let rest = others;
  for (;;) {
    const { entries, complete } = await firstEntries(folder, wanted, floor);
    floor = entries.at(-1)?.text;
    const end = floor;
    const due = rest.filter(({ text }) => complete || end === undefined || byBytes(text, end) <= 0);
    rest = rest.filter((entry) => !due.includes(entry));
    yield* inOrder([...entries, ...due], wanted);
    if (complete) return undefined;
  }
}

async function* inOrder(unsorted: Entry[], wanted: Wanted): AsyncGenerator<FoundFile, undefined> {
  const entries = merged(unsorted);
  for (let at = 0; at < entries.length; ) {
    const entry = entries[at++];
    if (entry === undefined) break;
    if (!entry.isFolder) {
      yield { key: entry.text, paths: entry.paths };
      continue;
    }
    const within: Entry[] = [];
    for (let next = entries[at]; next?.text.startsWith(entry.text); next = entries[++at]) within.push(next);
    yield* inFolder(entry, within, wanted);
  }
  return undefined;
}

/** In order, with one entry for what has several names. */
function merged(entries: Entry[]): Entry[] {
  const result: Entry[] = [];
  for (const entry of entries.sort((a, b) => byBytes(a.text, b.text))) {
    const same = result.at(-1);
    if (same?.text === entry.text && same.isFolder === entry.isFolder) same.paths.push(...entry.paths);
    else result.push({ ...entry, paths: [...entry.paths] });
  }
  return result;
}

/** The first wanted entries of a folder after `floor`: all of them, or as many as are held at a time. */
async function firstEntries(
  folder: Entry,
  wanted: Wanted,
  floor: string | undefined,
): Promise<{ entries: Entry[]; complete: boolean }> {
  let entries: Entry[] = [];
  let complete = true;
  for (const path of folder.paths) {
    for await (const entry of entriesOf(path, folder.text)) {
      if (floor !== undefined && byBytes(entry.text, floor) <= 0) continue;
      if (!isWanted(entry, wanted)) continue;
      entries.push(entry);
      if (entries.length < 2 * HELD) continue;
      entries = merged(entries).slice(0, HELD);
      complete = false;
    }
  }
  return { entries: merged(entries), complete };
}

async function* entriesOf(path: string, text: string): AsyncGenerator<Entry, undefined> {
  try {
    for await (const entry of await opendir(path, { bufferSize: 256 })) {
      const isFolder = entry.isDirectory();
      // Links to files are files; links to folders could lead in circles.
      if (!isFolder && !entry.isFile() && !entry.isSymbolicLink()) continue;
      const part = partOf(entry.name, isFolder);
      if (!part) continue;
      const slash = isFolder && !part.continued ? '/' : '';
      yield { text: `${text}${part.text}${slash}`, isFolder, paths: [join(path, entry.name)] };
    }
  } catch (error) {
    // Somebody removed it meanwhile.
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
  }
  return undefined;
}

function isWanted({ text, isFolder }: Entry, { prefix, after }: Wanted): boolean {
  if (!text.startsWith(prefix) && !(isFolder && prefix.startsWith(text))) return false;
  return after === undefined || byBytes(text, after) > 0 || (isFolder && after.startsWith(text));
}
