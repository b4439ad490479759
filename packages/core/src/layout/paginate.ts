import type { DualItem, Flow, FlowItem, ParagraphItem, SpeechItem } from './flow.js';
import type { Geometry } from './geometry.js';
import { lowestBreak, restOf } from './paragraph.js';
import type { Paragraph } from './paragraph.js';
import type { WrappedLine } from './wrap.js';

/** A stretch of a paragraph on one page. */
export interface Piece {
  paragraph: Paragraph;
  lines: readonly WrappedLine[];
  /** Top of the first line's cell, points below the top of the text area. Negative for a cue repeated above it. */
  y: number;
  /** `more` and `continued` are printed by the page break, not by the script. */
  role: 'text' | 'more' | 'continued';
}

export interface BodyPage {
  pieces: Piece[];
  /** Label of the locked page that starts here. */
  locked?: string | undefined;
}

/** Fewest lines of a paragraph or speech on either side of a page break. */
const MIN_LINES = 2;
/** Action of fewer lines goes over with its heading rather than break. */
const MIN_ACTION_AFTER_HEADING = 5;
/** Points by which a sum of heights may be off. */
const SLACK = 0.01;

/** Breaks a script's flow into pages, as Final Draft does, and hands each to `done` when it is full. At least one. */
export function paginate(flow: Flow, geometry: Geometry, done: (page: BodyPage) => void): void {
  new Paginator(flow, geometry, done).run();
}

/** Where a speech stands: part `part` is the next, what is left of it when a page break went through it. */
interface SpeechRest {
  item: SpeechItem;
  part: number;
  /** The rest of that part. */
  broken?: Paragraph | undefined;
}

/** Where a speech breaks: before `part` when `top` is empty, else inside it. */
interface SpeechBreak {
  part: number;
  top: readonly WrappedLine[];
  offset: number;
}

class Paginator {
  readonly #flow: Flow;
  readonly #done: (page: BodyPage) => void;
  readonly #room: number;
  readonly #line: number;
  readonly #atSentences: boolean;
  #page: BodyPage = { pieces: [] };
  /** Points used on the current page. */
  #y = 0;
  /** Nothing but headings stands on the current page: what follows them must not leave them there. */
  #onlyHeadings = true;

  constructor(flow: Flow, geometry: Geometry, done: (page: BodyPage) => void) {
    this.#flow = flow;
    this.#done = done;
    this.#room = geometry.room;
    this.#line = geometry.line;
    this.#atSentences = geometry.breakAtSentences;
  }

  run(): void {
    for (let at = 0; ; at++) {
      const item = this.#flow.item(at);
      if (!item) break;
      this.#add(item, at);
      this.#flow.forget(at);
    }
    this.#done(this.#page);
  }

  #add(item: FlowItem, at: number): void {
    if (item.type === 'speech' && item.resumed) {
      this.#more(item.cue, undefined);
      this.#startPage(item);
      this.#continued(item.cue);
      this.#addParts({ item, part: 0 });
      return;
    }
    if (item.breakBefore) this.#startPage(item);
    if (item.type === 'paragraph') this.#addParagraph(item, at);
    else if (item.type === 'speech') this.#addSpeech(item);
    else this.#addDual(item);
  }

  /** A page that the script itself starts. */
  #startPage({ locked }: FlowItem): void {
    this.#newPage();
    if (locked !== undefined) this.#page.locked = locked;
  }

  #newPage(): void {
    if (this.#y === 0 && this.#page.pieces.length === 0) return;
    this.#done(this.#page);
    this.#page = { pieces: [] };
    this.#y = 0;
    this.#onlyHeadings = true;
  }

  // Measures

  #height(paragraph: Paragraph, lines: number, y: number): number {
    // Space before vanishes at the top of a page, the leading above each line does not.
    return (y === 0 ? 0 : paragraph.box.before) + lines * paragraph.pitch;
  }

  #fits(height: number, y: number): boolean {
    return y + height <= this.#room + SLACK;
  }

  /** How many lines of a paragraph fit at `y`. */
  #capacity(paragraph: Paragraph, y: number): number {
    return Math.max(0, Math.floor((this.#room + SLACK - y - this.#height(paragraph, 0, y)) / paragraph.pitch));
  }

  #fitsWhole(paragraph: Paragraph, y: number): boolean {
    return !paragraph.lines.has(this.#capacity(paragraph, y) + 1);
  }

  /** Where the last of `paragraphs` ends when they start at `y`; undefined when they do not fit. */
  #endOf(paragraphs: Iterable<Paragraph>, y: number): number | undefined {
    let at = y;
    for (const paragraph of paragraphs) {
      if (!this.#fitsWhole(paragraph, at)) return undefined;
      at += this.#height(paragraph, paragraph.lines.count, at);
    }
    return at;
  }

  #speechFits(item: SpeechItem, y: number): boolean {
    const below = this.#endOf([item.cue], y);
    return below !== undefined && this.#endOf(item.parts, below) !== undefined;
  }

  // Placing

  #put(paragraph: Paragraph, lines: readonly WrappedLine[]): void {
    const y = this.#y + (this.#y === 0 ? 0 : paragraph.box.before) + paragraph.pitch - this.#line;
    this.#page.pieces.push({ paragraph, lines, y, role: 'text' });
    this.#y += this.#height(paragraph, lines.length, this.#y);
    this.#onlyHeadings = false;
  }

  /** Whether item `at` may start at `y`: whole, or with a legal part of it. */
  #mayStart(at: number, y: number, afterHeading: boolean): boolean {
    const item = this.#flow.item(at);
    if (!item || item.breakBefore) return true;
    if (item.type === 'dual')
      return this.#endOf(item.left, y) !== undefined && this.#endOf(item.right, y) !== undefined;
    if (item.type === 'speech')
      return this.#speechFits(item, y) || this.#speechBreak({ item, part: 0 }, y, item.cue) !== undefined;
    const { paragraph } = item;
    if (!this.#fitsWhole(paragraph, y)) {
      if (!item.breaks || (afterHeading && !paragraph.lines.has(MIN_ACTION_AFTER_HEADING))) return false;
      return this.#paragraphBreak(paragraph, y) !== undefined;
    }
    return !item.keepWithNext || this.#mayStart(at + 1, y + this.#height(paragraph, paragraph.lines.count, y), true);
  }

  // Paragraphs

  #addParagraph({ paragraph, keepWithNext }: ParagraphItem, at: number): void {
    if (keepWithNext && !this.#onlyHeadings && !this.#mayStart(at, this.#y, false)) this.#newPage();
    const headings = this.#onlyHeadings;
    this.#putBroken(paragraph);
    if (keepWithNext) this.#onlyHeadings = headings;
  }

  /** Puts a paragraph, over as many pages as it takes. */
  #putBroken(whole: Paragraph): void {
    let paragraph = whole;
    while (!this.#fitsWhole(paragraph, this.#y)) {
      const found = this.#paragraphBreak(paragraph, this.#y) ?? (this.#onlyHeadings ? this.#cut(paragraph) : undefined);
      if (found) {
        this.#put(paragraph, found.top);
        paragraph = restOf(paragraph, found.offset);
      } else if (this.#y === 0) break;
      this.#newPage();
    }
    this.#put(paragraph, paragraph.lines.all());
  }

  #paragraphBreak(paragraph: Paragraph, y: number): { top: readonly WrappedLine[]; offset: number } | undefined {
    return lowestBreak(paragraph, this.#atSentences, MIN_LINES, this.#capacity(paragraph, y), MIN_LINES);
  }

  /** A break of what fits on no page whole and breaks nowhere legally: behind as many lines as there is room for. */
  #cut(paragraph: Paragraph): { top: readonly WrappedLine[]; offset: number } | undefined {
    const room = this.#capacity(paragraph, this.#y);
    if (room === 0 && this.#y > 0) return undefined;
    const fit = Math.max(1, room);
    const above = fit > MIN_LINES && !paragraph.lines.has(fit + MIN_LINES) ? fit - 1 : fit;
    return paragraph.lines.has(above + 1)
      ? { top: paragraph.lines.first(above), offset: paragraph.lines.line(above).start }
      : undefined;
  }

  // Speeches

  #addSpeech(item: SpeechItem): void {
    const start: SpeechRest = { item, part: 0 };
    let whole = this.#speechFits(item, this.#y);
    let found = whole ? undefined : this.#speechBreak(start, this.#y, item.cue);
    if (!whole && !found && !(this.#onlyHeadings && this.#fitsWhole(item.cue, this.#y))) {
      this.#newPage();
      whole = this.#speechFits(item, this.#y);
      found = whole ? undefined : this.#speechBreak(start, this.#y, item.cue);
    }
    this.#put(item.cue, item.cue.lines.all());
    if (whole) for (const part of item.parts) this.#put(part, part.lines.all());
    else this.#breakParts(start, found);
  }

  /** Puts what is left of a speech at the top of a page, over as many pages as it takes. */
  #addParts(rest: SpeechRest): void {
    if (this.#endOf(partsOf(rest), this.#y) !== undefined)
      for (const part of partsOf(rest)) this.#put(part, part.lines.all());
    else this.#breakParts(rest, this.#speechBreak(rest, this.#y, undefined));
  }

  /** Puts the parts of a speech up to a break; what breaks off goes on the next page under the cue repeated. */
  #breakParts(start: SpeechRest, legal: SpeechBreak | undefined): void {
    let rest = start;
    let found = legal;
    for (;;) {
      const { item } = rest;
      found ??= this.#anyBreak(rest);
      if (!found) {
        for (const part of partsOf(rest)) this.#put(part, part.lines.all());
        return;
      }
      let at = rest.part;
      let last: Paragraph | undefined;
      for (; at < found.part; at++) {
        last = partAt(rest, at);
        this.#put(last, last.lines.all());
      }
      const broken = partAt(rest, at);
      if (found.top.length > 0) {
        last = broken;
        this.#put(broken, found.top);
        rest = { item, part: at, broken: restOf(broken, found.offset) };
      } else rest = { item, part: at, broken: at === rest.part ? rest.broken : undefined };
      this.#more(item.cue, last);
      this.#newPage();
      this.#continued(item.cue);
      if (this.#endOf(partsOf(rest), 0) !== undefined) {
        for (const part of partsOf(rest)) this.#put(part, part.lines.all());
        return;
      }
      found = this.#speechBreak(rest, 0, undefined);
    }
  }

  /** `(MORE)` stands below the last line at the distance of the lines above it. */
  #more(cue: Paragraph, above: Paragraph | undefined): void {
    if (this.#page.pieces.length === 0) return;
    const pitch = (above ?? this.#page.pieces[this.#page.pieces.length - 1]?.paragraph ?? cue).pitch;
    this.#page.pieces.push({ paragraph: cue, lines: [], y: this.#y + pitch - this.#line, role: 'more' });
  }

  #continued(cue: Paragraph): void {
    this.#page.pieces.push({ paragraph: cue, lines: cue.lines.first(1), y: -this.#line, role: 'continued' });
  }

  /** The best legal break of a speech that starts at `y`, with its cue or without: the lowest. */
  #speechBreak(rest: SpeechRest, y: number, cue: Paragraph | undefined): SpeechBreak | undefined {
    // Where each part that has room starts, and how many lines the parts above it have.
    const tops: { y: number; above: number }[] = [];
    let at = cue ? y + this.#height(cue, cue.lines.count, y) : y;
    let above = 0;
    let part = rest.part;
    for (; part < rest.item.parts.length && this.#fits(0, at); part++) {
      tops.push({ y: at, above });
      const paragraph = partAt(rest, part);
      if (!this.#fitsWhole(paragraph, at)) break;
      at += this.#height(paragraph, paragraph.lines.count, at);
      above += paragraph.lines.count;
    }
    for (let index = tops.length - 1; index >= 0; index--) {
      const top = tops[index] as { y: number; above: number };
      const number = rest.part + index;
      const found = this.#breakInside(rest, number, top);
      if (found) return found;
      if (index > 0 && top.above >= MIN_LINES && linesFrom(rest, number, MIN_LINES) >= MIN_LINES)
        return { part: number, top: [], offset: 0 };
    }
    return undefined;
  }

  #breakInside(rest: SpeechRest, part: number, { y, above }: { y: number; above: number }): SpeechBreak | undefined {
    const paragraph = partAt(rest, part);
    const least = Math.max(1, MIN_LINES - above);
    const found = lowestBreak(paragraph, this.#atSentences, least, this.#capacity(paragraph, y), MIN_LINES);
    return found && { part, ...found };
  }

  /** A break of a speech that fits on no page and breaks nowhere legally: between parts or lines, as low as there is room. */
  #anyBreak(rest: SpeechRest): SpeechBreak | undefined {
    let at = this.#y;
    for (let part = rest.part; part < rest.item.parts.length; part++) {
      const paragraph = partAt(rest, part);
      if (this.#fitsWhole(paragraph, at)) {
        at += this.#height(paragraph, paragraph.lines.count, at);
        continue;
      }
      const room = this.#capacity(paragraph, at);
      if (room === 0) return at > 0 || part > rest.part ? { part, top: [], offset: 0 } : firstLine(paragraph, part);
      const above = room > MIN_LINES && !paragraph.lines.has(room + MIN_LINES) ? room - 1 : room;
      return { part, top: paragraph.lines.first(above), offset: paragraph.lines.line(above).start };
    }
    return undefined;
  }

  // Dual dialogue

  #addDual({ left, right }: DualItem): void {
    const fits = (): boolean => this.#endOf(left, this.#y) !== undefined && this.#endOf(right, this.#y) !== undefined;
    if (!fits() && !this.#onlyHeadings) this.#newPage();
    this.#putColumns([left, right]);
  }

  /** Puts columns side by side; what fits on no page goes on overleaf, each column under its cue repeated. */
  #putColumns(columns: readonly (readonly Paragraph[])[]): void {
    let rests = columns.map(
      (column): SpeechRest => ({
        item: { type: 'speech', cue: column[0] as Paragraph, parts: column, breakBefore: false },
        part: 0,
      }),
    );
    rests = rests.filter(({ item }) => item.parts.length > 0);
    for (;;) {
      const start = this.#y;
      let end = start;
      const left: SpeechRest[] = [];
      for (const rest of rests) {
        this.#y = start;
        const over = this.#putColumn(rest);
        if (over) left.push(over);
        end = Math.max(end, this.#y);
      }
      this.#y = end;
      if (left.length === 0) return;
      this.#newPage();
      for (const { item, part } of left) if (part > 0) this.#continued(item.cue);
      rests = left;
    }
  }

  /** Puts as much of a column as fits; returns what does not. */
  #putColumn(rest: SpeechRest): SpeechRest | undefined {
    const { item } = rest;
    const found =
      this.#endOf(partsOf(rest), this.#y) === undefined
        ? (this.#speechBreak(rest, this.#y, undefined) ?? this.#anyBreak(rest))
        : undefined;
    const end = found?.part ?? item.parts.length;
    let last: Paragraph | undefined;
    for (let at = rest.part; at < end; at++) {
      last = partAt(rest, at);
      this.#put(last, last.lines.all());
    }
    if (!found) return undefined;
    let over: SpeechRest = { item, part: found.part, broken: found.part === rest.part ? rest.broken : undefined };
    if (found.top.length > 0) {
      last = partAt(rest, found.part);
      this.#put(last, found.top);
      over = { item, part: found.part, broken: restOf(last, found.offset) };
    }
    if (over.part > 0) this.#more(item.cue, last);
    return over;
  }
}

function firstLine(paragraph: Paragraph, part: number): SpeechBreak | undefined {
  return paragraph.lines.has(2)
    ? { part, top: paragraph.lines.first(1), offset: paragraph.lines.line(1).start }
    : undefined;
}

function partAt({ item, part, broken }: SpeechRest, at: number): Paragraph {
  return at === part && broken ? broken : (item.parts[at] as Paragraph);
}

function* partsOf(rest: SpeechRest): Generator<Paragraph> {
  for (let at = rest.part; at < rest.item.parts.length; at++) yield partAt(rest, at);
}

/** Lines of a speech from a part on, counted up to `most`. */
function linesFrom(rest: SpeechRest, part: number, most: number): number {
  let lines = 0;
  for (let at = part; at < rest.item.parts.length && lines < most; at++)
    lines += partAt(rest, at).lines.first(most - lines).length;
  return lines;
}
