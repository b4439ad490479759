import type { PdfLook } from '../tree.js';
import { familyOf } from './font-look.js';
import type { InkLook } from './ink.js';

/** What the looks of a file's ink mean, worked out once for each. */
export class LineLooks {
  readonly #ink: readonly InkLook[];
  readonly #looks = new Map<number, PdfLook | undefined>();
  readonly #families: string[] = [];

  constructor(ink: readonly InkLook[]) {
    this.#ink = ink;
  }

  /** What some ink looks like whatever line it stands on; undefined when plain. */
  look(at: number): PdfLook | undefined {
    let look = this.#looks.get(at);
    if (look === undefined && !this.#looks.has(at)) this.#looks.set(at, (look = meaningOf(this.#ink[at] as InkLook)));
    return look;
  }

  family(at: number): string {
    return (this.#families[at] ??= familyOf((this.#ink[at] as InkLook).font));
  }
}

function meaningOf({ font, outlined, slanted, rise, color }: InkLook): PdfLook | undefined {
  const look: PdfLook = {};
  if (font.bold || outlined) look.bold = true;
  if (font.italic || slanted) look.italic = true;
  if (rise > 0) look.superscript = true;
  else if (rise < 0) look.subscript = true;
  if (color !== undefined && !isBlack(color)) look.color = color;
  return Object.keys(look).length > 0 ? look : undefined;
}

/** Black, rich black and the darkest greys: ink that is meant to be black. */
function isBlack(color: string): boolean {
  const value = Number.parseInt(color.slice(1), 16);
  const red = value >> 16;
  const green = (value >> 8) & 0xff;
  const blue = value & 0xff;
  const most = Math.max(red, green, blue);
  return most < 0x50 && most - Math.min(red, green, blue) < 0x20;
}

export function sameLook(a: PdfLook, b: PdfLook | undefined): boolean {
  return (
    a === b ||
    (b !== undefined &&
      a.bold === b.bold &&
      a.italic === b.italic &&
      a.superscript === b.superscript &&
      a.subscript === b.subscript &&
      a.color === b.color &&
      a.size === b.size &&
      a.font === b.font)
  );
}
