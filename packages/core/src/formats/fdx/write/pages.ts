import type { Block, Manuscript } from '../../../conventions/manuscript/types.js';
import { sceneExtents } from '../../../layout/index.js';

/**
 * Whether pages and lengths of the scenes are to be worked out: those that the source recorded no longer hold, or
 * the script comes from a format that records none. What a Final Draft file leaves out stays left out.
 */
export function needsPages(manuscript: Manuscript): boolean {
  if (manuscript.pagesStale) return true;
  return (
    manuscript.extra?.['fdx.version'] === undefined && !manuscript.blocks.some(({ scene }) => scene?.page !== undefined)
  );
}

/** The manuscript with the page and the length of every printed scene, as they come out when it is laid out. */
export function withPages(manuscript: Manuscript): Manuscript {
  const blocks: Block[] = [...manuscript.blocks];
  for (const { block, page, length } of sceneExtents(manuscript)) {
    const heading = blocks[block];
    if (heading) blocks[block] = { ...heading, scene: { ...heading.scene, page, length } };
  }
  return { ...manuscript, blocks };
}
