import type { LaidPage, PlacedLine } from '../../../layout/index.js';
import { STYLES, styleOf } from '../fonts/shipped-fonts.js';
import type { FontStyle } from '../fonts/shipped-fonts.js';

/** Which styles pages use, and which characters in each: what fonts must be at hand. */
export class Census {
  readonly #characters = new Map<FontStyle, Set<number>>([['regular', printableAscii()]]);

  constructor(pages: readonly LaidPage[], watermark: string | undefined) {
    for (const { lines } of pages) for (const line of lines) this.#addLine(line);
    if (watermark !== undefined) this.#add('regular', watermark);
  }

  /** Undefined for a style that is not used. */
  charactersIn(style: FontStyle): ReadonlySet<number> | undefined {
    return this.#characters.get(style);
  }

  #addLine({ text, runs }: PlacedLine): void {
    if (runs) {
      for (const style of STYLES) {
        if (runs.some(({ bold, italic }) => styleOf(bold, italic) === style)) this.#add(style, text);
      }
    }
    this.#add('regular', text);
  }

  #add(style: FontStyle, text: string): void {
    let characters = this.#characters.get(style);
    if (!characters) this.#characters.set(style, (characters = printableAscii()));
    if (!BEYOND_ASCII.test(text)) return;
    for (const char of text) characters.add(char.codePointAt(0) ?? 0);
  }
}

const BEYOND_ASCII = /[^ -~]/;

function printableAscii(): Set<number> {
  return new Set(Array.from({ length: 0x5f }, (_, at) => 0x20 + at));
}
