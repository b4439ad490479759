import { hasHeadingPrefix } from '../../../conventions/heading.js';
import type { PdfLine, PdfPage } from '../tree.js';
import { isCapitals, looksLikeCue } from './capitals.js';
import { MARGIN } from './furniture.js';
import { peaks } from './metrics.js';
import type { Metrics } from './metrics.js';
import { withoutNumbers } from './numbers.js';

/** How many pages before the script can be title pages. */
const MAX_PAGES = 3;
/** The most of a page that a title page fills, by lines. */
const FULL = 0.55;
/** The same of one behind the first. */
const SPARSE = 0.35;
/** The part of the page above which nothing of a title page stands that is not a note at its edge. */
const HEAD = 0.16;
const CONTINUES = /^\(?(?:CONTINUED|MORE)\)?:?$/i;
const CREDIT =
  /^(?:(?:written|screenplay|teleplay|story|created|adapted|directed|original|an?|based|from|by|words|book|script)\b.*|.*\bby:?)$/i;

/** The title pages, which come before the script: sparse, centred, no scene and nobody speaking. */
export function titlePagesOf(pages: readonly PdfPage[], metrics: Metrics): PdfPage[] {
  let count = 0;
  const most = Math.min(MAX_PAGES, pages.length);
  while (
    count < most &&
    isTitlePage(pages[count] as PdfPage, count, pages.length > 1, metrics) &&
    !sharesSpeech(pages, count, metrics)
  )
    count++;
  return pages.slice(0, count);
}

/** Lines in the column of speeches from which on a page is one of the script. */
const SPOKEN = 3;

/** Whether lines of a page begin where the lines below names do on the other pages. */
function sharesSpeech(pages: readonly PdfPage[], index: number, { cell, pitch }: Metrics): boolean {
  const below = pages.slice(index + 1).flatMap(({ lines }) =>
    lines.filter((line, at) => {
      const cue = lines[at - 1];
      if (!cue || line.y - cue.y > (2 + LOOSE) * pitch || line.x > cue.x - 3 * cell) return false;
      return looksLikeCue(cue.text) && !isCapitals(line.text);
    }),
  );
  const [speech] = peaks(
    below.map(({ x }) => ({ at: x, weight: 1 })),
    0.3 * cell,
    1,
  );
  if (!speech || speech.weight < SPOKEN) return false;
  const own = pages[index]?.lines.filter(({ x }) => Math.abs(x - speech.at) <= 0.5 * cell) ?? [];
  return own.length >= SPOKEN;
}

function isTitlePage(
  { lines, width, height }: PdfPage,
  index: number,
  followed: boolean,
  { pitch, cell, size }: Metrics,
): boolean {
  const first = lines[0];
  if (!first) return index === 0;
  if (lines.length * pitch > (index === 0 ? FULL : SPARSE) * height) return false;
  if (lines.some(({ text }) => hasHeadingPrefix(withoutNumbers(text)) || CONTINUES.test(text))) return false;
  if (hasSpeech(lines, pitch, cell)) return false;
  const centred = lines.filter((line) => isCentred(line, width, size)).length;
  const credited = lines.some(({ text }) => CREDIT.test(text.trim()));
  // In the margin stands what was put on later: the line of a fax, a stamp.
  const inner = lines.filter(({ y }) => y > MARGIN * height);
  const low = inner.length > 0 && inner.filter(({ y }) => y > HEAD * height).length >= inner.length * 0.8;
  const wide = widestGap(lines) >= 3 * pitch || lines.length < 4;
  if (index > 0) return low && wide && centred >= lines.length * (credited ? 0.3 : 0.6);
  // A page that ends so early before others has its reasons.
  const opens = followed && isCentred(first, width, size);
  if (opens && credited && lines.length * pitch <= SPARSE * height) return true;
  return low && wide && (credited || opens || centred >= lines.length * 0.3);
}

/** Whether a line lies around the middle of the page, or around the usual middle of a script, which is a little right of it. */
function isCentred(line: PdfLine, width: number, size: number): boolean {
  const off = (line.x + line.end) / 2 - width / 2;
  return off > -1.5 * size && off < 2.5 * size;
}

/**
 * Whether somebody speaks: a line in capitals, and right below it words or a bracket farther to the left. Where speeches
 * are double-spaced it takes several, for titles stand apart as well.
 */
function hasSpeech(lines: readonly PdfLine[], pitch: number, cell: number): boolean {
  let apart = 0;
  for (let at = 0; at + 1 < lines.length; at++) {
    const cue = lines[at] as PdfLine;
    const speech = lines[at + 1] as PdfLine;
    if (speech.y - cue.y > (2 + LOOSE) * pitch || !isCapitals(cue.text) || isCapitals(speech.text)) continue;
    const shifted = speech.x < cue.x - 3 * cell && Math.abs(speech.x + speech.end - cue.x - cue.end) > 3 * cell;
    if (!shifted) continue;
    if (speech.y - cue.y <= (1 + LOOSE) * pitch || ++apart >= SEVERAL) return true;
  }
  return false;
}

/** How much wider than meant a distance of lines may be, in lines. */
const LOOSE = 0.45;
const SEVERAL = 3;

function widestGap(lines: readonly PdfLine[]): number {
  let widest = 0;
  for (let at = 1; at < lines.length; at++)
    widest = Math.max(widest, (lines[at] as PdfLine).y - (lines[at - 1] as PdfLine).y);
  return widest;
}
