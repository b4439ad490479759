import { ScreenplayError } from '../../errors/index.js';
import type { Runtime } from '../../ports/index.js';

/** How often and after what waits something is tried again. */
export interface Patience {
  /** Tries in all. */
  tries: number;
  /** Milliseconds before the second try; each further wait doubles. */
  firstMs: number;
  longestMs: number;
  /** Milliseconds from the first try after which there is no further one; default: no end. */
  withinMs?: number | undefined;
}

/** Whether an error is about the state of a store, a queue or the converter, which passes. */
export function isTrouble(error: unknown): error is ScreenplayError {
  return error instanceof ScreenplayError && error.retryable && (error.code === 'unavailable' || error.code === 'busy');
}

/**
 * Does something again while there is trouble with a port.
 *
 * @throws what it throws, in the end; the reason of the signal once that is aborted
 */
export async function patiently<T>(
  runtime: Runtime,
  patience: Patience,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const start = runtime.elapsed();
  for (let tried = 1; ; tried++) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isTrouble(error) || isOver(runtime, patience, tried, start)) throw error;
      runtime.log('warn', 'Trouble with a service: trying again', { error: error.message, code: error.code, tried });
      await runtime.sleep(waitFor(runtime, patience, tried, error), signal);
    }
  }
}

/** Whether there is to be no further try after `tried` ones, the first of which began at `start` (`runtime.elapsed`). */
export function isOver(runtime: Runtime, { tries, withinMs }: Patience, tried: number, start: number): boolean {
  return tried >= tries || (withinMs !== undefined && runtime.elapsed() - start >= withinMs);
}

/** Milliseconds before the next try. They differ a little, so that many who wait do not come back at once. */
export function waitFor(
  runtime: Runtime,
  { firstMs, longestMs }: Patience,
  tried: number,
  error?: ScreenplayError,
): number {
  const asked = error?.details?.['retryAfter'];
  const doubled = firstMs * 2 ** Math.min(tried - 1, 30);
  const wanted = Math.max(doubled, typeof asked === 'number' ? asked * 1000 : 0);
  return Math.min(longestMs, wanted) * (1 + chance(runtime) / 4);
}

/** From 0 to 1, 1 excluded. */
export function chance(runtime: Runtime): number {
  const [high = 0, low = 0] = runtime.random(2);
  return (high * 256 + low) / 65_536;
}
