import type { RichText, Run } from '../../../conventions/manuscript/types.js';

/**
 * A parenthetical without its brackets, which Fade In prints itself; undefined when it would not come back the same
 * from there.
 */
export function unbracketed({ text, runs }: RichText): RichText | undefined {
  if (!text.startsWith('(') || !text.endsWith(')') || text.length < 3) return undefined;
  const inner = text.slice(1, -1);
  if (inner.trim() === '' || inner.trim().startsWith('(') || !isBalanced(inner)) return undefined;
  if (!runs) return { text: inner };
  const narrow: Run[] = [];
  for (const run of runs) {
    // A look on one side of a bracket only would move.
    if (run.start === 1 || run.end === 1 || run.start === text.length - 1 || run.end === text.length - 1)
      return undefined;
    narrow.push({ ...run, start: Math.max(0, run.start - 1), end: Math.min(inner.length, run.end - 1) });
  }
  return { text: inner, runs: narrow };
}

function isBalanced(text: string): boolean {
  let open = 0;
  for (const char of text) {
    if (char === '(') open++;
    else if (char === ')' && --open < 0) return false;
  }
  return open === 0;
}
