import { bareCue, looksLikeCue } from './capitals.js';
import type { BodyLine, Frame } from './margins.js';
import type { Metrics } from './metrics.js';
import { withoutNumbers } from './numbers.js';

/** What stood at the tops and bottoms of pages to say that something goes on. */
export interface Continueds {
  lines: readonly BodyLine[];
  /** Pages at whose end a speech says that it goes on. */
  more: ReadonlySet<number>;
  /** The words used, as first seen. */
  words: { more?: string; sceneBottom?: string; sceneTop?: string };
}

export const SCENE_TOP = /^\(?(?:CONTINUED|CONT['’]D|CONTINUING)\)?:?(?: ?\(\d{1,3}\))?:?$/i;
export const SCENE_BOTTOM = /^\(?(?:CONTINUED|CONT['’]D)\)?:?(?: ?\(\d{1,3}\))?$/i;
const MORE = /^[([–—-]{1,2} ?(?:MORE|MÁS|SUITE|À SUIVRE|WEITER|SEGUE|MAIS|ДАЛЬШЕ)(?: ?\.{3}|…)? ?[)\]–—-]{1,2}$/iu;

/** A bracket at the end of a page in words unknown here, when the next page begins with the speaker's name again. */
function isForeignMore(lines: readonly BodyLine[], from: number, to: number, cell: number): boolean {
  const last = lines[to - 1] as BodyLine;
  const again = lines[to];
  if (!again || !/^\([^()]{2,16}\)$/.test(last.text) || !again.text.endsWith(')')) return false;
  // It stands below the name; what a speaker does stands farther left.
  if (last.x < again.x - 2 * cell) return false;
  const name = bareCue(again.text);
  for (let at = to - 2; at >= from; at--) {
    const line = lines[at] as BodyLine;
    if (Math.abs(line.x - again.x) <= cell && looksLikeCue(line.text))
      return bareCue(line.text) === name && line.text !== again.text;
  }
  return false;
}

/** Whether a line says that a scene or a speech goes on, with the scene's number beside it or without. */
export function isContinued(line: string): boolean {
  const text = withoutNumbers(line);
  return SCENE_TOP.test(text) || SCENE_BOTTOM.test(text) || MORE.test(text);
}

/** Takes `(MORE)`, `(CONTINUED)` and `CONTINUED:` off the edges of pages. */
export function dropContinueds(lines: readonly BodyLine[], frame: Frame, { cell }: Metrics): Continueds {
  const more = new Set<number>();
  const words: Continueds['words'] = {};
  const kept: BodyLine[] = [];
  for (let at = 0; at < lines.length; ) {
    let from = at;
    let to = at;
    const page = (lines[at] as BodyLine).page;
    while (to < lines.length && (lines[to] as BodyLine).page === page) to++;
    at = to;
    const top = lines[from] as BodyLine;
    if (SCENE_TOP.test(top.text) && top.x < frame.left + 12 * cell) {
      words.sceneTop ??= top.text;
      from++;
    }
    for (let n = 0; n < 2 && to > from; n++) {
      const last = lines[to - 1] as BodyLine;
      if (SCENE_BOTTOM.test(last.text) && (last.text.startsWith('(') || last.x > frame.left + 20 * cell)) {
        words.sceneBottom ??= last.text;
      } else if (MORE.test(last.text) || (!more.has(page) && isForeignMore(lines, from, to, cell))) {
        words.more ??= last.text;
        more.add(page);
      } else break;
      to--;
    }
    for (let next = from; next < to; next++) {
      const line = lines[next] as BodyLine;
      kept.push(next === from && !line.top ? { ...line, top: true, gap: Infinity } : line);
    }
  }
  return { lines: kept, more, words };
}
