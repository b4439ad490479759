import type { Block } from '../conventions/manuscript/types.js';
import type { Geometry } from './geometry.js';
import type { PageFacts } from './page-facts.js';
import { placeExtra } from './place.js';
import type { SceneNumbers } from './scene-numbers.js';
import type { PlacedLine } from './types.js';

/** `(CONTINUED)` and `CONTINUED:` where a scene goes on overleaf. They stand in the margins and take no room of the text. */
export class SceneContinueds {
  readonly #blocks: readonly Block[];
  readonly #geometry: Geometry;
  readonly #numbers: SceneNumbers;
  readonly #pages: readonly PageFacts[];
  /** For each page the block of the heading under which it starts; undefined before the first and where a scene starts. */
  readonly #goesOn: (number | undefined)[] = [];
  /** For each page how many pages the scene has gone on for. */
  readonly #counts: number[] = [];
  /** For each page the heading under which it starts or, when it starts with one, that one. */
  readonly #first: (number | undefined)[] = [];

  constructor(blocks: readonly Block[], pages: readonly PageFacts[], geometry: Geometry, numbers: SceneNumbers) {
    this.#blocks = blocks;
    this.#geometry = geometry;
    this.#numbers = numbers;
    this.#pages = pages;
    let scene: number | undefined;
    let count = 0;
    for (const { fresh, starts } of pages) {
      this.#goesOn.push(fresh ? undefined : scene);
      count = fresh ? 0 : count + 1;
      this.#counts.push(count);
      const heading = starts.find((start) => start.heading)?.block;
      this.#first.push(fresh ? (heading ?? scene) : (scene ?? heading));
      const last = starts[starts.length - 1];
      if (!last) continue;
      scene = last.heading ? last.block : undefined;
      count = 0;
    }
  }

  /** The heading's block of the scene that page `at` starts with. */
  sceneAt(at: number): number | undefined {
    return this.#first[at];
  }

  top(at: number): PlacedLine[] {
    const scene = this.#goesOn[at];
    const { sceneTopOn, sceneTop, sceneNumbered } = this.#geometry.setup.continuation;
    if (scene === undefined || !sceneTopOn || !sceneTop) return [];
    const { top, line } = this.#geometry;
    const count = this.#counts[at] ?? 1;
    const text = sceneNumbered && count > 1 ? `${sceneTop} (${count})` : sceneTop;
    const heading = this.#blocks[scene] as Block;
    const number = this.#numbers.of(heading, scene);
    // Above the line of a repeated cue.
    const where = top - 2 * line;
    const left = this.#geometry.boxOf(heading).left;
    return [
      ...this.#numbers.left(number, where),
      placeExtra({ role: 'scene-continued', text, at: left, top: where, align: 'left' }, this.#geometry),
      ...this.#numbers.right(number, where),
    ];
  }

  bottom(at: number): PlacedLine[] {
    const { sceneBottomOn, sceneBottom } = this.#geometry.setup.continuation;
    if (this.#goesOn[at + 1] === undefined || !sceneBottomOn || !sceneBottom) return [];
    const { top, line } = this.#geometry;
    const end = this.#pages[at]?.end ?? 0;
    const { right } = this.#geometry.boxOf({ kind: 'transition', text: '' });
    return [
      placeExtra(
        { role: 'scene-continued', text: sceneBottom, at: right, top: top + end + line, align: 'right' },
        this.#geometry,
      ),
    ];
  }
}
