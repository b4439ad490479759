import type { Warnings } from '../../../errors/index.js';
import type { KeptBlock } from '../../../conventions/manuscript/types.js';
import { parseFragments } from '../../../syntax/xml-fragments.js';
import type { FdxElement } from '../tree.js';

/** The blocks of settings that a Final Draft file left in the document for this writer. */
export class KeptElements {
  readonly #blocks = new Map<string, readonly FdxElement[]>();

  constructor(kept: readonly KeptBlock[] | undefined, warnings: Warnings) {
    for (const { id, text } of kept ?? []) {
      if (!id.startsWith('fdx-')) continue;
      const elements = parseFragments(text);
      if (elements) this.#blocks.set(id, elements);
      else warnings.add('stale_hint', `The settings kept as \`${id}\` are damaged and were left out`);
    }
  }

  /** The elements of a block, which then is not among the {@link rest}. */
  take(id: string): readonly FdxElement[] | undefined {
    const elements = this.#blocks.get(id);
    this.#blocks.delete(id);
    return elements;
  }

  /** A block that is one element. */
  takeOne(id: string): FdxElement | undefined {
    return this.take(id)?.[0];
  }

  /** What nobody took: whole children of the root. */
  rest(): readonly FdxElement[] {
    return [...this.#blocks.values()].flat();
  }
}
