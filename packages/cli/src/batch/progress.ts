import type { Io } from '../terminal/io.js';

export interface Progress {
  step(failed: number): void;
  stop(): void;
}

const NO_PROGRESS: Progress = { step: () => undefined, stop: () => undefined };

/** A bar on standard error while a batch runs; nothing where that is no terminal. */
export async function startProgress(total: number, io: Io): Promise<Progress> {
  if (io.stderr.isTTY !== true || io.env['TERM'] === 'dumb') return NO_PROGRESS;
  const { default: cliProgress } = await import('cli-progress');
  const bar = new cliProgress.SingleBar({
    format: '{bar} {value}/{total}{failures}',
    stream: io.stderr,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    clearOnComplete: true,
    gracefulExit: false,
    // Wrapping would stay off when a signal ends the program.
    linewrap: true,
  });
  let done = 0;
  bar.start(total, 0, { failures: '' });
  return {
    step(failed) {
      bar.update(++done, { failures: failed === 0 ? '' : `, ${failed} failed` });
    },
    stop() {
      bar.stop();
    },
  };
}
