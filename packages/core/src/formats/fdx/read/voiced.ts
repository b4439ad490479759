import { isLyrics } from '../../../conventions/classes.js';
import type { Block } from '../../../conventions/manuscript/types.js';
import { typeName } from '../mapping.js';

/**
 * What its speaker sings, or says in a type of the writer's own (`spoken`, by class): in a speech it is dialogue, and
 * does not end the speech.
 */
export function voiceSpeech(blocks: readonly Block[], spoken: ReadonlySet<string>): void {
  let speaking = false;
  let side: Block['dual'];
  for (const block of blocks) {
    if (block.omit) continue;
    // What follows a dual dialogue is in neither of its columns.
    if (block.dual !== side) speaking = false;
    side = block.dual;
    if (speaking && block.kind === 'general' && block.class !== undefined) {
      if (isLyrics(block.class)) block.kind = 'dialogue';
      else if (spoken.has(block.class)) {
        block.typeName = typeName(block);
        block.kind = 'dialogue';
      }
    }
    speaking =
      block.kind === 'character' || (speaking && (block.kind === 'dialogue' || block.kind === 'parenthetical'));
  }
}
