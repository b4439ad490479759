import { PLAIN_LOOK, REPEATED_LOOK } from '../../../conventions/capitals.js';
import type { Block, Manuscript, ParagraphStyle, Run } from '../../../conventions/manuscript/types.js';
import { OWN } from '../mapping.js';
import type { ElementType } from '../tree.js';
import type { FountainLosses } from './losses.js';

/** Counts what a block has beside its text that Fountain has no place for; `style`: what its type gives it. */
export function countBlockLosses(
  block: Block,
  type: ElementType,
  exact: boolean,
  style: ParagraphStyle | undefined,
  losses: FountainLosses,
): void {
  if (!exact) countType(block, losses);
  if (block.number !== undefined && type !== 'heading') losses.add('number');
  if (block.locked) losses.add('locked');
  if (block.layout && !isSaid(block.layout, type, style)) losses.add('layout');
  losses.add('bookmark', block.bookmarks?.length ?? 0);
  losses.add('tag', block.tags?.length ?? 0);
  losses.add('revision', block.revisions?.length ?? 0);
  const { scene, extra } = block;
  if (scene && (scene.title || scene.color !== undefined || scene.arcBeats || scene.cast)) losses.add('sceneFact');
  for (const key in extra) {
    if (!key.startsWith(OWN)) {
      losses.add('foreign');
      break;
    }
  }
}

function countType(block: Block, losses: FountainLosses): void {
  if (block.kind === 'shot') losses.add('shot');
  else if (block.kind !== 'action' || block.class !== undefined) losses.add('type');
}

/** Whether all of a layout is its type's anyway or shows in Fountain: blank lines above action, centred action, capitals. */
function isSaid(layout: ParagraphStyle, type: ElementType, style: ParagraphStyle = {}): boolean {
  for (const key in layout) {
    const name = key as keyof ParagraphStyle;
    if (layout[name] === undefined || layout[name] === style[name] || name === 'caps') continue;
    if (name === 'newPage' && !layout.newPage) continue;
    if (name === 'before' && (type === 'action' || type === 'centered')) continue;
    if (name === 'align' && (layout.align === 'center') === (type === 'centered') && layout.align !== 'right') continue;
    return false;
  }
  return true;
}

export function countRunLosses(runs: readonly Run[] | undefined, losses: FountainLosses): void {
  for (const run of runs ?? []) {
    if (run.strike) losses.add('strike');
    if (run.revision !== undefined) losses.add('revision');
    if (run.superscript || run.subscript) losses.add('script');
    if (run.link !== undefined) losses.add('link');
    if (run.font !== undefined || run.size !== undefined || run.color !== undefined || run.background !== undefined)
      losses.add('look');
    if (run.other?.some((name) => name !== PLAIN_LOOK && name !== REPEATED_LOOK)) losses.add('otherLook');
  }
}

/** Counts what the script as a whole says that Fountain has no place for. */
export function countScriptLosses(manuscript: Manuscript, losses: FountainLosses): void {
  const { setup, kept, revisions, cast, tagCategories, logline, genre } = manuscript;
  if (setup && Object.values(setup).some((part) => part !== undefined)) losses.add('setup');
  losses.add('kept', kept?.length ?? 0);
  losses.add('revisionSets', revisions?.length ?? 0);
  if (cast?.some((member) => member.desc !== undefined || member.aliases || member.traits)) losses.add('cast');
  if (tagCategories && tagCategories.length > 0) losses.add('tagCategory', tagCategories.length);
  if (logline !== undefined || (genre && genre.length > 0)) losses.add('logline');
}
