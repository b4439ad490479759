import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** How much lower than its parent's the priority of a child is, in steps of `nice`; 19 in all is the lowest. */
export const SHORT_NICENESS = 5;
/** Under full load long conversions together get about an eighth of the machine. */
export const LONG_NICENESS = 17;

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

/** On Linux the priority is each thread's own. */
function threadsOf(pid: number): number[] {
  if (process.platform !== 'linux') return [pid];
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
