import { hasHeadingPrefix } from '../../../conventions/heading.js';
import type { PdfLine, PdfPage } from '../tree.js';
import type { Metrics } from './metrics.js';
import { isContinued } from './continueds.js';
import { isNumberLike, pageNumberIn, withoutNumbers } from './numbers.js';
import { STAMP } from './rows.js';
import { chunksOf } from './slice.js';

/** A page whose furniture is told from the script. */
export interface ScriptPage {
  source: PdfPage;
  /** Headers and footers, from top to bottom. */
  header: PdfLine[];
  footer: PdfLine[];
  body: PdfLine[];
  /** The number that it bears: `12`, `12A`. */
  label?: string | undefined;
}

/** How many lines at the top and the bottom of a page can be headers and footers. */
const EDGE = 4;
/** The share of a height's lines that are furniture, from which the height is furniture's. */
const MOSTLY = 0.6;
/** On fewer pages nothing returns by itself. */
export const FEW_PAGES = 5;

/**
 * Tells headers, footers and stamps from the script: what returns at the same height of the page with nothing changed
 * but its numbers. `stamps`: the lines that return with nothing changed at all.
 */
export function partFurniture(pages: readonly PdfPage[], stamps: ReadonlySet<PdfLine>, metrics: Metrics): ScriptPage[] {
  const parted = pages.map((source): ScriptPage => {
    const isLoose = (line: PdfLine): boolean =>
      line.size > STAMP * metrics.size ? pages.length > 1 : stamps.has(line) && !isInMargin(source, line, EDGES);
    return { source, header: [], footer: [], body: source.lines.filter((line) => !isLoose(line)) };
  });
  takeArtifacts(parted);
  takeEdge(parted, stamps, metrics, 'header');
  takeEdge(parted, stamps, metrics, 'footer');
  for (const page of parted) {
    page.body = page.body.filter((line) => !stamps.has(line));
    page.label = pageLabel(page);
  }
  return parted;
}

/** The line with its numbers taken out: what is the same on every page. */
export function formOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\d{1,12}[a-z]{0,2}(?![a-z])/g, '#')
    .replace(/\s+/g, ' ');
}

/** What a tagged file itself calls furniture. */
function takeArtifacts(pages: readonly ScriptPage[]): void {
  for (const page of pages) {
    const middle = page.source.height / 2;
    const isArtifact = (line: PdfLine): boolean => line.mark?.kind === 'artifact';
    for (const line of page.body.filter(isArtifact)) (line.y < middle ? page.header : page.footer).push(line);
    page.body = page.body.filter((line) => !isArtifact(line));
  }
}

interface Candidate {
  page: ScriptPage;
  line: PdfLine;
  form: string;
  /** A page number, or a form that returns on other pages. */
  furniture: boolean;
}

/** Moves the lines at the top (or bottom) that are furniture out of the bodies, the outermost first. */
function takeEdge(
  pages: readonly ScriptPage[],
  stamps: ReadonlySet<PdfLine>,
  metrics: Metrics,
  edge: 'header' | 'footer',
): void {
  for (let round = 0; round < EDGE; round++) {
    const candidates: Candidate[] = [];
    for (const page of pages) {
      const line = edge === 'header' ? page.body[0] : page.body[page.body.length - 1];
      if (line) candidates.push({ page, line, form: formOf(line.text), furniture: stamps.has(line) });
    }
    const heights = groupByHeight(candidates, metrics.pitch * 0.5);
    let taken = 0;
    for (const group of heights) {
      markFurniture(group, metrics);
      const share = group.filter((one) => one.furniture).length / group.length;
      if (share < MOSTLY) continue;
      for (const { page, line, furniture } of group) {
        if (!furniture && !(isInMargin(page.source, line, MARGIN) && standsApart(page, line, metrics))) continue;
        if (edge === 'header') page.header.push(page.body.shift() as PdfLine);
        else page.footer.unshift(page.body.pop() as PdfLine);
        taken++;
      }
    }
    if (taken === 0) return;
  }
}

function groupByHeight(candidates: readonly Candidate[], reach: number): Candidate[][] {
  const sorted = [...candidates].sort((a, b) => a.line.y - b.line.y);
  const groups: Candidate[][] = [];
  for (const candidate of sorted) {
    const group = groups[groups.length - 1];
    const last = group?.[group.length - 1];
    if (group && last && candidate.line.y - last.line.y <= reach) group.push(candidate);
    else groups.push([candidate]);
  }
  return groups;
}

function markFurniture(group: readonly Candidate[], metrics: Metrics): void {
  const forms = new Map<string, Candidate[]>();
  for (const candidate of group) {
    const same = forms.get(candidate.form);
    if (same) same.push(candidate);
    else forms.set(candidate.form, [candidate]);
  }
  for (const [form, same] of forms) {
    if (isContinued((same[0] as Candidate).line.text)) continue;
    const apart = same.filter(({ page, line }) => standsApart(page, line, metrics)).length;
    const furniture =
      isPageNumber(form) ||
      (apart === same.length &&
        same.every(({ page, line }) => isInMargin(page.source, line, BARE_MARGIN) && !isHeading(line))) ||
      // A title with the page's number in it, or a date.
      (form.includes('#') && (same.length > 2 || same.every(({ page, line }) => isLoneRibbon(page, line, metrics)))) ||
      (apart >= same.length * MOSTLY && returnsAlike(same, group));
    if (furniture) for (const one of same) one.furniture = true;
  }
}

/** Whether lines without numbers are the same on page after page: in the margin on some, elsewhere on nearly all. */
function returnsAlike(same: readonly Candidate[], group: readonly Candidate[]): boolean {
  const inMargin = same.every(({ page, line }) => isInMargin(page.source, line, MARGIN));
  return same.length >= (inMargin ? 3 : FEW_PAGES) && same.length >= group.length * (inMargin ? 0.5 : 0.8);
}

/** Whether a line that hardly returns is a header or footer all the same: in the margin, numbered like its page. */
function isLoneRibbon(page: ScriptPage, line: PdfLine, metrics: Metrics): boolean {
  return (
    isInMargin(page.source, line, MARGIN) &&
    pageNumberIn(line.text, page.source.number) !== undefined &&
    !isHeading(line) &&
    standsApart(page, line, metrics)
  );
}

/** A scene heading, with its number or without. */
export function isHeading({ text }: PdfLine): boolean {
  return hasHeadingPrefix(withoutNumbers(text));
}

/** The part of a page's height that is margin: on nearly any page, and on any. */
export const MARGIN = 0.085;
const BARE_MARGIN = 0.062;
/** The part in which headers and footers can stand. */
export const EDGES = 0.12;

export function isInMargin({ height }: PdfPage, { y }: PdfLine, margin: number): boolean {
  return y < height * margin || y > height * (1 - margin);
}

/** Lines of a header that stand together. */
const STACK = 3;

/** More than one blank line parts it, and what stands with it in the margin, from the script; or nothing else is there. */
function standsApart(page: ScriptPage, line: PdfLine, { pitch }: Metrics): boolean {
  const { body } = page;
  const at = body.indexOf(line);
  const step = at < body.length / 2 ? 1 : -1;
  for (let n = 0; n < STACK; n++) {
    const own = body[at + n * step];
    const next = body[at + (n + 1) * step];
    if (!own || !next || Math.abs(next.y - own.y) > 1.8 * pitch) return true;
    // Nothing of the script stands beyond what says that it goes on.
    if (isContinued(next.text)) return true;
    if (!isInMargin(page.source, next, MARGIN)) return false;
  }
  return false;
}

const PAGE_NUMBER =
  /^[-–—(\s.]*(?:page|pg\.?|p\.|seite|página|pagina|стр\.?)?\s?#(?:\s?(?:of|\/|von|de|из)\s?#)?[-–—)\s.:]*$/;

/** Whether a form is a page number and nothing else: `12.`, `- 12 -`, `Page 3 of 20`. */
function isPageNumber(form: string): boolean {
  return PAGE_NUMBER.test(form);
}

/** Gap between the parts of a header, by font size. */
const PARTS = 1.8;

function numberIn(text: string): string | undefined {
  const label = /\d+[A-Za-z]{0,2}/.exec(text)?.[0];
  return label !== undefined && isNumberLike(label) ? label.toUpperCase() : undefined;
}

/** The number that a page bears in its header or footer. */
export function pageLabel({ header, footer, source }: ScriptPage): string | undefined {
  for (const line of [...header, ...footer]) {
    const label = isPageNumber(formOf(line.text)) ? numberIn(line.text) : undefined;
    if (label !== undefined) return label;
  }
  for (const line of [...header, ...footer]) {
    for (const { from, to } of chunksOf(line, PARTS * line.size)) {
      const part = line.text.slice(from, to);
      if (isPageNumber(formOf(part)) && /^\D{0,8}\d{1,3}[A-Z]{0,2}\W*$/i.test(part)) return numberIn(part);
    }
  }
  for (const line of [...header, ...footer]) {
    const label = pageNumberIn(line.text, source.number);
    if (label !== undefined) return label;
  }
  return undefined;
}
