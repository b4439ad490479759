import { hasHeadingPrefix } from '../../../conventions/heading.js';
import type { PdfLine, PdfPage } from '../tree.js';
import { isCapitals } from './capitals.js';
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

/** Parts the title pages from the script: sparse, centred, no scene and nobody speaking. */
export function splitTitlePages(pages: readonly PdfPage[], metrics: Metrics): { title: PdfPage[]; script: PdfPage[] } {
  let count = 0;
  while (count < Math.min(MAX_PAGES, pages.length) && isTitlePage(pages[count] as PdfPage, count, metrics)) count++;
  return { title: pages.slice(0, count), script: pages.slice(count) };
}

function isTitlePage({ lines, width, height }: PdfPage, index: number, { pitch, cell, size }: Metrics): boolean {
  const first = lines[0];
  if (!first) return index === 0;
  if (lines.length * pitch > (index === 0 ? FULL : SPARSE) * height) return false;
  if (lines.some(({ text }) => hasHeadingPrefix(withoutNumbers(text)) || CONTINUES.test(text))) return false;
  if (hasSpeech(lines, pitch, cell)) return false;
  const centred = lines.filter((line) => isCentred(line, width, size)).length;
  const credited = lines.some(({ text }) => CREDIT.test(text.trim()));
  const low = lines.filter(({ y }) => y > HEAD * height).length >= lines.length * 0.8;
  const wide = widestGap(lines) >= 3 * pitch || lines.length < 4;
  if (index > 0) return low && wide && centred >= lines.length * (credited ? 0.3 : 0.6);
  return low && wide && (credited || centred >= lines.length * 0.3);
}

/** Whether a line lies around the middle of the page, or around the usual middle of a script, which is a little right of it. */
function isCentred(line: PdfLine, width: number, size: number): boolean {
  const off = (line.x + line.end) / 2 - width / 2;
  return off > -1.5 * size && off < 2.5 * size;
}

/** Whether somebody speaks: a line in capitals, and right below it words or a bracket farther to the left. */
function hasSpeech(lines: readonly PdfLine[], pitch: number, cell: number): boolean {
  for (let at = 0; at + 1 < lines.length; at++) {
    const cue = lines[at] as PdfLine;
    const speech = lines[at + 1] as PdfLine;
    if (speech.y - cue.y > 1.45 * pitch || !isCapitals(cue.text)) continue;
    const shifted = speech.x < cue.x - 3 * cell && Math.abs(speech.x + speech.end - cue.x - cue.end) > 3 * cell;
    if (shifted && !isCapitals(speech.text)) return true;
  }
  return false;
}

function widestGap(lines: readonly PdfLine[]): number {
  let widest = 0;
  for (let at = 1; at < lines.length; at++)
    widest = Math.max(widest, (lines[at] as PdfLine).y - (lines[at - 1] as PdfLine).y);
  return widest;
}
