import type { Block, LockedPage, Manuscript, ParagraphStyle, RichText } from '../../../conventions/manuscript/types.js';
import { sliceRich } from '../../../conventions/rich-text.js';
import { ScreenplayError } from '../../../errors/index.js';
import type { Warnings } from '../../../errors/index.js';
import type { PdfPage } from '../tree.js';
import { rateConfidence } from './confidence.js';
import type { Element } from './elements.js';
import { isMarkedFile, readMarked } from './marked.js';
import { measure } from './metrics.js';
import type { Metrics } from './metrics.js';
import { Revisions } from './revisions.js';
import { richOf } from './rich.js';
import { readPlaces } from './script.js';
import type { Script } from './script.js';
import { firstBaseline, rowsOfPage, setupOf } from './setup.js';
import { StyleLooks } from './style-looks.js';
import { readTitlePages } from './title-lines.js';

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
  const marked = isMarkedFile(all);
  const script = marked ? readMarked(all, metrics) : readPlaces(all, metrics);
  const { elements, lines, pages, automatic } = script;
  const continued = new Set(automatic?.cues);
  if (!marked) checkScreenplay(elements);
  const looks = new StyleLooks(elements, metrics);
  const revisions = new Revisions(lines, pages);
  const blocks = elements.map((element): Block => {
    const rich = richOf(script.jointsOf(element), looks.plainOf(element), (joint, look) => revisions.of(joint, look));
    const own = automatic && continued.has(element) ? withoutMark(rich, automatic.text) : rich;
    return blockOf(element, own, looks, script, metrics);
  });
  const setup = setupOf(script, looks, metrics);
  const locked = lockedPages(script);
  if (locked) setup.lockedPages = locked;
  const manuscript: Manuscript = { blocks, setup };
  const top = (firstBaseline(lines, metrics) ?? 80) - 8;
  const titlePage = readTitlePages(script.title, top, rowsOfPage(lines, metrics), metrics);
  if (titlePage) manuscript.titlePage = titlePage;
  if (revisions.sets.length > 0) manuscript.revisions = revisions.sets;
  const confidence = rateConfidence({ elements, pages, joins: script.guessed, unknown }, warnings);
  manuscript.extra = { 'pdf.confidence': confidence.toFixed(2) };
  return manuscript;
}

/** Somebody who speaks, or a scene, tells a script from other texts. */
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

function blockOf(element: Element, rich: RichText, looks: StyleLooks, { columns }: Script, { cell }: Metrics): Block {
  const { kind, class: name, number, dual, align } = element;
  const block: Block = { kind, ...rich };
  if (name !== undefined) block.class = name;
  if (number !== undefined) block.number = number;
  if (dual) block.dual = dual;
  if (element.newPage) block.pageBreak = true;
  const layout: ParagraphStyle = { ...looks.lacking(element) };
  if (kind === 'action' && (name === undefined || name.endsWith('-column')) && align === undefined) {
    // A paragraph off its column keeps its place.
    const left = Math.min(...element.lines.map(({ x }) => x));
    if (Math.abs(left - columns.action) > cell) layout.left = Math.round((left / 72) * 1000) / 1000;
  }
  if (align && align !== looks.alignOf(element)) layout.align = align;
  if (Object.keys(layout).length > 0) block.layout = layout;
  return block;
}

function withoutMark(rich: RichText, mark: string): RichText {
  const at = rich.text.lastIndexOf(mark);
  return at <= 0 ? rich : sliceRich(rich, 0, rich.text.slice(0, at).trimEnd().length);
}

/** Locked pages are numbered as no program numbers by itself: `12A`. */
function lockedPages({ pages, elements, jointsOf }: Script): LockedPage[] | undefined {
  const labels = pages.map(({ label }) => label);
  if (!labels.some((label) => label !== undefined && /\d[A-Z]/i.test(label))) return undefined;
  const locked: LockedPage[] = [];
  const seen = new Set<number>();
  elements.forEach((element, block) => {
    let offset = 0;
    for (const { line, glue, cut } of jointsOf(element)) {
      const label = labels[line.page];
      if (!seen.has(line.page)) {
        seen.add(line.page);
        if (label !== undefined) locked.push({ number: label, block, offset });
      }
      offset += line.line.text.length - cut + glue.length;
    }
  });
  return locked;
}
