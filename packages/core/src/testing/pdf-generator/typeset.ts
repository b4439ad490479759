import type { SampleElement } from './sample-script.js';
import type { TypeStyle } from './type-style.js';
import { widthOf } from './widths.js';

export type WordLook = 'bold' | 'italic' | 'underline' | 'bold underline';

/** A line of a page. */
export interface SetLine {
  x: number;
  /** Baseline, from the top. */
  y: number;
  words: readonly { text: string; look?: WordLook | undefined }[];
  /** The paragraph goes on on the next line. */
  wrapped: boolean;
  furniture: boolean;
}

export interface SetPage {
  lines: SetLine[];
}

type Word = SetLine['words'][number];

/** Pages of a script in a style, broken as programs break them. */
export function typeset(script: readonly SampleElement[], style: TypeStyle): SetPage[] {
  const pages = new Typesetter(style).set(script);
  if (style.titlePage) pages.unshift(titlePage(style));
  return pages;
}

export const TITLE = ['THE LONG WATER', 'Written by', 'Mara Voss & Tom Lind'];

function titlePage(style: TypeStyle): SetPage {
  const middle = style.paper.width / 2;
  const lines = TITLE.map((text, at) => {
    const width = measure(text, style);
    return set(
      middle - width / 2,
      style.paper.height / 3 + (at === 0 ? 0 : 2 + 2 * at) * style.pitch,
      [{ text }],
      false,
      false,
    );
  });
  const foot = style.paper.height - style.bottom;
  lines.push(set(style.action.left, foot - style.pitch, [{ text: 'Third draft, March 14, 2024' }], false, false));
  lines.push(set(style.action.left, foot, [{ text: 'voss@example.com' }], false, false));
  return { lines };
}

function set(x: number, y: number, words: readonly Word[], wrapped: boolean, furniture: boolean): SetLine {
  return { x, y, words, wrapped, furniture };
}

function measure(text: string, { family, size, track }: TypeStyle): number {
  return widthOf(text, family) * size * track;
}

/** The part of an element that is still to be set. */
interface Piece {
  element: SampleElement;
  rows: Word[][];
  left: number;
  width: number;
}

class Typesetter {
  readonly #style: TypeStyle;
  readonly #pages: SetPage[] = [];
  /** Baseline of the last line. */
  #y = 0;
  #number: string | undefined;

  constructor(style: TypeStyle) {
    this.#style = style;
  }

  set(script: readonly SampleElement[]): SetPage[] {
    this.#newPage(false);
    for (let at = 0; at < script.length; ) {
      const element = script[at] as SampleElement;
      if (element.dual) {
        const end = script.findIndex((one, n) => n > at && !one.dual);
        const both = script.slice(at, end < 0 ? undefined : end);
        // One pair at a time.
        const next = both.findIndex((one, n) => n > 0 && one.dual === 'left' && both[n - 1]?.dual === 'right');
        const pair = next < 0 ? both : both.slice(0, next);
        this.#setDual(pair);
        at += pair.length;
      } else if (element.kind === 'character') {
        const end = script.findIndex(
          (one, n) => n > at && (one.dual !== undefined || (one.kind !== 'dialogue' && one.kind !== 'parenthetical')),
        );
        const speech = script.slice(at, end < 0 ? undefined : end);
        this.#setSpeech(speech);
        at += speech.length;
      } else {
        this.#setParagraph(element, script[at + 1]);
        at++;
      }
    }
    return this.#pages;
  }

  get #page(): SetPage {
    return this.#pages[this.#pages.length - 1] as SetPage;
  }

  get #floor(): number {
    return this.#style.paper.height - this.#style.bottom;
  }

  #newPage(inScene: boolean): void {
    const style = this.#style;
    const { pitch } = style;
    if (inScene && style.sceneContinued) {
      const text = '(CONTINUED)';
      const y = Math.max(this.#y + pitch, Math.min(this.#y + 2 * pitch, this.#floor + 1.6 * pitch));
      this.#add(style.action.right - measure(text, style), y, [{ text }], false, true);
    }
    this.#pages.push({ lines: [] });
    const number = this.#pages.length;
    const { pageNumber, header, footer, action, paper } = style;
    const right = (text: string, y: number): void =>
      this.#add(action.right - measure(text, style), y, [{ text }], false, true);
    if (number > 1 && pageNumber === 'top') right(`${number}.`, 40);
    if (number > 1 && pageNumber === 'bottom') right(`- ${number} -`, paper.height - 24);
    if (pageNumber === 'page-of') right(`Page ${number} of 9`, paper.height - 24);
    if (header !== undefined) this.#add(action.left, 40, [{ text: header }], false, true);
    if (footer !== undefined) this.#add(action.left, paper.height - 24, [{ text: footer }], false, true);
    this.#y = style.top;
    if (inScene && style.sceneContinued) {
      this.#y += pitch;
      this.#add(action.left, this.#y, [{ text: 'CONTINUED:' }], false, true);
      this.#numbers(this.#number);
      this.#y += pitch;
    }
    this.#fresh = true;
  }

  #fresh = true;

  /** Goes down to the next baseline; `lines` is 1 for the next line. */
  #down(lines: number): void {
    this.#y += (this.#fresh ? 1 : lines) * this.#style.pitch;
    this.#fresh = false;
  }

  #add(x: number, y: number, words: readonly Word[], wrapped: boolean, furniture: boolean): void {
    this.#page.lines.push(set(x, y, words, wrapped, furniture));
  }

  #room(): number {
    return Math.floor((this.#floor - this.#y) / this.#style.pitch + 1e-6);
  }

  #numbers(number: string | undefined): void {
    const { numbers, action, size } = this.#style;
    if (number === undefined || numbers === 'none') return;
    const text = number;
    if (numbers !== 'right') this.#add(action.left - 5.5 * size, this.#y, [{ text }], false, false);
    if (numbers !== 'left') this.#add(action.right + size, this.#y, [{ text }], false, false);
  }

  #row(piece: Piece, at: number, x: number): void {
    const wrapped = at + 1 < piece.rows.length;
    this.#add(x, this.#y, piece.rows[at] as Word[], wrapped, false);
    const { action, revisionMark, size, paper } = this.#style;
    if (piece.element.revised) {
      this.#add(Math.min(paper.width - size, action.right + 4 * size), this.#y, [{ text: revisionMark }], false, false);
    }
  }

  #setParagraph(element: SampleElement, next: SampleElement | undefined): void {
    const { action, transition, beforeHeading, speechSpacing } = this.#style;
    const piece = this.#piece(element, action.left, action.right - action.left);
    const before = element.kind === 'heading' ? beforeHeading : 1;
    if (element.kind === 'heading') this.#number = element.number;
    let rows = piece.rows.length;
    const keep = element.kind === 'heading' || element.kind === 'shot' ? rows + 2 + 2 * speechSpacing + 1 : rows;
    if (before + (next ? keep : rows) > this.#room() && !this.#fresh) {
      const cut = element.kind === 'action' ? this.#cut(piece, this.#room() - 1) : 0;
      if (cut > 0) {
        this.#rows(piece, 0, cut, before + 1);
        this.#newPage(true);
        this.#rows(piece, cut, rows, 1);
        return;
      }
      this.#newPage(element.kind !== 'heading');
      rows = piece.rows.length;
    }
    if (element.kind === 'transition') {
      this.#down(2);
      const text = element.text;
      this.#row(piece, 0, 'right' in transition ? transition.right - measure(text, this.#style) : transition.left);
      return;
    }
    this.#rows(piece, 0, rows, before + 1);
    if (element.kind === 'heading' && rows === 1) this.#numbers(element.number);
  }

  #rows(piece: Piece, from: number, to: number, before: number, spacing = 1): void {
    for (let at = from; at < to; at++) {
      this.#down(at === from ? before : spacing);
      this.#row(piece, at, piece.left);
    }
  }

  /** A row before which a paragraph can be parted: two rows on either side, and in the middle of a sentence. */
  #cut({ rows }: Piece, room: number): number {
    for (let at = Math.min(room, rows.length - 2); at >= 2; at--) {
      const last = rows[at - 1]?.at(-1)?.text ?? '';
      const next = rows[at]?.[0]?.text ?? '';
      if (!/[.?!-]$/.test(last) && /^[a-z]/.test(next)) return at;
    }
    return 0;
  }

  #setSpeech(speech: readonly SampleElement[]): void {
    const style = this.#style;
    const { speechSpacing, cue, dialogue, parenthetical } = style;
    const [name, ...parts] = speech as [SampleElement, ...SampleElement[]];
    const pieces = parts.map((part) =>
      part.kind === 'parenthetical'
        ? this.#piece(part, parenthetical.left, parenthetical.right - parenthetical.left)
        : this.#piece(part, dialogue.left, dialogue.right - dialogue.left),
    );
    const all = pieces.reduce((sum, { rows }) => sum + rows.length, 0) * speechSpacing;
    const cueAt = (text: string): number => (cue.centred ? cue.left - measure(text, style) / 2 : cue.left);
    const last = pieces[pieces.length - 1] as Piece;
    const splits =
      this.#room() - 2 < all && last.rows.length >= 5 && last.rows.length * speechSpacing > all - this.#room() + 4;
    if (2 + all > this.#room() && !splits && !this.#fresh) this.#newPage(true);
    this.#down(2);
    this.#row(this.#piece(name, 0, 1000), 0, cueAt(name.text));
    for (const piece of pieces) {
      const room = Math.floor(this.#room() / speechSpacing) - 1;
      const to = piece === last && piece.rows.length > room ? Math.min(room, piece.rows.length - 2) : piece.rows.length;
      const hang = piece.element.kind === 'parenthetical' && parenthetical.hang ? measure('(', style) : 0;
      for (let at = 0; at < piece.rows.length; at++) {
        if (at === Math.max(2, to) && to < piece.rows.length) {
          this.#down(1);
          this.#add(cueAt(style.more), this.#y, [{ text: style.more }], false, true);
          this.#newPage(true);
          this.#down(1);
          const again = `${name.text} ${style.continued}`;
          this.#add(cueAt(again), this.#y, [{ text: again }], false, true);
        }
        this.#down(speechSpacing);
        this.#row(piece, at, piece.left + (at > 0 ? hang : 0));
      }
    }
  }

  #setDual(pair: readonly SampleElement[]): void {
    const { action } = this.#style;
    const half = (action.right - action.left) / 2;
    const columns = (['left', 'right'] as const).map((side) => {
      const left = side === 'left' ? action.left : action.left + half + 0.06 * half;
      const width = half * 0.9;
      return pair
        .filter(({ dual }) => dual === side)
        .flatMap((element) => {
          const inset =
            element.kind === 'character' ? 0.3 * width : element.kind === 'parenthetical' ? 0.12 * width : 0;
          const piece = this.#piece(element, left + inset, element.kind === 'character' ? 1000 : width - inset);
          return piece.rows.map((_, at) => ({ piece, at }));
        });
    });
    const rows = Math.max(...columns.map(({ length }) => length));
    if (rows + 1 > this.#room() && !this.#fresh) this.#newPage(true);
    for (let row = 0; row < rows; row++) {
      this.#down(row === 0 ? 2 : 1);
      for (const column of columns) {
        const cell = column[row];
        if (cell) this.#row(cell.piece, cell.at, cell.piece.left);
      }
    }
  }

  #piece(element: SampleElement, left: number, width: number): Piece {
    const look = this.#lookOf(element);
    const words = element.text.split(' ').map((text, at): Word => {
      const { emphasis } = element;
      const own = emphasis && at >= emphasis.from && at < emphasis.to ? emphasis.look : undefined;
      return { text, look: own ?? look };
    });
    const rows: Word[][] = [];
    let row: Word[] = [];
    for (const word of words) {
      const text = [...row, word].map((one) => one.text).join(' ');
      if (row.length > 0 && measure(text, this.#style) > width) {
        rows.push(row);
        row = [];
      }
      row.push(word);
    }
    rows.push(row);
    return { element, rows, left, width };
  }

  #lookOf({ kind }: SampleElement): WordLook | undefined {
    const { headingLook } = this.#style;
    return kind === 'heading' && headingLook !== 'plain' ? headingLook : undefined;
  }
}
