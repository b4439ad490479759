import type { RichText, Run } from '../../../conventions/manuscript/types.js';
import { isBlank } from '../grammar.js';
import { BOLD, ITALIC, UNDERLINE, isEscapable, lookFlags, parseInline } from '../inline.js';

export interface MarkedUp {
  raw: string;
  /** The places asked for, as offsets into `raw`. */
  places: number[];
}

/** A place for something that is put into the text. */
export interface Place {
  at: number;
  /** No blank will part it from the text. */
  tight: boolean;
}

/**
 * A text with its emphasis as marks and with escapes where it would be read otherwise; `parseInline` undoes it. Marks
 * go around words, not around blanks, and never over a line's end. `places` rise.
 */
export function markUp(whole: RichText, places: readonly Place[]): MarkedUp {
  const { text, runs } = whole;
  const emphasised = runs?.some((run) => lookFlags(run) !== 0 || run.wordUnderline) ?? false;
  if (!emphasised && !SPECIAL.test(text)) return { raw: text, places: places.map(({ at }) => at) };
  const marker = new Marker(places);
  let from = 0;
  let first = 0;
  for (;;) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(from, end);
    let marks = NO_MARKS;
    if (emphasised && runs) {
      // Runs are in order: those of earlier lines need not be looked at again.
      while (first < runs.length && (runs[first]?.end ?? 0) <= from) first++;
      let last = first;
      while (last < runs.length && (runs[last]?.start ?? 0) < end) last++;
      if (last > first) marks = marksOf(line, runs.slice(first, last), from);
    }
    marker.line(line, from, marks);
    if (newline < 0) break;
    marker.newline();
    from = newline + 1;
  }
  return marker.finish();
}

const SPECIAL = /[*_\\[/]/;

/** The marks of a line by offset: what closes there, then what opens there. */
type Marks = ReadonlyMap<number, { closes: string; opens: string }>;

const NO_MARKS: Marks = new Map();

/** Outermost first where several open or close at one place. */
const ORDER = [
  [UNDERLINE, '_'],
  [BOLD, '**'],
  [ITALIC, '*'],
] as const;

function marksOf(line: string, runs: readonly Run[], offset: number): Marks {
  const marks = new Map<number, { closes: string; opens: string }>();
  const at = (place: number): { closes: string; opens: string } => {
    let entry = marks.get(place);
    if (!entry) marks.set(place, (entry = { closes: '', opens: '' }));
    return entry;
  };
  for (const [flag, mark] of ORDER) {
    for (const [start, end] of stretches(line, runs, offset, flag)) {
      const opening = at(start);
      opening.opens += mark;
      const closing = at(end);
      closing.closes = mark + closing.closes;
    }
  }
  return marks;
}

/** Where a line has a look, without blanks at the ends. */
function stretches(line: string, runs: readonly Run[], offset: number, flag: number): [number, number][] {
  const found: [number, number][] = [];
  const add = (from: number, to: number): void => {
    const last = found[found.length - 1];
    if (last && last[1] === from) last[1] = to;
    else found.push([from, to]);
  };
  for (const run of runs) {
    const from = Math.max(run.start - offset, 0);
    const to = Math.min(run.end - offset, line.length);
    if (to <= from) continue;
    if ((lookFlags(run) & flag) !== 0) add(from, to);
    else if (flag === UNDERLINE && run.wordUnderline) for (const [a, b] of words(line, from, to)) add(a, b);
  }
  return found.flatMap(([from, to]): [number, number][] => {
    while (from < to && isBlank(line.charCodeAt(from))) from++;
    while (to > from && isBlank(line.charCodeAt(to - 1))) to--;
    return to > from ? [[from, to]] : [];
  });
}

function* words(line: string, from: number, to: number): Generator<[number, number]> {
  let start = -1;
  for (let at = from; at <= to; at++) {
    const inWord = at < to && !isBlank(line.charCodeAt(at));
    if (inWord && start < 0) start = at;
    if (!inWord && start >= 0) {
      yield [start, at];
      start = -1;
    }
  }
}

class Marker {
  readonly #asked: readonly Place[];
  readonly #places: number[] = [];
  #raw = '';
  /** Plain backslashes at the end of what is written so far. */
  #slashes = 0;
  /** An opening bracket that is not escaped is the last thing written. */
  #bracket = false;
  /** Where, before any opening marks, the character in hand starts, and where those backslashes do. */
  #anchor = 0;
  #slashAnchor = 0;

  constructor(asked: readonly Place[]) {
    this.#asked = asked;
  }

  finish(): MarkedUp {
    for (let left = this.#asked.length - this.#places.length; left > 0; left--) this.#places.push(this.#raw.length);
    return { raw: this.#raw, places: this.#places };
  }

  newline(): void {
    this.#raw += '\n';
    this.#slashes = 0;
    this.#bracket = false;
  }

  line(line: string, offset: number, marks: Marks): void {
    if (marks.size === 0 && !SPECIAL.test(line)) this.#copy(line, offset);
    // Stars and underscores of the text that pair with no mark stay as they are typed.
    else this.#line(line, offset, marks, marks.size === 0 ? !readsAsItIs(line) : !readsAlike(line, marks));
  }

  /** `escapes`: every star and underscore of the text that could be a mark is escaped. */
  #line(line: string, offset: number, marks: Marks, escapes: boolean): void {
    for (let at = 0; at <= line.length; at++) {
      const mark = marks.get(at);
      if (mark && mark.closes !== '') this.#special(mark.closes);
      if (this.#slashes > 0 && ((mark && mark.opens !== '') || (at < line.length && isEscapable(line.charCodeAt(at)))))
        this.#double();
      this.#anchor = this.#raw.length;
      this.#place(offset + at, line.charAt(at));
      if (mark && mark.opens !== '') this.#special(mark.opens);
      if (at < line.length) this.#char(line, at, marks, escapes);
    }
  }

  /** The line alone, without places. */
  static render(line: string, marks: Marks, escapes: boolean): string {
    const marker = new Marker([]);
    marker.#line(line, 0, marks, escapes);
    return marker.#raw;
  }

  #copy(line: string, offset: number): void {
    const start = this.#raw.length;
    const end = offset + line.length;
    for (let next = this.#asked[this.#places.length]; next && next.at <= end; next = this.#asked[this.#places.length]) {
      this.#places.push(start + Math.max(0, next.at - offset));
    }
    this.#raw += line;
  }

  /** `next`: the character behind. */
  #place(at: number, next: string): void {
    for (
      let asked = this.#asked[this.#places.length];
      asked && asked.at <= at;
      asked = this.#asked[this.#places.length]
    ) {
      this.#places.push(touches(asked, next) ? this.#safePlace() : this.#raw.length);
    }
  }

  /** What is put in must not look escaped by a backslash before it, nor make a bracket before it one of its own. */
  #safePlace(): number {
    if (this.#bracket) {
      this.#raw = `${this.#raw.slice(0, -1)}\\[`;
      this.#bracket = false;
    }
    if (this.#slashes === 1) return this.#slashAnchor;
    return this.#raw.length - (this.#slashes % 2);
  }

  #char(line: string, at: number, marks: Marks, escapes: boolean): void {
    const unit = line.charAt(at);
    if (unit === '\\') {
      if (this.#slashes++ === 0) this.#slashAnchor = this.#anchor;
      this.#raw += unit;
      this.#bracket = false;
      return;
    }
    if (mustEscape(line, at, marks, escapes)) {
      this.#special(`\\${unit}`);
      return;
    }
    this.#raw += unit;
    this.#slashes = 0;
    this.#bracket = unit === '[';
  }

  /** A mark or an escaped character: backslashes before it must not escape it. */
  #special(mark: string): void {
    this.#double();
    this.#raw += mark;
    this.#bracket = false;
  }

  #double(): void {
    this.#raw += '\\'.repeat(this.#slashes);
    this.#slashes = 0;
  }
}

/** Whether no blank parts what is put in from the text before it. */
function touches({ tight }: Place, next: string): boolean {
  return tight || (next !== '' && next !== ' ');
}

function readsAsItIs(line: string): boolean {
  if (line.includes('[[') || line.includes('/*')) return false;
  const read = parseInline(line);
  return read.text === line && !read.runs;
}

/** Whether a line with marks is read the same without escapes for the stars and underscores of its text. */
function readsAlike(line: string, marks: Marks): boolean {
  if (!/[*_]/.test(line)) return true;
  const bare = Marker.render(line, marks, false);
  if (bare.includes('/*')) return false;
  return JSON.stringify(parseInline(bare)) === JSON.stringify(parseInline(Marker.render(line, marks, true)));
}

/** Whether a character has to be escaped in a line that is not read as it is. */
function mustEscape(line: string, at: number, marks: Marks, escapes: boolean): boolean {
  switch (line.charAt(at)) {
    case '*':
      return escapes && (marks.size > 0 || runLength(line, at, '*') <= 3);
    case '_':
      return escapes && (marks.size > 0 || runLength(line, at, '_') === 1);
    case '[':
      return line.charAt(at + 1) === '[';
    case '/': {
      const mark = marks.get(at + 1);
      if (mark && (mark.closes + mark.opens).startsWith('*')) return true;
      return line.charAt(at + 1) === '*' && !mustEscape(line, at + 1, marks, escapes);
    }
    default:
      return false;
  }
}

function runLength(line: string, at: number, unit: string): number {
  let start = at;
  let end = at;
  while (start > 0 && line.charAt(start - 1) === unit && at - start < 4) start--;
  while (line.charAt(end) === unit && end - at < 4) end++;
  return end - start;
}
