import type { Block, RevisionSet } from '../../../conventions/manuscript/types.js';
import { readColor, readFlag } from '../mapping.js';
import { attributesBut, branch, childrenOf } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';
import type { ScriptPositions } from './positions.js';

const SET_ATTRIBUTES = new Set(['Color', 'FullRevision', 'ID', 'Mark', 'Name', 'PageColor', 'Style']);
const ROOT_ATTRIBUTES = new Set(['ActiveSet', 'Location', 'ShowPageColor']);

export interface Revisions {
  /** The sets that the script uses. */
  sets: RevisionSet[];
  /** The file's other sets and switches, as they are. */
  rest: FdxElement | undefined;
}

/** The revision sets in use: those that text or deletions belong to, and the active one while revising. */
export function readRevisions(element: FdxElement | undefined, used: ReadonlySet<number>): Revisions {
  if (!element) return { sets: [], rest: undefined };
  const { attributes } = element;
  const revising = readFlag(attributes['RevisionMode']) === true;
  const sets: RevisionSet[] = [];
  const unused: FdxElement[] = [];
  for (const child of childrenOf(element, 'Revision')) {
    const id = child.attributes['ID'] ?? '';
    const active = id === attributes['ActiveSet'];
    if (!/^\d{1,6}$/.test(id) || !(used.has(Number(id)) || (revising && active))) unused.push(child);
    else sets.push(readSet(child, Number(id), active));
  }
  const rest = attributesBut(attributes, ROOT_ATTRIBUTES) ?? {};
  const kept: Record<string, string | undefined> = { ...rest };
  const { ActiveSet } = attributes;
  if (ActiveSet !== undefined && !sets.some((set) => set.active)) kept['ActiveSet'] = ActiveSet;
  const leftover = unused.length > 0 || Object.keys(kept).length > 0;
  return { sets, rest: leftover ? branch(element.name, kept, unused) : undefined };
}

function readSet(element: FdxElement, index: number, active: boolean): RevisionSet {
  const { Color, FullRevision, Mark, Name, PageColor, Style } = element.attributes;
  const set: RevisionSet = { index, name: Name ?? '' };
  if (Color !== undefined) set.color = readColor(Color);
  if (PageColor !== undefined) set.pageColor = readColor(PageColor);
  if (Mark !== undefined) set.mark = Mark;
  if (Style !== undefined && Style !== '') set.style = Style;
  const full = readFlag(FullRevision);
  if (full !== undefined) set.full = full;
  if (active) set.active = true;
  const rest = attributesBut(element.attributes, SET_ATTRIBUTES);
  if (rest) {
    const extra: Record<string, string> = {};
    for (const name in rest) extra[`fdx.${name}`] = rest[name] ?? '';
    set.extra = extra;
  }
  return set;
}

/** Marks of deleted text: on each block `offset:revision`, parted by blanks. */
export function readDeletions(
  element: FdxElement | undefined,
  blocks: readonly Block[],
  positions: ScriptPositions | undefined,
): Set<number> {
  const used = new Set<number>();
  for (const location of childrenOf(element, 'DeletedTextLocation')) {
    const { Offset, RevisionID } = location.attributes;
    if (!/^\d{1,9}$/.test(Offset ?? '') || !/^\d{1,6}$/.test(RevisionID ?? '')) continue;
    const place = positions?.place(Number(Offset));
    const block = place && blocks[place.block];
    if (!place || !block) continue;
    const mark = `${Math.min(place.offset, block.text.length)}:${Number(RevisionID)}`;
    const before = block.extra?.['marks.deleted'];
    block.extra = { ...block.extra, 'marks.deleted': before === undefined ? mark : `${before} ${mark}` };
    used.add(Number(RevisionID));
  }
  return used;
}

/** Revisions that the text of the script belongs to. */
export function usedRevisions(blocks: readonly Block[], into: Set<number>): Set<number> {
  for (const { runs } of blocks) {
    if (runs === undefined) continue;
    for (const { revision } of runs) if (revision !== undefined) into.add(revision);
  }
  return into;
}
