import {
  continuationLine,
  endOfLine,
  hasFountainPrefix,
  isEscaped,
  isIntendedBlank,
  isShot,
  paragraphLine,
  parentheticalEnd,
  sceneNumberStart,
  sectionDepth,
  skipBlanks,
  speechLine,
  trimBlanks,
} from '../grammar.js';
import type { LineKind } from '../grammar.js';
import { element } from '../tree.js';
import type { ElementType, FountainElement } from '../tree.js';
import type { Taken } from './hidden.js';

/** The lines of a text, ended by `\n`: CRLF, CR, NEL and the Unicode separators end lines too. */
export function normaliseLines(text: string): string {
  return /[\r\x85\u2028\u2029]/.test(text) ? text.replace(/\r\n?|[\x85\u2028\u2029]/g, '\n') : text;
}

const BRACKET = 0x28;
const CARET = 0x5e;

/** Where the parser is: at the start of a paragraph, inside one of action, inside a speech. */
type Place = 'paragraph' | 'action' | 'speech';

/**
 * Reads a Fountain text element by element, each line once; any text is a script, for what is no other element is action.
 * Notes and boneyards are taken out of it before.
 */
export class FountainParser {
  readonly #src: string;
  readonly #taken: readonly Taken[];
  readonly #onElement: (element: FountainElement) => void;
  /** The element above; more of it may follow, so nobody has seen it yet. */
  #last: FountainElement | undefined;
  #place: Place = 'paragraph';
  /** Blank lines since the last element. */
  #blanks = 0;
  /** The last element, as long as lines may still be added to it. */
  #open: FountainElement | undefined;
  /** Its text: what is put together already, and the stretch of the source that follows. */
  #head = '';
  #from = 0;
  #to = 0;
  #indent = '';
  #indents: string[] | undefined;
  #nextTaken = 0;
  /** Elements to go before the reader pauses. */
  #left = 0;
  /** Offset of the line in hand. */
  #at: number;
  /** A note or boneyard with lines of its own stands right above the line in hand. */
  #belowHidden = false;

  /** `from`: behind the title page. Elements are handed on when they are complete. */
  constructor(src: string, taken: readonly Taken[], from: number, onElement: (element: FountainElement) => void) {
    this.#src = src;
    this.#taken = taken;
    this.#at = from;
    this.#onElement = onElement;
  }

  /** Hands on about `count` further elements; false when those were the last. */
  read(count: number): boolean {
    const src = this.#src;
    const { length } = src;
    this.#left = count;
    while (this.#at < length) {
      if (this.#left <= 0) return true;
      const at = this.#at;
      const end = endOfLine(src, at);
      const start = skipBlanks(src, at, end);
      if (this.#nextTaken < this.#taken.length)
        this.#takeOwnLines(at, start < end && !hasFountainPrefix(src, start, end));
      this.#at = end + 1;
      if (start === end) this.#blankLine(at, end);
      else this.#line(at, start, end);
    }
    if (this.#nextTaken < this.#taken.length) this.#takeOwnLines(length + 1, false);
    this.#close();
    if (this.#last) this.#onElement(this.#last);
    return false;
  }

  #blankLine(at: number, end: number): void {
    if (this.#place === 'speech' && isIntendedBlank(this.#src, at, end)) {
      this.#addLine('dialogue', end, end, end);
      return;
    }
    this.#close();
    this.#place = 'paragraph';
    this.#blanks++;
  }

  #line(at: number, start: number, end: number): void {
    const src = this.#src;
    let kind: LineKind;
    if (this.#belowHidden && this.#place !== 'paragraph' && hasFountainPrefix(src, start, end)) {
      // What the boneyard hides may end right above a heading.
      this.#close();
      this.#place = 'paragraph';
    }
    this.#belowHidden = false;
    if (this.#place === 'speech') {
      if (src.charCodeAt(start) === BRACKET) {
        const close = parentheticalEnd(src, start, end);
        if (close >= 0) {
          this.#parenthetical(at, start, end, close);
          return;
        }
      }
      kind = speechLine(src, start, end);
    } else {
      kind = this.#place === 'action' ? continuationLine(src, start, end) : paragraphLine(src, start, end);
    }
    switch (kind) {
      case 'dialogue':
        this.#addLine('dialogue', at, start, end);
        break;
      case 'action':
        // Blanks at the start of action are part of it.
        if (this.#place === 'action') this.#addLine('action', at, at, end);
        else this.#action(at, at, end, false);
        break;
      case 'forced-action':
        this.#action(at, start, end, true);
        break;
      case 'heading':
        this.#heading(at, start, end, false);
        break;
      case 'forced-heading':
        this.#heading(at, start + 1, end, true);
        break;
      case 'cue':
        this.#cue(at, start, end, false);
        break;
      case 'forced-cue':
        this.#cue(at, start + 1, end, true);
        break;
      case 'transition':
        this.#single('transition', at, start, end, false);
        break;
      case 'forced-transition':
        this.#marked('transition', at, start, start + 1, end, ' ').forced = true;
        break;
      case 'centered':
        this.#centered(at, start, end);
        break;
      case 'lyrics':
        this.#lines('lyrics', at, start, end, '');
        break;
      case 'section': {
        const depth = sectionDepth(src, start, end);
        this.#marked('section', at, start, start + depth, end, ' ').level = depth;
        break;
      }
      case 'synopsis':
        this.#lines('synopsis', at, start, end, ' ');
        break;
      case 'page-break':
        this.#pageBreak(at, start, end);
    }
  }

  // Elements

  #add(type: ElementType, at: number, start: number): FountainElement {
    this.#close();
    if (this.#last) this.#onElement(this.#last);
    this.#left--;
    const added = element(type, '', this.#blanks);
    this.#blanks = 0;
    if (start > at) added.indent = this.#src.slice(at, start);
    this.#last = added;
    return added;
  }

  /** An element of one line; its text is `[from, to)` without blanks at the ends. */
  #single(type: ElementType, at: number, start: number, end: number, forced: boolean): FountainElement {
    const added = this.#add(type, at, start);
    this.#setText(added, start, end, end);
    added.forced = forced;
    this.#place = 'paragraph';
    return added;
  }

  #setText(added: FountainElement, from: number, to: number, lineEnd: number): void {
    const src = this.#src;
    const start = skipBlanks(src, from, to);
    const end = trimBlanks(src, start, to);
    added.text = src.slice(start, end);
    if (this.#nextTaken < this.#taken.length) this.#takeInline(added, start, lineEnd, 0, end - start);
  }

  /** An element whose mark stands in `[start, behind)`; blanks between mark and text other than `usual` are kept. */
  #marked(type: ElementType, at: number, start: number, behind: number, end: number, usual: string): FountainElement {
    const src = this.#src;
    const added = this.#add(type, at, start);
    this.#setText(added, behind, end, end);
    const blanks = src.slice(behind, skipBlanks(src, behind, end));
    if (blanks !== usual) added.mark = blanks;
    this.#place = 'paragraph';
    return added;
  }

  #heading(at: number, start: number, end: number, forced: boolean): void {
    const src = this.#src;
    const added = this.#add('heading', at, forced ? start - 1 : start);
    added.forced = forced;
    const last = trimBlanks(src, start, end);
    const number = sceneNumberStart(src, start, last);
    if (number >= 0) added.number = src.slice(number + 1, last - 1);
    this.#setText(added, start, number < 0 ? last : number, end);
    this.#place = 'paragraph';
  }

  #cue(at: number, start: number, end: number, forced: boolean): void {
    const src = this.#src;
    const added = this.#add('cue', at, forced ? start - 1 : start);
    added.forced = forced;
    let last = trimBlanks(src, start, end);
    if (last > start + 1 && src.charCodeAt(last - 1) === CARET && !isEscaped(src, start, last - 1)) {
      added.dual = true;
      last = trimBlanks(src, start, last - 1);
    }
    this.#setText(added, start, last, end);
    this.#place = 'speech';
  }

  #parenthetical(at: number, start: number, end: number, close: number): void {
    const added = this.#add('parenthetical', at, start);
    const src = this.#src;
    this.#openLines(added, start, trimBlanks(src, start, end));
    for (let lineEnd = end; lineEnd < close; ) {
      const from = lineEnd + 1;
      lineEnd = endOfLine(src, from);
      this.#extend(from, skipBlanks(src, from, lineEnd), trimBlanks(src, from, lineEnd));
    }
    this.#at = close + 1;
    this.#close();
    this.#place = 'speech';
  }

  #action(at: number, start: number, end: number, forced: boolean): void {
    const added = this.#add('action', at, start);
    added.forced = forced;
    let from = forced ? start + 1 : start;
    if (forced && isShot(this.#src, start, end)) {
      from = skipBlanks(this.#src, start + 2, end);
      added.mark = this.#src.slice(start + 1, from);
    }
    this.#openLines(added, from, end);
    this.#place = 'action';
  }

  /** Adds a line to the open element when it is of that type, else starts one. */
  #addLine(type: 'action' | 'dialogue', at: number, start: number, end: number): void {
    if (this.#open?.type === type) {
      this.#extend(at, start, end);
      return;
    }
    const added = this.#add(type, at, start);
    this.#openLines(added, start, end);
  }

  #centered(at: number, start: number, end: number): void {
    const src = this.#src;
    const last = trimBlanks(src, start, end) - 1;
    const from = skipBlanks(src, start + 1, last);
    const blanks = src.slice(start + 1, from);
    const mark = blanks === ' ' || from === last ? undefined : blanks;
    if (this.#blanks === 0 && this.#open?.type === 'centered' && this.#open.mark === mark) {
      this.#extend(at, from, trimBlanks(src, from, last), start);
      return;
    }
    const added = this.#add('centered', at, start);
    added.mark = mark;
    this.#openLines(added, from, trimBlanks(src, from, last));
    this.#place = 'paragraph';
  }

  /** An element each line of which has its mark; lines right below one another are one element. */
  #lines(type: 'lyrics' | 'synopsis', at: number, start: number, end: number, usual: string): void {
    const src = this.#src;
    const from = skipBlanks(src, start + 1, end);
    const blanks = src.slice(start + 1, from);
    const mark = blanks === usual || from === end ? undefined : blanks;
    const last = type === 'lyrics' ? end : trimBlanks(src, from, end);
    if (this.#blanks === 0 && this.#open?.type === type && this.#open.mark === mark) {
      this.#extend(at, from, last, start);
      return;
    }
    const spoken = type === 'lyrics' && this.#place === 'speech';
    const added = this.#add(type, at, start);
    added.mark = mark;
    added.spoken = spoken;
    this.#openLines(added, from, last);
    if (!spoken) this.#place = 'paragraph';
  }

  #pageBreak(at: number, start: number, end: number): void {
    const spoken = this.#place === 'speech';
    const added = this.#add('page-break', at, start);
    const last = trimBlanks(this.#src, start, end);
    if (last - start !== 3) added.mark = this.#src.slice(start, last);
    added.spoken = spoken;
    this.#setText(added, end, end, end);
    if (!spoken) this.#place = 'paragraph';
  }

  // Lines of the open element

  #openLines(added: FountainElement, from: number, to: number): void {
    this.#open = added;
    this.#head = '';
    this.#from = from;
    this.#to = to;
    this.#indent = added.indent;
    this.#indents = undefined;
    if (this.#nextTaken < this.#taken.length) this.#takeInline(added, from, endOfLine(this.#src, to), 0, to - from);
  }

  /** Adds the line `[from, to)` of the source line at `at`, whose first character that is no blank is at `start`. */
  #extend(at: number, from: number, to: number, start: number = from): void {
    const added = this.#open;
    if (!added) return;
    const indent = start > at && added.type !== 'action' ? this.#src.slice(at, start) : '';
    if (this.#indents) this.#indents.push(indent);
    else if (indent !== this.#indent && to > from) {
      const lines = 1 + countLines(this.#head, this.#src, this.#from, this.#to);
      this.#indents = Array.from({ length: lines }, () => this.#indent);
      this.#indents.push(indent);
    }
    if (from !== this.#to + 1) {
      this.#head += `${this.#src.slice(this.#from, this.#to)}\n`;
      this.#from = from;
    }
    this.#to = to;
    if (this.#nextTaken < this.#taken.length) {
      const base = this.#head.length + from - this.#from;
      this.#takeInline(added, from, endOfLine(this.#src, to), base, base + to - from);
    }
  }

  #close(): void {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    open.text = this.#head + this.#src.slice(this.#from, this.#to);
    // Two blanks below a cue and nothing else connect nothing.
    if (open.type === 'dialogue' && !open.hidden && open.text.trim() === '') this.#last = undefined;
    if (this.#indents) open.indent = this.#indents.join('\n');
  }

  // Notes and boneyards

  /** Those on the line that ends at `lineEnd`, whose text starts at `from`, and at `base` in the element's text. */
  #takeInline(into: FountainElement, from: number, lineEnd: number, base: number, max: number): void {
    for (;;) {
      const next = this.#taken[this.#nextTaken];
      if (!next || next.at > lineEnd) return;
      this.#nextTaken++;
      const at = Math.min(max, Math.max(base, base + next.at - from));
      (into.hidden ??= []).push({ type: next.type, text: next.text, at, ownLine: false, tight: next.tight });
    }
  }

  /**
   * Those with lines of their own right above the line at `at`. Between two lines of one paragraph they are part of its
   * text, as notes inside a line are; elsewhere they are elements.
   */
  #takeOwnLines(at: number, textFollows: boolean): void {
    for (;;) {
      const next = this.#taken[this.#nextTaken];
      if (!next || (next.ownLine ? next.at > at : next.at >= at)) return;
      this.#nextTaken++;
      this.#belowHidden = true;
      const last = this.#last;
      if (textFollows && this.#place !== 'paragraph' && last && last.type !== 'note' && last.type !== 'boneyard') {
        const end = last === this.#open ? this.#head.length + this.#to - this.#from : last.text.length;
        (last.hidden ??= []).push({ type: next.type, text: next.text, at: end, ownLine: true, tight: false });
        continue;
      }
      const added = this.#add(next.type, 0, 0);
      added.text = next.text;
    }
  }
}

function countLines(head: string, src: string, from: number, to: number): number {
  let lines = 0;
  for (let at = head.indexOf('\n'); at >= 0; at = head.indexOf('\n', at + 1)) lines++;
  for (let at = src.indexOf('\n', from); at >= 0 && at < to; at = src.indexOf('\n', at + 1)) lines++;
  return lines;
}
