import type { PdfLine, PdfPage } from '../tree.js';

/** How many lines from the edge of a page it can be: headers and footers stand outside of it. */
const EDGE = 3;
/** Points that the copy of a letter may stand off the letter, sideways. */
const SAME = 0.3;
/** The most of a line's letters that a copy of it can have: those that reach over the edge. */
const PART = 0.75;

/**
 * Pages without what they show of other pages' lines. Programs that cut pages out of one long sheet draw the outermost
 * line of a page on both sides of the cut, if its letters reach over it: of the line that belongs to the other page only
 * the letters that do, and those cut off.
 */
export function withoutEchoes(pages: readonly PdfPage[]): PdfPage[] {
  return pages.map((page, at) => {
    const { lines } = page;
    const above = pages[at - 1]?.lines.slice(-EDGE) ?? [];
    const below = pages[at + 1]?.lines.slice(0, EDGE) ?? [];
    const own = lines.filter((line, n) => {
      const top = n < EDGE && above.some((other) => isEcho(line, other));
      return !top && !(n >= lines.length - EDGE && below.some((other) => isEcho(line, other)));
    });
    return own.length === lines.length ? page : { ...page, lines: own };
  });
}

/**
 * Whether a line is nothing but some of the letters of another one, in the same places: all that are alike, but none
 * between them. A line that begins like another one is its own.
 */
function isEcho(echo: PdfLine, line: PdfLine): boolean {
  const letters = lettersIn(echo.text);
  if (letters === 0 || letters > PART * lettersIn(line.text)) return false;
  const { text, xs } = line;
  const { text: part, xs: places } = echo;
  let next = nextLetter(part, 0);
  let found = 0;
  let first = -1;
  let last = -1;
  let n = 0;
  for (let at = nextLetter(text, 0); at < text.length; at = nextLetter(text, at + 1), n++) {
    const same =
      next < part.length &&
      text.charCodeAt(at) === part.charCodeAt(next) &&
      Math.abs((xs[at] as number) - (places[next] as number)) <= SAME;
    if (!same && part.includes(text.charAt(at))) return false;
    if (!same) continue;
    if (first < 0) first = n;
    last = n;
    found++;
    next = nextLetter(part, next + 1);
  }
  return found === letters && (last - first >= found || LOW.test(part));
}

/** Letters that reach below the baseline. */
const LOW = /^[gjpqyQJ,;()[\]{}|@$ ]+$/;

function lettersIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== 0x20) count++;
  return count;
}

/** The place of the first letter from a place on. */
function nextLetter(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 0x20) at++;
  return at;
}
