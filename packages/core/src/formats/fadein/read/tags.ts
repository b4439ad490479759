import type { Block, BlockTag } from '../../../conventions/manuscript/types.js';
import { childrenOf } from '../../../syntax/xml-element.js';
import { keptRunAttributes } from '../mapping.js';
import type { OsfElement } from '../tree.js';

/** The tag categories of a file. */
export class TagCategories {
  /** Names of the categories, in order. */
  readonly names: string[] = [];
  /** By name and by UUID. */
  readonly #byWord = new Map<string, string>();

  constructor(list: OsfElement | undefined) {
    for (const { attributes } of childrenOf(list, 'tag_category')) {
      const { name, uuid } = attributes;
      if (name === undefined || name === '' || this.#byWord.has(name.toLowerCase())) continue;
      this.names.push(name);
      this.#byWord.set(name.toLowerCase(), name);
      if (uuid !== undefined && uuid !== '') this.#byWord.set(uuid.toLowerCase(), name);
    }
  }

  /**
   * Tags a block with what its runs, or elements beside them, say by an attribute whose value is a category's UUID or
   * name. The attributes themselves stay what they are, so that they are written back.
   */
  tag(block: Block, others: readonly OsfElement[] | undefined): void {
    const tags: BlockTag[] = [];
    for (const run of block.runs ?? []) {
      if (!run.other) continue;
      const label = block.text.slice(run.start, run.end);
      for (const [, value] of keptRunAttributes(run)) this.#add(tags, value, label, [run.start, run.end]);
    }
    for (const element of others ?? []) this.#addElement(tags, element, 0);
    if (tags.length > 0) block.tags = tags;
  }

  #addElement(tags: BlockTag[], element: OsfElement, depth: number): void {
    const { attributes, children, text } = element;
    for (const name in attributes) {
      this.#add(tags, attributes[name] as string, attributes['name'] ?? attributes['text'] ?? text, undefined);
    }
    if (depth < 4) for (const child of children) this.#addElement(tags, child, depth + 1);
  }

  #add(tags: BlockTag[], value: string, label: string, range: readonly [number, number] | undefined): void {
    const category = this.#byWord.get(value.trim().toLowerCase());
    const words = label.trim();
    if (category === undefined || words === '' || words.toLowerCase() === value.trim().toLowerCase()) return;
    tags.push({ category, label: words, ...(range ? { range } : {}), extra: { 'fadein.own': 'true' } });
  }
}
