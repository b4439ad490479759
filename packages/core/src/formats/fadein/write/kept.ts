import type { KeptBlock } from '../../../conventions/manuscript/types.js';
import type { Warnings } from '../../../errors/index.js';
import { parseFragments } from '../../../syntax/xml-fragments.js';
import type { OsfElement } from '../tree.js';
import type { Losses } from './losses.js';

const OWN = 'fadein-';

/** The settings that a Fade In file left in the document for this writer. */
export class KeptElements {
  readonly #elements = new Map<string, readonly OsfElement[]>();

  constructor(kept: readonly KeptBlock[] | undefined, warnings: Warnings, losses: Losses) {
    for (const { id, text } of kept ?? []) {
      if (!id.startsWith(OWN)) {
        losses.add('kept');
        continue;
      }
      const elements = parseFragments(text);
      if (!elements) warnings.add('stale_hint', `The settings kept as \`${id}\` are damaged and were left out`);
      else this.#elements.set(id.slice(OWN.length), elements);
    }
  }

  get(name: 'styles' | 'settings' | 'lists' | 'spelling'): OsfElement | undefined {
    return this.#elements.get(name)?.[0];
  }

  /** Children of the root that only Fade In understands. */
  parts(): readonly OsfElement[] {
    return this.#elements.get('parts') ?? [];
  }
}
