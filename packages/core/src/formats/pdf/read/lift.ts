import { nearestKind } from '../../../conventions/classes.js';
import type { Block, LockedPage, Manuscript, ParagraphStyle } from '../../../conventions/manuscript/types.js';
import { ScreenplayError } from '../../../errors/index.js';
import type { Warnings } from '../../../errors/index.js';
import type { PdfPage } from '../tree.js';
import { findAutomatic } from './automatic.js';
import { learnBreaks } from './breaks.js';
import { classify } from './classify.js';
import { learnColumns } from './columns.js';
import type { Columns } from './columns.js';
import { rateConfidence } from './confidence.js';
import { dropContinueds } from './continueds.js';
import type { Element } from './elements.js';
import { firstLine } from './elements.js';
import { partFurniture } from './furniture.js';
import type { ScriptPage } from './furniture.js';
import { LineJoiner, joinOverPages } from './joins.js';
import { frameOf, freeOfMargins } from './margins.js';
import { measure } from './metrics.js';
import type { Metrics } from './metrics.js';
import { Revisions } from './revisions.js';
import { richOf } from './rich.js';
import { firstBaseline, setupOf } from './setup.js';
import { StyleLooks } from './style-looks.js';
import { readTitlePages } from './title-lines.js';
import { splitTitlePages } from './title-page.js';

/** Pages of lines, and how much of the file could not be read. */
export interface PagesRead {
  pages: readonly PdfPage[];
  /** Letters that the file does not tell, by all letters. */
  unknown: number;
}

/**
 * The manuscript that the pages of a PDF show.
 *
 * @throws ScreenplayError `not_a_screenplay` for pages on which nobody speaks and no scene begins.
 */
export function liftPages({ pages: all, unknown }: PagesRead, warnings: Warnings): Manuscript {
  const metrics = measure(all);
  const { title, script } = splitTitlePages(all, metrics);
  const pages = partFurniture(script, metrics);
  const frame = frameOf(pages, metrics);
  const continueds = dropContinueds(freeOfMargins(pages, frame, metrics), frame, metrics);
  const { lines, more } = continueds;
  const columns = learnColumns(lines, frame, metrics);
  const habits = learnBreaks(lines, columns, metrics);
  const context = { columns, metrics, habits, more };
  const { elements, repeated, added, guessed } = joinOverPages(classify(lines, columns, frame, metrics), context);
  checkScreenplay(elements);
  const automatic = findAutomatic(elements, added);
  const looks = new StyleLooks(elements, metrics);
  const revisions = new Revisions(lines, pages);
  const joiner = new LineJoiner(elements, context);
  const blocks = elements.map((element): Block => {
    const rich = richOf(joiner.joints(element), looks.plainOf(element), (joint, look) => revisions.of(joint, look));
    const cut = automatic?.cues.includes(element) === true ? automatic.text : undefined;
    return blockOf(element, cut === undefined ? rich : withoutMark(rich, cut), looks, columns, metrics);
  });
  const setup = setupOf({ pages, lines, elements, frame, columns, metrics, habits, looks, continueds, repeated, automatic });
  const locked = lockedPages(pages, elements, joiner);
  if (locked) setup.lockedPages = locked;
  const manuscript: Manuscript = { blocks, setup };
  const titlePage = readTitlePages(title, (firstBaseline(lines, metrics) ?? 80) - 8, metrics);
  if (titlePage) manuscript.titlePage = titlePage;
  if (revisions.sets.length > 0) manuscript.revisions = revisions.sets;
  const confidence = rateConfidence({ elements, pages, joins: guessed, unknown }, warnings);
  manuscript.extra = { 'pdf.confidence': confidence.toFixed(2) };
  return manuscript;
}

/** A speech, or two scenes, tell a script from other texts. */
function checkScreenplay(elements: readonly Element[]): void {
  const speeches = elements.filter(({ kind }, at) => kind === 'character' && isSpoken(elements[at + 1])).length;
  const scenes = elements.filter(({ kind }) => kind === 'heading').length;
  if (speeches > 0 || scenes > 0) return;
  const message = 'No scene begins and nobody speaks in this PDF: it does not look like a screenplay';
  throw new ScreenplayError('not_a_screenplay', message);
}

function isSpoken(next: Element | undefined): boolean {
  return next?.kind === 'dialogue' || next?.kind === 'parenthetical';
}

function blockOf(element: Element, rich: { text: string }, looks: StyleLooks, columns: Columns, metrics: Metrics): Block {
  const { kind, class: name, number, dual } = element;
  const block: Block = { kind: name === undefined ? kind : nearestKind(name), ...rich };
  if (name !== undefined) block.class = name;
  if (number !== undefined) block.number = number;
  if (dual) block.dual = dual;
  const layout: ParagraphStyle = { ...looks.lacking(element), ...placeOf(element, columns, metrics) };
  if (Object.keys(layout).length > 0) block.layout = layout;
  return block;
}

/** The place of a paragraph that stands off its kind's column. */
function placeOf(element: Element, columns: Columns, { cell }: Metrics): ParagraphStyle | undefined {
  if (element.kind !== 'action' || element.class !== undefined) return undefined;
  const left = Math.min(...element.lines.map(({ x }) => x));
  return Math.abs(left - columns.action) > cell ? { left: Math.round((left / 72) * 1000) / 1000 } : undefined;
}

function withoutMark<T extends { text: string; runs?: readonly { start: number; end: number }[] | undefined }>(rich: T, mark: string): T {
  const at = rich.text.lastIndexOf(mark);
  if (at <= 0) return rich;
  const text = rich.text.slice(0, at).trimEnd();
  const runs = rich.runs?.filter((run) => run.start < text.length).map((run) => ({ ...run, end: Math.min(run.end, text.length) }));
  return { ...rich, text, runs: runs && runs.length > 0 ? runs : undefined };
}

/** Locked pages are numbered as no program numbers by itself: `12A`, or with numbers left out. */
function lockedPages(pages: readonly ScriptPage[], elements: readonly Element[], joiner: LineJoiner): LockedPage[] | undefined {
  const labels = pages.map(({ label }) => label);
  if (!labels.some((label) => label !== undefined && /\d[A-Z]/i.test(label))) return undefined;
  const locked: LockedPage[] = [];
  const seen = new Set<number>();
  elements.forEach((element, block) => {
    let offset = 0;
    for (const { line, glue, cut } of joiner.joints(element)) {
      const { page } = line as ReturnType<typeof firstLine>;
      const label = labels[page];
      if (!seen.has(page)) {
        seen.add(page);
        if (label !== undefined) locked.push({ number: label, block, offset });
      }
      offset += line.line.text.length - cut + glue.length;
    }
  });
  return locked;
}
