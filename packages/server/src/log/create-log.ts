import { pino, stdTimeFunctions } from 'pino';
import { plainFields } from './plain-fields.js';
import { RecentRecords } from './recent-records.js';
import type { ServerLog } from './server-log.js';

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface LogOptions {
  /** Least weight of what is written. Default `info`. */
  level?: LogLevel | undefined;
  /** Takes each record as a line of JSON with its line end. Default: standard output. */
  destination?: { write(line: string): unknown } | undefined;
  /** How many records {@link ServerLog.tail} can tell. Default 1000. */
  kept?: number | undefined;
}

/**
 * A log of JSON lines. Fields whose names say that they are secret are struck out, errors that nobody worded for people
 * keep their messages to themselves, for those may quote a script.
 *
 * @example
 * const { log } = createLog({ level: 'info' });
 * log('info', 'listening', { url });
 */
export function createLog({ level = 'info', destination = standardOutput(), kept = 1000 }: LogOptions = {}): ServerLog {
  const recent = new RecentRecords(kept);
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    {
      write(line) {
        recent.add(line);
        destination.write(line);
      },
    },
  );
  return {
    log(at, message, fields) {
      if (!logger.isLevelEnabled(at)) return;
      logger[at](fields === undefined ? {} : plainFields(fields), message);
    },
    tail: (lines) => recent.last(lines),
  };
}

function standardOutput(): { write(line: string): unknown } {
  return pino.destination({ fd: 1, sync: true });
}
