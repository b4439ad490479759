import type { Warnings } from '../../../errors/index.js';
import type { Element } from './elements.js';
import { firstLine } from './elements.js';
import type { ScriptPage } from './furniture.js';

/** How much a guessed line, a page's guessed join and an unread letter count against the whole. */
const GUESS = 0.5;

/** Guesses that are named for each page. */
const MAX_NOTES = 5;

/** What the score is made of. */
export interface Evidence {
  elements: readonly Element[];
  pages: readonly ScriptPage[];
  /** Pages (by index) at whose top it was guessed whether a paragraph goes on. */
  joins: readonly number[];
  /** Letters that the file does not tell, by all letters. */
  unknown: number;
}

/**
 * How sure the reading is, from 0 to 1: the share of lines that stand where the file's own columns say what they are,
 * less for letters that could not be read. Warns of each page on which something was guessed.
 */
export function rateConfidence({ elements, pages, joins, unknown }: Evidence, warnings: Warnings): number {
  let lines = 0;
  let guessed = 0;
  const byPage = new Map<number, Set<string>>();
  const note = (page: number, what: string): void => {
    const notes = byPage.get(page);
    if (notes) notes.add(what);
    else byPage.set(page, new Set([what]));
  };
  for (const element of elements) {
    lines += element.lines.length;
    if (element.guessed === undefined) continue;
    guessed += element.lines.length;
    note(firstLine(element).page, element.guessed);
  }
  for (const page of joins) note(page, 'whether the paragraph at the top of the page goes on from the page before');
  for (const [page, notes] of [...byPage].sort(([a], [b]) => a - b)) {
    const number = pages[page]?.source.number ?? page + 1;
    const shown = [...notes].slice(0, MAX_NOTES);
    const more = notes.size > shown.length ? `; and ${notes.size - shown.length} more` : '';
    warnings.add('guessed', `Guessed from the look of the page: ${shown.join('; ')}${more}`, { page: number });
  }
  const speaks = elements.some(({ kind }) => kind === 'dialogue');
  const scenes = elements.some(({ kind }) => kind === 'heading');
  const placed = 1 - (GUESS * guessed) / Math.max(1, lines);
  const score = placed * (1 - Math.min(1, unknown)) * (speaks ? 1 : 0.8) * (scenes ? 1 : 0.8);
  return Math.round(score * 100) / 100;
}
