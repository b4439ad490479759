/** A line on its way out: the text of an element's line, and what stands before and behind it. */
export class Line {
  readonly text: string;
  /** Takes the element's indent. */
  readonly indented: boolean;
  mark = '';
  tail = '';
  blanks = '';
  #escapes: number[] | undefined;

  constructor(text: string, indented = true) {
    this.text = text;
    this.indented = indented;
  }

  before(mark: string): void {
    this.mark = mark;
  }

  behind(mark: string): void {
    this.tail = mark;
  }

  indent(blanks: string): void {
    this.blanks = blanks;
  }

  /** Puts a backslash before the character at `at`, an offset in the bare text. */
  escape(at: number): void {
    (this.#escapes ??= []).push(at);
  }

  /** A part of the text with its escapes. */
  part(start: number, end: number): string {
    let out = '';
    let from = start;
    for (const at of this.#escapes ?? []) {
      if (at < from || at >= end) continue;
      out += `${this.text.slice(from, at)}\\`;
      from = at;
    }
    return out + this.text.slice(from, end);
  }

  toString(): string {
    return this.blanks + this.mark + this.part(0, this.text.length) + this.tail;
  }
}
