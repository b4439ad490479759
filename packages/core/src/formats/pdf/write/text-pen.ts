import { ContentBytes, number } from './content-bytes.js';
import { NO_CODE } from './face.js';
import type { Face } from './face.js';

/** How glyphs are set: everything in points. */
export interface Setting {
  face: Face;
  /** Drawn size. */
  size: number;
  /** Added behind every glyph. */
  spacing: number;
  /** Horizontal scale; 1: as drawn. */
  stretch: number;
}

/** Two positions this near are one. */
const NEAR = 0.01;

/** Writes the text of a page: glyphs at places, with no operator that the text before has made true already. */
export class TextPen {
  readonly #out = new ContentBytes();
  #height = 0;
  #face: Face | undefined;
  #size = 0;
  #spacing = 0;
  #stretch = 1;
  #outline = 0;
  #color = '';
  /** Whether a string is open, and where its next glyph goes. */
  #open = false;
  #nextX = 0;
  #nextY = 0;

  startPage(height: number): void {
    this.#height = height;
    this.#face = undefined;
    this.#size = 0;
    this.#spacing = 0;
    this.#stretch = 1;
    this.#outline = 0;
    this.#color = BLACK;
    this.#out.ascii('BT\n');
  }

  takePage(): Uint8Array {
    this.#close();
    this.#out.ascii('ET\n');
    return this.#out.take();
  }

  /** The colour of what follows, as operands: `r g b`, each 0 to 1. */
  color(operands: string = BLACK): void {
    if (operands === this.#color) return;
    this.#close();
    this.#color = operands;
    this.#out.ascii(`${operands} rg ${operands} RG\n`);
  }

  /** What follows, up to {@link endMarked}, is one unit of marked content; `operator` begins it: `/Artifact BMC`. */
  beginMarked(operator: string): void {
    this.#close();
    this.#out.ascii(`${operator}\n`);
  }

  endMarked(): void {
    this.#close();
    this.#out.ascii('EMC\n');
  }

  /**
   * Sets characters that each have a cell and a glyph of their own, up to the first that has not.
   *
   * @returns where it stopped.
   */
  show(setting: Setting, text: string, start: number, end: number, x: number, y: number): number {
    const { face } = setting;
    if (start >= end || face.cellCode(text.charCodeAt(start)) === NO_CODE) return start;
    this.#close();
    this.#set(setting);
    this.#moveTo(face, x, y);
    const stop = this.#out.codes(text, start, end, face);
    this.#out.ascii(')Tj\n');
    return stop;
  }

  /** Sets one glyph; those that follow one another without a gap become one string. */
  place(setting: Setting, code: number, x: number, y: number): void {
    const { face, size, spacing, stretch } = setting;
    const goesOn = this.#open && Math.abs(x - this.#nextX) < NEAR && Math.abs(y - this.#nextY) < NEAR;
    if (!goesOn || !this.#isSet(setting)) {
      this.#close();
      this.#set(setting);
      this.#moveTo(face, x, y);
      this.#open = true;
    }
    this.#out.code(code);
    this.#nextX = x + (((face.widths[code] ?? 0) * size) / 1000 + spacing) * stretch;
    this.#nextY = y;
  }

  #close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#out.ascii(')Tj\n');
  }

  #moveTo({ slant }: Face, x: number, y: number): void {
    this.#out.ascii(`1 0 ${slant === 0 ? '0' : number(slant)} 1 ${number(x)} ${number(this.#height - y)} Tm(`);
  }

  #isSet({ face, size, spacing, stretch }: Setting): boolean {
    return face === this.#face && size === this.#size && spacing === this.#spacing && stretch === this.#stretch;
  }

  #set({ face, size, spacing, stretch }: Setting): void {
    const outline = face.embolden * size;
    if (face !== this.#face || size !== this.#size) this.#out.ascii(`/${face.name} ${number(size)} Tf\n`);
    if (spacing !== this.#spacing) this.#out.ascii(`${number(spacing)} Tc\n`);
    if (stretch !== this.#stretch) this.#out.ascii(`${number(stretch * 100)} Tz\n`);
    if (outline !== this.#outline) this.#out.ascii(outline > 0 ? `2 Tr ${number(outline)} w\n` : '0 Tr\n');
    this.#face = face;
    this.#size = size;
    this.#spacing = spacing;
    this.#stretch = stretch;
    this.#outline = outline;
  }
}

const BLACK = '0 0 0';
