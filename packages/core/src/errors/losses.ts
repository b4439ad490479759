import type { Warnings } from './warning.js';

/** Counts what a format cannot carry, so that each kind of loss is one warning `not_carried`. */
export class Losses<Kind extends string> {
  readonly #counts = new Map<Kind, number>();

  /** Nothing was lost. */
  get none(): boolean {
    return this.#counts.size === 0;
  }

  add(kind: Kind, count = 1): void {
    if (count > 0) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }

  /** `messages`: what becomes of each kind; `#` stands for how many there are. */
  report(warnings: Warnings, messages: Readonly<Record<Kind, string>>): void {
    for (const [kind, count] of this.#counts) {
      warnings.add('not_carried', messages[kind].replace('#', String(count)));
    }
  }
}
