import type { Align, Continuation, Manuscript, RunningLine, Setup } from '../../../conventions/manuscript/types.js';
import { fromInches, fromPoints } from '../frame.js';
import { inOrder } from '../mapping.js';
import { printRunningText } from '../running-text.js';
import { STANDARD_SETTINGS } from '../standard.js';
import type { OsfAttributes } from '../tree.js';
import { readNumber } from '../values.js';
import type { FadeInLosses } from './losses.js';

const ORDER = Object.keys(STANDARD_SETTINGS);
/** What lengths are multiplied by. */
const FACTORS = ['normal_linesperinch', 'element_spacing'];
/** Final Draft's margins of headers and footers, and its usual leading: what a script has that says nothing of them. */
const USUAL = { headerMargin: 36, footerMargin: 36, leading: 'normal' } as const;
/** The least width of text, tenths of a millimetre. */
const NARROWEST = 254;

/** The `settings` of the script; what it does not say is as in a new script of Fade In's. */
export function printSettings(
  manuscript: Manuscript,
  kept: OsfAttributes | undefined,
  losses: FadeInLosses,
): OsfAttributes {
  const { setup = {}, revisions } = manuscript;
  const settings: Record<string, string | undefined> = { ...STANDARD_SETTINGS, ...kept };
  for (const name of FACTORS) {
    if (!((readNumber(settings[name]) ?? 0) > 0)) settings[name] = STANDARD_SETTINGS[name];
  }
  printPage(settings, setup, losses);
  if (setup.continuation) printContinuation(settings, setup.continuation, losses);
  for (const part of ['header', 'footer'] as const) {
    const line = setup[part];
    if (line) printRunningLine(settings, part, line, losses);
  }
  if (setup.titleHeader?.show || setup.titleFooter?.show) losses.add('titleLine');
  settings['pages_locked'] = String(setup.lockedPages !== undefined);
  settings['pagenumber_start'] = String(setup.header?.start ?? setup.footer?.start ?? 1);
  settings['revision'] = String(revisions?.find((set) => set.active)?.index ?? 0);
  return inOrder(settings, ORDER);
}

function printPage(settings: Record<string, string | undefined>, setup: Setup, losses: FadeInLosses): void {
  const { page = {}, styles } = setup;
  if (page.width !== undefined) settings['page_width'] = String(fromInches(page.width));
  if (page.height !== undefined) settings['page_height'] = String(fromInches(page.height));
  if (page.top !== undefined) settings['margin_top'] = String(fromPoints(page.top));
  if (page.bottom !== undefined) settings['margin_bottom'] = String(fromPoints(page.bottom));
  // Where the page has no margins, action fills the space between them.
  const width = Number(settings['page_width']);
  const edge = styles?.['action']?.right;
  const left = page.left ?? styles?.['action']?.left;
  const right =
    page.right === undefined ? (edge === undefined ? undefined : width - fromInches(edge)) : fromInches(page.right);
  const margins = [
    left === undefined ? Number(settings['margin_left']) : fromInches(left),
    right ?? Number(settings['margin_right']),
  ] as const;
  if (Math.min(...margins) >= 0 && width - margins[0] - margins[1] >= NARROWEST) {
    settings['margin_left'] = String(margins[0]);
    settings['margin_right'] = String(margins[1]);
  }
  if (page.breakAtSentences !== undefined) settings['break_on_sentences'] = String(page.breakAtSentences);
  const { headerMargin = USUAL.headerMargin, footerMargin = USUAL.footerMargin, leading = USUAL.leading } = page;
  if (headerMargin !== USUAL.headerMargin || footerMargin !== USUAL.footerMargin || leading !== USUAL.leading)
    losses.add('page');
}

function printContinuation(
  settings: Record<string, string | undefined>,
  value: Continuation,
  losses: FadeInLosses,
): void {
  const put = (name: string, said: boolean | string | undefined): void => {
    if (said !== undefined) settings[name] = String(said);
  };
  put('dialogue_continues', value.automatic);
  put('dialogue_pagebreaks', value.dialogueBottomOn ?? value.dialogueTopOn);
  put('cont_text', value.dialogueTop);
  put('more_text', value.dialogueBottom);
  const scenes =
    value.sceneBottomOn === undefined ? value.sceneTopOn : value.sceneBottomOn || value.sceneTopOn === true;
  put('scenes_continue', scenes);
  put('number_continued', value.sceneNumbered);
  const bottom =
    value.sceneBottom === undefined ? undefined : (/^\(([\s\S]*)\)$/.exec(value.sceneBottom)?.[1] ?? value.sceneBottom);
  const continued = bottom ?? value.sceneTop?.replace(/:$/, '');
  put('continued_text', continued);
  const uneven =
    differ(value.dialogueBottomOn, value.dialogueTopOn) ||
    differ(value.sceneBottomOn, value.sceneTopOn) ||
    differ(value.sceneBottom, continued === undefined ? undefined : `(${continued})`) ||
    differ(value.sceneTop, continued === undefined ? undefined : `${continued}:`);
  if (uneven) losses.add('continuation');
}

function differ<T>(a: T | undefined, b: T | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

const ALIGNMENTS: Readonly<Record<Align, string>> = { left: '1', center: '2', right: '3', full: '1' };

function printRunningLine(
  settings: Record<string, string | undefined>,
  part: 'header' | 'footer',
  line: RunningLine,
  losses: FadeInLosses,
): void {
  const { text, runs } = line.text;
  if (!line.show) {
    settings[`page_${part}`] = '';
    if (text.trim() !== '' && text !== '{page}.') losses.add('hiddenLine');
  } else {
    const columns = (line.layout?.length ?? 0) > 1 || line.tabs?.some((stops) => stops.length > 0);
    const pieces = columns ? text.split(/[\t\n]/).map((piece) => piece.trim()) : [text];
    const oneLine = pieces.filter(Boolean).join('  ');
    if (runs || oneLine !== text) losses.add('runningLine');
    settings[`page_${part}`] = printRunningText(oneLine, () => losses.add('runningPart'));
  }
  settings[`${part}_first_page`] = String(line.cover);
  const align = line.layout?.[0]?.align;
  if (align !== undefined) settings[`${part}_alignment`] = ALIGNMENTS[align];
  if (line.omit && line.omit.length > 0) losses.add('runningPages');
}
