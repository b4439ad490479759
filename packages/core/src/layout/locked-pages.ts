import type { Block, LockedPage } from '../conventions/manuscript/types.js';

/** Where locked pages start, and what each is called. */
export interface PageStarts {
  /** Label of the page that starts at this very place. */
  label(block: number, offset: number): string | undefined;
  /** Label of the first page that starts anywhere in the block. */
  anyLabel(block: number): string | undefined;
  /** Offsets above 0 at which pages start inside the block, in order. */
  inside(block: number): readonly number[] | undefined;
}

const NONE: PageStarts = { label: () => undefined, anyLabel: () => undefined, inside: () => undefined };

/**
 * The starts of locked pages in the printing text. A page that lost all its text merges with the one that follows:
 * `12` and `13` become `12-13`.
 */
export function pageStarts(
  pages: readonly LockedPage[] | undefined,
  blocks: readonly Block[],
  prints: (block: Block) => boolean,
): PageStarts {
  if (!pages || pages.length === 0) return NONE;
  const byBlock = new Map<number, Map<number, string>>();
  for (const { number, block, offset } of [...pages].sort((a, b) => a.block - b.block || a.offset - b.offset)) {
    let at = Math.max(0, block);
    let inside = Math.max(0, offset);
    const text = blocks[at]?.text ?? '';
    if (inside > 0 && inside >= text.length) [at, inside] = [at + 1, 0];
    while (at < blocks.length && !prints(blocks[at] as Block)) [at, inside] = [at + 1, 0];
    if (at >= blocks.length) continue;
    const labels = byBlock.get(at) ?? new Map<number, string>();
    byBlock.set(at, labels);
    const known = labels.get(inside);
    labels.set(inside, known === undefined ? number : merged(known, number));
  }
  const offsets = new Map(
    [...byBlock].map(([block, labels]) => [
      block,
      [...labels.keys()].filter((offset) => offset > 0).sort((a, b) => a - b),
    ]),
  );
  return {
    label: (block, offset) => byBlock.get(block)?.get(offset),
    anyLabel: (block) => byBlock.get(block)?.values().next().value,
    inside: (block) => offsets.get(block),
  };
}

/** `12` and `13` are `12-13`; `12-13` and `14` are `12-14`. */
function merged(first: string, last: string): string {
  const from = first.split('-', 1)[0] ?? first;
  const to = last.slice(last.lastIndexOf('-') + 1);
  return from === to ? first : `${from}-${to}`;
}

/** Labels of the script's pages, in order. */
export class PageLabels {
  /** The next number where no locked page says another. */
  #next: number;
  /** The locked page that later pages spill over from, while another locked page follows. */
  #spill: { base: string; count: number } | undefined;
  readonly #locked: readonly (string | undefined)[];
  /** For each page the label of the next locked page behind it. */
  readonly #following: (string | undefined)[] = [];
  #at = 0;

  /** `locked`: for each page the label of the locked page that starts there. */
  constructor(locked: readonly (string | undefined)[], first: number) {
    this.#locked = locked;
    this.#next = first;
    let following: string | undefined;
    for (let at = locked.length - 1; at >= 0; at--) {
      this.#following[at] = following;
      following = locked[at] ?? following;
    }
  }

  take(): string {
    const own = this.#locked[this.#at];
    const following = this.#following[this.#at++];
    if (own !== undefined) {
      this.#next = lastNumber(own) + 1;
      this.#spill = { base: own, count: 0 };
      return own;
    }
    if (!this.#spill || following === undefined) return String(this.#next++);
    this.#spill.count++;
    return spilled(this.#spill.base, this.#spill.count, following);
  }
}

/** A label and the letters at its end, which count the pages that were put in. */
const PARTS = /^(.*?)([A-Z]{0,3})$/;

/** The number that a label ends with: 13 of `12-13`, 12 of `12A`. */
function lastNumber(label: string): number {
  const numbers = label.match(/\d+/g);
  return Number(numbers?.[numbers.length - 1] ?? 0);
}

/**
 * The label of the `count`th page that a locked page grew by: `12A`, `12B` behind `12`, `12C` behind `12B`. Where the
 * page that follows is `12A` already, the pages before it are `A12A`, `B12A`.
 */
function spilled(base: string, count: number, following: string): string {
  const [, stem = base, letters = ''] = PARTS.exec(base.slice(base.lastIndexOf('-') + 1)) ?? [];
  const label = stem + letter(letterValue(letters) + count);
  const next = following.split('-', 1)[0] ?? following;
  const [, nextStem = '', nextLetters = ''] = PARTS.exec(next) ?? [];
  const clash = nextStem === stem && letterValue(nextLetters) <= letterValue(letters) + count && nextLetters !== '';
  return clash ? letter(count) + next : label;
}

/** A, B, ..., Z, AA, AB, ...; nothing for 0. */
function letter(value: number): string {
  let out = '';
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26))
    out = String.fromCharCode(65 + ((rest - 1) % 26)) + out;
  return out;
}

function letterValue(letters: string): number {
  let value = 0;
  for (const char of letters) value = value * 26 + char.charCodeAt(0) - 64;
  return value;
}
