import type { Manuscript } from '../../../conventions/manuscript/types.js';

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
