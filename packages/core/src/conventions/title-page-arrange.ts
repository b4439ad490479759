import type { Warnings } from '../errors/index.js';
import type { ParagraphStyle, RichText, Setup, TitleKey, TitleLine, TitlePage } from './manuscript/types.js';
import { richLines } from './rich-text.js';

/** Blank lines above the title of a page of 54 lines: it stands a third down. */
const SHARE_ABOVE_TITLE = 17 / 54;
/** Inches from either edge of the paper to the edge of the lines. */
const SIDE = 1;
const LINE = 12;

/** Blank lines between the title and what follows. */
const UNDER_TITLE = 3;
/** What stands in the middle of the page, and the blank lines before each. */
const MIDDLE: readonly (readonly [key: TitleKey, gap: number])[] = [
  ['title', 0],
  ['credit', UNDER_TITLE],
  ['author', 1],
  ['source', 2],
];
/** What stands at the foot, one blank line between the fields. */
const FOOT: readonly (TitleKey | undefined)[] = ['notes', undefined, 'copyright', 'revision', 'draft-date', 'contact'];

/**
 * The lines of a title page in printed order with their layout: as they are when the source placed them, else the
 * usual page: title a third down, credit, authors and sources centred below it; notes, copyright, draft and contact at
 * the foot. Keys of the writer's own are not printed, as in the programs that read them: a warning names them.
 */
export function arrangeTitlePage(page: TitlePage, setup?: Setup, warnings?: Warnings): TitleLine[] {
  if (page.placed) return [...page.lines];
  warnUnprinted(page, warnings);
  const { width = 8.5, height = 11, top = 72, bottom = 72 } = setup?.page ?? {};
  const room = Math.max(1, Math.floor((height * 72 - top - bottom) / LINE));
  const sides = { left: SIDE, right: Math.max(SIDE + 1, width - SIDE) };
  const centred: ParagraphStyle = { align: 'center', ...sides, first: 0, before: 0, spacing: 1 };
  const flush: ParagraphStyle = { align: 'left', ...sides, first: 0, before: 0, spacing: 1 };

  const middle: TitleLine[] = [];
  let last: TitleKey | undefined;
  for (const [key, gap] of MIDDLE) {
    const lines = key === 'credit' ? creditLines(page, centred) : linesOf(page, key, centred);
    if (lines.length === 0) continue;
    // Names without a credit stand where the credit would.
    if (middle.length > 0) middle.push(...blanks(key === 'author' && last === 'title' ? UNDER_TITLE : gap, centred));
    middle.push(...lines);
    last = key;
  }
  const foot: TitleLine[] = [];
  for (const key of FOOT) {
    const lines = linesOf(page, key, flush);
    if (lines.length === 0) continue;
    if (foot.length > 0) foot.push(...blanks(1, flush));
    foot.push(...lines);
  }
  if (middle.length === 0 && foot.length === 0) return [];
  const above = Math.max(0, Math.min(Math.floor(room * SHARE_ABOVE_TITLE), room - middle.length));
  const placed = [...blanks(above, flush), ...middle];
  if (foot.length === 0) return placed;
  const between = room - placed.length - foot.length;
  return [...placed, ...blanks(Math.max(middle.length > 0 ? 2 : 0, between), flush), ...foot];
}

function warnUnprinted(page: TitlePage, warnings: Warnings | undefined): void {
  const printed = new Set<TitleKey | undefined>([...MIDDLE.map(([key]) => key), ...FOOT]);
  const own = page.lines
    .filter(({ key, text }) => !printed.has(key) && text.trim() !== '')
    .map(({ key, label }) => label ?? key);
  for (const name of new Set(own))
    warnings?.add('not_carried', `The title page's own field "${name?.slice(0, 60)}" is not printed`);
}

function linesOf(page: TitlePage, key: TitleKey | undefined, layout: ParagraphStyle): TitleLine[] {
  const lines: TitleLine[] = [];
  for (const line of page.lines) {
    if (line.key !== key || line.text.trim() === '') continue;
    const parts = richLines(key === 'source' ? labelled(line) : { text: line.text, runs: line.runs });
    for (const part of parts) lines.push(placedLine(part, key, layout));
  }
  return lines;
}

/** The credit; `Written by: Ann Lee` has it in the name of the field. */
function creditLines(page: TitlePage, layout: ParagraphStyle): TitleLine[] {
  const lines = linesOf(page, 'credit', layout);
  const named = page.lines.find(({ key, label }) => key === 'author' && label !== undefined && isPhrase(label));
  return lines.length === 0 && named?.label !== undefined
    ? [placedLine({ text: named.label }, 'credit', layout)]
    : lines;
}

/** A source with what the name of its field says of it: `Based on: a novel`. */
function labelled({ text, runs, label }: TitleLine): RichText {
  if (label === undefined || !isPhrase(label)) return runs ? { text, runs } : { text };
  const head = `${label} `;
  const moved = runs?.map((run) => ({ ...run, start: run.start + head.length, end: run.end + head.length }));
  return moved ? { text: head + text, runs: moved } : { text: head + text };
}

/** Whether the name of a field reads on to its value. */
function isPhrase(label: string): boolean {
  return /\s(?:by|on)$/i.test(label.trim());
}

function placedLine({ text, runs }: RichText, key: TitleKey | undefined, layout: ParagraphStyle): TitleLine {
  const line: TitleLine = { text, layout };
  if (runs) line.runs = runs;
  if (key !== undefined) line.key = key;
  return line;
}

function blanks(count: number, layout: ParagraphStyle): TitleLine[] {
  return Array.from({ length: count }, () => ({ text: '', layout }));
}
