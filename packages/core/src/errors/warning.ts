import type { WarningCode } from './codes.js';
import type { Position } from './position.js';

/** Something that a conversion could not carry, had to guess or repaired. */
export interface Warning {
  code: WarningCode;
  message: string;
  at?: Position;
}

/** The most findings that one conversion reports; the last one then says how many were left out. */
export const MAX_WARNINGS = 1000;

/** Collects findings, at most {@link MAX_WARNINGS}, and says once per `once` key what would repeat. */
export class Warnings {
  readonly #list: Warning[] = [];
  readonly #seen = new Set<string>();
  #dropped = 0;

  add(code: WarningCode, message: string, at?: Position): void {
    if (this.#list.length >= MAX_WARNINGS) {
      this.#dropped++;
      return;
    }
    this.#list.push(at ? { code, message, at } : { code, message });
  }

  /** Like {@link add}, but only the first time for this code and message. */
  once(code: WarningCode, message: string, at?: Position): void {
    const key = `${code}\n${message}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.add(code, message, at);
  }

  list(): Warning[] {
    if (this.#dropped === 0) return this.#list;
    const message = `${this.#dropped} further findings were left out`;
    return [...this.#list, { code: 'truncated', message }];
  }
}
