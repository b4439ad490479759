import type { Block, LockedPage } from '../../../conventions/manuscript/types.js';
import type { OsfElement } from '../tree.js';
import { ParagraphReader } from './paragraphs.js';
import type { ParagraphContext, ReadParagraph } from './paragraphs.js';

export interface Script {
  blocks: Block[];
  /** Where pages whose numbers are locked begin. */
  lockedPages: LockedPage[];
  /** Facts of nearly every paragraph, said once. */
  extra: Record<string, string>;
}

/** The paragraphs of the script -> blocks. */
export function readScript(paragraphs: readonly OsfElement[], context: ParagraphContext, pagesLocked: boolean): Script {
  const reader = new ParagraphReader(context);
  const read: ReadParagraph[] = [];
  for (const element of paragraphs) {
    const paragraph = reader.read(element);
    if (paragraph) read.push(paragraph);
  }
  pairSpeeches(read);
  const extra: Record<string, string> = {};
  setEditors(read, extra);
  setBrackets(read, extra);
  const starts = pagesLocked ? pageStarts(read) : [];
  if (!pagesLocked) setScenePages(read);
  return { ...withSynopses(read, starts), extra };
}

/** The cue marked for dual dialogue opens the left speech; the next cue the right one. */
function pairSpeeches(read: readonly ReadParagraph[]): void {
  for (let at = 0; at < read.length; at++) {
    const paragraph = read[at] as ReadParagraph;
    if (!paragraph.dual) continue;
    const right = endOfSpeech(read, at);
    if (!isCue(paragraph.block) || !isCue(read[right]?.block)) {
      // Other programs mark every paragraph of the pair.
      paragraph.block.extra = { ...paragraph.block.extra, 'fadein.dualdialogue': 'true' };
      continue;
    }
    const end = endOfSpeech(read, right);
    for (let i = at; i < end; i++) (read[i] as ReadParagraph).block.dual = i < right ? 'left' : 'right';
    at = end - 1;
  }
}

/** Index behind the speech that a cue at `at` opens. */
function endOfSpeech(read: readonly ReadParagraph[], at: number): number {
  let end = at + 1;
  while (isSpeech(read[end]?.block)) end++;
  return end;
}

/** A cue that names somebody. */
function isCue(block: Block | undefined): boolean {
  return block?.kind === 'character' && block.text.trim() !== '';
}

function isSpeech(block: Block | undefined): boolean {
  return block?.kind === 'dialogue' || block?.kind === 'parenthetical';
}

/** Who edited most paragraphs is said for all, and who edited the others on them. */
function setEditors(read: readonly ReadParagraph[], extra: Record<string, string>): void {
  const counts = new Map<string, number>();
  for (const { editor } of read) if (editor !== undefined) counts.set(editor, (counts.get(editor) ?? 0) + 1);
  let usual: string | undefined;
  for (const [editor, count] of counts) if (count * 2 > read.length) usual = editor;
  if (usual !== undefined) extra['fadein.edited-by'] = usual;
  if (counts.size === 0) return;
  for (const { block, editor } of read) {
    if (editor !== usual) block.extra = { ...block.extra, 'fadein.edited-by': editor ?? '' };
  }
}

/** Likewise whether parentheticals are typed with their brackets: mostly they are not. */
function setBrackets(read: readonly ReadParagraph[], extra: Record<string, string>): void {
  let typed = 0;
  let bare = 0;
  for (const paragraph of read) {
    if (paragraph.bare === true) bare++;
    else if (paragraph.bare === false) typed++;
  }
  const usual = typed > bare;
  if (usual) extra['fadein.brackets'] = 'typed';
  if (typed === 0 || bare === 0) return;
  for (const { block, bare } of read) {
    if (bare !== undefined && bare === usual) {
      block.extra = { ...block.extra, 'fadein.brackets': bare ? 'bare' : 'typed' };
    }
  }
}

/** Where the page number that paragraphs bear changes; a paragraph without one was added after the pages were locked. */
function pageStarts(read: readonly ReadParagraph[]): LockedPage[] {
  const starts: LockedPage[] = [];
  let current: string | undefined;
  read.forEach(({ page, block }, at) => {
    if (page !== undefined && page !== '' && page !== current)
      starts.push({ number: (current = page), block: at, offset: 0 });
    else if (current !== undefined && page !== current) block.extra = { ...block.extra, 'fadein.unlocked': 'true' };
  });
  return starts;
}

function setScenePages(read: readonly ReadParagraph[]): void {
  for (const { page, block } of read) {
    if (page !== undefined && page !== '' && block.kind === 'heading') block.scene = { ...block.scene, page };
  }
}

/**
 * The blocks with the synopses of paragraphs before those. Nothing may part a speech: the synopsis of one of its
 * paragraphs stands before the cue, and says how many paragraphs ahead it belongs.
 */
function withSynopses(
  read: readonly ReadParagraph[],
  starts: readonly LockedPage[],
): { blocks: Block[]; lockedPages: LockedPage[] } {
  const before = new Map<number, Block[]>();
  read.forEach(({ synopsis }, at) => {
    if (!synopsis) return;
    let to = at;
    while (to > 0 && (isSpeech(read[to]?.block) || read[to]?.block.dual === 'right')) to--;
    if (to < at) synopsis.extra = { ...synopsis.extra, 'fadein.ahead': String(at - to) };
    const list = before.get(to);
    if (list) list.push(synopsis);
    else before.set(to, [synopsis]);
  });
  if (before.size === 0) return { blocks: read.map(({ block }) => block), lockedPages: [...starts] };
  const blocks: Block[] = [];
  const places: number[] = [];
  read.forEach(({ block }, at) => {
    blocks.push(...(before.get(at) ?? []));
    places.push(blocks.length);
    blocks.push(block);
  });
  return { blocks, lockedPages: starts.map((start) => ({ ...start, block: places[start.block] ?? start.block })) };
}
