import { hasHeadingPrefix } from '../../../conventions/heading.js';
import { isCapitals } from './capitals.js';
import { TRANSITION } from './columns.js';
import type { Columns } from './columns.js';
import type { Element } from './elements.js';
import { firstLine, roughText } from './elements.js';
import type { Metrics } from './metrics.js';

/** The least distance of lines with a blank line between them. */
const APART = 1.3;
/** The longest line in capitals that may be a heading. */
const MAX_HEADING = 60;
/** What so many of a script's paragraphs are is its manner, and no guess. */
const MANNER = 0.2;
/** Letters of a text that are quoted. */
const MAX_QUOTED = 40;

/** Notes on each element whose kind nothing but its look told: what its place and its neighbours leave open. */
export function markGuesses(elements: readonly Element[], columns: Columns, metrics: Metrics): void {
  const { cell } = metrics;
  const paragraphs = elements.filter(({ kind }) => kind === 'action');
  const share = (own: readonly Element[]): number => own.length / Math.max(1, paragraphs.length);
  const note = (own: readonly Element[], what: (text: string) => string): void => {
    for (const element of own) element.guessed = what(quoted(roughText(element)));
  };

  const loud = paragraphs.filter((element) => isCapitals(roughText(element)));
  const labels = elements.filter((element, at) => isLabel(element, elements[at + 1], columns, cell));
  if (share(loud) <= 0.5) note(labels, (text) => `whether ${text} is a scene heading`);

  const indented = paragraphs.filter(
    (element) => element.class === undefined && firstLine(element).x > columns.action + 2 * cell,
  );
  if (share(indented) <= MANNER) note(indented, (text) => `what the indented text ${text} is`);

  note(
    elements.filter((element, at) => isUnsaid(element, elements[at - 1])),
    (text) => `who says ${text}`,
  );
  note(
    elements.filter((element) => isLooseCue(element, columns, cell)),
    (text) => `whether ${text} is a speaker`,
  );
  note(
    elements.filter(({ kind, lines }) => kind === 'transition' && !isTransitionText(lines.map(({ text }) => text))),
    (text) => `whether ${text} is a transition`,
  );
  const headings = elements.filter(({ kind }) => kind === 'heading');
  if (!headings.some((element) => hasHeadingPrefix(roughText(element)))) {
    note(
      headings.filter(({ number }) => number === undefined),
      (text) => `whether ${text} is a scene heading`,
    );
  }
}

/** A short line in capitals that stands alone at the left edge, and is no sentence. */
function isLabel(element: Element, next: Element | undefined, { action }: Columns, cell: number): boolean {
  const line = firstLine(element);
  if (element.kind !== 'action' || !isCapitals(line.text)) return false;
  if (element.lines.length > 1 || element.class !== undefined || Math.abs(line.x - action) > 2 * cell) return false;
  if (line.text.length > MAX_HEADING || /[.!?:;…"”-]$/.test(line.text) || !/\p{L}{2}/u.test(line.text)) return false;
  const below = next && firstLine(next);
  return (line.top || line.gap >= APART) && (!below || below.top || below.gap >= APART);
}

/** Dialogue without anybody who says it. */
function isUnsaid({ kind, dual }: Element, before: Element | undefined): boolean {
  if (dual !== undefined || (kind !== 'dialogue' && kind !== 'parenthetical')) return false;
  return !before || (before.kind !== 'character' && before.kind !== 'parenthetical' && before.kind !== 'dialogue');
}

/** A cue that does not stand where cues do. */
function isLooseCue({ kind, dual, lines }: Element, { cue, reach }: Columns, cell: number): boolean {
  const [line] = lines;
  if (kind !== 'character' || dual !== undefined || !line) return false;
  if (!cue) return true;
  const off = Math.abs((cue.centred ? (line.x + line.end) / 2 : line.x) - cue.at);
  return off > (cue.centred ? cell : reach);
}

function isTransitionText(lines: readonly string[]): boolean {
  const text = lines.join(' ');
  return TRANSITION.test(text) || text.endsWith(':');
}

function quoted(text: string): string {
  const short = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED - 1).trimEnd()}…` : text;
  return `“${short}”`;
}
