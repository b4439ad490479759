import { hasHeadingPrefix } from '../../../conventions/heading.js';
import { isCapitals } from './capitals.js';
import type { Columns } from './columns.js';
import type { BodyLine } from './margins.js';
import type { Metrics } from './metrics.js';

/** How this file's headings look, beside saying INT or EXT. */
export interface HeadingLook {
  /** They are in capitals. */
  capitals: boolean;
  /** Whether a line without INT or EXT is a heading by its looks. */
  isHeading(line: BodyLine, next: BodyLine | undefined): boolean;
}

/** Shares of headings that must have a feature for it to be theirs, and of other lines that may have it. */
const THEIRS = 0.8;
const OTHERS = 0.25;
/** A blank line more than other paragraphs have above them. */
const WIDER = 0.7;

interface Feature {
  has: (line: BodyLine) => boolean;
  /** Whether a line can have it at all: there is no gap at the top of a page. */
  can: (line: BodyLine) => boolean;
}

/**
 * Learns from the lines that say INT or EXT what else marks headings here: numbers, bold, underlining, a wider gap
 * above. Lines in capitals at the left edge that share such a mark are headings too: TITLE CARD, THE BEACH. In scripts
 * without INT and EXT a mark that only some of the lines in capitals have does it.
 */
export function learnHeadings(
  lines: readonly BodyLine[],
  columns: Columns,
  { cell }: Metrics,
  isShot: (text: string) => boolean,
): HeadingLook {
  const atLeft = lines.filter((line) => Math.abs(line.x - columns.action) <= 2 * cell && (line.top || line.gap > 1.3));
  const said = atLeft.filter((line) => hasHeadingPrefix(line.text));
  const capitals = said.filter((line) => isCapitals(line.text)).length >= said.length * THEIRS;
  const others = atLeft.filter((line) => !hasHeadingPrefix(line.text) && !isCapitals(line.text));
  const loud = atLeft.filter((line) => !hasHeadingPrefix(line.text) && isCapitals(line.text) && !isShot(line.text));
  const features = marks(said.length > 0 ? said : loud, others);
  const telling = features.filter(({ has, can }) => {
    const share = (group: readonly BodyLine[]): number => {
      // By letters: a label among paragraphs weighs little.
      const weigh = (some: readonly BodyLine[]): number => some.reduce((sum, { text }) => sum + text.length, 0);
      const able = group.filter(can);
      return able.length === 0 ? 0 : weigh(able.filter(has)) / weigh(able);
    };
    if (said.length > 0) return share(said) >= THEIRS && share(others) <= OTHERS;
    return share(loud) > 0 && share(loud) < THEIRS && share(others) <= OTHERS / 4;
  });
  const isMarked = (line: BodyLine): boolean => telling.some(({ has }) => has(line));
  // At the top of a page no gap tells: a text that is a heading elsewhere is one here, and any where nearly all are.
  const known = new Set(loud.filter(isMarked).map(({ text }) => text));
  const inPages = loud.filter(({ top }) => !top);
  const all = inPages.length > 0 && inPages.filter(isMarked).length >= inPages.length * THEIRS;
  return {
    capitals,
    isHeading(line, next) {
      if (!isCapitals(line.text) || line.text.length > 120) return false;
      if (line.number !== undefined) return true;
      if (/^["“(]|[!?]$/.test(line.text) || CONTINUES.test(line.text)) return false;
      const close = next && !next.top && next.gap < 1.3 && !isCapitals(next.text) && next.x > columns.action + 2 * cell;
      return !close && (isMarked(line) || (line.top && (all || known.has(line.text))));
    },
  };
}

const CONTINUES = /^\(?CONTINUED\)?:?$/;

function marks(headings: readonly BodyLine[], others: readonly BodyLine[]): Feature[] {
  const usual = medianGap(others);
  const above = medianGap(headings);
  const features: Feature[] = [
    { has: isBold, can: always },
    { has: isUnderlined, can: always },
  ];
  if (above !== undefined && usual !== undefined && above >= usual + WIDER) {
    features.push({ has: (line) => !line.top && line.gap >= above - 0.3, can: (line) => !line.top });
  }
  return features;
}

const always = (): boolean => true;

function medianGap(lines: readonly BodyLine[]): number | undefined {
  const gaps = lines.filter(({ top }) => !top).map(({ gap }) => gap);
  gaps.sort((a, b) => a - b);
  return gaps[gaps.length >> 1];
}

function isBold({ line }: BodyLine): boolean {
  return covers(
    line.spans.filter(({ bold }) => bold),
    line.text,
  );
}

function isUnderlined({ line }: BodyLine): boolean {
  return covers(
    line.spans.filter(({ underline }) => underline),
    line.text,
  );
}

/** Whether spans cover a text, blanks aside. */
function covers(spans: readonly { start: number; end: number }[], text: string): boolean {
  let at = 0;
  for (const { start, end } of spans) {
    if (text.slice(at, start).trim() !== '') return false;
    at = end;
  }
  return at > 0 && text.slice(at).trim() === '';
}
