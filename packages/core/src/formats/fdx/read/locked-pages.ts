import type { Block, LockedPage } from '../../../conventions/manuscript/types.js';
import { pageNumber, readNumber } from '../mapping.js';
import { attributesBut, branch, childrenOf } from '../../../syntax/xml-element.js';
import type { FdxAttributes, FdxElement } from '../tree.js';
import type { ScriptPositions } from './positions.js';

const KNOWN = new Set(['PageNumber', 'Number', 'Position']);

/** The places where locked pages begin, and what else the file says of them (nothing, when that is the usual). */
export function readLockedPages(
  element: FdxElement | undefined,
  blocks: readonly Block[],
  positions: ScriptPositions | undefined,
): { pages: LockedPage[] | undefined; rest: readonly FdxElement[] } {
  if (!element || element.children.length === 0) return { pages: undefined, rest: [] };
  const pages: LockedPage[] = [];
  const rest: FdxElement[] = [];
  let unusual = 0;
  childrenOf(element, 'LockedPage').forEach(({ name, attributes }, at) => {
    const number = pageNumber(attributes) ?? String(at + 1);
    const place = positions?.place(readNumber(attributes['Position']) ?? 0);
    if (!place) return;
    pages.push({ number, block: place.block, offset: Math.min(place.offset, blocks[place.block]?.text.length ?? 0) });
    const { PageNumber } = attributes;
    const own = attributesBut(attributes, KNOWN) ?? {};
    if (!isUsual(own, PageNumber !== undefined, at)) unusual++;
    rest.push(branch(name, { ...(PageNumber === undefined ? { Number: number } : { PageNumber }), ...own }));
  });
  return { pages, rest: unusual === 0 ? [] : rest };
}

function isUsual({ Deleted, LevelIndex, LockLevel, ...others }: FdxAttributes, numbered: boolean, at: number): boolean {
  if (Object.keys(others).length > 0) return false;
  if (!numbered) return Deleted === undefined && LevelIndex === undefined && LockLevel === undefined;
  return Deleted === '0' && LockLevel === '0' && LevelIndex === String(at);
}
