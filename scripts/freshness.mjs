import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './workspace.mjs';

const STAMPS = join(ROOT, 'node_modules/.cache/screenplay/stamps.json');

/**
 * What identifies the present state of some files without reading them: names, sizes and times of all files in the
 * given files and folders.
 *
 * @param {readonly string[]} paths
 * @param {(path: string) => boolean} [wanted]
 */
export function stateOf(paths, wanted = () => true) {
  const hash = createHash('sha256').update(process.platform);
  for (const path of paths) addState(hash, path, wanted);
  return hash.digest('hex');
}

/** @param {import('node:crypto').Hash} hash @param {string} path @param {(path: string) => boolean} wanted */
function addState(hash, path, wanted) {
  if (!existsSync(path)) return;
  const stat = statSync(path);
  if (stat.isDirectory()) {
    for (const name of readdirSync(path).sort()) addState(hash, join(path, name), wanted);
  } else if (wanted(path)) {
    hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\0`);
  }
}

/** The state for which `task` was last done. @param {string} task @returns {string | undefined} */
export function lastDone(task) {
  return readStamps()[task];
}

/** @param {string} task @param {string} state */
export function markDone(task, state) {
  mkdirSync(dirname(STAMPS), { recursive: true });
  writeFileSync(STAMPS, `${JSON.stringify({ ...readStamps(), [task]: state }, null, 2)}\n`);
}

/** @returns {Record<string, string>} */
function readStamps() {
  try {
    return JSON.parse(readFileSync(STAMPS, 'utf8'));
  } catch {
    return {};
  }
}
