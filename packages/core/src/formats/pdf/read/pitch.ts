import type { InkFont } from './ink.js';

/** Points: how finely distances are told apart. */
const STEP = 0.04;
/** So many neighbours tell the distance as well as more would. */
const ENOUGH = 4000;

/** What is known of one font at one size. */
export interface Pitch {
  /** How often neighbours stood so many steps apart. */
  steps: Map<number, number>;
  noted: number;
  /** The usual distance, points; 0 when no neighbours were seen. */
  usual: number;
}

/**
 * How far from each other the letters of a fixed-pitch font stand in this file, which need not be how wide they are:
 * Final Draft sets 7.2-point letters at 7.0. Learned from neighbouring letters, by font and size.
 */
export class PitchBook {
  readonly #fonts = new Map<InkFont, Map<number, Pitch>>();
  /** Entries that have been added to since they were settled. */
  readonly #open = new Set<Pitch>();

  /** The entry of a font at a size. */
  entry(font: InkFont, size: number): Pitch {
    let sizes = this.#fonts.get(font);
    if (!sizes) this.#fonts.set(font, (sizes = new Map<number, Pitch>()));
    const key = Math.round(size * 4);
    let entry = sizes.get(key);
    if (!entry) sizes.set(key, (entry = { steps: new Map(), noted: 0, usual: 0 }));
    return entry;
  }

  /** Notes the distance between the left edges of two neighbours. */
  note(entry: Pitch, distance: number): void {
    if (entry.noted >= ENOUGH) return;
    entry.noted++;
    this.#open.add(entry);
    const step = Math.round(distance / STEP);
    entry.steps.set(step, (entry.steps.get(step) ?? 0) + 1);
  }

  /** What has been noted counts from now on. */
  settle(): void {
    for (const entry of this.#open) entry.usual = modeOf(entry.steps);
    this.#open.clear();
  }

  /** The distance of letters, points; their width where no neighbours were seen. */
  pitch(font: InkFont, size: number): number {
    return this.entry(font, size).usual || font.width * size;
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
