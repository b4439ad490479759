import { FailureError } from '../failure.js';
import type { ExitCode } from '../exit-codes.js';
import { EXIT } from '../exit-codes.js';
import { isOneMachine } from '../settings/settings.js';
import type { Settings } from '../settings/settings.js';
import type { Io } from '../terminal/io.js';
import { layFoundation } from './foundation.js';
import { startJobs } from './job-processing.js';
import { stopSignals } from './stop-signals.js';

/** Milliseconds that jobs may take to end once a signal says to stop; those left are handed back. */
const GRACE = 30_000;

/**
 * A process that works on jobs and answers no HTTP, until a signal stops it.
 *
 * @throws FailureError, ScreenplayError when it cannot start
 */
export async function work(settings: Settings, io: Io, warnings: readonly string[]): Promise<ExitCode> {
  if (isOneMachine(settings.values)) {
    throw new FailureError({
      code: 'bad_option',
      message:
        'a worker of its own needs a queue that others reach: set REDIS_URL; without one, `screenplay serve` works on its jobs itself',
    });
  }
  const foundation = await layFoundation(settings, io, warnings);
  const { log, converter } = foundation;
  const signals = stopSignals();
  let grace = 0;
  try {
    await converter.ready();
    const processing = startJobs({ ...foundation, works: true });
    log.log('info', 'working', { slots: settings.values.MAX_WORKERS });
    const signal = await signals.first;
    const begin = performance.now();
    log.log('info', 'stopping', { signal, grace_ms: GRACE });
    await processing.stop(GRACE);
    grace = Math.max(0, GRACE - (performance.now() - begin));
    return EXIT.done;
  } finally {
    await foundation.close(grace);
    log.log('info', 'stopped');
    signals.release();
  }
}
