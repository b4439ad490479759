import type { Block, Manuscript } from '../../../conventions/manuscript/types.js';
import { sceneExtents } from '../../../layout/index.js';

/** The manuscript with the page and the length of every printed scene, as they come out when it is laid out. */
export function withPages(manuscript: Manuscript): Manuscript {
  const blocks: Block[] = [...manuscript.blocks];
  for (const { block, page, length } of sceneExtents(manuscript)) {
    const heading = blocks[block];
    if (heading) blocks[block] = { ...heading, scene: { ...heading.scene, page, length } };
  }
  return { ...manuscript, blocks };
}
