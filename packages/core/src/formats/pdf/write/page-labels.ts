import type { LaidPage } from '../../../layout/index.js';
import { textString } from './pdf-file.js';

/** The page labels of the catalogue: title pages in Roman numerals, the script's pages by the numbers they bear. */
export function pageLabels(pages: readonly LaidPage[]): { Nums: unknown[] } {
  const numbers: unknown[] = [];
  let expected: { kind: LaidPage['kind']; number: number } | undefined;
  pages.forEach(({ kind, label }, at) => {
    const number = kind === 'title' ? romanValue(label) : /^[1-9]\d{0,5}$/.test(label) ? Number(label) : undefined;
    if (number === undefined) {
      expected = undefined;
      numbers.push(at, { P: textString(label) });
      return;
    }
    if (expected?.kind !== kind || expected.number !== number) {
      numbers.push(at, { S: kind === 'title' ? 'r' : 'D', ...(number === 1 ? {} : { St: number }) });
    }
    expected = { kind, number: number + 1 };
  });
  return { Nums: numbers };
}

const ROMAN = new Map([
  ['i', 1],
  ['v', 5],
  ['x', 10],
  ['l', 50],
  ['c', 100],
]);

/** Undefined for what is no Roman numeral. */
function romanValue(numeral: string): number | undefined {
  let sum = 0;
  let before = 0;
  for (const letter of [...numeral].reverse()) {
    const value = ROMAN.get(letter);
    if (value === undefined) return undefined;
    sum += value < before ? -value : value;
    before = Math.max(before, value);
  }
  return sum > 0 ? sum : undefined;
}
