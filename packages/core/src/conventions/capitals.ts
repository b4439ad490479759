import type { Look, RichText } from './manuscript/types.js';

/** Among a look's other names: that it has only what it says itself, and nothing of its paragraph type's style. */
export const PLAIN_LOOK = 'Plain';
/** Among a look's other names: that it repeats its paragraph type's style. */
export const REPEATED_LOOK = 'Explicit';

/** Whether a look has nothing of its paragraph type's style. */
export function isOwnLook({ other }: Look): boolean {
  return other?.includes(PLAIN_LOOK) === true;
}

/** The text as it prints: in capitals where its type (`all`) or its runs are; of the same length. */
export function printedText({ text, runs }: RichText, all: boolean): string {
  const turns = (look: Look): boolean => (all ? isOwnLook(look) && !look.caps : look.caps === true);
  if (!runs?.some(turns)) return all ? printedCapitals(text) : text;
  const print = (part: string, capitals: boolean): string => (capitals ? printedCapitals(part) : part);
  let out = '';
  let at = 0;
  for (const run of runs) {
    if (!turns(run)) continue;
    out += print(text.slice(at, run.start), all) + print(text.slice(run.start, run.end), !all);
    at = run.end;
  }
  return out + print(text.slice(at), all);
}

/**
 * The text in capitals as styles print it. Of the same length, so that runs and offsets stay: a letter that would become
 * two (`ß`) stays as it is.
 */
export function printedCapitals(text: string): string {
  const turned = text.toUpperCase();
  if (turned.length === text.length) return turned;
  let out = '';
  for (const char of text) {
    const upper = char.toUpperCase();
    out += upper.length === char.length ? upper : char;
  }
  return out;
}
