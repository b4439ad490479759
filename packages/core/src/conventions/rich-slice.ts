import type { RichText, Run } from './manuscript/types.js';

/** Rich text from text and runs that may be empty: no runs, no `runs`. */
export function rich(text: string, runs: readonly Run[] | undefined): RichText {
  return runs && runs.length > 0 ? { text, runs } : { text };
}

/** The part from `start` to `end` (UTF-16). */
export function sliceRich(whole: RichText, start: number, end: number = whole.text.length): RichText {
  const text = whole.text.slice(start, end);
  if (!whole.runs) return { text };
  const runs: Run[] = [];
  for (const run of whole.runs) {
    const from = Math.max(run.start, start) - start;
    const to = Math.min(run.end, end) - start;
    if (to > from) runs.push({ ...run, start: from, end: to });
  }
  return rich(text, runs);
}

/** Without blanks at both ends. */
export function trimRich(whole: RichText): RichText {
  const start = whole.text.length - whole.text.trimStart().length;
  const end = whole.text.trimEnd().length;
  return start === 0 && end === whole.text.length ? whole : sliceRich(whole, start, Math.max(start, end));
}
