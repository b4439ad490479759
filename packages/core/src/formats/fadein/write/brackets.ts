import type { RichText } from '../../../conventions/manuscript/types.js';

/**
 * A parenthetical without its brackets, which Fade In prints itself; undefined when it would not come back the same
 * from there.
 */
export function unbracketed({ text, runs }: RichText): RichText | undefined {
  if (!text.startsWith('(') || !text.endsWith(')') || text.length < 3) return undefined;
  const inner = text.slice(1, -1);
  if (inner.trim() === '' || inner.trim().startsWith('(') || !isBalanced(inner)) return undefined;
  if (!runs) return { text: inner };
  // Brackets that look like nothing else are typed.
  if (runs.some(({ start, end }) => start === 0 || end === text.length)) return undefined;
  return { text: inner, runs: runs.map((run) => ({ ...run, start: run.start - 1, end: run.end - 1 })) };
}

function isBalanced(text: string): boolean {
  let open = 0;
  for (const char of text) {
    if (char === '(') open++;
    else if (char === ')' && --open < 0) return false;
  }
  return open === 0;
}
