import type { Block, BlockNote } from '../../../conventions/manuscript/types.js';
import { EXTRA } from '../mapping.js';
import type { FountainLosses } from './losses.js';

export interface SortedNotes {
  before: readonly BlockNote[];
  inside: readonly BlockNote[];
  after: readonly BlockNote[];
}

/** Where each note of a block is written. Headings are kept clean for programs that number and list them. */
export function sortNotes(block: Block): SortedNotes {
  const sorted: Record<keyof SortedNotes, BlockNote[]> = { before: [], inside: [], after: [] };
  for (const note of block.notes ?? []) {
    if (note.placement) sorted[note.placement].push(note);
    else if (block.kind === 'heading' && (!note.range || note.range[1] > note.range[0])) sorted.after.push(note);
    else sorted.inside.push(note);
  }
  return sorted;
}

/** Where in the text of the block above a boneyard stands; undefined when it does not, or when that text was edited. */
export function placeInside(block: Block, host: Block): { at: number; ownLine: boolean; tight: boolean } | undefined {
  const place = block.class === 'boneyard' ? block.extra?.[EXTRA.at] : undefined;
  const [at, length] =
    /^(\d{1,9})\/(\d{1,9})$/
      .exec(place ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (at === undefined || length !== host.text.length) return undefined;
  return { at, ownLine: block.extra?.[EXTRA.line] === 'own', tight: block.extra?.[EXTRA.tight] === 'true' };
}

/** A note's text with the blanks it had inside its brackets; what Fountain cannot say of it is counted. */
export function noteText(note: BlockNote, losses: FountainLosses): string {
  if (note.writer !== undefined || note.created !== undefined || note.color !== undefined || note.title !== undefined)
    losses.add('noteFact');
  if (note.runs) losses.add('noteLook');
  if (note.range && note.range[1] > note.range[0]) losses.add('noteRange');
  return padded(note);
}

function padded(note: BlockNote): string {
  const pad = note.extra?.[EXTRA.pad];
  const bar = pad?.indexOf('|') ?? -1;
  if (pad === undefined || bar < 0) return note.text;
  const head = pad.slice(0, bar);
  const tail = pad.slice(bar + 1);
  return head.trim() === '' && tail.trim() === '' ? head + note.text + tail : note.text;
}
