import { positionAt } from '../../../syntax/text.js';
import { isBlank, isEscaped } from '../grammar.js';

/** A note or a piece of boneyard, taken out of the text. */
export interface Taken {
  readonly type: 'note' | 'boneyard';
  /** What stood between the brackets. */
  readonly text: string;
  /** Where it stood, in the text without it. Of one with lines of its own: where the line below starts. */
  at: number;
  /** Nothing else stood on its lines; they are gone with it. */
  ownLine: boolean;
  /** No blank parted it from the text where one usually would. */
  readonly tight: boolean;
}

export interface VisibleText {
  text: string;
  /** In order of their places. */
  taken: Taken[];
  /** Line of the first boneyard that is never closed, from 1. */
  unclosed?: number | undefined;
}

/**
 * Takes notes and boneyards out, so that what is left can be read line by line. What opens first counts: a bracket
 * inside a note or a boneyard is part of it. A note ends before a blank line that no two blanks connect, else it is no
 * note; a boneyard may go over anything; what is never closed is text.
 *
 * A line that held nothing else goes with it. Of the two blanks around one inside a line, one goes too.
 */
export function takeHidden(src: string): VisibleText {
  return new Taker(src).run();
}

/** What the line in hand shows so far: nothing, the mark that forces action or a heading right after it, or text. */
type Shown = 'nothing' | 'mark' | 'text';

class Taker {
  readonly #src: string;
  readonly #taken: Taken[] = [];
  /** The visible text up to the line in hand. */
  #done = '';
  /** The line in hand but for its last piece, and that piece: only short strings are ever cut. */
  #line = '';
  #tail = '';
  #shown: Shown = 'nothing';
  /** Index of the first taken of the line in hand; -1: none yet. */
  #first = -1;
  /** What of the source is not copied yet. */
  #from = 0;
  readonly #boneyards: Finder;
  readonly #boneyardEnds: Finder;
  readonly #notes: Finder;
  readonly #noteEnds: Finder;
  readonly #newlines: Finder;
  #blankLine = -1;
  #unclosed: number | undefined;

  constructor(src: string) {
    this.#src = src;
    this.#boneyards = new Finder(src, '/*');
    this.#boneyardEnds = new Finder(src, '*/');
    this.#notes = new Finder(src, '[[');
    this.#noteEnds = new Finder(src, ']]');
    this.#newlines = new Finder(src, '\n');
  }

  run(): VisibleText {
    const src = this.#src;
    const { length } = src;
    for (let at = 0; ; ) {
      const boneyard = this.#boneyards.next(at);
      const note = this.#notes.next(at);
      const start = Math.min(boneyard, note);
      if (start >= length) break;
      const isNote = note < boneyard;
      const end = isEscaped(src, at, start) ? -1 : isNote ? this.#endOfNote(start + 2) : this.#endOfBoneyard(start + 2);
      if (end < 0) {
        if (!isNote && !isEscaped(src, at, start)) this.#unclosed ??= positionAt(src, start).line;
        at = start + 1;
        continue;
      }
      this.#copy(start);
      this.#take(isNote ? 'note' : 'boneyard', start, end);
      at = end + 2;
    }
    this.#copy(length);
    this.#endLine();
    return { text: this.#done + this.#line + this.#tail, taken: this.#taken, unclosed: this.#unclosed };
  }

  #endOfBoneyard(from: number): number {
    const end = this.#boneyardEnds.next(from);
    return end < this.#src.length ? end : -1;
  }

  /** Offset of the `]]` that closes the note whose text starts at `from`; -1 when none does. */
  #endOfNote(from: number): number {
    const src = this.#src;
    let end = this.#noteEnds.next(from);
    while (end < src.length && isEscaped(src, from, end)) end = this.#noteEnds.next(end + 1);
    if (end >= src.length) return -1;
    if (this.#blankLine < from) this.#blankLine = nextBlankLine(src, from);
    return this.#blankLine < end ? -1 : end;
  }

  /** Copies the visible text up to `end`. */
  #copy(end: number): void {
    if (end <= this.#from) return;
    const src = this.#src;
    if (this.#first >= 0) {
      const newline = this.#newlines.next(this.#from);
      if (newline >= end) {
        this.#append(src.slice(this.#from, end));
        this.#from = end;
        return;
      }
      this.#append(src.slice(this.#from, newline));
      this.#from = newline + 1;
      this.#endLine();
    }
    const newline = src.lastIndexOf('\n', end - 1);
    if (newline >= this.#from) {
      this.#done += this.#line + this.#tail + src.slice(this.#from, newline + 1);
      this.#startLine();
      this.#from = newline + 1;
    }
    this.#append(src.slice(this.#from, end));
    this.#from = end;
  }

  #append(piece: string): void {
    this.#line += this.#tail;
    this.#tail = piece;
    for (let at = 0; at < piece.length && this.#shown !== 'text'; at++) {
      if (this.#shown === 'nothing' && isBlank(piece.charCodeAt(at))) continue;
      this.#shown = this.#shown === 'nothing' && '!.'.includes(piece.charAt(at)) ? 'mark' : 'text';
    }
  }

  #startLine(): void {
    this.#line = '';
    this.#tail = '';
    this.#shown = 'nothing';
    this.#first = -1;
  }

  /** The line in hand is complete; its own line end is behind `#from`. */
  #endLine(): void {
    const first = this.#first;
    if (first < 0) return;
    if (this.#shown === 'nothing') {
      for (let n = first; n < this.#taken.length; n++) {
        const taken = this.#taken[n] as Taken;
        taken.at = this.#done.length;
        taken.ownLine = true;
      }
    } else {
      const end = this.#done.length + this.#line.length + this.#tail.length;
      for (let n = first; n < this.#taken.length; n++) {
        const taken = this.#taken[n] as Taken;
        if (taken.at > end) taken.at = end;
      }
      this.#done += `${this.#line}${this.#tail}\n`;
    }
    this.#startLine();
  }

  #take(type: 'note' | 'boneyard', start: number, end: number): void {
    const src = this.#src;
    const behind = end + 2;
    const after = behind < src.length ? src.charCodeAt(behind) : 10;
    const closes = after === 32 || after === 10;
    let tight = false;
    this.#from = behind;
    const starts = this.#shown !== 'text';
    if (starts && after === 32) this.#from = behind + 1;
    else if (closes && this.#shown !== 'nothing' && this.#tail.endsWith(' ')) this.#tail = this.#tail.slice(0, -1);
    else tight = starts ? after !== 10 : closes;
    if (this.#first < 0) this.#first = this.#taken.length;
    const raw = src.slice(start + 2, end);
    const text = type === 'note' ? unescapeNote(raw) : unescapeBoneyard(raw);
    const at = this.#done.length + this.#line.length + this.#tail.length;
    // The blank that went may have stood behind the one before.
    for (let n = this.#taken.length - 1; n >= this.#first && (this.#taken[n] as Taken).at > at; n--)
      (this.#taken[n] as Taken).at = at;
    this.#taken.push({ type, text, at, ownLine: false, tight });
  }
}

/** Finds the next of one string, remembering the last answer: asked with rising offsets, it reads the text once. */
class Finder {
  readonly #src: string;
  readonly #what: string;
  #found = -1;

  constructor(src: string, what: string) {
    this.#src = src;
    this.#what = what;
  }

  /** Offset of the first at or after `from`; the text's length when there is none. */
  next(from: number): number {
    if (this.#found < from) {
      const at = this.#src.indexOf(this.#what, from);
      this.#found = at < 0 ? this.#src.length : at;
    }
    return this.#found;
  }
}

/** Offset of the next line end that a really blank line follows: an empty one, or one blank alone. */
function nextBlankLine(src: string, from: number): number {
  for (let at = src.indexOf('\n', from); at >= 0; at = src.indexOf('\n', at + 1)) {
    const next = src.charCodeAt(at + 1);
    if (next === 10 || (isBlank(next) && src.charCodeAt(at + 2) === 10)) return at;
  }
  return src.length;
}

/** Backslashes right before a closing bracket or the end are doubled, and one more escapes the bracket. */
function unescapeNote(text: string): string {
  return text.includes('\\')
    ? text.replace(/(?<!\\)\\+(?=\]|$)/g, (slashes) => '\\'.repeat(slashes.length >> 1))
    : text;
}

/** A backslash between `*` and `/` keeps them from closing. */
function unescapeBoneyard(text: string): string {
  return text.includes('*\\') ? text.replace(/\*(\\+)\//g, (_, slashes: string) => `*${slashes.slice(1)}/`) : text;
}
