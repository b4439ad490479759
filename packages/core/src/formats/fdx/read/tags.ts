import type { BlockTag } from '../../../conventions/manuscript/types.js';
import { branch, childOf, childrenOf } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';
import type { TaggedRange } from './runs.js';

interface Definition {
  category: string;
  label: string;
  id: string;
  number: string | undefined;
}

/** The breakdown of a file: what each `TagNumber` in the script stands for. */
export class TagBook {
  /** Numbers that runs may refer to. */
  readonly numbers = new Set<string>();
  /** Names of the categories, in order. */
  readonly categories: string[] = [];
  readonly #definitions = new Map<string, readonly Definition[]>();

  constructor(data: FdxElement | undefined) {
    const categoryNames = new Map<string, string>();
    for (const category of childrenOf(childOf(data, 'TagCategories'), 'TagCategory')) {
      const { Id, Name } = category.attributes;
      if (Name === undefined) continue;
      this.categories.push(Name);
      if (Id !== undefined) categoryNames.set(Id, Name);
    }
    const byId = new Map<string, Definition>();
    for (const definition of childrenOf(childOf(data, 'TagDefinitions'), 'TagDefinition')) {
      const { CatId, Id, Label, Number: number } = definition.attributes;
      const category = categoryNames.get(CatId ?? '');
      if (Id !== undefined && category !== undefined) byId.set(Id, { category, label: Label ?? '', id: Id, number });
    }
    for (const tag of childrenOf(childOf(data, 'Tags'), 'Tag')) {
      const number = tag.attributes['Number'];
      const list = childrenOf(tag, 'DefId').flatMap((ref) => byId.get(ref.text.trim()) ?? []);
      if (number === undefined || list.length === 0) continue;
      this.#definitions.set(number, list);
      this.numbers.add(number);
    }
  }

  /** The tags of a block, one for each thing that a tagged stretch of its text stands for. */
  tags(ranges: readonly TaggedRange[]): BlockTag[] {
    const tags: BlockTag[] = [];
    for (const { start, end, number } of ranges) {
      for (const definition of this.#definitions.get(number) ?? []) {
        const extra: Record<string, string> = { 'fdx.tag': number, 'fdx.definition': definition.id };
        if (definition.number !== undefined) extra['fdx.number'] = definition.number;
        tags.push({ category: definition.category, label: definition.label, range: [start, end], extra });
      }
    }
    return tags;
  }
}

/**
 * What of the breakdown the script's own tags do not say: the categories with their colours, definitions that nothing
 * in the script refers to, links between definitions.
 */
export function leftoverTags(data: FdxElement | undefined, used: ReadonlySet<string>): FdxElement | undefined {
  if (!data) return undefined;
  const children: FdxElement[] = [];
  for (const part of data.children) {
    if (part.name === 'TagDefinitions') {
      const kept = part.children.filter(
        (child) => child.children.length > 0 || !used.has(child.attributes['Id'] ?? ''),
      );
      if (kept.length > 0) children.push(branch(part.name, part.attributes, kept));
    } else if (part.name !== 'Tags') children.push(part);
  }
  return children.length > 0 ? branch(data.name, data.attributes, children) : undefined;
}
