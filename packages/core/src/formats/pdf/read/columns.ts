import { hasHeadingPrefix } from '../../../conventions/heading.js';
import { isCapitals, isCaseless, looksLikeCue } from './capitals.js';
import type { BodyLine, Frame } from './margins.js';
import { peaks } from './metrics.js';
import type { Metrics, Peak } from './metrics.js';
import { chunksOf } from './slice.js';

/** A column: the left edge of its lines, or their middle where they are centred. */
export interface Place {
  at: number;
  centred: boolean;
}

/** Where this file's elements stand. Points from the left edge of the page. */
export interface Columns {
  action: number;
  /** Right edge of action: where its lines wrap. */
  right: number;
  /** Left edge of dialogue; undefined where it has no column of its own, or is centred. */
  dialogue: number | undefined;
  /** Right edge of dialogue. */
  dialogueRight: number;
  parenthetical: Place | undefined;
  cue: Place | undefined;
  /** Names of speakers are not in capitals here. */
  mixedNames: boolean;
  /** Right edge of transitions, where they are right-aligned. */
  transition: number | undefined;
  /** How far a line may stand off its column. */
  reach: number;
  /** Lines from a cue's baseline to that of its speech. */
  cueGap: number;
  /** Lines from baseline to baseline within a speech. */
  speechPitch: number;
  /** Lines break behind the hyphens of words: not all programs do that. */
  breaksAtHyphens: boolean;
}

/** A cue and the line below it. */
interface Vote {
  /** Index of the cue's line. */
  at: number;
  cue: BodyLine;
  speech: BodyLine;
  /** Votes count less where the speech stands like action. */
  weight: number;
}

/** Cells that a column may be off: less than what parts the nearest columns of any script. */
const REACH = 0.8;
/** How much wider than meant a distance of lines may be, in lines. */
const LOOSE = 0.45;
/** Still single-spaced, and still the same speech where speeches are double-spaced. */
const CLOSE = 1 + LOOSE;
const DOUBLE = 2 + LOOSE;
/** The share of a column's lines that may stick out of it. */
const OUTLIERS = 0.01;
/** Names in small letters make the columns where there are so many more of them than of others, in one place. */
const MIXED = { least: 5, more: 3, alike: 0.8 };
/** The longest name in small letters. */
const MAX_MIXED = 36;

/**
 * Learns the columns from what can't be mistaken: short lines in capitals with space above and text below them, nearer
 * to the left, are cues and their speeches.
 */
export function learnColumns(lines: readonly BodyLine[], frame: Frame, metrics: Metrics): Columns {
  const reach = REACH * metrics.cell;
  const capitals = collectVotes(lines, frame, metrics, looksLikeCue);
  const mixed = mixedVotes(lines, frame, metrics, capitals.length);
  const votes = mixed ?? capitals;
  const columns: Columns = {
    action: frame.left,
    right: frame.right,
    dialogue: undefined,
    dialogueRight: frame.right,
    parenthetical: undefined,
    cue: undefined,
    mixedNames: mixed !== undefined,
    transition: undefined,
    reach,
    cueGap: 1,
    speechPitch: 1,
    breaksAtHyphens: lines.some(({ text }, at) => isBrokenAtHyphen(text, lines[at + 1]?.text ?? '')),
  };
  learnSpeech(columns, votes, lines, metrics);
  columns.transition = learnTransitions(lines, columns, metrics);
  return columns;
}

function isBrokenAtHyphen(text: string, next: string): boolean {
  return text.endsWith('-') && /[\p{L}\p{N}]-$/u.test(text) && /^[\p{L}\p{N}]/u.test(next);
}

/** Cells from action to dialogue where there is no action. */
const USUAL_INDENT = 10;

/**
 * The frame of a script in which nothing happens: where all lines at the left edge are said by somebody, the edge is
 * dialogue's, and action would stand left of it.
 */
export function frameOfSpeeches(lines: readonly BodyLine[], frame: Frame, { cell }: Metrics): Frame {
  let spoken = 0;
  let attached = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as BodyLine;
    const above = lines[at - 1];
    if (Math.abs(line.x - frame.left) > 1.5 * cell) {
      attached = line.x > frame.left && (attached || looksLikeCue(line.text));
      if (looksLikeCue(line.text)) spoken++;
      continue;
    }
    const near = above !== undefined && (line.top || line.gap <= DOUBLE);
    if (!attached || !near || hasHeadingPrefix(line.text)) return frame;
  }
  return spoken < MIN_SPEECHES ? frame : { ...frame, left: frame.left - USUAL_INDENT * cell };
}

const MIN_SPEECHES = 3;

/** Whether a text can be a name that is not written in capitals. */
export function isMixedName(text: string): boolean {
  return text.length <= MAX_MIXED && /^["“]?[\p{L}\p{N}#]/u.test(text) && !/[.!?:;,]$/.test(text);
}

/** Votes of a script whose names are not in capitals: most of them have one left edge, or one middle. */
function mixedVotes(lines: readonly BodyLine[], frame: Frame, metrics: Metrics, capitals: number): Vote[] | undefined {
  const apart = 2 * metrics.cell;
  const all = collectVotes(lines, frame, metrics, isMixedName).filter(
    ({ cue, speech, weight }) => weight === 1 && speech.x < cue.x - apart,
  );
  if (all.length < MIXED.least || all.length < MIXED.more * capitals) return undefined;
  const reach = REACH * metrics.cell;
  const alike = (parts: readonly Weighed[]): boolean => placeOf(parts, reach).share >= MIXED.alike;
  const cues = all.map(({ cue, weight }) => ({ line: cue, weight }));
  return alike(cues) && alike(all.flatMap((vote) => spokenLine(vote, lines))) ? all : undefined;
}

function collectVotes(
  lines: readonly BodyLine[],
  frame: Frame,
  { cell }: Metrics,
  isName: (text: string) => boolean,
): Vote[] {
  const votes: Vote[] = [];
  for (let at = 0; at + 1 < lines.length; at++) {
    const cue = lines[at] as BodyLine;
    const speech = lines[at + 1] as BodyLine;
    if (speech.page !== cue.page || speech.gap > DOUBLE || cue.gap < 1.3) continue;
    if (cue.x < frame.left + 3 * cell || !isName(cue.text) || hasHeadingPrefix(cue.text)) continue;
    const between = speech.x > frame.left + 1.5 * cell && speech.x < cue.x + 0.5 * cell;
    // Double-spaced text below is a speech only where no action can stand.
    if (speech.gap > CLOSE ? !between : speech.x > cue.x + 12 * cell) continue;
    if (isCapitals(speech.text) && !speech.text.startsWith('(') && !between) continue;
    if (chunksOf(cue.line, 3 * cell).length > 1 || chunksOf(speech.line, 4 * cell).length > 1) continue;
    votes.push({ at, cue, speech, weight: between ? 1 : 0.25 });
  }
  return votes;
}

function learnSpeech(columns: Columns, votes: readonly Vote[], lines: readonly BodyLine[], { cell }: Metrics): void {
  if (votes.length === 0) return;
  const spoken = votes.flatMap((vote) => spokenLine(vote, lines));
  if (spoken.length > 0) {
    const { at, centred } = placeOf(spoken, columns.reach);
    if (!centred) columns.dialogue = at;
  }
  const { at, centred } = placeOf(
    votes.map(({ cue, weight }) => ({ line: cue, weight })),
    columns.reach,
  );
  columns.cue = { at, centred };

  columns.cueGap = usualGap(votes.map(({ speech }) => speech.gap));
  const inner: number[] = [];
  const widths: number[] = [];
  const brackets: BodyLine[] = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    const inDialogue = columns.dialogue !== undefined && Math.abs(line.x - columns.dialogue) <= columns.reach;
    if (inDialogue) widths.push(line.end);
    if (!before || before.page !== line.page) return;
    if (inDialogue && Math.abs(before.x - line.x) <= columns.reach && !looksLikeCue(before.text)) inner.push(line.gap);
    if (line.text.startsWith('(') && line.x > columns.action + 1.5 * cell && line.gap <= DOUBLE) brackets.push(line);
  });
  columns.speechPitch = inner.length > 0 ? usualGap(inner) : columns.cueGap;
  widths.sort((a, b) => a - b);
  columns.dialogueRight = widths[Math.floor(widths.length * (1 - OUTLIERS))] ?? columns.right;
  if (brackets.length > 0) {
    const place = placeOf(
      brackets.map((line) => ({ line, weight: 1 })),
      columns.reach,
    );
    columns.parenthetical = { at: place.at, centred: place.centred };
  }
}

/** The first line of a speech's words, behind a parenthetical that may stand before them. */
function spokenLine({ at, speech, weight }: Vote, lines: readonly BodyLine[]): Weighed[] {
  if (!speech.text.startsWith('(')) return [{ line: speech, weight }];
  let next = at + 1;
  while (next < at + MAX_BRACKET && !lines[next]?.text.endsWith(')')) next++;
  const spoken = lines[next + 1];
  return spoken && spoken.page === speech.page && spoken.gap <= DOUBLE && !looksLikeCue(spoken.text)
    ? [{ line: spoken, weight }]
    : [];
}

/** The most lines of a parenthetical below a cue. */
const MAX_BRACKET = 6;

interface Weighed {
  line: BodyLine;
  weight: number;
}

/** The edge or the middle that most lines have, and their share. A middle must do better than the edges to be one. */
function placeOf(lines: readonly Weighed[], reach: number): Place & { share: number } {
  const left = bestPlace(lines, reach, ({ x }) => x);
  const middle = bestPlace(lines, reach, ({ x, end }) => (x + end) / 2);
  return middle.share > left.share ? { ...middle, centred: true } : { ...left, centred: false };
}

function bestPlace(
  lines: readonly Weighed[],
  reach: number,
  place: (line: BodyLine) => number,
): { at: number; share: number } {
  const at = best(
    lines.map(({ line, weight }) => ({ at: place(line), weight })),
    reach,
  );
  if (at === undefined) return { at: 0, share: 0 };
  return { at, share: lines.filter(({ line }) => Math.abs(place(line) - at) <= reach).length / lines.length };
}

/** Where most of the values lie. */
function best(values: readonly Peak[], reach: number): number | undefined {
  return peaks(values, reach * 0.75, 1)[0]?.at;
}

/** Single-spaced unless hardly any distance is. */
function usualGap(gaps: readonly number[]): number {
  const close = gaps.filter((gap) => gap <= CLOSE).length;
  const double = gaps.filter((gap) => gap > CLOSE && gap <= DOUBLE);
  if (close >= gaps.length * 0.15 || double.length === 0) return 1;
  double.sort((a, b) => a - b);
  return double[double.length >> 1] as number;
}

/** What transitions say, in capitals, at the end of a scene. */
export const TRANSITION =
  /^(?:[\p{L}\p{N}' -]{0,40}\b(?:TO|INTO|WITH|ON|ZU|A|À|AL|PARA|К|НА)|(?:FADE|IRIS|CUT|WIPE|DISSOLVE|SMASH|SMASH CUT|MATCH CUT|JUMP CUT|BLACKOUT|FADES?)\b[^.!?]{0,24})[:.]?$/u;

/** Right edge of lines in capitals right of the cues: transitions are right-aligned, or begin in a column of their own. */
function learnTransitions(lines: readonly BodyLine[], columns: Columns, { cell }: Metrics): number | undefined {
  const cue =
    columns.cue && !columns.cue.centred ? columns.cue.at : columns.action + (columns.right - columns.action) * 0.3;
  const ends = lines
    .filter(
      ({ text, x, gap }) =>
        x > cue + 4 * cell && gap > 1.3 && (isCapitals(text) || isCaseless(text)) && /:$|^FADE|OUT\.?$/.test(text),
    )

    .map(({ end }): Peak => ({ at: end, weight: 1 }));
  return best(ends, columns.reach * 1.5);
}
