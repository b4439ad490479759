import type { Manuscript } from '../../../conventions/manuscript/types.js';
import type { Warnings } from '../../../errors/index.js';
import { parseFragments } from '../../../syntax/xml-fragments.js';
import type { OsfElement } from '../tree.js';
import type { FadeInLosses } from './losses.js';

const OWN = 'fadein-';

/** What a Fade In file left in the document for this writer. */
export class KeptElements {
  readonly #settings = new Map<string, OsfElement>();
  readonly #manuscript: Manuscript;
  readonly #warnings: Warnings;

  constructor(manuscript: Manuscript, warnings: Warnings, losses: FadeInLosses) {
    this.#manuscript = manuscript;
    this.#warnings = warnings;
    for (const { id, text } of manuscript.kept ?? []) {
      if (!id.startsWith(OWN)) {
        losses.add('kept');
        continue;
      }
      const [element] = parseFragments(text) ?? [];
      if (element) this.#settings.set(id.slice(OWN.length), element);
      else this.#stale(id);
    }
  }

  #stale(name: string): void {
    this.#warnings.add('stale_hint', `The settings kept as \`${name}\` are damaged and were left out`);
  }

  settings(name: 'styles' | 'settings'): OsfElement | undefined {
    return this.#settings.get(name);
  }

  /** Elements that may hold words of the script. */
  elements(name: 'lists' | 'spelling' | 'parts'): readonly OsfElement[] {
    const text = this.#manuscript.extra?.[`fadein.${name}`];
    const elements = text === undefined ? [] : parseFragments(text);
    if (!elements) this.#stale(`fadein.${name}`);
    return elements ?? [];
  }
}
