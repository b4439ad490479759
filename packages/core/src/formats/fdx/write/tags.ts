import type { Block, BlockTag } from '../../../conventions/manuscript/types.js';
import { deriveId, sourceIdOf } from '../../../model/ids.js';
import { branch, childOf, childrenOf, leaf } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';
import { inOrder } from './version.js';

/** A stretch of a block's text and the number of the tag on it. */
export interface TagSegment {
  start: number;
  end: number;
  number: string;
}

interface Definition {
  id: string;
  category: string;
  label: string;
  number: number;
}

/** Final Draft's own categories, whose ids are the same in every file. */
const CATEGORIES: readonly (readonly [name: string, id: string])[] = [
  ['Cast', '01fc9642-84ff-4366-b37c-a3068dee57e8'],
  ['Background Actors', '028a4e2b-b507-4d09-88ab-90e3edae9071'],
  ['Stunts', '0377dbe6-77a3-41af-bda8-86eb2468fdbf'],
  ['Vehicles', '04721a56-f54b-49c8-80ad-d53887d6b851'],
  ['Props', '05c556eb-6bc1-4a3a-b09f-f8b5ba1b6afa'],
  ['Special Effects', '069e18b8-2109-4f3d-94e7-d802027a60a8'],
  ['Wardrobe', '0726fa85-1e65-4ab8-87de-bf21d09b01f0'],
  ['Makeup/Hair', '08ae1eef-32ce-415f-9a9b-0982d2453ec4'],
];
/** What ids that no source gives derive from. */
const SEED = sourceIdOf('00000000-0000-8000-8000-000000000000');

/** The breakdown of the file being written: numbers the tags and gathers what they stand for. */
export class TagPrinter {
  readonly #categoryIds = new Map<string, string>();
  readonly #kept: FdxElement | undefined;
  readonly #names: readonly string[];
  readonly #definitions = new Map<string, Definition>();
  readonly #byMeaning = new Map<string, Definition>();
  /** Number of a tag -> ids of its definitions. */
  readonly #tags = new Map<string, readonly string[]>();
  #nextTag = 1;
  #nextDefinition = 1;
  #derived = 0;

  constructor(kept: FdxElement | undefined, names: readonly string[], blocks: readonly Block[]) {
    this.#kept = kept;
    this.#names = names;
    for (const [name, id] of CATEGORIES) this.#categoryIds.set(name, id);
    for (const { attributes } of childrenOf(childOf(kept, 'TagCategories'), 'TagCategory')) {
      if (attributes['Name'] !== undefined && attributes['Id'] !== undefined)
        this.#categoryIds.set(attributes['Name'], attributes['Id']);
    }
    for (const definition of childrenOf(childOf(kept, 'TagDefinitions'), 'TagDefinition')) {
      this.#nextDefinition = Math.max(this.#nextDefinition, Number(definition.attributes['Number'] ?? 0) + 1 || 1);
    }
    for (const block of blocks) {
      for (const { extra } of block.tags ?? []) {
        this.#nextTag = Math.max(this.#nextTag, Number(extra?.['fdx.tag'] ?? 0) + 1 || 1);
        this.#nextDefinition = Math.max(this.#nextDefinition, Number(extra?.['fdx.number'] ?? 0) + 1 || 1);
      }
    }
  }

  /** The tagged stretches of a block's text; where tags overlap, each part has a number of its own. */
  segments(block: Block): TagSegment[] {
    const length = block.text.length;
    const tags = (block.tags ?? []).flatMap((tag) => {
      const [start, end] = tag.range ?? [0, length];
      const range = { start: Math.max(0, start), end: Math.min(length, end) };
      return range.end > range.start ? [{ ...range, tag }] : [];
    });
    if (tags.length === 0) return [];
    const edges = [...new Set(tags.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
    const segments: TagSegment[] = [];
    for (let i = 0; i + 1 < edges.length; i++) {
      const start = edges[i] as number;
      const end = edges[i + 1] as number;
      const on = tags.filter((tag) => tag.start <= start && tag.end >= end).map(({ tag }) => tag);
      if (on.length === 0) continue;
      segments.push({ start, end, number: this.#number(on) });
    }
    return segments;
  }

  /** The number of the tag that stands for these: the source's, when it has one for exactly them. */
  #number(tags: readonly BlockTag[]): string {
    const ids = tags.map((tag) => this.#definition(tag).id);
    const own = tags[0]?.extra?.['fdx.tag'];
    if (own !== undefined && tags.every((tag) => tag.extra?.['fdx.tag'] === own)) {
      const known = this.#tags.get(own);
      if (!known || known.join() === ids.join()) {
        this.#tags.set(own, ids);
        return own;
      }
    }
    const number = String(this.#nextTag++);
    this.#tags.set(number, ids);
    return number;
  }

  #definition(tag: BlockTag): Definition {
    const own = tag.extra?.['fdx.definition'];
    const known = own === undefined ? undefined : this.#definitions.get(own);
    if (known && known.label === tag.label && known.category === tag.category) return known;
    const meaning = `${tag.category}\n${tag.label}`;
    if (own === undefined || known) {
      const same = this.#byMeaning.get(meaning);
      if (same) return same;
    }
    const number = Number(tag.extra?.['fdx.number']);
    const definition: Definition = {
      id: own !== undefined && !known ? own : this.#derive(),
      category: tag.category,
      label: tag.label,
      number: number > 0 && !known ? number : this.#nextDefinition++,
    };
    this.#definitions.set(definition.id, definition);
    if (!this.#byMeaning.has(meaning)) this.#byMeaning.set(meaning, definition);
    return definition;
  }

  #derive(): string {
    return deriveId(SEED, 'source', this.#derived++);
  }

  /** `TagData`; undefined when the script has no breakdown. Call after all segments were asked for. */
  print(): FdxElement | undefined {
    if (!this.#kept && this.#tags.size === 0) return undefined;
    const used = new Set([...this.#definitions.values()].map(({ category }) => category));
    const categories = childrenOf(childOf(this.#kept, 'TagCategories'), 'TagCategory');
    const listed = new Set(categories.map(({ attributes }) => attributes['Name']));
    const names = this.#kept ? [...used].filter((name) => !listed.has(name)) : [...new Set([...this.#names, ...used])];
    let number = categories.length;
    const added = names.map((name) =>
      branch('TagCategory', {
        Color: '#000000000000',
        Id: this.#categoryId(name),
        Name: name,
        Number: String(++number),
        Style: 'Bold',
      }),
    );
    const others = (this.#kept?.children ?? []).filter(
      (child) => child.name !== 'TagCategories' && child.name !== 'TagDefinitions',
    );
    const definitions = this.#printDefinitions();
    const tags = this.#printTags();
    return branch('TagData', this.#kept?.attributes, [
      branch('TagCategories', childOf(this.#kept, 'TagCategories')?.attributes, [...categories, ...added]),
      ...(definitions.length > 0 ? [branch('TagDefinitions', undefined, definitions)] : []),
      ...(tags.length > 0 ? [branch('Tags', undefined, tags)] : []),
      ...others,
    ]);
  }

  #categoryId(name: string): string {
    let id = this.#categoryIds.get(name);
    if (id === undefined) {
      id = this.#derive();
      this.#categoryIds.set(name, id);
    }
    return id;
  }

  /** The definitions in use and the kept ones, by id as Final Draft sorts them. */
  #printDefinitions(): FdxElement[] {
    const kept = new Map(
      childrenOf(childOf(this.#kept, 'TagDefinitions'), 'TagDefinition').map((e) => [e.attributes['Id'] ?? '', e]),
    );
    const all = new Map(kept);
    for (const { id, category, label, number } of this.#definitions.values()) {
      const attributes = { CatId: this.#categoryId(category), Id: id, Label: label, Number: String(number) };
      all.set(
        id,
        branch('TagDefinition', inOrder({ ...kept.get(id)?.attributes, ...attributes }), kept.get(id)?.children),
      );
    }
    return [...all].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, element]) => element);
  }

  #printTags(): FdxElement[] {
    return [...this.#tags]
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([number, ids]) =>
        branch(
          'Tag',
          { Number: number },
          ids.map((id) => leaf('DefId', undefined, id)),
        ),
      );
  }
}
