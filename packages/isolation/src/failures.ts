import { ScreenplayError } from '@screenplay/core';

/** The errors that the pool itself answers with. What to do about them is said to people, in terms of settings. */

export function timeExceeded(timeoutMs: number): ScreenplayError {
  const message = `The conversion took more than ${secondsOf(timeoutMs)} and was stopped: split the script, or allow more time`;
  return new ScreenplayError('timeout', message, { details: { limit: 'timeoutMs', max: timeoutMs } });
}

export function memoryExceeded(memoryMb: number): ScreenplayError {
  const message = `The conversion needs more than ${memoryMb} MB of memory and was stopped: split the script, or allow more memory`;
  return new ScreenplayError('limit_exceeded', message, { details: { limit: 'memoryMb', max: memoryMb } });
}

/** The system took the process away; it does so with what takes most when all memory is in use. */
export function memoryShort(): ScreenplayError {
  const message =
    'The machine ran out of memory during the conversion: convert fewer files at once, or allow each less';
  return new ScreenplayError('limit_exceeded', message, { details: { limit: 'memory' } });
}

export function crashed(how: string): ScreenplayError {
  const message = 'The conversion crashed. This is a bug in the converter: please report it with the file, if you may';
  return new ScreenplayError('internal', message, { cause: new Error(how) });
}

export function busy(retryAfter: number): ScreenplayError {
  const message = `Too many conversions are waiting already: try again in ${secondsOf(retryAfter * 1000)}`;
  return new ScreenplayError('busy', message, { details: { retryAfter } });
}

export function closed(): ScreenplayError {
  return new ScreenplayError('unavailable', 'The converter is shutting down: try again in a moment');
}

export function notStarting(how: string): ScreenplayError {
  const message = 'The processes that convert do not start: the log of the service says more';
  return new ScreenplayError('unavailable', message, { cause: new Error(how) });
}

/** What an aborted signal means, as it does in core: its reason when that is coded, else `timeout` or `cancelled`. */
export function abortedBy(signal: AbortSignal): ScreenplayError {
  const reason: unknown = signal.reason;
  if (reason instanceof ScreenplayError) return reason;
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    return new ScreenplayError('timeout', 'The conversion took too long and was stopped', { cause: reason });
  }
  return new ScreenplayError('cancelled', 'The conversion was cancelled', { cause: reason });
}

function secondsOf(ms: number): string {
  const seconds = ms / 1000;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
