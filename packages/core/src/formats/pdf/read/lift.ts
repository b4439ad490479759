import { hasHeadingPrefix } from '../../../conventions/heading.js';
import type { LockedPage, Manuscript } from '../../../conventions/manuscript/types.js';
import { ScreenplayError } from '../../../errors/index.js';
import type { Warnings } from '../../../errors/index.js';
import type { PdfPage } from '../tree.js';
import { blocksOf } from './blocks.js';
import { rateConfidence } from './confidence.js';
import { withoutEchoes } from './echoes.js';
import { roughText } from './elements.js';
import type { Element } from './elements.js';
import { isMarkedFile, readMarked } from './marked.js';
import { measure } from './metrics.js';
import { Revisions } from './revisions.js';
import { readPlaces } from './script.js';
import type { Script } from './script.js';
import { firstBaseline, rowsOfPage, setupOf } from './setup.js';
import { withoutSpreads } from './spreads.js';
import { withoutStretches } from './stretched.js';
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
export function liftPages({ pages: sheets, unknown }: PagesRead, warnings: Warnings): Manuscript {
  const all = withoutSpreads(sheets);
  const metrics = measure(all);
  const marked = isMarkedFile(all);
  const script = marked ? readMarked(all, metrics) : readPlaces(withoutStretches(withoutEchoes(all), metrics), metrics);
  const { elements, lines, pages } = script;
  if (!marked) checkScreenplay(elements);
  const looks = new StyleLooks(elements, metrics);
  const revisions = new Revisions(lines, pages);
  const setup = setupOf(script, looks, metrics);
  const blocks = blocksOf(script, looks, setup.styles ?? {}, revisions, metrics);
  const locked = lockedPages(script);
  if (locked) setup.lockedPages = locked;
  const manuscript: Manuscript = { blocks, setup };
  const top = (firstBaseline(lines, metrics) ?? 80) - 8;
  const titlePage = readTitlePages(script.title, top, rowsOfPage(lines, metrics), metrics);
  if (titlePage) manuscript.titlePage = titlePage;
  if (revisions.sets.length > 0) manuscript.revisions = revisions.sets;
  warnOfLosses(all, unknown, warnings);
  const confidence = rateConfidence({ elements, pages, joins: script.guessed, unknown }, warnings);
  manuscript.extra = { 'pdf.confidence': confidence.toFixed(2) };
  return manuscript;
}

/** Says what of the pages is not in the script: pages that are pictures, and letters that their fonts do not tell. */
function warnOfLosses(pages: readonly PdfPage[], unknown: number, warnings: Warnings): void {
  for (const { number, lines, images } of pages) {
    if (images > 0 && lines.length === 0)
      warnings.add('not_carried', 'This page is a picture without text', { page: number });
  }
  if (unknown === 0) return;
  const share = Math.max(0.1, Math.round(unknown * 1000) / 10);
  warnings.add('not_carried', `The fonts do not say which letters they draw: ${share} % of the letters are missing`);
}

/** Headings that say neither INT nor EXT, and in whose scenes nobody speaks, from which on they are no chance. */
const SILENT_SCENES = 3;

/** Somebody who speaks, or a scene, tells a script from other texts. */
function checkScreenplay(elements: readonly Element[]): void {
  if (elements.some(({ kind }, at) => kind === 'character' && isSpoken(elements[at + 1]))) return;
  const headings = elements.filter(({ kind }) => kind === 'heading');
  if (headings.length >= SILENT_SCENES || headings.some((element) => hasHeadingPrefix(roughText(element)))) return;
  const message = 'No scene begins and nobody speaks in this PDF: it does not look like a screenplay';
  throw new ScreenplayError('not_a_screenplay', message);
}

function isSpoken(next: Element | undefined): boolean {
  return next?.kind === 'dialogue' || next?.kind === 'parenthetical';
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
