import type { Block } from '../../../conventions/manuscript/types.js';
import { EXTRA } from '../mapping.js';

export interface Sides {
  /** Cues to be marked with `^`. */
  carets: ReadonlySet<Block>;
  /** Speeches with a side whose partner is not right above or below. */
  unpaired: number;
}

interface Speech {
  cue: Block;
  adjacent: boolean;
}

/**
 * Which cues take a `^`: those on the right of a pair, and those that had one in the source where it pairs nothing
 * wrong.
 */
export function readSides(blocks: readonly Block[]): Sides {
  const carets = new Set<Block>();
  let unpaired = 0;
  const speeches = readSpeeches(blocks);
  let stray = false;
  for (let at = 0; at < speeches.length; at++) {
    const { cue, adjacent } = speeches[at] as Speech;
    const below = speeches[at + 1];
    const typed = cue.extra?.[EXTRA.caret] === 'true';
    if (cue.dual === 'left' && below?.adjacent && below.cue.dual === 'right') {
      if (typed && !(adjacent && stray)) carets.add(cue);
      carets.add(below.cue);
      stray = false;
      at++;
      continue;
    }
    if (cue.dual) unpaired++;
    stray = typed && !adjacent;
    if (stray) carets.add(cue);
  }
  return { carets, unpaired };
}

function readSpeeches(blocks: readonly Block[]): Speech[] {
  const speeches: Speech[] = [];
  let open = false;
  for (const block of blocks) {
    if (block.omit) continue;
    if (block.kind === 'character') {
      speeches.push({ cue: block, adjacent: open });
      open = true;
    } else if (block.kind !== 'dialogue' && block.kind !== 'parenthetical') open = false;
  }
  return speeches;
}
