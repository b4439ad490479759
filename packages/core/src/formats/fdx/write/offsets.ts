/** Places in blocks -> script-wide offsets; counts as the reader does. */

/** Units that a block embedded in a paragraph takes. */
const EMBED = 2;

interface Place {
  base: number;
  /** Units of text at the place, within which local offsets count. */
  length: number;
}

export class ScriptOffsets {
  readonly #places: (Place | undefined)[] = [];
  #next = 0;

  /** Offset at which the next paragraph begins. */
  get next(): number {
    return this.#next;
  }

  /** Enters the next paragraph: the block of its text, if it has one, and the blocks embedded in it. */
  add(own: number | undefined, length: number, embedded: readonly number[]): void {
    const base = this.#next;
    if (own !== undefined) this.#places[own] = { base, length };
    embedded.forEach((block, at) => {
      // Only the ends of an embedded block are places of the script.
      const last = at === embedded.length - 1 && (at > 0 || own !== undefined);
      this.#places[block] = { base: base + length + (last ? EMBED : 0), length: 0 };
    });
    this.#next += length + (embedded.length > 0 ? EMBED : 0) + 1;
  }

  /** A block that has no paragraph of its own (alternates, what hides in notes) is where its neighbour is. */
  alias(block: number, neighbour: number): void {
    const place = this.#places[neighbour];
    if (place) this.#places[block] = { base: place.base, length: 0 };
  }

  /** The offset in the script; that of the nearest paragraph before for a block without a place. */
  of(block: number, offset: number): number {
    for (let at = block; at >= 0; at--) {
      const place = this.#places[at];
      if (place) return place.base + (at === block ? Math.min(Math.max(0, offset), place.length) : place.length);
    }
    return 0;
  }
}
