import type { Block, BlockNote } from '../../../conventions/manuscript/types.js';
import { childrenOf } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';
import { proseBase, readProse } from './runs.js';

/** The alternates of a file (`AltCollection`), and which of them the script has used. */
export class Alternates {
  readonly #byId = new Map<string, FdxElement>();
  readonly #used = new Set<string>();
  readonly #missing: string[] = [];

  constructor(collection: FdxElement | undefined) {
    for (const alternate of childrenOf(collection, 'Alt')) {
      const id = alternate.attributes['Id'];
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, alternate);
    }
  }

  /** The alternates to a block, as its `Alts` lists them: omitted blocks of its kind that follow it. */
  of(block: Block, alternates: FdxElement): Block[] {
    const current = alternates.attributes['Current'];
    if (current !== undefined && current !== '0') block.extra = { ...block.extra, 'fdx.current-alternate': current };
    const blocks: Block[] = [];
    for (const reference of childrenOf(alternates, 'AltId')) {
      const id = reference.text.trim();
      const alternate = this.#byId.get(id);
      if (!alternate) {
        this.#missing.push(id);
        continue;
      }
      this.#used.add(id);
      const { text, runs } = readProse(alternate.children, proseBase(alternate.children));
      const own: Block = {
        kind: block.kind === 'heading' ? 'general' : block.kind,
        text,
        class: 'alternate',
        omit: true,
        extra: { 'fdx.alternate': id },
      };
      if (runs) own.runs = runs;
      blocks.push(own);
    }
    return blocks;
  }

  /** Ids that the script refers to and the file does not have. */
  get missing(): readonly string[] {
    return this.#missing;
  }

  /** Alternates that no paragraph refers to any more, as notes on the script. */
  unused(): BlockNote[] {
    const notes: BlockNote[] = [];
    for (const [id, alternate] of this.#byId) {
      if (this.#used.has(id)) continue;
      notes.push({ ...readProse(alternate.children, proseBase(alternate.children)), extra: { 'fdx.alternate': id } });
    }
    return notes;
  }
}
