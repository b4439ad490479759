import type { Block } from '../../../conventions/manuscript/types.js';
import { EXTRA } from '../mapping.js';

interface Speech {
  blocks: Block[];
  /** The cue is marked with `^`. */
  caret: boolean;
  /** Nothing printed parts it from the speech above. */
  adjacent: boolean;
}

/**
 * Sets the sides of dual dialogue. A `^` pairs a speech with the one right above it; where two speeches in a row are
 * marked, they are each other's pair, as writers who mark both have it. A mark without a partner is kept as a mark.
 */
export function pairSpeeches(blocks: readonly Block[], carets: ReadonlySet<Block>): void {
  const speeches = readSpeeches(blocks, carets);
  for (let at = 0; at < speeches.length; ) {
    if (!speeches[at]?.caret) {
      at++;
      continue;
    }
    let end = at + 1;
    while (speeches[end]?.caret && speeches[end]?.adjacent) end++;
    const above = speeches[at]?.adjacent ? speeches[at - 1] : undefined;
    let next = at;
    if ((end - at) % 2 === 1 && above && !above.caret) {
      setSide(above, 'left');
      setSide(speeches[next++], 'right');
    }
    for (; next + 1 < end; next += 2) {
      setSide(speeches[next], 'left');
      keepCaret(speeches[next]);
      setSide(speeches[next + 1], 'right');
    }
    if (next < end) keepCaret(speeches[next]);
    at = end;
  }
}

function readSpeeches(blocks: readonly Block[], carets: ReadonlySet<Block>): Speech[] {
  const speeches: Speech[] = [];
  let current: Speech | undefined;
  for (const block of blocks) {
    if (block.omit) continue;
    if (block.kind === 'character') {
      current = { blocks: [block], caret: carets.has(block), adjacent: current !== undefined };
      speeches.push(current);
    } else if (current && (block.kind === 'dialogue' || block.kind === 'parenthetical')) {
      current.blocks.push(block);
    } else {
      current = undefined;
    }
  }
  return speeches;
}

function setSide(speech: Speech | undefined, side: 'left' | 'right'): void {
  for (const block of speech?.blocks ?? []) block.dual = side;
}

function keepCaret(speech: Speech | undefined): void {
  const cue = speech?.blocks[0];
  if (cue) cue.extra = { ...cue.extra, [EXTRA.caret]: 'true' };
}
