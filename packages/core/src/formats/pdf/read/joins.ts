import { isMarked } from './automatic.js';
import type { BreakHabits } from './breaks.js';
import { fits } from './breaks.js';
import { bareCue } from './capitals.js';
import type { Columns } from './columns.js';
import type { Element } from './elements.js';
import { firstLine, lastLine } from './elements.js';
import type { BodyLine } from './margins.js';
import type { Metrics } from './metrics.js';

export interface JoinContext {
  columns: Columns;
  metrics: Metrics;
  habits: BreakHabits;
  /** Pages at whose end a speech says that it goes on. */
  more: ReadonlySet<number>;
}

export interface Joined {
  elements: Element[];
  /** What stands behind a cue that is repeated at the top of a page: `(CONT'D)`. */
  repeated: string | undefined;
  /** The same, where the cue itself bears none: what the program adds. */
  added: string | undefined;
  /** Pages at whose top it was guessed whether a paragraph goes on. */
  guessed: number[];
}

/** Makes one element of what pages part: speeches over a repeated cue, paragraphs of action. */
export function joinOverPages(elements: readonly Element[], context: JoinContext): Joined {
  const joined: Joined = { elements: [], repeated: undefined, added: undefined, guessed: [] };
  const kept = joined.elements;
  const bottom = bottomOf(elements);
  for (let at = 0; at < elements.length; at++) {
    const element = elements[at] as Element;
    const before = kept[kept.length - 1];
    const top = firstLine(element).top && element.dual === undefined;
    if (!before || !top || before.dual !== undefined || lastLine(before).page !== firstLine(element).page - 1) {
      kept.push(element);
      continue;
    }
    if (element.kind === 'character' && isRepeatedCue(element, kept, context)) {
      const speaker = kept.findLast(({ kind }) => kind === 'character');
      const mark = extensionOf(firstLine(element).text);
      joined.repeated ??= mark;
      if (speaker && !isMarked(firstLine(speaker).text)) joined.added ??= mark;
      const rest = elements[at + 1];
      if (rest && rest.kind === before.kind && goesOnAs(before, rest)) {
        before.lines.push(...rest.lines);
        at++;
      }
      continue;
    }
    if (isSplitAction(before, element, context)) {
      before.lines.push(...element.lines);
      if (!isSure(before, context)) joined.guessed.push(firstLine(element).page);
      continue;
    }
    if (bottom - lastLine(before).y > HALF_EMPTY * bottom) element.newPage = true;
    kept.push(element);
  }
  return joined;
}

/** The part of a page's lines that must be free for the page to have been ended on purpose: no break leaves so much. */
const HALF_EMPTY = 0.3;

/** The lowest baseline of all. */
function bottomOf(elements: readonly Element[]): number {
  return elements.reduce((lowest, { lines }) => lines.reduce((low, { y }) => Math.max(low, y), lowest), 0);
}

/** The same kind of text goes on; a parenthetical only while its bracket is open. */
function goesOnAs(before: Element, rest: Element): boolean {
  return (
    before.kind === 'dialogue' ||
    (before.kind === 'parenthetical' && !lastLine(before).text.endsWith(')') && rest.lines.length > 0)
  );
}

/** A cue at the top of a page that names who spoke at the bottom of the one before, whose speech ended nowhere. */
function isRepeatedCue(cue: Element, kept: readonly Element[], { more }: JoinContext): boolean {
  const speech = kept[kept.length - 1] as Element;
  if (speech.kind !== 'dialogue' && speech.kind !== 'parenthetical' && speech.kind !== 'character') return false;
  const speaker = kept.findLast(({ kind }) => kind === 'character');
  if (!speaker) return false;
  const text = firstLine(cue).text;
  if (nameKey(text) !== nameKey(firstLine(speaker).text)) return false;
  if (more.has(firstLine(cue).page - 1) || isMarked(text)) return true;
  // Where no page says that a speech goes on, one that stops in the middle of a sentence does.
  return more.size === 0 && !/[.?!…—–-]["'”’)]*$/.test(lastLine(speech).text);
}

function nameKey(cue: string): string {
  return bareCue(cue).toUpperCase().replace(/\s+/g, ' ');
}

function extensionOf(cue: string): string | undefined {
  return /(\([^()]*\))\s*$/.exec(cue)?.[1];
}

/** Whether a paragraph of action at the top of a page is the rest of the one at the bottom of the page before. */
function isSplitAction(before: Element, element: Element, { columns, metrics, habits }: JoinContext): boolean {
  if (before.kind !== 'action' || element.kind !== 'action' || before.class !== element.class) return false;
  const last = lastLine(before);
  const first = firstLine(element);
  if (Math.abs(first.x - last.x) > 1.5 * metrics.cell || first.number !== undefined) return false;
  if (habits.drawsBlanks && last.line.trailing >= 0)
    return last.line.trailing > 0 || /[\p{L}\p{N}][-–—]$/u.test(last.text);
  const small = /^\p{Ll}/u.test(first.text);
  const ended = /(?:[.!?:…–—]|(?<![\p{L}\p{N}])-)["'”’)]*$/u.test(last.text);
  if (!ended) return small || !fits(last, first, columns, metrics);
  if (fits(last, first, columns, metrics)) return false;
  // The page ends with a full line and a sentence: mostly it is the paragraph that goes on, when neither part is a stray line.
  const above = before.lines.filter(({ page }) => page === last.page).length;
  return small || (above > 1 && element.lines.length > 1);
}

/** Nothing is guessed where the lines themselves tell. */
function isSure(_: Element, { habits }: JoinContext): boolean {
  return habits.drawsBlanks;
}

/** A line and what joins it to the next. */
export interface Joint {
  line: Pick<BodyLine, 'line' | 'revised' | 'page'>;
  /** Characters to leave out at the line's end: a hyphen that only parted the word. */
  cut: number;
  glue: string;
}

/** Joins the lines of elements to running text: one for all elements, it knows the words of the whole script. */
export class LineJoiner {
  readonly #context: JoinContext;
  readonly #elements: readonly Element[];
  #words: Words | undefined;
  /** Right edge of parentheticals: of the longest line. */
  #bracketRight = 0;
  /** Kinds in which lines end on purpose often enough, and seldom enough, to be believed. */
  readonly #hardBreaks = new Set<string>();

  constructor(elements: readonly Element[], context: JoinContext) {
    this.#context = context;
    this.#elements = elements;
    for (const element of elements) {
      if (element.kind !== 'parenthetical' || isColumn(element)) continue;
      for (const { end } of element.lines) this.#bracketRight = Math.max(this.#bracketRight, end);
    }
    this.#learnHardBreaks(elements);
  }

  joints(element: Element): Joint[] {
    const { lines, blanks } = element;
    return lines.map((line, at): Joint => {
      const next = lines[at + 1];
      if (!next) return { line, cut: 0, glue: '' };
      const empty = blanks?.get(at + 1);
      if (empty !== undefined) return { line, cut: 0, glue: '\n'.repeat(empty + 1) };
      return this.#joint(element, line, next);
    });
  }

  #joint(element: Element, line: BodyLine, next: BodyLine): Joint {
    const { metrics, habits } = this.#context;
    const trailing = line.line.trailing;
    const hyphen = /[\p{L}\p{N}](?:-|\u00ad|\u2010)$/u.test(line.text);
    const fitted = line.page === next.page && !isColumn(element) && this.#fits(element, line, next);
    const told = habits.drawsBlanks && trailing >= 0;
    if (told && trailing > 0) return { line, cut: 0, glue: ' '.repeat(Math.min(trailing, 2)) };
    // A word too long for its column is cut at the edge.
    if (
      trailing === 0 &&
      !fitted &&
      !isColumn(element) &&
      !line.text.includes(' ') &&
      line.end >= this.#edge(element) - 0.5 * metrics.cell
    )
      return { line, cut: 0, glue: '' };
    if (fitted && !hyphen && (told || this.#breaksHard(element))) return { line, cut: 0, glue: '\n' };
    // A dash of hyphens, parted.
    if (line.text.endsWith('-') && next.text.startsWith('-')) return { line, cut: 0, glue: '' };
    if (hyphen) return { line, cut: this.#isHyphenation(line.text, next.text) ? 1 : 0, glue: '' };
    if (/\S(?:--|[–—])$/.test(line.text)) {
      const { small, other } = this.#known.tightDashes;
      const tight = told || (/^\p{Ll}/u.test(next.text) ? small : other);
      return { line, cut: 0, glue: tight ? '' : ' ' };
    }
    const sentence = /[.?!]["'”’)]?$/.test(line.text) && !/^\p{Ll}/u.test(next.text);
    return { line, cut: 0, glue: sentence ? ' '.repeat(habits.sentenceBlanks) : ' ' };
  }

  /** Whether a line of an element that ends before it is full ends on purpose. Who centres lines parts them by hand. */
  #breaksHard({ kind, class: className }: Element): boolean {
    return className === 'centered' || this.#hardBreaks.has(kind);
  }

  /** Whether more would have fitted on a line of an element. */
  #fits({ kind }: Element, line: BodyLine, next: BodyLine): boolean {
    const { columns, metrics } = this.#context;
    return fits(line, next, columns, metrics, kind === 'parenthetical' ? this.#bracketRight : undefined);
  }

  #edge({ kind }: Element): number {
    const { columns } = this.#context;
    return kind === 'dialogue' ? columns.dialogueRight : columns.right;
  }

  /**
   * Whether a hyphen at a line's end was put there to part the word: the whole word occurs in the script, the parted one
   * does not; in a script that was printed with hyphenation also where one of the parts is no word of the script.
   */
  #isHyphenation(left: string, right: string): boolean {
    if (left.endsWith('\u00ad')) return true;
    const parts = partsAtHyphen(left, right);
    if (!parts) return false;
    const { counts, fragments, hyphenates } = this.#known;
    const [head, tail] = parts;
    const whole = counts.get(head + tail) ?? 0;
    const parted = counts.get(`${head}-${tail}`) ?? 0;
    if (whole !== parted) return whole > parted;
    const isWord = (part: string): boolean => (counts.get(part) ?? 0) > (fragments.get(part) ?? 0);
    return hyphenates && whole === 0 && !(isWord(head) && isWord(tail));
  }

  /** The script's words: most scripts are joined without a look at them. */
  get #known(): Words {
    return (this.#words ??= countWords(this.#elements));
  }

  /**
   * Lines that end before they are full end on purpose, if that is the exception: typists who break lines by hand, and
   * programs that wrap by other rules, do it all the time, and then it means nothing.
   */
  #learnHardBreaks(elements: readonly Element[]): void {
    const counts = new Map<string, { ends: number; early: number }>();
    for (const element of elements) {
      const { kind, lines, blanks } = element;
      if (isColumn(element) || element.class === 'centered') continue;
      let count = counts.get(kind);
      if (!count) counts.set(kind, (count = { ends: 0, early: 0 }));
      for (let at = 1; at < lines.length; at++) {
        const line = lines[at - 1] as BodyLine;
        const next = lines[at] as BodyLine;
        if (line.page !== next.page || blanks?.has(at)) continue;
        count.ends++;
        if (this.#fits(element, line, next)) count.early++;
      }
    }
    for (const [kind, { ends, early }] of counts) if (early <= ends * EARLY) this.#hardBreaks.add(kind);
  }
}

/** What the words of a script tell about its line ends. */
interface Words {
  /** How often each word occurs, small letters; and how often as a part of one at the end or the beginning of a line. */
  counts: Map<string, number>;
  fragments: Map<string, number>;
  /** Words are parted at line ends. */
  hyphenates: boolean;
  /** Dashes stand without blanks on either side: before a small letter, and before others. */
  tightDashes: { small: boolean; other: boolean };
}

/** Words that are parted at line ends and whole elsewhere, from which on parting them is a habit. */
const PARTED = 2;

function countWords(elements: readonly Element[]): Words {
  const counts = new Map<string, number>();
  const fragments = new Map<string, number>();
  const parted: (readonly [head: string, tail: string])[] = [];
  const count = (words: Map<string, number>, word: string): void => void words.set(word, (words.get(word) ?? 0) + 1);
  const small = { tight: 0, loose: 0 };
  const other = { tight: 0, loose: 0 };
  for (const { lines } of elements) {
    lines.forEach(({ text }, at) => {
      for (const word of text.toLowerCase().match(/[\p{L}\p{N}'’]+(?:-[\p{L}\p{N}'’]+)*/gu) ?? []) count(counts, word);
      for (const dash of /--|[–—]/.test(text) ? text.matchAll(/\S(?:--|[–—])(?=(\s?)([^\s-]))/g) : []) {
        const group = /\p{Ll}/u.test(dash[2] as string) ? small : other;
        if (dash[1] === '') group.tight++;
        else group.loose++;
      }
      const parts = text.endsWith('-') ? partsAtHyphen(text, lines[at + 1]?.text ?? '') : undefined;
      if (!parts) return;
      parted.push(parts);
      for (const part of parts) count(fragments, part);
    });
  }
  let hyphenated = 0;
  let compounds = 0;
  for (const [head, tail] of parted) {
    const whole = counts.get(head + tail) ?? 0;
    const compound = counts.get(`${head}-${tail}`) ?? 0;
    if (whole > compound) hyphenated++;
    else if (compound > 0) compounds++;
  }
  const all = small.tight + other.tight > small.loose + other.loose;
  const isTight = ({ tight, loose }: typeof small): boolean => (tight === loose ? all : tight > loose);
  return {
    counts,
    fragments,
    hyphenates: hyphenated >= PARTED && hyphenated > compounds,
    tightDashes: { small: isTight(small), other: isTight(other) },
  };
}

/** The parts of a word on both sides of a line's end with a hyphen, small letters; none before a capital. */
function partsAtHyphen(left: string, right: string): readonly [head: string, tail: string] | undefined {
  const head = wordAtEnd(left.slice(0, -1)).toLowerCase();
  const tail = /^[\p{L}\p{N}'’]+/u.exec(right)?.[0];
  if (head === '' || tail === undefined) return undefined;
  // A capital begins a word, unless all is in capitals.
  if (/^\p{Lu}/u.test(tail) && !/\p{Lu}-$/u.test(left)) return undefined;
  return [head, tail.toLowerCase()];
}

/** The letters at the end of a text. */
function wordAtEnd(text: string): string {
  let from = text.length;
  while (from > 0 && /[\p{L}\p{N}'’]/u.test(text.charAt(from - 1))) from--;
  return text.slice(from);
}

/** Narrower than its kind is elsewhere. */
function isColumn({ dual, class: name }: Element): boolean {
  return dual !== undefined || name?.endsWith('-column') === true;
}

/** The most lines of a kind that may end early for that to be meant. */
const EARLY = 0.2;
