import { readdirSync, readFileSync } from 'node:fs';

/** Of /proc/<pid>/stat. */
const TICKS_PER_SECOND = 100;
const PAGE = 4096;

/** Fields of /proc/<pid>/stat, from the third (the state) on; none when it has ended. @param {number | string} pid */
function stat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** A process and all that came of it. @param {number} root @returns {number[]} */
export function family(root) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(stat(name)[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** Milliseconds of processor time that a process' threads have had. @param {number} pid */
function ownTime(pid) {
  let nanoseconds = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]);
  } catch {
    // It has ended, and is in its parent's account.
  }
  return nanoseconds / 1e6;
}

/**
 * Milliseconds of processor time that a process has had, and that all that came of it has had, those included that
 * ended.
 *
 * @param {number} root
 */
export function processorTime(root) {
  const [own = 0, ...others] = family(root).map(ownTime);
  // cutime and cstime: of those that it has waited for.
  const ended = stat(root)
    .slice(13, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0);
  return { own, children: others.reduce((sum, time) => sum + time, (ended * 1000) / TICKS_PER_SECOND) };
}

/** Resident memory in MB: of the process itself, and of all that came of it. @param {number} root */
export function residentMemory(root) {
  const sizes = family(root).map((pid) => (Number(stat(pid)[21] ?? 0) * PAGE) / 1_048_576);
  return { own: sizes[0] ?? 0, all: sizes.reduce((sum, size) => sum + size, 0) };
}
