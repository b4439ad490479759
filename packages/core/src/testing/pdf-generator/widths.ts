import type { Family } from './type-style.js';

/** Advances in thousandths of the size, from the blank to the tilde: facts of the fonts that readers of PDF know. */
const HELVETICA =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584';
const TIMES =
  '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541';

const TABLES: Readonly<Record<Exclude<Family, 'Courier'>, readonly number[]>> = {
  Helvetica: HELVETICA.split(' ').map(Number),
  Times: TIMES.split(' ').map(Number),
};
const QUOTES: Readonly<Record<Exclude<Family, 'Courier'>, Readonly<Record<string, number>>>> = {
  Helvetica: { '‘': 222, '’': 222, '“': 333, '”': 333, '–': 556, '—': 1000, '…': 1000 },
  Times: { '‘': 333, '’': 333, '“': 444, '”': 444, '–': 500, '—': 1000, '…': 1000 },
};

/** Width of a text, by font size. */
export function widthOf(text: string, family: Family): number {
  if (family === 'Courier') return text.length * 0.6;
  let width = 0;
  for (const char of text) width += TABLES[family][char.charCodeAt(0) - 32] ?? QUOTES[family][char] ?? 556;
  return width / 1000;
}
