import {
  continuationLine,
  isBlank,
  isBracketed,
  isShot,
  paragraphLine,
  parentheticalEnd,
  sceneNumberStart,
  skipBlanks,
  speechLine,
  trimBlanks,
} from '../grammar.js';
import { usualBlanks } from '../mapping.js';
import { USUAL } from '../tree.js';
import type { ElementType, FountainElement } from '../tree.js';
import { Line } from './line.js';
import type { Marks } from './marks.js';

/** How elements are printed that stand in no text of their own. */
export interface PrintOptions {
  /** They follow a title page. */
  titled?: boolean;
  /** Nothing may look like a title page. */
  shield?: boolean;
  /** Prints what is hidden in the text; must be there when anything is. */
  hide?: Pick<Marks, 'printHidden' | 'weave'> | undefined;
}

/**
 * The text of a run of elements, without a line end behind the last. Marks and escapes are written where a line would be
 * read as something else without them, and blank lines where they part what would be read as one; apart from that, as
 * the elements have it.
 */
export function printElements(elements: readonly FountainElement[], options: PrintOptions = {}): string {
  return new Printer(elements, options).print();
}

/** Whether an element prints, notes and boneyards not. */
export function isShown({ type }: FountainElement): boolean {
  return type !== 'note' && type !== 'boneyard';
}

/** Speech with a line that is blank or may be read as something else. */
const CAREFUL = /(?:^|\n)[^\S\n]*(?:[~#=>(]|\n|$)/;

class Printer {
  readonly #elements: readonly FountainElement[];
  readonly #titled: boolean;
  readonly #shield: boolean;
  readonly #hide: PrintOptions['hide'];
  readonly #out: string[] = [];
  /** The element above, and the one above that readers see: notes and boneyards go with their lines. */
  #above: ElementType | undefined;
  #seen: FountainElement | undefined;
  /** Blank lines since the latter. */
  #blanks = 0;

  constructor(elements: readonly FountainElement[], { titled = false, shield = false, hide }: PrintOptions) {
    this.#elements = elements;
    this.#titled = titled;
    this.#shield = shield;
    this.#hide = hide;
  }

  print(): string {
    this.#elements.forEach((element, at) => this.#element(element, at));
    return this.#out.join('\n');
  }

  #element(element: FountainElement, at: number): void {
    const isHidden = !isShown(element);
    let blanks =
      element.blanks === USUAL || element.spoken
        ? usualBlanks(this.#above, element.spoken, this.#titled)
        : element.blanks;
    if (this.#above === undefined && !this.#titled) blanks = 0;
    if (!isHidden && !element.spoken) blanks = Math.max(blanks, this.#leastBlanks(element) - this.#blanks);
    for (let n = 0; n < blanks; n++) this.#out.push('');
    const glued = this.#blanks + blanks === 0;
    this.#print(element, at, glued);
    this.#above = element.type;
    if (isHidden) this.#blanks += blanks;
    else {
      this.#seen = element;
      this.#blanks = 0;
    }
  }

  /** Blank lines without which the element would be read as part of what is above it. */
  #leastBlanks(element: FountainElement): number {
    const above = this.#seen;
    if (!above) return this.#titled ? 1 : 0;
    const { type, mark } = element;
    const marked =
      type === 'section' || type === 'synopsis' || type === 'centered' || type === 'lyrics' || type === 'page-break';
    if (above.type === type && marked && type !== 'section' && type !== 'page-break') return 1;
    if (above.spoken || above.type === 'cue')
      return marked && type !== 'lyrics' && type !== 'page-break' && mark === undefined ? 0 : 1;
    if (above.type !== 'action') return 0;
    // A line of action right below another is told from it by its mark.
    return type === 'action' || type === 'page-break' || (marked && mark === undefined) ? 0 : 1;
  }

  #print(element: FountainElement, at: number, glued: boolean): void {
    switch (element.type) {
      case 'heading':
        this.#single(element, headingLine(element, this.#shieldsFirst()));
        break;
      case 'cue':
        this.#single(element, cueLine(element, this.#shownBelow(at), this.#shieldsFirst()));
        break;
      case 'transition':
        this.#single(element, transitionLine(element, this.#shieldsFirst()));
        break;
      case 'section':
        this.#single(element, marked('#'.repeat(element.level), element.mark ?? ' ', element.text, '#'));
        break;
      case 'page-break':
        this.#single(element, new Line(/^={3,}$/.test(element.mark ?? '') ? (element.mark as string) : '==='));
        break;
      case 'action':
        this.#action(element, at, glued);
        break;
      case 'dialogue':
        this.#speech(element, at);
        break;
      case 'parenthetical':
        this.#parenthetical(element);
        break;
      case 'centered':
        this.#lines(element, (text) => centeredLine(text, element.mark));
        break;
      case 'lyrics':
        this.#lines(element, (text) => marked('~', element.mark ?? '', text, ''));
        break;
      case 'synopsis':
        this.#lines(element, (text) => (text.trim() === '' ? undefined : marked('=', element.mark ?? ' ', text, '=')));
        break;
      case 'note':
      case 'boneyard':
        this.#out.push(
          (element.indent.split('\n', 1)[0] ?? '') +
            (this.#hide?.printHidden({ type: element.type, text: element.text }) ?? element.text),
        );
    }
  }

  /** Whether the element in hand is the first and must not look like a title page. */
  #shieldsFirst(): boolean {
    return this.#shield && this.#seen === undefined;
  }

  #single(element: FountainElement, line: Line): void {
    this.#put(element, [line]);
  }

  /** An element each line of which is written alike. */
  #lines(element: FountainElement, lineOf: (text: string) => Line | undefined): void {
    const lines: (Line | undefined)[] = element.text.split('\n').map(lineOf);
    this.#put(element, lines);
  }

  #action(element: FountainElement, index: number, glued: boolean): void {
    const lines = element.text.split('\n');
    const below = this.#contextBelow(index);
    let starts = true;
    const printed = lines.map((text, at) => {
      const start = skipBlanks(text, 0, text.length);
      if (start === text.length) {
        starts = true;
        return new Line('');
      }
      const line = new Line(text);
      if (!starts) {
        if (continuationLine(text, start, text.length) !== 'action') line.escape(start);
        return line;
      }
      starts = false;
      const first = at === 0;
      const mark = first ? element.mark : undefined;
      const forced =
        first &&
        (element.forced || mark !== undefined || this.#shieldsFirst() || (glued && this.#seen?.type === 'action'));
      // Whatever the line below looks like, it will be written so that it goes on the paragraph.
      const context = at === lines.length - 1 ? below : lines[at + 1]?.trim() === '' ? '' : '\nx';
      if (forced || paragraphLine(text + context, start, text.length) !== 'action') {
        line.before(`!${mark ?? ''}`);
        if (start === 0 && (mark === undefined ? isShot(`!${text}`, 0, text.length + 1) : text.startsWith('!')))
          line.escape(0);
      }
      return line;
    });
    this.#put(element, printed);
  }

  /** The next element that readers see. */
  #shownBelow(index: number): FountainElement | undefined {
    let next = index + 1;
    while (this.#elements[next] && !isShown(this.#elements[next] as FountainElement)) next++;
    return this.#elements[next];
  }

  /** What stands below an element that could make its last line a cue. */
  #contextBelow(index: number): string {
    const shown = this.#shownBelow(index);
    if (!shown) return '';
    if (isBracketedCue(shown)) return `\n\n${shown.text}\nx`;
    const touches = this.#elements
      .slice(index + 1, this.#elements.indexOf(shown, index) + 1)
      .every(({ blanks }) => blanks === 0);
    return touches && (shown.type === 'action' || shown.type === 'lyrics') ? '\nx' : '';
  }

  #speech(element: FountainElement, index: number): void {
    if (!element.hidden && element.indent === '' && !CAREFUL.test(element.text)) {
      this.#out.push(element.text);
      return;
    }
    const rows = element.text.split('\n');
    // Dialogue right below goes on the same paragraph.
    const below: string[] = [];
    for (
      let next = index + 1;
      this.#elements[next]?.type === 'dialogue' && below.length < PARENTHETICAL_REACH;
      next++
    ) {
      below.push(...(this.#elements[next]?.text ?? '').split('\n', PARENTHETICAL_REACH));
    }
    const read = escapeSpeech([...rows, ...below]);
    const printed = rows.map((row, at) => {
      const start = skipBlanks(row, 0, row.length);
      if (start === row.length) return new Line('  ', false);
      const line = new Line(row);
      if (read[at] !== row) line.escape(start);
      return line;
    });
    this.#put(element, printed);
  }

  #parenthetical(element: FountainElement): void {
    const { text } = element;
    const trimmed = trimBlanks(text, 0, text.length);
    const newline = text.indexOf('\n');
    const start = skipBlanks(text, 0, text.length);
    const whole =
      text.charAt(start) === '(' && parentheticalEnd(text, start, newline < 0 ? text.length : newline) >= trimmed;
    if (whole) {
      this.#lines(element, (row) => new Line(row));
      return;
    }
    // One line always holds together.
    const line = new Line(text.replaceAll('\n', ' '));
    const row = line.text;
    if (row.charAt(start) !== '(' || parentheticalEnd(row, start, row.length) < 0) {
      line.before('(');
      line.behind(')');
    }
    this.#put(element, [line], true);
  }

  /** Writes lines with their indents and with what is hidden in them. Undefined ones are left out. */
  #put(element: FountainElement, lines: readonly (Line | undefined)[], joined = false): void {
    if (!element.hidden && element.indent === '') {
      for (const line of lines) if (line) this.#out.push(line.toString());
      return;
    }
    const indents = element.indent.split('\n');
    lines.forEach((line, at) => {
      // Blanks before further lines of action are part of its text.
      if (line?.indented && (at === 0 || element.type !== 'action'))
        line.indent(indents[Math.min(at, indents.length - 1)] ?? '');
    });
    const printed = element.hidden ? (this.#hide?.weave(element, lines, joined) ?? lines) : lines;
    for (const line of printed) if (line) this.#out.push(line.toString());
  }
}

/** More lines than a parenthetical can have. */
const PARENTHETICAL_REACH = 8;

/** The lines of a speech, with a backslash before what would not be read as dialogue. */
function escapeSpeech(rows: readonly string[]): string[] {
  const escaped = [...rows];
  // From the last line up, as a bracket is closed by the lines below it.
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at] ?? '';
    const start = skipBlanks(row, 0, row.length);
    if (start === row.length) continue;
    const reach = row.charAt(start) === '(' ? escaped.slice(at, at + PARENTHETICAL_REACH).join('\n') : '';
    if (
      (reach !== '' && parentheticalEnd(reach, start, row.length) >= 0) ||
      speechLine(row, start, row.length) !== 'dialogue'
    ) {
      escaped[at] = `${row.slice(0, start)}\\${row.slice(start)}`;
    }
  }
  return escaped;
}

function headingLine(element: FountainElement, shielded: boolean): Line {
  const { text, number } = element;
  const line = new Line(text);
  if (element.forced || shielded || paragraphLine(text, 0, text.length) !== 'heading') {
    if (text.startsWith('.')) line.escape(0);
    line.before('.');
  }
  const typed = number === undefined ? sceneNumberStart(text, 0, text.length) : -1;
  if (typed >= 0) line.escape(typed);
  if (number !== undefined) line.behind(` #${number}#`);
  return line;
}

function cueLine(element: FountainElement, next: FountainElement | undefined, shielded: boolean): Line {
  const { text } = element;
  const line = new Line(text);
  const below = next?.spoken ? next.text.split('\n', 1)[0] : undefined;
  const followed = below !== undefined && (below.trim() !== '' || next?.type === 'lyrics');
  const context = followed ? '\nx' : isBracketedCue(next) ? `\n\n${next?.text ?? ''}\nx` : '';
  const plain = context !== '' && paragraphLine(text + context, 0, text.length) === 'cue';
  if (element.forced || shielded || !plain) line.before('@');
  if (element.dual) line.behind(' ^');
  else if (text.endsWith('^')) line.escape(text.length - 1);
  return line;
}

/** A cue all in brackets, which makes a name standing alone above it a cue too. */
function isBracketedCue(element: FountainElement | undefined): boolean {
  return element?.type === 'cue' && !element.forced && isBracketed(element.text, 0, element.text.length);
}

function transitionLine(element: FountainElement, shielded: boolean): Line {
  const { text } = element;
  const line = new Line(text);
  if (element.forced || shielded || paragraphLine(text, 0, text.length) !== 'transition') {
    if (text.endsWith('<')) line.escape(text.length - 1);
    line.before(`>${blanksOnly(element.mark) ?? ' '}`);
  }
  return line;
}

function centeredLine(text: string, mark: string | undefined): Line {
  const line = new Line(text);
  const blanks = text.endsWith('\\') ? ' ' : (blanksOnly(mark) ?? ' ');
  line.before(`>${text === '' ? '' : blanks}`);
  line.behind(`${blanks}<`);
  return line;
}

/** A line with its mark; a text that starts with `clash` must not touch it. */
function marked(mark: string, blanks: string, text: string, clash: string): Line {
  const line = new Line(text);
  const kept = blanksOnly(blanks) ?? ' ';
  line.before(mark + (kept === '' && clash !== '' && text.startsWith(clash) ? ' ' : kept));
  return line;
}

/** Blanks as a source had them; undefined when they are none. */
function blanksOnly(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  for (let at = 0; at < text.length; at++)
    if (!isBlank(text.charCodeAt(at)) || text.charAt(at) === '\n') return undefined;
  return text;
}
