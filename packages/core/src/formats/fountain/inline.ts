import type { RichText, Run } from '../../conventions/manuscript/types.js';
import { isBlank, skipBlanks, trimBlanks } from './grammar.js';

/** Characters that a backslash before them makes plain. Before any other a backslash is a backslash. */
const ESCAPABLE = new Set([...'!#(*./<=>@[^_~'].map((char) => char.charCodeAt(0)));

export function isEscapable(unit: number): boolean {
  return ESCAPABLE.has(unit);
}

const NEWLINE = 0x0a;
const STAR = 0x2a;
const BACKSLASH = 0x5c;
const UNDERSCORE = 0x5f;

export const BOLD = 1;
export const ITALIC = 2;
export const UNDERLINE = 4;

/** A run of `*`, an `_`, or backslashes that go away. */
interface Token {
  at: number;
  length: number;
  /** Marks that turn out to be marks: how many units go, at the start (closing) and at the end (opening). */
  dropped: number;
  closes: number;
  opens: number;
  /** What the blanks around it allow. */
  canOpen: boolean;
  canClose: boolean;
}

/** The three looks, by the index that the stacks of openers go by. */
const LOOKS = [BOLD, ITALIC, UNDERLINE] as const;
const WIDTHS = [2, 1, 1] as const;
const BOLD_AT = 0;
const ITALIC_AT = 1;
const UNDERLINE_AT = 2;

/**
 * Takes emphasis and escapes out of a text. `places` are offsets into `raw`, rising; they become offsets into the
 * result.
 *
 * `*` opens before and closes behind something that is no blank; a closing mark belongs to the last open one of its
 * kind on the line; what has no partner stays. Underlining and the two kinds of stars may overlap. Runs of four stars
 * or of two underscores are text, as blanks to be filled in are. Time is linear in the length.
 */
export function parseInline(raw: string, places?: number[]): RichText {
  if (!raw.includes('*') && !raw.includes('_') && !raw.includes('\\')) return { text: raw };
  const tokens = tokenise(raw);
  return tokens ? build(raw, tokens, places) : { text: raw };
}

function tokenise(raw: string): Token[] | undefined {
  let tokens: Token[] | undefined;
  const open: [Token[], Token[], Token[]] = [[], [], []];
  const { length } = raw;
  let lineStart = 0;
  const edges: Token[] = [];
  for (let at = 0; at < length; ) {
    const unit = raw.charCodeAt(at);
    if (unit === NEWLINE) {
      if (tokens && tokens.length > lineStart + 1) matchLoosely(raw, tokens, lineStart, edges);
      lineStart = tokens?.length ?? 0;
      for (const stack of open) stack.length = 0;
      at++;
    } else if (unit === BACKSLASH) {
      const end = endOfRun(raw, at, unit);
      if (end < length && ESCAPABLE.has(raw.charCodeAt(end))) {
        const slashes = end - at;
        const dropped = (slashes + 1) >> 1;
        (tokens ??= []).push({ at, length: dropped, dropped, closes: 0, opens: 0, canOpen: false, canClose: false });
        at = end + (slashes & 1);
      } else at = end;
    } else if (unit === STAR || unit === UNDERSCORE) {
      const end = endOfRun(raw, at, unit);
      const run = end - at;
      if (run <= (unit === STAR ? 3 : 1)) {
        const canOpen = showsAt(raw, end, 1);
        const canClose = showsAt(raw, at - 1, -1);
        if (canOpen || canClose) {
          const token: Token = { at, length: run, dropped: 0, closes: 0, opens: 0, canOpen, canClose };
          (tokens ??= []).push(token);
          if (unit === UNDERSCORE) matchUnderscore(token, open);
          else matchStars(token, open);
        }
      }
      at = end;
    } else at++;
  }
  if (tokens && tokens.length > lineStart + 1) matchLoosely(raw, tokens, lineStart, edges);
  return tokens && edges.length > 0 ? [...tokens, ...edges].sort((a, b) => a.at - b.at || a.length - b.length) : tokens;
}

/** What ends a sentence or a quotation. */
const ENDERS = new Set([...'.?!;:…"”’»)'].map((char) => char.charCodeAt(0)));

/**
 * Some programs put their marks around the blank at the end or the start of what is emphasised: `*Who did that? *As`.
 * Two marks of one kind that found no partner belong together when such a blank parts the misplaced one from the end of
 * a sentence or a quotation. Other stars before words stay: `dialed *69 and then *23`.
 */
function matchLoosely(raw: string, tokens: readonly Token[], from: number, edges: Token[]): void {
  let opener: Token | undefined;
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.dropped > 0 || (!token.canOpen && !token.canClose)) continue;
    if (!opener || opener.length !== token.length || raw.charCodeAt(opener.at) !== raw.charCodeAt(token.at)) {
      opener = token;
      continue;
    }
    const late = token.canOpen && !token.canClose && opener.canOpen && endsBefore(raw, token.at - 1);
    const early = opener.canClose && !opener.canOpen && token.canClose && endsBefore(raw, opener.at);
    if (late || early) {
      // The marks go; the look is on what stands between the blanks.
      const looks = raw.charCodeAt(token.at) === UNDERSCORE ? UNDERLINE : (LOOSE_LOOKS[token.length - 1] as number);
      opener.dropped = token.dropped = token.length;
      edges.push(
        { ...EDGE, at: skipBlanks(raw, opener.at + opener.length, token.at), opens: looks },
        { ...EDGE, at: trimBlanks(raw, opener.at + opener.length, token.at), closes: looks },
      );
      opener = undefined;
    } else opener = token;
  }
}

/** Where a look starts or ends without a mark. */
const EDGE: Token = { at: 0, length: 0, dropped: 0, closes: 0, opens: 0, canOpen: false, canClose: false };

const LOOSE_LOOKS = [ITALIC, BOLD, BOLD | ITALIC];

/** Whether a sentence or a quotation ends right before `at`. */
function endsBefore(raw: string, at: number): boolean {
  return at > 0 && ENDERS.has(raw.charCodeAt(at - 1));
}

/** More marks than stand side by side in earnest. */
const MAX_MARKS = 8;

/** Whether something that is no blank stands at `at`, or next in that direction if other marks stand there. */
function showsAt(raw: string, at: number, step: 1 | -1): boolean {
  for (let seen = 0; seen < MAX_MARKS; seen++, at += step) {
    const unit = raw.charCodeAt(at);
    if (unit !== STAR && unit !== UNDERSCORE) return at >= 0 && at < raw.length && !isBlank(unit);
  }
  return true;
}

function endOfRun(raw: string, at: number, unit: number): number {
  while (raw.charCodeAt(at) === unit) at++;
  return at;
}

type Stacks = readonly [Token[], Token[], Token[]];

function matchUnderscore(token: Token, open: Stacks): void {
  if (!(token.canClose && close(token, open, UNDERLINE_AT)) && token.canOpen) open[UNDERLINE_AT].push(token);
}

function matchStars(token: Token, open: Stacks): void {
  let left = token.length;
  if (token.canClose) {
    if (left >= 2 && close(token, open, BOLD_AT)) left -= 2;
    if (left !== 2 && left >= 1 && close(token, open, ITALIC_AT)) left -= 1;
  }
  if (!token.canOpen) return;
  if (left >= 2) open[BOLD_AT].push(token);
  if (left === 1 || left === 3) open[ITALIC_AT].push(token);
}

/** Closes the last open mark of a kind; false when there is none. */
function close(token: Token, open: Stacks, kind: 0 | 1 | 2): boolean {
  const opener = open[kind].pop();
  if (!opener) return false;
  const width = WIDTHS[kind];
  const look = LOOKS[kind];
  opener.opens |= look;
  opener.dropped += width;
  token.closes |= look;
  token.dropped += width;
  return true;
}

function build(raw: string, tokens: readonly Token[], places: number[] | undefined): RichText {
  let text = '';
  let from = 0;
  const runs: Run[] = [];
  let look = 0;
  const depth = [0, 0, 0];
  let nextPlace = 0;
  const copy = (to: number): void => {
    if (places) {
      for (; nextPlace < places.length && (places[nextPlace] as number) <= to; nextPlace++) {
        places[nextPlace] = text.length + Math.max(0, (places[nextPlace] as number) - from);
      }
    }
    if (to > from) {
      const start = text.length;
      text += raw.slice(from, to);
      if (look !== 0) addRun(runs, start, text.length, look);
    }
    from = to;
  };
  for (const token of tokens) {
    if (token.dropped === 0 && token.closes === 0 && token.opens === 0) continue;
    copy(token.at);
    if (token.closes === 0 && token.opens === 0) {
      from = token.at + token.length;
      continue;
    }
    // Closing marks are the first of the run, opening ones the last; what is neither stays between them.
    let closing = 0;
    for (let kind = 0; kind < 3; kind++) {
      if ((token.closes & (LOOKS[kind] as number)) === 0) continue;
      if (token.length > 0) closing += WIDTHS[kind] as number;
      depth[kind] = (depth[kind] as number) - 1;
    }
    look = lookOf(depth);
    from = token.at + closing;
    copy(token.at + token.length - (token.dropped - closing));
    for (let kind = 0; kind < 3; kind++) {
      if ((token.opens & (LOOKS[kind] as number)) !== 0) depth[kind] = (depth[kind] as number) + 1;
    }
    look = lookOf(depth);
    from = token.at + token.length;
  }
  copy(raw.length);
  return runs.length > 0 ? { text, runs } : { text };
}

function lookOf(depth: readonly number[]): number {
  return LOOKS.reduce((look, flag, kind) => ((depth[kind] as number) > 0 ? look | flag : look), 0);
}

function addRun(runs: Run[], start: number, end: number, look: number): void {
  const last = runs[runs.length - 1];
  if (last && last.end === start && lookFlags(last) === look) {
    last.end = end;
    return;
  }
  const run: Run = { start, end };
  if (look & BOLD) run.bold = true;
  if (look & ITALIC) run.italic = true;
  if (look & UNDERLINE) run.underline = true;
  runs.push(run);
}

/** The looks of a run that Fountain can say. */
export function lookFlags(run: Omit<Run, 'start' | 'end'>): number {
  return (run.bold ? BOLD : 0) | (run.italic ? ITALIC : 0) | (run.underline ? UNDERLINE : 0);
}
