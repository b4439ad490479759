import type { LogRecord } from './server-log.js';

/** The last lines of a log, as they were written, up to a number. */
export class RecentRecords {
  readonly #lines: string[] = [];
  readonly #most: number;
  /** Where the next line goes once all places are taken. */
  #next = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(line: string): void {
    this.#lines[this.#next] = line;
    this.#next = (this.#next + 1) % this.#most;
  }

  /** Oldest first. */
  last(count: number): LogRecord[] {
    const full = this.#lines.length === this.#most;
    const ordered = full ? [...this.#lines.slice(this.#next), ...this.#lines.slice(0, this.#next)] : this.#lines;
    return ordered.slice(-Math.max(1, count)).map((line) => JSON.parse(line) as LogRecord);
  }
}
