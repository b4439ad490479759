import { fromDocument } from '../conventions/manuscript/from-document.js';
import type { Block, BlockNote, Run } from '../conventions/manuscript/types.js';
import { titleFields } from '../conventions/title-page.js';
import type { TitleFields } from '../conventions/title-page.js';
import { Warnings } from '../errors/index.js';
import type { ScreenplayDocument } from '../model/document.js';

/** A block as a writer sees it: no ids, nothing that only one program shows. */
export interface VisibleBlock {
  kind: Block['kind'];
  text: string;
  class?: string;
  runs?: readonly Run[];
  number?: string;
  dual?: 'left' | 'right';
  omit?: true;
  level?: number;
  pageBreak?: true;
  notes?: readonly { text: string; range?: readonly [number, number] }[];
  synopsis?: string;
}

export interface Visible {
  title: TitleFields | undefined;
  blocks: VisibleBlock[];
}

/** What a writer sees of a document: the title page, and the blocks in order with everything that shows on them. */
export function visible(document: ScreenplayDocument, lang?: string): Visible {
  const manuscript = fromDocument(document, { lang, warnings: new Warnings() });
  return {
    title: manuscript.titlePage && titleFields(manuscript.titlePage),
    blocks: manuscript.blocks.map(visibleBlock),
  };
}

function visibleBlock(block: Block): VisibleBlock {
  const seen: VisibleBlock = { kind: block.kind, text: block.text };
  if (block.class !== undefined) seen.class = block.class;
  if (block.runs) seen.runs = block.runs;
  if (block.number !== undefined) seen.number = block.number;
  if (block.dual) seen.dual = block.dual;
  if (block.omit) seen.omit = true;
  if (block.level !== undefined) seen.level = block.level;
  if (block.pageBreak) seen.pageBreak = true;
  if (block.notes && block.notes.length > 0) seen.notes = block.notes.map(visibleNote);
  if (block.scene?.synopsis) seen.synopsis = block.scene.synopsis.text;
  return seen;
}

function visibleNote(note: BlockNote): { text: string; range?: readonly [number, number] } {
  return note.range ? { text: note.text, range: note.range } : { text: note.text };
}
