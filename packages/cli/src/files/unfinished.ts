import { unlinkSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const paths = new Set<string>();

/**
 * Files that are being written and must not outlive the process unfinished. Signals are caught only while there is
 * such a file: at any other time they end the program at once, even in the middle of a long computation.
 */
export const unfinished = {
  add(path: string): void {
    if (paths.size === 0) {
      for (const signal of SIGNALS) process.on(signal, endBySignal);
      process.on('exit', removeAll);
    }
    paths.add(path);
  },

  remove(path: string): void {
    if (!paths.delete(path) || paths.size > 0) return;
    for (const signal of SIGNALS) process.off(signal, endBySignal);
    process.off('exit', removeAll);
  },
};

function removeAll(): void {
  for (const path of paths) {
    try {
      unlinkSync(path);
    } catch {
      // Already renamed or never made.
    }
  }
  paths.clear();
}

/** Tidies up, then dies of the signal after all, so that whoever waits for the process sees why it ended. */
function endBySignal(signal: NodeJS.Signals): void {
  removeAll();
  for (const each of SIGNALS) process.off(each, endBySignal);
  process.kill(process.pid, signal);
}
