import { hasHeadingPrefix } from '../../../conventions/heading.js';
import { fits } from './breaks.js';
import { bareCue, isCapitals, isCaseless, looksLikeCue } from './capitals.js';
import { TRANSITION, isMixedName } from './columns.js';
import type { Columns, Place } from './columns.js';
import { readDual, readSideBySide } from './dual.js';
import type { Element } from './elements.js';
import { firstLine, lastLine, roughText } from './elements.js';
import { learnHeadings } from './headings.js';
import type { HeadingLook } from './headings.js';
import type { BodyLine, Frame } from './margins.js';
import type { Metrics } from './metrics.js';

/** Distances in lines: single spacing at most; the least with a blank line; a blank line at most. */
const CLOSE = 1.45;
const APART = 1.3;
/** Cells that the lines of one paragraph may stand off each other's edge: first-line and hanging indents. */
const INDENT = 8;

/** Tells what each line of the script is; see {@link Element}. */
export function classify(lines: readonly BodyLine[], columns: Columns, frame: Frame, metrics: Metrics): Element[] {
  return new Classifier(lines, columns, frame, metrics).run();
}

class Classifier {
  readonly #lines: readonly BodyLine[];
  readonly #columns: Columns;
  readonly #frame: Frame;
  readonly #metrics: Metrics;
  readonly #headings: HeadingLook;
  /** Brackets at the beginning of a line of speech are mostly followed by words of it. */
  readonly #bracketsInText: boolean;
  readonly #elements: Element[] = [];
  #open: Element | undefined;
  /** A cue stands above and its speech has not ended. */
  #speech = false;

  constructor(lines: readonly BodyLine[], columns: Columns, frame: Frame, metrics: Metrics) {
    this.#lines = lines;
    this.#columns = columns;
    this.#frame = frame;
    this.#metrics = metrics;
    this.#bracketsInText = hasBracketsInText(lines, columns);
    this.#headings = learnHeadings(lines, columns, metrics, (text) => SHOT.test(text));
  }

  run(): Element[] {
    const lines = this.#lines;
    for (let at = 0; at < lines.length; at++) {
      const dual =
        readDual(lines, at, this.#frame, this.#metrics) ?? readSideBySide(lines, at, this.#frame, this.#metrics);
      if (dual) {
        this.#elements.push(...dual.elements);
        this.#open = undefined;
        this.#speech = false;
        at += dual.lines - 1;
        continue;
      }
      const line = lines[at] as BodyLine;
      if (this.#open && this.#goesOn(this.#open, line, at)) this.#open.lines.push(line);
      else this.#begin(line, at);
    }
    return this.#elements;
  }

  /** Whether a line belongs to the element above it. Over pages only speeches go on here; see joins. */
  #goesOn(open: Element, line: BodyLine, at: number): boolean {
    const last = lastLine(open);
    const { cell } = this.#metrics;
    if (open.kind === 'parenthetical' && !closes(open)) {
      const first = firstLine(open);
      const alike = Math.abs(line.x - first.x) <= INDENT * cell || Math.abs(middle(line) - middle(first)) <= cell;
      return alike && (line.top || line.gap <= this.#columns.speechPitch + 0.45);
    }
    if (open.kind === 'character') {
      const openBracket = last.text.lastIndexOf('(') > last.text.lastIndexOf(')');
      return (
        openBracket &&
        !line.top &&
        line.gap <= CLOSE &&
        line.text.includes(')') &&
        line.x > this.#columns.action + INDENT * cell
      );
    }
    if (line.top || (line.number !== undefined && line.number !== open.number)) return false;
    if (open.kind === 'dialogue') {
      const near = line.gap <= this.#columns.speechPitch + 0.45;
      return near && this.#isSpoken(open, line) && !this.#isBracket(line, at) && !this.#isCue(at);
    }
    if (line.gap > CLOSE || open.kind === 'parenthetical') return false;
    if (open.kind === 'transition')
      return open.lines.length === 1 && !/[:.]$/.test(last.text) && this.#isAlike(open, line);
    const wraps = !fits(last, line, this.#columns, this.#metrics);
    if (open.kind === 'heading' || open.kind === 'shot') {
      return (
        wraps && (isCapitals(line.text) || isCaseless(line.text) || !isCapitals(last.text)) && this.#isAlike(open, line)
      );
    }
    if (open.class === 'new-act' || open.class === 'end-of-act') return false;
    if (this.#isCue(at) || (!wraps && (this.#isHeading(line, at) || actClass(line.text) !== undefined))) return false;
    return this.#isAlike(open, line);
  }

  /** Whether a line stands where the lines of an element do: on its edge, or on its middle. */
  #isAlike(open: Element, line: BodyLine): boolean {
    const { cell } = this.#metrics;
    const first = firstLine(open);
    const reach = open.kind === 'action' || open.kind === 'general' ? INDENT * cell : 1.5 * cell;
    if (Math.abs(line.x - first.x) <= reach || Math.abs(line.x - lastLine(open).x) <= this.#columns.reach) return true;
    return Math.abs(middle(line) - middle(first)) <= cell || Math.abs(line.end - first.end) <= 0.5 * cell;
  }

  /** Whether a line stands where the lines of a speech do. */
  #isSpoken(open: Element, line: BodyLine): boolean {
    const { dialogue, action, reach } = this.#columns;
    const { cell } = this.#metrics;
    if (this.#hasOwnDialogue()) return Math.abs(line.x - (dialogue ?? action)) <= reach || this.#inSpeech(line);
    const first = firstLine(open);
    return Math.abs(line.x - first.x) <= reach || Math.abs(middle(line) - middle(first)) <= cell;
  }

  /** Dialogue has a column of its own, right of action's. */
  #hasOwnDialogue(): boolean {
    const { dialogue, action } = this.#columns;
    return dialogue !== undefined && dialogue > action + 2 * this.#metrics.cell;
  }

  #begin(line: BodyLine, at: number): void {
    const element = this.#speechElement(line, at) ?? this.#otherElement(line, at);
    if (element === this.#open) return;
    if (line.number !== undefined) element.number = line.number;
    this.#elements.push(element);
    this.#open = element;
  }

  #speechElement(line: BodyLine, at: number): Element | undefined {
    if (this.#isCue(at)) {
      this.#speech = true;
      return { kind: 'character', lines: [line] };
    }
    if (!this.#speech) return undefined;
    const { dialogue, speechPitch, cueGap } = this.#columns;
    const open = this.#open;
    const near = line.top || line.gap <= Math.max(speechPitch, open?.kind === 'character' ? cueGap : 1) + 0.45;
    if (this.#isBracket(line, at) && (near || this.#atParenthetical(line)))
      return { kind: 'parenthetical', lines: [line] };
    const atDialogue = dialogue !== undefined && Math.abs(line.x - dialogue) <= this.#columns.reach;
    const own = this.#hasOwnDialogue();
    if (
      open?.kind === 'character'
        ? near
        : atDialogue && own
          ? line.top || line.gap <= 2 * speechPitch + 0.45
          : near && this.#inSpeech(line)
    ) {
      if (open?.kind !== 'dialogue') return { kind: 'dialogue', lines: [line] };
      // A blank line within a speech, or a page in it.
      const blank = line.top ? 0 : Math.max(0, Math.round(line.gap / speechPitch) - 1);
      if (blank > 0) (open.blanks ??= new Map()).set(open.lines.length, blank);
      open.lines.push(line);
      return open;
    }
    this.#speech = false;
    return undefined;
  }

  /** Within the width of speeches, though not on their edge: verse, and lines centred below a cue. */
  #inSpeech(line: BodyLine): boolean {
    const { dialogue, action, cue } = this.#columns;
    const { cell } = this.#metrics;
    if (line.top) return false;
    if (this.#hasOwnDialogue())
      return line.gap <= CLOSE && line.x > (dialogue ?? action) - cell && line.x < (dialogue ?? action) + 12 * cell;
    return cue?.centred === true && Math.abs(middle(line) - cue.at) <= cell;
  }

  #atParenthetical(line: BodyLine): boolean {
    const { parenthetical } = this.#columns;
    return parenthetical !== undefined && this.#isAt(line, parenthetical);
  }

  /** Whether a line starts a parenthetical: a bracket that closes at a line's end, in the column of brackets or alone. */
  #isBracket(line: BodyLine, at: number): boolean {
    if (!line.text.startsWith('(')) return false;
    const { dialogue, parenthetical, reach } = this.#columns;
    const { cell } = this.#metrics;
    const centred = parenthetical?.centred === true;
    const inText = dialogue !== undefined && Math.abs(line.x - dialogue) <= reach;
    if (
      parenthetical !== undefined &&
      (centred || dialogue === undefined || Math.abs(parenthetical.at - dialogue) > reach)
    ) {
      if (this.#isAt(line, parenthetical) && !(centred && (inText || dialogue === undefined))) return true;
      if (inText && !centred) return false;
    }
    for (let next = at; next < Math.min(this.#lines.length, at + 4); next++) {
      const { text } = this.#lines[next] as BodyLine;
      const close = text.indexOf(')');
      if (close < 0) continue;
      if (close !== text.length - 1) return false;
      // Words of a speech do not stand so far off its edge.
      if (dialogue !== undefined && (line.x > dialogue + 3 * cell || (centred && !inText))) return true;
      const before = this.#open && this.#open.kind === 'dialogue' ? lastLine(this.#open) : undefined;
      // In running text a bracket may fill a line by chance.
      if (this.#bracketsInText && this.#goesOnBelow(next)) return false;
      return !before || before.page !== line.page || fits(before, line, this.#columns, this.#metrics);
    }
    return false;
  }

  /** Whether a line of speech is full, and the speech goes on below it. */
  #goesOnBelow(at: number): boolean {
    const line = this.#lines[at] as BodyLine;
    const below = this.#lines[at + 1];
    return (
      below !== undefined &&
      !below.top &&
      below.gap <= this.#columns.speechPitch + 0.45 &&
      Math.abs(below.x - line.x) <= this.#columns.reach &&
      !fits(line, below, this.#columns, this.#metrics)
    );
  }

  /** Whether a line stands in a column: on its edge, or around its middle. */
  #isAt(line: BodyLine, { at, centred }: Place): boolean {
    const off = Math.abs((centred ? middle(line) : line.x) - at);
    return off <= (centred ? this.#metrics.cell : this.#columns.reach);
  }

  #isCue(at: number): boolean {
    const line = this.#lines[at] as BodyLine;
    if (!line.top && line.gap < APART) return false;
    const placed = this.#placedAsCue(line);
    const next = this.#lines[at + 1];
    if (next && this.#isTitle(line, next, at)) return false;
    if (placed === 'exactly' && isCapitals(bareCue(line.text))) return true;
    if (!next || (!looksLikeCue(line.text) && !this.#isMixedCue(line))) return false;
    const { action, dialogue, parenthetical, reach, cueGap } = this.#columns;
    const { cell } = this.#metrics;
    const below = dialogue !== undefined && Math.abs(next.x - dialogue) <= reach;
    if (next.top) return placed !== undefined && below;
    if (next.gap > cueGap + 0.45) return false;
    const own = this.#hasOwnDialogue();
    const bracket = next.text.startsWith('(') && next.x > action + cell;
    const beside = parenthetical !== undefined && this.#isAt(next, parenthetical);
    if (placed)
      return below || beside || bracket || (next.gap <= CLOSE && !looksLikeCue(next.text) && next.x > action - cell);
    if (hasHeadingPrefix(line.text)) return false;
    // At the left edge, but with a speech below it: a cue that was not set as one.
    if (line.x < action + 2 * cell) return own && next.gap <= CLOSE && (below || (beside && bracket));
    // Elsewhere: a long name that was moved to the left, or a column that few cues share.
    return (
      (own ? below || (beside && bracket) : next.gap <= CLOSE && next.x < line.x) &&
      line.x > (dialogue ?? action) + cell
    );
  }

  /** Whether two lines are centred on one axis, and the lower is no speech: the upper may begin where cues do by chance. */
  #isTitle(line: BodyLine, next: BodyLine, at: number): boolean {
    const { dialogue, parenthetical, action, reach } = this.#columns;
    if (!this.#hasOwnDialogue() || next.top || next.gap > CLOSE || next.text.startsWith('(')) return false;
    const beside = parenthetical !== undefined && this.#isAt(next, parenthetical);
    return (
      !beside &&
      Math.abs(next.x - (dialogue ?? action)) > reach &&
      Math.abs(middle(next) - middle(line)) <= 0.5 * this.#metrics.cell &&
      this.#isCentred(line, at)
    );
  }

  /** Whether a line stands where cues do: exactly there, where nothing else stands, or about there. */
  #placedAsCue(line: BodyLine): 'exactly' | 'about' | undefined {
    const { cue, dialogue, parenthetical, reach } = this.#columns;
    const { cell } = this.#metrics;
    if (!cue || !this.#isAt(line, cue)) return undefined;
    const off = Math.abs(line.x - cue.at);
    const apart = (other: number | undefined): boolean => other === undefined || Math.abs(other - cue.at) > 2 * reach;
    return !cue.centred && off <= 0.3 * cell && apart(dialogue) && apart(parenthetical?.at) ? 'exactly' : 'about';
  }

  /** A name in small letters where cues stand and nothing else does. */
  #isMixedCue(line: BodyLine): boolean {
    const placed = this.#placedAsCue(line);
    return (placed === 'exactly' || (placed !== undefined && this.#columns.mixedNames)) && isMixedName(line.text);
  }

  #otherElement(line: BodyLine, at: number): Element {
    if (this.#isHeading(line, at)) return { kind: 'heading', lines: [line] };
    const act = actClass(line.text);
    if (act !== undefined && (line.top || line.gap >= APART)) return { kind: 'general', class: act, lines: [line] };
    if (this.#isTransition(line, at)) return { kind: 'transition', lines: [line] };
    if (this.#isCentred(line, at)) return { kind: 'action', class: 'centered', lines: [line] };
    if (this.#isShot(line)) return { kind: 'shot', lines: [line] };
    if (this.#isUncued(line)) return { kind: 'dialogue', lines: [line] };
    if (this.#isBracket(line, at) && this.#atParenthetical(line)) return { kind: 'parenthetical', lines: [line] };
    return { kind: 'action', lines: [line] };
  }

  /** Text set as dialogue though nobody is named: it stands exactly on dialogue's column, and within it. */
  #isUncued(line: BodyLine): boolean {
    const { dialogue, dialogueRight, action } = this.#columns;
    const { cell } = this.#metrics;
    if (dialogue === undefined || dialogue < action + 3 * cell) return false;
    return Math.abs(line.x - dialogue) <= 0.3 * cell && line.end <= dialogueRight + cell;
  }

  #isHeading(line: BodyLine, at: number): boolean {
    const { cell } = this.#metrics;
    if (!line.top && line.gap < APART && this.#open?.kind !== 'heading' && this.#open?.kind !== 'transition')
      return false;
    const atLeft = Math.abs(line.x - this.#columns.action) <= 2 * cell;
    const prefixed = hasHeadingPrefix(line.text);
    if (prefixed)
      return (atLeft || isCapitals(line.text)) && (!this.#headings.capitals || isCapitals(headOf(line.text)));
    return atLeft && !SHOT.test(line.text) && this.#headings.isHeading(line, this.#lines[at + 1]);
  }

  #isTransition(line: BodyLine, at: number): boolean {
    const { cell } = this.#metrics;
    const { action, transition, right } = this.#columns;
    if ((!line.top && line.gap < APART) || line.text.length > 50) return false;
    const next = this.#lines[at + 1];
    let { text } = line;
    if (next && !next.top && next.gap < APART) {
      // One that is too long for its column.
      const after = this.#lines[at + 2];
      const ends = !after || after.top || after.gap >= APART;
      if (!ends || Math.abs(next.x - line.x) > this.#columns.reach || !isCapitals(next.text)) return false;
      text = `${text} ${next.text}`;
    }
    if (!isCapitals(text) && !isCaseless(text)) return false;
    const farRight =
      line.x > action + (right - action) * 0.45 && Math.abs(middle(line) - (action + right) / 2) > 3 * cell;
    if (farRight && transition !== undefined && Math.abs(line.end - transition) <= 1.5 * cell) return true;
    if (farRight && (TRANSITION.test(text) || text.endsWith(':'))) return true;
    return ANYWHERE.test(text) && !this.#isCentred(line, at);
  }

  /** Centred between the edges of action, and not on one of its columns by chance. */
  #isCentred(line: BodyLine, at: number): boolean {
    const { cell } = this.#metrics;
    const { action, right } = this.#columns;
    if (line.x < action + 3 * cell) return false;
    if (
      Math.abs(middle(line) - (action + right) / 2) > 1.5 * cell &&
      Math.abs(middle(line) - this.#frame.width / 2) > cell
    )
      return false;
    const next = this.#lines[at + 1];
    return !next || next.top || next.gap >= APART || Math.abs(middle(next) - middle(line)) <= cell;
  }

  #isShot(line: BodyLine): boolean {
    if (!isCapitals(line.text) || Math.abs(line.x - this.#columns.action) > 2 * this.#metrics.cell) return false;
    return (
      (line.top || line.gap >= APART) &&
      line.text.length <= 60 &&
      SHOT.test(line.text) &&
      !/[.!?]["”]?$/.test(line.text)
    );
  }
}

/** Transitions that are none other wherever they stand. */
const ANYWHERE =
  /^(?:[\p{Lu} ]{0,24}\b(?:CUT|DISSOLVE|FADE|WIPE|CROSSFADE|TRANSITION)[\p{Lu} ]{0,24} TO:|FADE OUT[.:]|FADE TO BLACK[.:])$/u;

const SHOT =
  /^(?:(?:EXTREME |MEDIUM |MED\.? |TIGHT |WIDE |WIDER |CLOSE |CLOSER |LONG |FULL |HIGH |LOW |NEW |ANOTHER |REVERSE |DIFFERENT |TWO |THREE |GROUP |TRACKING |TRUCKING |DOLLY |CRANE |AERIAL |ESTABLISHING |PROCESS )*(?:SHOT|ANGLE|CLOSE-?UP|CLOSEUP|VIEW)\b|CLOSE ON\b|ANGLE ON\b|INSERT\b|POV\b|CAMERA\b|REVERSE\b|WIDE ON\b|TIGHT ON\b|[\p{Lu}'’. ]{1,30}[’']S POV\b)/u;

const ACT =
  /^["“]?(END(?:S)? (?:OF )?|FIN D[EU] )?(?:(?:THE )?(?:ACT|TEASER|TAG|COLD OPEN(?:ING)?|PROLOGUE|EPILOGUE|EPISODE|SHOW|PART)(?: (?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|[IVX]{1,4}|\d{1,2}))?)["”]?(?: \(?CONT(?:INUED|['’]D)\)?)?[.:]?$/;

/** The class of a line that names where an act begins or ends. */
function actClass(text: string): 'new-act' | 'end-of-act' | undefined {
  const match = ACT.exec(text.toUpperCase());
  if (!match || !isCapitals(text)) return undefined;
  return match[1] === undefined ? 'new-act' : 'end-of-act';
}

/** A heading up to its brackets and what stands behind dashes: the part that is in capitals. */
function headOf(text: string): string {
  return text.split(/\(| [-–—] /, 1)[0] ?? text;
}

/** Whether more lines of speech begin with a bracket and go on behind it than are a bracket and nothing else. */
function hasBracketsInText(lines: readonly BodyLine[], { dialogue, reach }: Columns): boolean {
  if (dialogue === undefined) return false;
  let inText = 0;
  let alone = 0;
  for (const { text, x } of lines) {
    if (!text.startsWith('(') || Math.abs(x - dialogue) > reach) continue;
    const close = text.indexOf(')');
    if (close === text.length - 1) alone++;
    else if (close > 0) inText++;
  }
  return inText > alone;
}

function closes(element: Element): boolean {
  const text = roughText(element);
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth++;
    else if (char === ')') depth--;
  }
  return depth <= 0;
}

function middle(line: { x: number; end: number }): number {
  return (line.x + line.end) / 2;
}
