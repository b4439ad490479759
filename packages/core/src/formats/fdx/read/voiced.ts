import { isLyrics } from '../../../conventions/classes.js';
import type { Block } from '../../../conventions/manuscript/types.js';

/** Lyrics in a speech are sung by its speaker: they are dialogue, and do not end the speech. */
export function singLyrics(blocks: readonly Block[]): void {
  let speaking = false;
  for (const block of blocks) {
    if (block.omit) continue;
    if (speaking && block.kind === 'general' && isLyrics(block.class)) block.kind = 'dialogue';
    speaking =
      block.kind === 'character' || (speaking && (block.kind === 'dialogue' || block.kind === 'parenthetical'));
  }
}
