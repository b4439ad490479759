import type { Block } from '../../../conventions/manuscript/types.js';

/**
 * Gives a parenthetical the brackets that Fade In prints around it. Whether it was typed without; undefined when its
 * text does not tell.
 */
export function bracketed(block: Block): boolean | undefined {
  const { text } = block;
  const words = text.trim();
  if (words === '') return undefined;
  if (words.startsWith('(')) return words.endsWith(')') ? false : undefined;
  // The end of one that was broken in two.
  if (words.endsWith(')') && balance(words) < 0) return undefined;
  block.text = `(${text})`;
  if (block.runs) block.runs = block.runs.map((run) => ({ ...run, start: run.start + 1, end: run.end + 1 }));
  const marks = block.extra?.['marks.deleted'];
  if (marks !== undefined) {
    const moved = marks.replace(/\d{1,9}(?=:)/g, (at) => String(Number(at) + 1));
    block.extra = { ...block.extra, 'marks.deleted': moved };
  }
  return true;
}

/** Brackets opened less brackets closed. */
function balance(text: string): number {
  let open = 0;
  for (const char of text) {
    if (char === '(') open++;
    else if (char === ')') open--;
  }
  return open;
}
