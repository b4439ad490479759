import type { Block } from '../../../conventions/manuscript/types.js';

interface Speech {
  blocks: Block[];
  /** What its cue says of it: `left`, `right`, or anything else for either. */
  mark: string | undefined;
  /** Nothing parts it from the speech above. */
  adjacent: boolean;
}

/**
 * Pairs the speeches whose cues are marked as dual (`DualDialogue="Yes"`, `"Left"`, `"Right"`), as some programs do
 * instead of an element around the two: marked ones that follow one another are pairs, one alone goes with the speech
 * above.
 */
export function pairMarked(blocks: readonly Block[], marks: ReadonlyMap<Block, string>): void {
  const speeches = speechesOf(blocks, marks);
  for (let at = 0; at < speeches.length; ) {
    let end = at;
    while (speeches[end]?.mark !== undefined && (end === at || speeches[end]?.adjacent)) end++;
    if (end === at) {
      at++;
      continue;
    }
    const [first] = speeches.slice(at, end);
    const above = first?.adjacent && first.mark !== 'left' ? speeches[at - 1] : undefined;
    if (above && ((end - at) % 2 === 1 || first?.mark === 'right')) at--;
    for (; at + 1 < end; at += 2) {
      for (const block of speeches[at]?.blocks ?? []) block.dual = 'left';
      for (const block of speeches[at + 1]?.blocks ?? []) block.dual = 'right';
    }
    at = end;
  }
}

function speechesOf(blocks: readonly Block[], marks: ReadonlyMap<Block, string>): Speech[] {
  const speeches: Speech[] = [];
  let current: Speech | undefined;
  for (const block of blocks) {
    if (block.omit || block.dual !== undefined) continue;
    if (block.kind === 'character') {
      const mark = marks.get(block);
      current = { blocks: [block], mark: NOT_DUAL.has(mark ?? '') ? undefined : mark, adjacent: current !== undefined };
      speeches.push(current);
    } else if (current && (block.kind === 'dialogue' || block.kind === 'parenthetical')) current.blocks.push(block);
    else current = undefined;
  }
  return speeches;
}

const NOT_DUAL = new Set(['', 'no', 'false', 'none']);
