import { breaksOf, linesUpTo, restOf } from './flow.js';
import type { FlowItem, Paragraph } from './flow.js';
import { LINE } from './geometry.js';
import type { Geometry } from './geometry.js';
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
}

/** Fewest lines of a paragraph or speech on either side of a page break. */
const MIN_LINES = 2;
/** Only a part of a speech with this many lines or more breaks inside. */
const MIN_PART = 3;
/** Fewest lines of a speech that breaks at all. */
const MIN_SPEECH = 4;
/** Action of fewer lines goes over with its heading rather than break. */
const MIN_ACTION_AFTER_HEADING = 5;

/** Breaks a script's flow into pages. */
export function paginate(items: readonly FlowItem[], geometry: Geometry): BodyPage[] {
  return new Paginator(items, geometry).run();
}

type SpeechItem = Extract<FlowItem, { type: 'speech' }>;
type ParagraphItem = Extract<FlowItem, { type: 'paragraph' }>;

/** Where a speech breaks: before `part` when `offset` is 0, else inside it. */
interface SpeechBreak {
  part: number;
  offset: number;
  top: WrappedLine[];
  topLines: number;
  restLines: number;
  height: number;
}

class Paginator {
  readonly #items: readonly FlowItem[];
  readonly #geometry: Geometry;
  readonly #capacity: number;
  readonly #pages: BodyPage[] = [{ pieces: [] }];
  /** Points used on the current page. */
  #y = 0;

  constructor(items: readonly FlowItem[], geometry: Geometry) {
    this.#items = items;
    this.#geometry = geometry;
    this.#capacity = geometry.lines * LINE;
  }

  run(): BodyPage[] {
    this.#items.forEach((item, at) => {
      if (item.breakBefore) this.#newPage();
      if (item.type === 'paragraph') this.#addParagraph(item, at);
      else if (item.type === 'speech') this.#addSpeech(item);
      else this.#addDual(item);
    });
    return this.#pages;
  }

  #newPage(): void {
    if (this.#y === 0) return;
    this.#pages.push({ pieces: [] });
    this.#y = 0;
  }

  get #page(): BodyPage {
    return this.#pages[this.#pages.length - 1] as BodyPage;
  }

  // Measures

  #height(paragraph: Paragraph, lines: number, y: number): number {
    const { before, pitch } = paragraph.box;
    // Space before vanishes at the top of a page, the leading above each line does not.
    return (y === 0 ? 0 : before) + lines * pitch;
  }

  #fits(height: number, y: number): boolean {
    return y + height <= this.#capacity + 0.01;
  }

  #speechHeight(item: SpeechItem, y: number): number {
    let at = y + this.#height(item.cue, item.cue.lines.length, y);
    for (const part of item.parts) at += this.#height(part, part.lines.length, at);
    return at - y;
  }

  #dualHeight(item: Extract<FlowItem, { type: 'dual' }>, y: number): number {
    return Math.max(this.#columnHeight(item.left, y), this.#columnHeight(item.right, y));
  }

  #columnHeight(column: readonly Paragraph[], y: number): number {
    let at = y;
    for (const paragraph of column) at += this.#height(paragraph, paragraph.lines.length, at);
    return at - y;
  }

  // Placing

  #put(paragraph: Paragraph, lines: readonly WrappedLine[], role: Piece['role'] = 'text'): void {
    const height = this.#height(paragraph, lines.length, this.#y);
    const first = this.#y + (this.#y === 0 ? 0 : paragraph.box.before) + paragraph.box.pitch - LINE;
    this.#page.pieces.push({ paragraph, lines, y: first, role });
    this.#y += height;
  }

  /** Whether item `at` may start at `y`: whole, or with a legal part of it. */
  #mayStart(at: number, y: number, afterHeading: boolean): boolean {
    const item = this.#items[at];
    if (!item) return true;
    if (item.breakBefore) return true;
    if (item.type === 'dual') return this.#fits(this.#dualHeight(item, y), y);
    if (item.type === 'speech') {
      return this.#fits(this.#speechHeight(item, y), y) || this.#speechBreak(item, y, true) !== undefined;
    }
    const { paragraph } = item;
    const height = this.#height(paragraph, paragraph.lines.length, y);
    if (!this.#fits(height, y)) {
      if (!item.breaks || (afterHeading && paragraph.lines.length < MIN_ACTION_AFTER_HEADING)) return false;
      return this.#paragraphBreak(paragraph, y) !== undefined;
    }
    return !item.keepWithNext || this.#mayStart(at + 1, y + height, true);
  }

  #addParagraph(item: ParagraphItem, at: number): void {
    if (item.keepWithNext && this.#y > 0 && !this.#mayStart(at, this.#y, false)) this.#newPage();
    this.#putBroken(item.paragraph);
  }

  #fitsWhole(paragraph: Paragraph, y: number): boolean {
    return this.#fits(this.#height(paragraph, paragraph.lines.length, y), y);
  }

  /** Puts a paragraph, over as many pages as it takes. */
  #putBroken(whole: Paragraph): void {
    let paragraph = whole;
    while (!this.#fitsWhole(paragraph, this.#y)) {
      const found = this.#paragraphBreak(paragraph, this.#y);
      if (found) {
        this.#put(paragraph, found.top);
        paragraph = restOf(paragraph, found.offset);
      } else if (this.#y === 0) {
        // Longer than a page without a legal break: as many lines as the page takes.
        const room = Math.max(1, Math.floor(this.#capacity / paragraph.box.pitch));
        this.#put(paragraph, paragraph.lines.slice(0, room));
        paragraph = restOf(paragraph, (paragraph.lines[room] as WrappedLine).start);
      }
      this.#newPage();
    }
    this.#put(paragraph, paragraph.lines);
  }

  #paragraphBreak(paragraph: Paragraph, y: number): { top: WrappedLine[]; offset: number } | undefined {
    let best: { top: WrappedLine[]; offset: number } | undefined;
    for (const offset of breaksOf(paragraph, this.#geometry.breakAtSentences)) {
      const top = linesUpTo(paragraph, offset);
      if (!this.#fits(this.#height(paragraph, top.length, y), y)) break;
      if (top.length < MIN_LINES || restOf(paragraph, offset).lines.length < MIN_LINES) continue;
      best = { top, offset };
    }
    return best;
  }

  // Speeches

  #addSpeech(item: SpeechItem): void {
    const { cue } = item;
    if (!this.#fits(this.#speechHeight(item, this.#y), this.#y) && !this.#speechBreak(item, this.#y, true)) this.#newPage();
    const found = this.#fits(this.#speechHeight(item, this.#y), this.#y) ? undefined : this.#speechBreak(item, this.#y, true);
    this.#put(cue, cue.lines);
    this.#putParts(item, found);
  }

  /** Puts the parts of a speech behind its cue; what breaks off goes on the next page under the cue repeated. */
  #putParts(item: SpeechItem, found: SpeechBreak | undefined): void {
    if (!found) {
      for (const part of item.parts) this.#putBroken(part);
      return;
    }
    item.parts.slice(0, found.part).forEach((part) => this.#put(part, part.lines));
    const broken = item.parts[found.part] as Paragraph;
    if (found.offset > 0) this.#put(broken, found.top);
    this.#page.pieces.push({ paragraph: item.cue, lines: [], y: this.#y, role: 'more' });
    this.#newPage();
    this.#page.pieces.push({ paragraph: item.cue, lines: item.cue.lines, y: -LINE, role: 'continued' });
    const rest: SpeechItem = { ...item, parts: [restOf(broken, found.offset), ...item.parts.slice(found.part + 1)] };
    this.#putParts(rest, this.#fits(this.#partsHeight(rest), 0) ? undefined : this.#speechBreak(rest, 0, false));
  }

  #partsHeight(item: SpeechItem): number {
    let y = this.#y;
    for (const part of item.parts) y += this.#height(part, part.lines.length, y);
    return y - this.#y;
  }

  /** The best legal break of a speech that starts at `y`; undefined when there is none. */
  #speechBreak(item: SpeechItem, y: number, withCue: boolean): SpeechBreak | undefined {
    let at = y;
    if (withCue) at += this.#height(item.cue, item.cue.lines.length, y);
    const total = item.parts.reduce((sum, part) => sum + part.lines.length, 0);
    if (total < MIN_SPEECH) return undefined;
    let above = 0;
    let best: SpeechBreak | undefined;
    const offer = (candidate: SpeechBreak): void => {
      if (candidate.topLines < MIN_LINES || candidate.restLines < MIN_LINES) return;
      if (!best || better(candidate, best)) best = candidate;
    };
    for (let part = 0; part < item.parts.length; part++) {
      const paragraph = item.parts[part] as Paragraph;
      if (!this.#fits(0, at)) break;
      if (part > 0) offer({ part, offset: 0, top: [], topLines: above, restLines: total - above, height: at - y });
      if (paragraph.lines.length >= MIN_PART) this.#breaksInside(item, part, at, above, total, offer);
      at += this.#height(paragraph, paragraph.lines.length, at);
      above += paragraph.lines.length;
    }
    return best;
  }

  #breaksInside(item: SpeechItem, part: number, y: number, above: number, total: number, offer: (c: SpeechBreak) => void): void {
    const paragraph = item.parts[part] as Paragraph;
    const below = total - above - paragraph.lines.length;
    for (const offset of breaksOf(paragraph, this.#geometry.breakAtSentences)) {
      const top = linesUpTo(paragraph, offset);
      const height = this.#height(paragraph, top.length, y);
      if (!this.#fits(height, y)) break;
      const rest = restOf(paragraph, offset).lines.length;
      offer({ part, offset, top, topLines: above + top.length, restLines: rest + below, height: y + height });
    }
  }

  // Dual dialogue

  #addDual(item: Extract<FlowItem, { type: 'dual' }>): void {
    if (!this.#fits(this.#dualHeight(item, this.#y), this.#y)) this.#newPage();
    const start = this.#y;
    let end = start;
    for (const column of [item.left, item.right]) {
      this.#y = start;
      for (const paragraph of column) this.#put(paragraph, paragraph.lines);
      end = Math.max(end, this.#y);
    }
    this.#y = end;
  }
}

/** Fewest lines that count as a substantial rest of a speech. */
const SUBSTANTIAL = 2;

function better(a: SpeechBreak, b: SpeechBreak): boolean {
  const substantialA = a.restLines >= SUBSTANTIAL;
  const substantialB = b.restLines >= SUBSTANTIAL;
  if (substantialA !== substantialB) return substantialA;
  return a.height >= b.height;
}
