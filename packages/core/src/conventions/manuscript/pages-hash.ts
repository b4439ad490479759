import type { Block } from './types.js';

/**
 * A hash of what decides where pages break: kinds and texts of the blocks. It tells whether the pages and lengths that a
 * source recorded for its scenes still hold. Undefined when the source recorded none.
 */
export function pagesHash(blocks: readonly Block[]): string | undefined {
  if (!blocks.some(({ scene }) => scene?.page !== undefined || scene?.length !== undefined)) return undefined;
  let hash = 0x811c9dc5;
  for (const { kind, text } of blocks) {
    hash = Math.imul(hash ^ kind.charCodeAt(0), 0x01000193) ^ text.length;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/**
 * Takes pages and lengths off the scenes of a script that was edited since they were recorded; whether it was. `recorded`:
 * the hash of the script then.
 */
export function dropStalePages(blocks: readonly Block[], recorded: string | undefined): boolean {
  if (recorded === undefined || recorded === pagesHash(blocks)) return false;
  for (const block of blocks) {
    if (!block.scene) continue;
    const { page: _page, length: _length, ...rest } = block.scene;
    if (Object.keys(rest).length > 0) block.scene = rest;
    else delete block.scene;
  }
  return true;
}
