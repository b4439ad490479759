import { skipBlanks } from '../grammar.js';

/** Marks right after which a line has not begun for what is hidden in it. */
const FORCING = ['!', '.'];

/**
 * A line on its way out: the text of an element's line, what stands before and behind it, and what is hidden inside.
 * Offsets are those of the bare text.
 */
export class Line {
  readonly text: string;
  /** Takes the element's indent. */
  readonly indented: boolean;
  #before = '';
  #behind = '';
  #indent = '';
  #escapes: number[] | undefined;
  #hidden: { at: number; text: string; ownLine: boolean; tight: boolean }[] | undefined;

  constructor(text: string, indented = true) {
    this.text = text;
    this.indented = indented;
  }

  before(mark: string): void {
    this.#before = mark;
  }

  behind(mark: string): void {
    this.#behind = mark;
  }

  indent(blanks: string): void {
    this.#indent = blanks;
  }

  /** Puts a backslash before the character at `at`. */
  escape(at: number): void {
    (this.#escapes ??= []).push(at);
  }

  hide(at: number, text: string, ownLine: boolean, tight: boolean): void {
    (this.#hidden ??= []).push({ at: Math.max(0, Math.min(at, this.text.length)), text, ownLine, tight });
  }

  toString(): string {
    const start = this.#indent + this.#before;
    const hidden = this.#hidden ?? [];
    const escapes = this.#escapes ?? [];
    if (hidden.length === 0 && escapes.length === 0) return start + this.text + this.#behind;
    let out = start;
    let from = 0;
    let below = '';
    const copy = (to: number): void => {
      for (const at of escapes) {
        if (at < from || at >= to) continue;
        out += `${this.text.slice(from, at)}\\`;
        from = at;
      }
      out += this.text.slice(from, to);
      from = to;
    };
    const indent = skipBlanks(this.text, 0, this.text.length);
    // What stands at a tight one's place touches it.
    const tightAt = new Set(hidden.filter(({ tight, ownLine }) => tight && !ownLine).map(({ at }) => at));
    for (const { at, text, ownLine } of hidden) {
      if (ownLine) {
        below += `\n${text}`;
        continue;
      }
      copy(at);
      out += this.#parted(at, text, tightAt.has(at), indent);
    }
    copy(this.text.length);
    return out + this.#behind + below;
  }

  /** What is hidden, with the blank that reading takes away with it. `indent`: how many blanks the text starts with. */
  #parted(at: number, text: string, tight: boolean, indent: number): string {
    const next = at < this.text.length ? this.text.charAt(at) : this.#behind.charAt(0);
    const beforeBlank = next === '' || next === ' ';
    const head = this.#before.trim();
    if (head === '' ? at <= indent : at === 0 && FORCING.includes(head)) {
      return next === '' || (tight && !beforeBlank) ? text : `${text} `;
    }
    const afterBlank = at === 0 ? this.#before.endsWith(' ') : this.text.charAt(at - 1) === ' ';
    return beforeBlank && (afterBlank || !tight) ? ` ${text}` : text;
  }
}
