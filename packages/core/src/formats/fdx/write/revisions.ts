import type { Block, RevisionSet, Setup } from '../../../conventions/manuscript/types.js';
import { printColor, printFlag, printInches } from '../mapping.js';
import { branch } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';
import { inOrder } from './version.js';

/** Final Draft's sets, for scripts that mention a set without saying what it is. */
const SETS: readonly (readonly [name: string, color: string, pageColor: string])[] = [
  ['Blue', '#00000000FFFF', '#C6C6EDEDFEFE'],
  ['Pink', '#FFFF0000FFFF', '#FDFDCCCCD4D4'],
  ['Yellow', '#A0A0A0A00000', '#FDFDFFFFABAB'],
  ['Green', '#000080800000', '#D1D1FEFED0D0'],
  ['Goldenrod', '#CCCC7F7F3232', '#FAFACDCD3939'],
  ['Buff', '#8E8E6B6B2323', '#FCFCEDED9D9D'],
  ['Salmon', '#A7A742424242', '#F8F8AEAE8E8E'],
  ['Cherry', '#D5D523236B6B', '#FBFBA4A4B4B4'],
];

/** `Revisions`: the sets in use among the source's others; undefined when there are none at all. */
export function printRevisions(
  sets: readonly RevisionSet[],
  blocks: readonly Block[],
  setup: Setup,
  kept: FdxElement | undefined,
): FdxElement | undefined {
  const all = new Map<number, FdxElement>();
  const others: FdxElement[] = [];
  for (const child of kept?.children ?? []) {
    const id = Number(child.attributes['ID']);
    if (child.name === 'Revision' && id > 0) all.set(id, child);
    else others.push(child);
  }
  for (const set of sets) all.set(set.index, printSet(set));
  for (const index of mentioned(blocks)) if (!all.has(index)) all.set(index, printSet({ index, name: '' }));
  const attributes: Record<string, string> = { ...(kept?.attributes as Record<string, string> | undefined) };
  const active = sets.find((set) => set.active);
  if (active) attributes['ActiveSet'] = String(active.index);
  if (setup.revisionMarkAt !== undefined) attributes['Location'] = printInches(setup.revisionMarkAt);
  if (setup.pageColors !== undefined) attributes['ShowPageColor'] = printFlag(setup.pageColors);
  if (all.size === 0 && others.length === 0 && !kept) return undefined;
  if (!kept) {
    attributes['ActiveSet'] ??= String(Math.max(1, ...all.keys()));
    attributes['Location'] ??= '7.75';
    attributes['RevisionMode'] ??= 'No';
    attributes['RevisionsShown'] ??= 'Active';
    attributes['ShowPageColor'] ??= 'No';
  }
  const ordered = [...all].sort(([a], [b]) => a - b).map(([, element]) => element);
  return branch('Revisions', inOrder(attributes), [...ordered, ...others]);
}

function printSet(set: RevisionSet): FdxElement {
  const usual = SETS[set.index - 1];
  const attributes: Record<string, string> = {};
  for (const [key, value] of Object.entries(set.extra ?? {})) {
    if (key.startsWith('fdx.')) attributes[key.slice('fdx.'.length)] = value;
  }
  const bare = set.name === '' && set.color === undefined && set.pageColor === undefined;
  const color = set.color === undefined ? (bare ? usual?.[1] : undefined) : printColor(set.color);
  const pageColor = set.pageColor === undefined ? (bare ? usual?.[2] : undefined) : printColor(set.pageColor);
  if (color !== undefined) attributes['Color'] = color;
  if (pageColor !== undefined) attributes['PageColor'] = pageColor;
  attributes['FullRevision'] = printFlag(set.full ?? false);
  attributes['ID'] = String(set.index);
  attributes['Mark'] = set.mark ?? '*';
  attributes['Name'] = set.name || (bare ? (usual?.[0] ?? `Revision ${set.index}`) : '');
  attributes['Style'] = set.style ?? '';
  return branch('Revision', inOrder(attributes));
}

function mentioned(blocks: readonly Block[]): Set<number> {
  const indexes = new Set<number>();
  for (const block of blocks) {
    for (const index of block.revisions ?? []) indexes.add(index);
    for (const run of block.runs ?? []) if (run.revision !== undefined) indexes.add(run.revision);
  }
  indexes.delete(0);
  return indexes;
}

/** `DeletedText`: where text was deleted, as places in the whole script. */
export function printDeletions(
  blocks: readonly Block[],
  offsetOf: (block: number, offset: number) => number,
  others: readonly FdxElement[],
): FdxElement | undefined {
  const marks: { offset: number; revision: string }[] = [];
  blocks.forEach((block, at) => {
    for (const mark of block.extra?.['marks.deleted']?.split(' ') ?? []) {
      const match = /^(\d{1,9}):(\d{1,6})$/.exec(mark);
      if (match) marks.push({ offset: offsetOf(at, Number(match[1])), revision: match[2] as string });
    }
  });
  if (marks.length === 0 && others.length === 0) return undefined;
  marks.sort((a, b) => a.offset - b.offset);
  return branch('DeletedText', undefined, [
    ...marks.map(({ offset, revision }) =>
      branch('DeletedTextLocation', { Offset: String(offset), RevisionID: revision }),
    ),
    ...others,
  ]);
}
