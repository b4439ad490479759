/** Script-wide offsets -> places in blocks. */

/** A place as the manuscript has it: index of a block and UTF-16 units into its text. */
export interface BlockPlace {
  block: number;
  /** Beyond the end of the block's text for its end. */
  offset: number;
  /** The block is embedded in a paragraph: only that it is meant is known, not which of its text. */
  embedded?: boolean;
}

/** Units that a block embedded in a paragraph (dual dialogue, an omitted scene) takes; its own text counts nothing. */
const EMBED = 2;

interface Span {
  /** Offset of the paragraph's first unit in the script. */
  base: number;
  /** Units of its own text. */
  length: number;
  /** The block of its own text; for a dual dialogue the first of the embedded ones. */
  block: number;
  /** First and last of the embedded blocks. */
  embedded: readonly [number, number] | undefined;
}

/**
 * Where the paragraphs of the script lie. Final Draft counts the UTF-16 units of the paragraphs' texts, one for the end
 * of each paragraph, and two for a block embedded in one.
 */
export class ScriptPositions {
  readonly #spans: Span[] = [];
  #next = 0;

  /** Offset at which the next paragraph begins. */
  get next(): number {
    return this.#next;
  }

  /** Enters the next paragraph: its own block and text, and the blocks embedded in it. */
  add(block: number, length: number, embedded?: readonly [number, number]): void {
    this.#spans.push({ base: this.#next, length, block, embedded });
    this.#next += length + (embedded ? EMBED : 0) + 1;
  }

  /** The place of an offset; the end of the script for one beyond it, undefined for an empty script. */
  place(offset: number): BlockPlace | undefined {
    const at = this.#indexOf(offset);
    const span = this.#spans[at];
    if (!span) return undefined;
    const local = Math.max(0, offset - span.base);
    if (!span.embedded) return { block: span.block, offset: Math.min(local, span.length) };
    const [first, last] = span.embedded;
    if (span.block === first) {
      return local < EMBED
        ? { block: first, offset: 0, embedded: true }
        : { block: last, offset: Infinity, embedded: true };
    }
    return local <= span.length
      ? { block: span.block, offset: local }
      : { block: last, offset: Infinity, embedded: true };
  }

  /** Index of the paragraph that an offset lies in. */
  #indexOf(offset: number): number {
    let low = 0;
    let high = this.#spans.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#spans[middle]?.base ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
