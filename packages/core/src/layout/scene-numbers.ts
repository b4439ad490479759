import type { Block, Manuscript } from '../conventions/manuscript/types.js';
import { INCH } from './geometry.js';
import type { Geometry } from './geometry.js';
import { placeExtra } from './place.js';
import type { LayoutOptions, PlacedLine } from './types.js';
import { prints } from './flow.js';

/** Which numbers print beside headings, and where. */
export class SceneNumbers {
  readonly #left: boolean;
  readonly #right: boolean;
  readonly #geometry: Geometry;
  /** Numbers given because the caller wants some and the script has none. */
  readonly #given = new Map<number, string>();

  constructor(manuscript: Manuscript, option: LayoutOptions['sceneNumbers'], geometry: Geometry) {
    const { blocks, setup } = manuscript;
    const numbered = blocks.some(({ kind, number }) => kind === 'heading' && number !== undefined);
    // A script without settings that numbers its scenes means them to be seen.
    const usual = setup?.sceneNumbers ? geometry.setup.sceneNumbers : { left: numbered, right: numbered };
    this.#left = option === undefined ? (usual.left ?? false) : option === 'left' || option === 'both';
    this.#right = option === undefined ? (usual.right ?? false) : option === 'right' || option === 'both';
    this.#geometry = geometry;
    if (option !== undefined && !numbered && (this.#left || this.#right)) {
      let number = 0;
      blocks.forEach((block, at) => {
        if (block.kind === 'heading' && prints(block)) this.#given.set(at, String(++number));
      });
    }
  }

  /** The number of a block as printed. */
  of(block: Block, at: number): string | undefined {
    return block.number ?? this.#given.get(at);
  }

  left(number: string | undefined, top: number): PlacedLine[] {
    return this.#left ? this.#place(number, top, 'left', this.#geometry.setup.sceneNumbers.leftAt ?? 0.75) : [];
  }

  right(number: string | undefined, top: number): PlacedLine[] {
    return this.#right ? this.#place(number, top, 'right', this.#geometry.setup.sceneNumbers.rightAt ?? 7.375) : [];
  }

  #place(number: string | undefined, top: number, align: 'left' | 'right', at: number): PlacedLine[] {
    if (number === undefined || number === '') return [];
    return [placeExtra({ role: 'scene-number', text: number, at: at * INCH, top, align }, this.#geometry)];
  }
}
