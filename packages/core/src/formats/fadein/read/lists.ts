import type { Block, CastMember, RevisionSet } from '../../../conventions/manuscript/types.js';
import { attributesBut, branch, childOf, childrenOf } from '../../../syntax/xml-element.js';
import { printAttributes } from '../../../syntax/xml-fragments.js';
import { REVISION_COLORS } from '../mapping.js';
import type { OsfElement } from '../tree.js';
import { readNumber } from '../values.js';

/** The characters that the file lists. */
export function readCast(lists: OsfElement | undefined): CastMember[] {
  return childrenOf(childOf(lists, 'characters'), 'character').flatMap(({ attributes }) => {
    const { name } = attributes;
    if (name === undefined || name.trim() === '') return [];
    const rest = attributesBut(attributes, NAME);
    return [rest ? { name, extra: { 'fadein.attributes': printAttributes(rest) } } : { name }];
  });
}

const NAME = new Set(['name']);

/** The lists that only Fade In fills or reads: all but the characters. */
export function otherLists(lists: OsfElement | undefined): OsfElement | undefined {
  const others = lists?.children.filter(({ name }) => name !== 'characters') ?? [];
  return others.length > 0 ? branch('lists', undefined, others) : undefined;
}

/** The revision sets that the script uses, and the one being worked in. */
export function readRevisions(
  lists: OsfElement | undefined,
  used: ReadonlySet<number>,
  current: number,
): RevisionSet[] {
  const sets: RevisionSet[] = [];
  const known = new Set<number>();
  childrenOf(childOf(lists, 'revision_colors'), 'revision_color').forEach(({ attributes }, at) => {
    const index = readNumber(attributes['index']) ?? at;
    const wanted = used.has(index) || (index > 0 && index === current);
    if (!wanted || !Number.isInteger(index) || known.has(index)) return;
    known.add(index);
    sets.push(readSet(attributes, index, index === current));
  });
  for (const index of used) {
    if (!known.has(index)) sets.push(readSet({}, index, index === current));
  }
  return sets.sort((a, b) => a.index - b.index);
}

function readSet(attributes: OsfElement['attributes'], index: number, active: boolean): RevisionSet {
  const usual = REVISION_COLORS[index];
  const { name = usual?.[0] ?? '', color_name: colorName = name, mark } = attributes;
  const set: RevisionSet = { index, name };
  const palette = REVISION_COLORS.find(([own]) => own === colorName);
  if (palette) {
    set.color = palette[1];
    set.pageColor = palette[2];
  }
  if (mark !== undefined && mark !== '') set.mark = mark;
  if (active) set.active = true;
  return set;
}

/** Revisions that text or deletions of the script belong to. */
export function usedRevisions(blocks: readonly Block[]): Set<number> {
  const used = new Set<number>();
  for (const { runs, extra } of blocks) {
    for (const { revision } of runs ?? []) if (revision !== undefined) used.add(revision);
    for (const mark of extra?.['marks.deleted']?.split(' ') ?? []) {
      const index = Number(mark.split(':')[1]);
      if (index > 0) used.add(index);
    }
  }
  return used;
}
