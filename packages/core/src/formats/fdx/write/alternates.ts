import type { Block, BlockNote, ParagraphStyle } from '../../../conventions/manuscript/types.js';
import { printInches, styleKey, typeName } from '../mapping.js';
import { branch, leaf } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';
import { alternateParagraphs } from './notes.js';
import type { FileVersion } from './version.js';

/** Gathers the alternates of the script: the references in its paragraphs and the collection they refer to. */
export class AlternatePrinter {
  readonly #version: FileVersion;
  readonly #styles: Readonly<Record<string, ParagraphStyle>>;
  readonly #collection = new Map<string, FdxElement>();
  #next: number;

  constructor(
    version: FileVersion,
    styles: Readonly<Record<string, ParagraphStyle>> | undefined,
    blocks: readonly Block[],
    notes: readonly BlockNote[],
  ) {
    this.#version = version;
    this.#styles = styles ?? {};
    let highest = 0;
    for (const { extra } of [...blocks, ...notes])
      highest = Math.max(highest, Number(extra?.['fdx.alternate'] ?? 0) || 0);
    this.#next = highest + 1;
  }

  /** `Alts` of a paragraph. */
  print(block: Block, alternates: readonly Block[]): FdxElement[] {
    if (alternates.length === 0) return [];
    const left = printInches(this.#styles[styleKey(typeName(block))]?.left ?? 0);
    const ids = alternates.map((alternate) => this.#add(alternate, left));
    const current = block.extra?.['fdx.current-alternate'] ?? '0';
    return [
      branch(
        'Alts',
        { Current: current },
        ids.map((id) => leaf('AltId', undefined, id)),
      ),
    ];
  }

  /** An alternate that nothing in the script refers to. */
  addUnused(note: BlockNote): void {
    this.#add(note, '0.00');
  }

  #add(alternate: Pick<Block, 'text' | 'runs' | 'extra'>, left: string): string {
    let id = alternate.extra?.['fdx.alternate'];
    if (id === undefined || this.#collection.has(id)) id = String(this.#next++);
    this.#collection.set(id, branch('Alt', { Id: id }, alternateParagraphs(alternate, left, this.#version)));
    return id;
  }

  collection(): FdxElement | undefined {
    if (this.#collection.size === 0) return undefined;
    const alternates = [...this.#collection].sort(([a], [b]) => Number(a) - Number(b)).map(([, element]) => element);
    return branch('AltCollection', undefined, alternates);
  }
}
