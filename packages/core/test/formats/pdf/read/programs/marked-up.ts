import type { SampleElement } from '../../../../../src/testing/pdf-generator/index.js';

type Look = NonNullable<SampleElement['emphasis']>['look'];

/** The text of an element in some markup: its parts escaped, and its emphasised words wrapped. */
export function emphasised(
  { text, emphasis }: SampleElement,
  escape: (text: string) => string,
  wrap: (words: string, look: Look) => string,
): string {
  if (!emphasis) return escape(text);
  const words = text.split(' ');
  const part = (from: number, to?: number): string => escape(words.slice(from, to).join(' '));
  const before = emphasis.from > 0 ? `${part(0, emphasis.from)} ` : '';
  const after = emphasis.to < words.length ? ` ${part(emphasis.to)}` : '';
  return `${before}${wrap(part(emphasis.from, emphasis.to), emphasis.look)}${after}`;
}

export function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

/** The pair of speeches that begins at a place of a script. */
export function speeches(
  script: readonly SampleElement[],
  from: number,
): { left: SampleElement[]; right: SampleElement[]; length: number } {
  let right = from;
  while (script[right]?.dual === 'left') right++;
  let end = right;
  while (script[end]?.dual === 'right') end++;
  return { left: script.slice(from, right), right: script.slice(right, end), length: end - from };
}
