import { hasHeadingPrefix } from '../../conventions/heading.js';

/**
 * What a line is by how it looks: the rules that the reader goes by, and by which the writer finds out what it has to
 * force or to escape. All of them look at `[start, end)` of a text, `start` at the line's first character that is no
 * blank, `end` at its end; none of them looks at a character more than a fixed number of times.
 */

export type LineKind =
  | 'heading'
  | 'forced-heading'
  | 'action'
  | 'forced-action'
  | 'cue'
  | 'forced-cue'
  | 'transition'
  | 'forced-transition'
  | 'centered'
  | 'lyrics'
  | 'section'
  | 'synopsis'
  | 'page-break'
  | 'dialogue';

const SPACE = 0x20;
const BANG = 0x21;
const HASH = 0x23;
const OPEN = 0x28;
const CLOSE = 0x29;
const STAR = 0x2a;
const DOT = 0x2e;
const SLASH = 0x2f;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const AT = 0x40;
const BACKSLASH = 0x5c;
const CARET = 0x5e;
const UNDERSCORE = 0x5f;
const TILDE = 0x7e;

/** Whether a UTF-16 unit is white space, no-break and typographic spaces among it; a line end is too. */
export function isBlank(unit: number): boolean {
  if (unit <= SPACE) return unit === SPACE || (unit >= 9 && unit <= 13);
  if (unit < 0xa0) return false;
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  );
}

/** Offset of the first unit at or after `from` that is no blank; `end` when there is none. */
export function skipBlanks(src: string, from: number, end: number): number {
  while (from < end && isBlank(src.charCodeAt(from))) from++;
  return from;
}

/** Offset behind the last unit before `end` that is no blank; `start` when there is none. */
export function trimBlanks(src: string, start: number, end: number): number {
  while (end > start && isBlank(src.charCodeAt(end - 1))) end--;
  return end;
}

/** What a line is where a paragraph starts: after a blank line, or after an element that ends with its line. */
export function paragraphLine(src: string, start: number, end: number): LineKind {
  const first = src.charCodeAt(start);
  switch (first) {
    case BANG:
      return isForcedAction(src, start, end) ? 'forced-action' : 'action';
    case TILDE:
      return 'lyrics';
    case HASH:
      return sectionDepth(src, start, end) > 0 ? 'section' : 'action';
    case EQUALS:
      return equalsLine(src, start, end, false) ?? 'action';
    case GREATER:
      if (isCentered(src, start, end)) return 'centered';
      return skipBlanks(src, start + 1, end) < end ? 'forced-transition' : 'action';
    case AT:
      return namesSomebody(src, skipBlanks(src, start + 1, end), end) ? 'forced-cue' : 'action';
    case DOT: {
      const second = src.charCodeAt(start + 1);
      return start + 1 < end && second !== DOT && !isBlank(second) ? 'forced-heading' : 'action';
    }
    default:
      if (hasFountainPrefix(src, start, end)) return 'heading';
      return capitals(src, start, end) ? capitalLine(src, start, end) : 'action';
  }
}

/** Whether there is more than the mark of dual dialogue. */
function namesSomebody(src: string, start: number, end: number): boolean {
  return start < end && (src.charCodeAt(start) !== CARET || skipBlanks(src, start + 1, end) < end);
}

/** What a line is that follows a line of action: only what marks itself beyond doubt ends the paragraph. */
export function continuationLine(src: string, start: number, end: number): LineKind {
  return isForcedAction(src, start, end) ? 'forced-action' : (markedLine(src, start, end) ?? 'action');
}

function isForcedAction(src: string, start: number, end: number): boolean {
  return src.charCodeAt(start) === BANG && skipBlanks(src, start + 1, end) < end;
}

/** Whether forced action is a shot, marked twice as some programs have it: `!!CLOSE ON`. */
export function isShot(src: string, start: number, end: number): boolean {
  return (
    src.charCodeAt(start + 1) === BANG && src.charCodeAt(start + 2) !== BANG && skipBlanks(src, start + 2, end) < end
  );
}

/** What a line is inside a speech: speech, but for the marks that nobody speaks. */
export function speechLine(src: string, start: number, end: number): LineKind {
  return markedLine(src, start, end) ?? 'dialogue';
}

function markedLine(src: string, start: number, end: number): LineKind | undefined {
  switch (src.charCodeAt(start)) {
    case TILDE:
      return 'lyrics';
    case HASH: {
      const depth = sectionDepth(src, start, end);
      return depth > 0 && isBlank(src.charCodeAt(start + depth)) ? 'section' : undefined;
    }
    case EQUALS:
      return equalsLine(src, start, end, true);
    case GREATER:
      return isCentered(src, start, end) ? 'centered' : undefined;
    default:
      return undefined;
  }
}

/** Depth of a section's `#` marks, 1 to 6; 0 when the line is none. */
export function sectionDepth(src: string, start: number, end: number): number {
  let at = start;
  while (at < end && src.charCodeAt(at) === HASH) at++;
  return at - start <= 6 && skipBlanks(src, at, end) < end ? at - start : 0;
}

/** `spaced`: a synopsis must have a blank behind its mark. */
function equalsLine(src: string, start: number, end: number, spaced: boolean): LineKind | undefined {
  let at = start;
  while (at < end && src.charCodeAt(at) === EQUALS) at++;
  if (at - start >= 3 && skipBlanks(src, at, end) === end) return 'page-break';
  if (at - start !== 1 || skipBlanks(src, at, end) === end) return undefined;
  return !spaced || isBlank(src.charCodeAt(at)) ? 'synopsis' : undefined;
}

function isCentered(src: string, start: number, end: number): boolean {
  const last = trimBlanks(src, start, end) - 1;
  return last > start && src.charCodeAt(last) === LESS && !isEscaped(src, start, last);
}

/** Whether an odd number of backslashes stands right before `at`. */
export function isEscaped(src: string, start: number, at: number): boolean {
  let from = at;
  while (from > start && src.charCodeAt(from - 1) === BACKSLASH) from--;
  return ((at - from) & 1) === 1;
}

/**
 * INT, EXT, EST, INT./EXT, INT/EXT, I/E and their turned forms, followed by a full stop or a blank, in any case.
 * Emphasis may start before them.
 */
export function hasFountainPrefix(src: string, start: number, end: number): boolean {
  let at = start;
  let first = src.charCodeAt(at);
  while (first === STAR || first === UNDERSCORE) first = src.charCodeAt(++at);
  first |= 0x20;
  if (first !== 0x69 && first !== 0x65) return false;
  const interior = first === 0x69;
  let next = at + 1;
  const second = src.charCodeAt(at + 1) | 0x20;
  const third = src.charCodeAt(at + 2) | 0x20;
  const whole = interior ? second === 0x6e && third === 0x74 : (second === 0x78 || second === 0x73) && third === 0x74;
  if (whole) next = at + 3;
  let dotted = false;
  if (src.charCodeAt(next) === DOT) {
    dotted = true;
    next++;
  }
  if (src.charCodeAt(next) === SLASH) {
    const other = src.charCodeAt(next + 1) | 0x20;
    return next + 1 < end && other === (interior ? 0x65 : 0x69);
  }
  return whole && (dotted ? next <= end : next < end && isBlank(src.charCodeAt(next)));
}

/** A line in capitals at the start of a paragraph: a heading in another language, a transition, a cue, or action. */
function capitalLine(src: string, start: number, end: number): LineKind {
  if (hasOtherPrefix(src, start, end)) return 'heading';
  const last = trimBlanks(src, start, end);
  const bare = trimEmphasis(src, start, last);
  if (src.startsWith('TO:', bare - 3) && bare - 3 >= start) {
    // With a blank behind the colon it is meant to be action.
    return last === end ? 'transition' : 'action';
  }
  if (src.charCodeAt(bare - 1) === DOT && ENDINGS.has(src.slice(skipEmphasis(src, start, bare), bare)))
    return 'transition';
  return isFollowed(src, end) || namesBracketedCue(src, end) ? 'cue' : 'action';
}

/** Transitions without TO that every script has and no other element reads like. */
const ENDINGS = new Set(['FADE OUT.', 'FADE TO BLACK.', 'CUT TO BLACK.']);

function trimEmphasis(src: string, start: number, end: number): number {
  while (end > start && (src.charCodeAt(end - 1) === STAR || src.charCodeAt(end - 1) === UNDERSCORE)) end--;
  return end;
}

function skipEmphasis(src: string, start: number, end: number): number {
  while (start < end && (src.charCodeAt(start) === STAR || src.charCodeAt(start) === UNDERSCORE)) start++;
  return start;
}

/** `ИНТ.`, `INNEN.`, `INTERIOR.` and the like: in capitals and with a full stop or slash only, for they are words too. */
function hasOtherPrefix(src: string, start: number, end: number): boolean {
  const from = skipEmphasis(src, start, end);
  const limit = Math.min(end, from + 14);
  for (let at = from + 1; at < limit; at++) {
    const unit = src.charCodeAt(at);
    if (unit === DOT || unit === SLASH) return hasHeadingPrefix(src.slice(from, Math.min(end, from + 32)));
    if (isBlank(unit)) return false;
  }
  return false;
}

/** Whether the line that ends at `end` has a line right below that can be its speech. */
function isFollowed(src: string, end: number): boolean {
  if (end >= src.length) return false;
  const lineEnd = endOfLine(src, end + 1);
  const start = skipBlanks(src, end + 1, lineEnd);
  if (start === lineEnd) return false;
  const below = speechLine(src, start, lineEnd);
  return below === 'dialogue' || below === 'lyrics';
}

/**
 * `HILDY`, a blank line, `(INTO PHONE)` and a line of speech: capitals in brackets make a cue, but nobody's. So the name
 * that stands alone above is a cue too. `end`: of the line with the name.
 */
function namesBracketedCue(src: string, end: number): boolean {
  let from = end + 1;
  for (let line = 0; line < 3 && from < src.length; line++) {
    const lineEnd = endOfLine(src, from);
    const start = skipBlanks(src, from, lineEnd);
    if (start < lineEnd)
      return line > 0 && isBracketed(src, start, lineEnd) && capitals(src, start, lineEnd) && isFollowed(src, lineEnd);
    from = lineEnd + 1;
  }
  return false;
}

/** Whether a line is one bracket, as a cue that names nobody is. */
export function isBracketed(src: string, start: number, end: number): boolean {
  return src.charCodeAt(start) === OPEN && parentheticalEnd(src, start, end) === end;
}

/** Offset of the `\n` that ends the line at `from`, or the text's length. */
export function endOfLine(src: string, from: number): number {
  const at = src.indexOf('\n', from);
  return at < 0 ? src.length : at;
}

/**
 * Whether a line is all capitals with at least one letter. What stands in brackets behind a name may be in any case:
 * `HANS (on the radio)`. Letters without case count as neither.
 */
function capitals(src: string, start: number, end: number): boolean {
  /** Capitals and small letters so far, outside brackets and inside. */
  let upper = false;
  let upperInside = false;
  let lowerInside = false;
  let lowerUnclosed = false;
  let depth = 0;
  for (let at = start; at < end; at++) {
    const unit = src.charCodeAt(at);
    let letter = 0;
    if (unit >= 0x61 && unit <= 0x7a) letter = LOWER;
    else if (unit >= 0x41 && unit <= 0x5a) letter = UPPER;
    else if (unit === OPEN) depth++;
    else if (unit === CLOSE) {
      if (depth > 0) depth--;
      if (depth === 0) lowerUnclosed = false;
    } else if (unit > 0x7f) letter = caseOf(unit);
    if (letter === UPPER) {
      if (depth === 0) upper = true;
      else upperInside = true;
    } else if (letter === LOWER) {
      if (depth === 0) return false;
      lowerInside = true;
      lowerUnclosed = true;
    }
  }
  return upper ? !lowerUnclosed : upperInside && !lowerInside;
}

const UPPER = 1;
const LOWER = 2;
const UNCASED = 3;
/** Case of each UTF-16 unit, found when first asked for: 0 is not known yet. */
const CASES = new Uint8Array(0x10000);

function caseOf(unit: number): number {
  const known = CASES[unit] as number;
  if (known !== 0) return known;
  const letter = String.fromCharCode(unit);
  // The German sharp s stands among capitals too.
  let found = UNCASED;
  if (letter !== 'ß' && letter.toUpperCase() !== letter) found = LOWER;
  else if (letter.toLowerCase() !== letter) found = UPPER;
  CASES[unit] = found;
  return found;
}

/** A parenthetical goes over at most so many lines; without a bound a bracket that never closes would be slow to read. */
const MAX_PARENTHETICAL_LINES = 6;

/**
 * End of the line on which the parenthetical that starts at `start` ends; -1 when what starts there is speech: the
 * bracket closes before a line's end, or not at all.
 */
export function parentheticalEnd(src: string, start: number, end: number): number {
  let depth = 0;
  let from = start;
  let lineEnd = end;
  for (let line = 0; line < MAX_PARENTHETICAL_LINES; line++) {
    const last = trimBlanks(src, from, lineEnd);
    for (let at = from; at < last; at++) {
      const unit = src.charCodeAt(at);
      if (unit === OPEN) depth++;
      else if (unit === CLOSE && --depth === 0) return onlyClosing(src, at + 1, last) ? lineEnd : -1;
    }
    if (src.charCodeAt(last - 1) === CLOSE) return lineEnd;
    if (lineEnd >= src.length) return -1;
    from = lineEnd + 1;
    lineEnd = endOfLine(src, from);
    const first = skipBlanks(src, from, lineEnd);
    if (first === lineEnd || src.charCodeAt(first) === OPEN || markedLine(src, first, lineEnd)) return -1;
  }
  return -1;
}

function onlyClosing(src: string, from: number, end: number): boolean {
  while (from < end && src.charCodeAt(from) === CLOSE) from++;
  return from === end;
}

/** Longest scene number, `#` marks aside. */
const MAX_NUMBER = 40;

/** Offset of the `#` that opens the scene number at the end of a heading; -1 when there is none. `end` is trimmed. */
export function sceneNumberStart(src: string, start: number, end: number): number {
  if (end - start < 4 || src.charCodeAt(end - 1) !== HASH) return -1;
  const limit = Math.max(start + 1, end - 2 - MAX_NUMBER);
  for (let at = end - 2; at >= limit; at--) {
    const unit = src.charCodeAt(at);
    if (isBlank(unit)) return -1;
    if (unit === HASH) return at < end - 2 && !isEscaped(src, start, at) ? at : -1;
  }
  return -1;
}

/** Whether a scene number can be written. */
export function isSceneNumber(number: string): boolean {
  return number.length <= MAX_NUMBER && /^[^\s#[*]+$/.test(number);
}

/** Whether a text starts with a line with a colon, as every title page does. */
export function startsWithKey(src: string): boolean {
  const at = skipBlanks(src, 0, src.length);
  return src.slice(at, endOfLine(src, at)).includes(':');
}

/** Whether the line `[from, end)` connects what stands above and below: two blanks, which nobody types by chance. */
export function isIntendedBlank(src: string, from: number, end: number): boolean {
  return end - from === 2 && src.charCodeAt(from) === SPACE && src.charCodeAt(from + 1) === SPACE;
}
