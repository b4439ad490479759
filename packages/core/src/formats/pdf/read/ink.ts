import type { LineMark } from '../tree.js';

/** How glyphs are drawn, apart from where and how large. */
export interface InkLook {
  font: InkFont;
  /** `#rrggbb`; absent for patterns. */
  color: string | undefined;
  /** Drawn with an outline besides: how programs make bold of a font that has none. */
  outlined: boolean;
  /** Slanted by its matrix. */
  slanted: boolean;
  /** Raised (above 0) or lowered (below). */
  rise: number;
}

export interface InkFont {
  /** Without the tag of a subset. */
  name: string;
  bold: boolean;
  italic: boolean;
  /** Every letter seen so far is as wide as the others. */
  fixed: boolean;
  /** That width, by font size. */
  width: number;
}

/** A filled or stroked box, axis-aligned. */
export interface InkBox {
  x: number;
  end: number;
  top: number;
  bottom: number;
  color: string | undefined;
}

/**
 * The upright glyphs of a page in drawing order, blanks included, in columns of numbers: a feature has half a million,
 * so a page's columns are used again for the next.
 */
export class PageInk {
  number = 0;
  width = 0;
  height = 0;
  count = 0;
  /** Left edge, baseline, right edge and font size, points from the top left corner of the page. */
  x = new Float64Array(4096);
  y = new Float64Array(4096);
  end = new Float64Array(4096);
  size = new Float64Array(4096);
  /** Index into {@link looks}. */
  look = new Uint16Array(4096);
  /** Index into {@link marks}. */
  mark = new Uint16Array(4096);
  /** The letters, by {@link letterCode}. */
  letter = new Uint32Array(4096);
  /** What the file says of stretches of the page's content; the first stands for nothing. */
  marks: (LineMark | undefined)[] = [undefined];
  readonly looks: InkLook[] = [];
  /** Thin boxes, lying: underlines, strikes and rules. */
  rules: InkBox[] = [];
  /** Other painted boxes. */
  boxes: InkBox[] = [];
  images = 0;
  /** Glyphs left out because they do not stand upright, by quarter turns. */
  turned: [number, number, number, number] = [0, 0, 0, 0];
  /** Glyphs for which the file does not say which letters they are. */
  unknown = 0;

  start(number: number, width: number, height: number): void {
    this.number = number;
    this.width = width;
    this.height = height;
    this.count = 0;
    this.marks = [undefined];
    this.rules = [];
    this.boxes = [];
    this.images = 0;
    this.turned = [0, 0, 0, 0];
    this.unknown = 0;
  }

  push(letter: number, x: number, y: number, end: number, size: number, look: number, mark: number): void {
    const at = this.count++;
    if (at >= this.x.length) this.#grow();
    this.x[at] = x;
    this.y[at] = y;
    this.end[at] = end;
    this.size[at] = size;
    this.look[at] = look;
    this.mark[at] = mark;
    this.letter[at] = letter;
  }

  #grow(): void {
    const length = this.x.length * 2;
    this.x = copied(this.x, new Float64Array(length));
    this.y = copied(this.y, new Float64Array(length));
    this.end = copied(this.end, new Float64Array(length));
    this.size = copied(this.size, new Float64Array(length));
    this.look = copied(this.look, new Uint16Array(length));
    this.mark = copied(this.mark, new Uint16Array(length));
    this.letter = copied(this.letter, new Uint32Array(length));
  }
}

function copied<T extends Float64Array | Uint16Array | Uint32Array>(old: T, longer: T): T {
  longer.set(old);
  return longer;
}
