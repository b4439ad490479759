import type { Warnings } from './warning.js';

/** Counts what a format cannot carry, so that each kind of loss is one warning `not_carried`. */
export class Losses<Kind extends string> {
  readonly #messages: Readonly<Record<Kind, string>>;
  readonly #counts = new Map<Kind, number>();

  /** `messages`: what becomes of each kind; `#` stands for how many there are. */
  constructor(messages: Readonly<Record<Kind, string>>) {
    this.#messages = messages;
  }

  add(kind: Kind, count = 1): void {
    if (count > 0) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }

  report(warnings: Warnings): void {
    for (const [kind, count] of this.#counts) {
      warnings.add('not_carried', this.#messages[kind].replace('#', String(count)));
    }
  }
}
