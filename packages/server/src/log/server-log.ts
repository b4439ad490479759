import type { Runtime } from '@screenplay/core';

/** One line of the log, as `GET /tail` shows it. */
export type LogRecord = Readonly<Record<string, unknown>>;

/** The log of the service: structured, without secrets. */
export interface ServerLog {
  /** Like the runtime port's. */
  log: Runtime['log'];
  /** The last records, oldest first; at most `lines`, and as many as are kept. */
  tail(lines: number): LogRecord[];
}
