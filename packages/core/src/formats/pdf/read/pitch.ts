import type { InkFont } from './ink.js';

/** Points: how finely distances are told apart. */
const STEP = 0.04;

/**
 * How far from each other the letters of a fixed-pitch font stand in this file, which need not be how wide they are:
 * Final Draft sets 7.2-point letters at 7.0. Learned from neighbouring letters, by font and size.
 */
export class PitchBook {
  readonly #counts = new Map<InkFont, Map<number, Map<number, number>>>();
  readonly #modes = new Map<InkFont, Map<number, number>>();

  /** Notes the distance between the left edges of two neighbours. */
  note(font: InkFont, size: number, distance: number): void {
    let sizes = this.#counts.get(font);
    if (!sizes) this.#counts.set(font, (sizes = new Map<number, Map<number, number>>()));
    const key = Math.round(size * 4);
    let steps = sizes.get(key);
    if (!steps) sizes.set(key, (steps = new Map<number, number>()));
    const step = Math.round(distance / STEP);
    steps.set(step, (steps.get(step) ?? 0) + 1);
  }

  /** What has been noted counts from now on. */
  settle(): void {
    for (const [font, sizes] of this.#counts) {
      const modes = new Map<number, number>();
      this.#modes.set(font, modes);
      for (const [size, steps] of sizes) modes.set(size, modeOf(steps));
    }
  }

  /** The distance of letters, points; their width where no neighbours were seen. */
  pitch(font: InkFont, size: number): number {
    return this.#modes.get(font)?.get(Math.round(size * 4)) ?? font.width * size;
  }
}

/** The middle of the most frequent steps: the fullest window of three. */
function modeOf(steps: ReadonlyMap<number, number>): number {
  let best = 0;
  let weight = 0;
  for (const step of steps.keys()) {
    let sum = 0;
    let count = 0;
    for (let at = step - 1; at <= step + 1; at++) {
      const n = steps.get(at) ?? 0;
      sum += at * n;
      count += n;
    }
    if (count > weight || (count === weight && sum / count < best)) {
      weight = count;
      best = sum / count;
    }
  }
  return best * STEP;
}
