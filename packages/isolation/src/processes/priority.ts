import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** How much lower than its parent's the priority of a child is, in steps of `nice`; 19 in all is the lowest. */
export const SHORT_NICENESS = 5;
/** By this alone, long conversions together get about an eighth of a machine under full load. */
const LONG_NICENESS = 17;

/** Gives a child less of the processor than its parent has. What is lowered stays lowered. */
export function lowerPriority(pid: number, by: number): void {
  const niceness = Math.min(19, getPriority() + by);
  for (const id of threadsOf(pid)) {
    try {
      setPriority(id, niceness);
    } catch {
      // It has ended, or the system does not allow it.
    }
  }
}

/**
 * Has a child go on beside others without being in their way. A low priority alone keeps it from much of a core, but on
 * Linux it still has a core to the end of its slice of some milliseconds, and short work that passes from process to
 * process waits for that time and again; of the class for idle times every other process takes it at once. Node cannot
 * say so, a program of every Linux can; without it the priority must do.
 */
export function yieldToOthers(pid: number): void {
  lowerPriority(pid, LONG_NICENESS);
  if (process.platform !== 'linux') return;
  spawn('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)], { stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
}

/** On Linux the priority is each thread's own. */
function threadsOf(pid: number): number[] {
  if (process.platform !== 'linux') return [pid];
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
