import { parseCue } from '../../../conventions/cue.js';
import { bareCue } from './capitals.js';
import type { Element } from './elements.js';
import { firstLine } from './elements.js';

const CONTINUED = /^con(?:t(?:['’.]?d?|inued|inuing)|['’]t(?:['’]?d)?)\.?$/i;
/** Cues of who spoke last that may lack the mark, and cues that may bear it after somebody else, by their number. */
const LAPSES = 0.03;
const MIN_CASES = 3;

export interface AutomaticContinueds {
  /** Their text, with the brackets: `(CONT'D)`. */
  text: string;
  /** The cues that bear it. */
  cues: Element[];
}

/** Whether a cue says by itself that its speaker goes on. */
export function isMarked(cue: string): boolean {
  return parseCue(cue).extensions.some((extension) => CONTINUED.test(extension));
}

/**
 * Finds out whether the program that printed the script put `(CONT'D)` behind the cues, or its writer did. A program
 * forgets none: every cue of who spoke last in the scene bears it, no other does, and it is spelled as on the cues that
 * the program repeated at the tops of pages.
 */
export function findAutomatic(
  elements: readonly Element[],
  repeated: string | undefined,
): AutomaticContinueds | undefined {
  const marked: Element[] = [];
  const spellings = new Map<string, number>();
  let lapses = 0;
  let last: string | undefined;
  for (const element of elements) {
    if (element.kind === 'heading') last = undefined;
    if (element.kind !== 'character') continue;
    const text = firstLine(element).text;
    const { extensions, origin } = parseCue(text);
    const name = bareCue(text).toUpperCase();
    const mark = extensions.find((extension) => CONTINUED.test(extension));
    const voice = origin === 'V.O.' || origin === 'V.O';
    if (mark !== undefined && last === name) {
      marked.push(element);
      spellings.set(`(${mark})`, (spellings.get(`(${mark})`) ?? 0) + 1);
    } else if (mark !== undefined || (last === name && !voice)) lapses++;
    // A voice over neither gets the mark nor causes it.
    last = voice ? undefined : name;
  }
  const [text] = [...spellings].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (text === undefined || marked.length < MIN_CASES || spellings.size > 1) return undefined;
  if (lapses > Math.max(1, marked.length * LAPSES)) return undefined;
  // What a program puts there is spelled as in its settings, with a plain apostrophe; what is typed gets a curly one.
  const own = repeated === undefined ? !text.includes('’') : repeated === text;
  return own ? { text, cues: marked } : undefined;
}
