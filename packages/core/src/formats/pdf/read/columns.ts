import { hasHeadingPrefix } from '../../../conventions/heading.js';
import { isCapitals, isCaseless, looksLikeCue } from './capitals.js';
import type { BodyLine, Frame } from './margins.js';
import { peaks } from './metrics.js';
import type { Metrics, Peak } from './metrics.js';
import { chunksOf } from './slice.js';

/** Where this file's elements stand. Points from the left edge of the page. */
export interface Columns {
  action: number;
  /** Right edge of action: where its lines wrap. */
  right: number;
  dialogue: number | undefined;
  /** Right edge of dialogue. */
  dialogueRight: number;
  parenthetical: number | undefined;
  /** Left edge of cues, or their middle where cues are centred. */
  cue: { at: number; centred: boolean } | undefined;
  /** Right edge of transitions, where they are right-aligned. */
  transition: number | undefined;
  /** How far a line may stand off its column. */
  reach: number;
  /** Lines from a cue's baseline to that of its speech. */
  cueGap: number;
  /** Lines from baseline to baseline within a speech. */
  speechPitch: number;
}

/** A cue and the line below it. */
interface Vote {
  cue: BodyLine;
  speech: BodyLine;
  /** Votes count less where the speech stands like action. */
  weight: number;
}

/** Cells that a column may be off: less than what parts the nearest columns of any script. */
const REACH = 0.8;
/** Distances in lines: still single-spaced, and still the same speech where speeches are double-spaced. */
const CLOSE = 1.45;
const DOUBLE = 2.45;

/**
 * Learns the columns from what can't be mistaken: short lines in capitals with space above and text below them, nearer
 * to the left, are cues and their speeches.
 */
export function learnColumns(lines: readonly BodyLine[], frame: Frame, metrics: Metrics): Columns {
  const reach = REACH * metrics.cell;
  const votes = collectVotes(lines, frame, metrics);
  const columns: Columns = {
    action: frame.left,
    right: frame.right,
    dialogue: undefined,
    dialogueRight: frame.right,
    parenthetical: undefined,
    cue: undefined,
    transition: undefined,
    reach,
    cueGap: 1,
    speechPitch: 1,
  };
  learnSpeech(columns, votes, lines, metrics);
  columns.transition = learnTransitions(lines, columns, metrics);
  return columns;
}

function collectVotes(lines: readonly BodyLine[], frame: Frame, { cell }: Metrics): Vote[] {
  const votes: Vote[] = [];
  for (let at = 0; at + 1 < lines.length; at++) {
    const cue = lines[at] as BodyLine;
    const speech = lines[at + 1] as BodyLine;
    if (speech.page !== cue.page || speech.gap > DOUBLE || cue.gap < 1.3) continue;
    if (cue.x < frame.left + 3 * cell || !looksLikeCue(cue.text) || hasHeadingPrefix(cue.text)) continue;
    const between = speech.x > frame.left + 1.5 * cell && speech.x < cue.x + 0.5 * cell;
    // Double-spaced text below is a speech only where no action can stand.
    if (speech.gap > CLOSE ? !between : speech.x > cue.x + 12 * cell) continue;
    if (isCapitals(speech.text) && !speech.text.startsWith('(') && !between) continue;
    if (chunksOf(cue.line, 3 * cell).length > 1 || chunksOf(speech.line, 4 * cell).length > 1) continue;
    votes.push({ cue, speech, weight: between ? 1 : 0.25 });
  }
  return votes;
}

function learnSpeech(columns: Columns, votes: readonly Vote[], lines: readonly BodyLine[], { cell }: Metrics): void {
  if (votes.length === 0) return;
  const dialogue = best(
    votes.flatMap((vote) => spokenPlace(vote, lines)),
    columns.reach,
  );
  if (dialogue !== undefined) columns.dialogue = dialogue;
  const left = best(
    votes.map(({ cue, weight }) => ({ at: cue.x, weight })),
    columns.reach,
  );
  const middle = best(
    votes.map(({ cue, weight }) => ({ at: (cue.x + cue.end) / 2, weight })),
    columns.reach,
  );
  const share = (at: number | undefined, place: (vote: Vote) => number): number =>
    at === undefined ? 0 : votes.filter((vote) => Math.abs(place(vote) - at) <= columns.reach).length / votes.length;
  const leftShare = share(left, ({ cue }) => cue.x);
  const middleShare = share(middle, ({ cue }) => (cue.x + cue.end) / 2);
  if (left !== undefined && leftShare >= middleShare) columns.cue = { at: left, centred: false };
  else if (middle !== undefined) columns.cue = { at: middle, centred: true };

  columns.cueGap = usualGap(votes.map(({ speech }) => speech.gap));
  const inner: number[] = [];
  const widths: number[] = [];
  const brackets: Peak[] = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    const inDialogue = columns.dialogue !== undefined && Math.abs(line.x - columns.dialogue) <= columns.reach;
    if (inDialogue) widths.push(line.end);
    if (!before || before.page !== line.page) return;
    if (inDialogue && Math.abs(before.x - line.x) <= columns.reach && !looksLikeCue(before.text)) inner.push(line.gap);
    if (line.text.startsWith('(') && line.x > columns.action + 1.5 * cell && line.gap <= DOUBLE)
      brackets.push({ at: line.x, weight: 1 });
  });
  columns.speechPitch = usualGap(inner);
  widths.sort((a, b) => a - b);
  columns.dialogueRight = widths[Math.floor(widths.length * 0.99)] ?? columns.right;
  columns.parenthetical = best(brackets, columns.reach);
}

/** Where the words of a speech begin, behind a parenthetical that may stand before them. */
function spokenPlace({ speech, weight }: Vote, lines: readonly BodyLine[]): Peak[] {
  if (!speech.text.startsWith('(')) return [{ at: speech.x, weight }];
  let at = lines.indexOf(speech);
  while (at < lines.length && !(lines[at] as BodyLine).text.endsWith(')')) at++;
  const spoken = lines[at + 1];
  return spoken && spoken.page === speech.page && spoken.gap <= DOUBLE && !looksLikeCue(spoken.text)
    ? [{ at: spoken.x, weight }]
    : [];
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
