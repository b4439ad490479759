import type { LineMark, PdfLine, PdfSpan } from '../tree.js';

/** Numbers of a line in {@link PageLines}: left edge, right edge, baseline, font size. */
const NUMBERS = 4;
/** Characters that `String.fromCharCode` takes at once. */
const MAX_ARGUMENTS = 8192;
const NO_SPANS: readonly PdfSpan[] = [];

/**
 * The lines of a page, in columns of numbers: a feature has ten thousand lines, and as objects with texts they would be
 * most of the memory that reading it takes.
 */
export class PageLines {
  readonly number: number;
  readonly numbers: Float64Array;
  /** UTF-16 units of the texts, and their left edges, one line behind the other. */
  #codes: Uint16Array;
  #edges: Float32Array;
  #used = 0;
  #lines = 0;

  /** `letters` is how many letters and blanks are expected; there may be more. */
  constructor(number: number, lines: number, letters: number) {
    this.number = number;
    this.numbers = new Float64Array(NUMBERS * lines);
    this.#codes = new Uint16Array(letters);
    this.#edges = new Float32Array(letters);
  }

  /** Writes a letter of the line that is added next. */
  write(code: number, x: number): void {
    if (this.#used >= this.#codes.length) this.#grow();
    this.#codes[this.#used] = code;
    this.#edges[this.#used++] = x;
  }

  /** Adds the line whose letters were written since the last one was added. */
  add(facts: { x: number; end: number; y: number; size: number; font: string }, from: number): PageLine {
    const { numbers } = this;
    const at = NUMBERS * this.#lines++;
    numbers[at] = facts.x;
    numbers[at + 1] = facts.end;
    numbers[at + 2] = facts.y;
    numbers[at + 3] = facts.size;
    return new PageLine(this, at, from, this.#used, facts.font);
  }

  /** Where the next letter is written. */
  get used(): number {
    return this.#used;
  }

  text(from: number, to: number): string {
    if (to - from <= MAX_ARGUMENTS) return fromCodes(this.#codes.subarray(from, to));
    return this.text(from, from + MAX_ARGUMENTS) + this.text(from + MAX_ARGUMENTS, to);
  }

  edges(from: number, to: number): Float32Array {
    return this.#edges.subarray(from, to);
  }

  #grow(): void {
    const length = 2 * this.#codes.length + 64;
    const codes = new Uint16Array(length);
    const edges = new Float32Array(length);
    codes.set(this.#codes);
    edges.set(this.#edges);
    this.#codes = codes;
    this.#edges = edges;
  }
}

function fromCodes(codes: Uint16Array): string {
  return String.fromCharCode.apply(null, codes as unknown as number[]);
}

/** A line of a page's columns. It is copied by {@link changedLine}: what it is made of does not belong to it. */
export class PageLine implements PdfLine {
  readonly #lines: PageLines;
  readonly #at: number;
  readonly #from: number;
  readonly #to: number;
  #text: string | undefined;
  readonly font: string;
  spans: readonly PdfSpan[] = NO_SPANS;
  trailing = -1;
  drawn = 0;
  mark: LineMark | undefined;

  constructor(lines: PageLines, at: number, from: number, to: number, font: string) {
    this.#lines = lines;
    this.#at = at;
    this.#from = from;
    this.#to = to;
    this.font = font;
  }

  get page(): number {
    return this.#lines.number;
  }

  get x(): number {
    return this.#lines.numbers[this.#at] as number;
  }

  get end(): number {
    return this.#lines.numbers[this.#at + 1] as number;
  }

  get y(): number {
    return this.#lines.numbers[this.#at + 2] as number;
  }

  get size(): number {
    return this.#lines.numbers[this.#at + 3] as number;
  }

  get text(): string {
    return (this.#text ??= this.#lines.text(this.#from, this.#to));
  }

  get xs(): Float32Array {
    return this.#lines.edges(this.#from, this.#to);
  }
}

/** A copy of a line in which some things are otherwise. */
export function changedLine(line: PdfLine, changes: Partial<PdfLine>): PdfLine {
  const { page, y, x, end, size, font, text, xs, spans, trailing, drawn, mark } = line;
  return { page, y, x, end, size, font, text, xs, spans, trailing, drawn, mark, ...changes };
}
