import type { Warnings } from '../errors/index.js';
import type { Lang, Layout, Meta, Ribbon, Style, Template, Uuid } from '../model/document.js';
import { listDeclarations, printDeclaration, printDeclarations } from './declarations.js';
import type {
  KeptBlock,
  LockedPage,
  PageSetup,
  ParagraphStyle,
  SceneNumbering,
  Setup,
  Continuation,
} from './manuscript/types.js';
import { getMeta, putMeta } from './meta.js';
import { readRibbon, readTitleRibbon, writeRibbon, writeTitleRibbon } from './page-setup-ribbon.js';
import { readSettings, settingsOf } from './page-setup-settings.js';
import type { Setting } from './page-setup-settings.js';
import { paragraphDeclarations, parseParagraphStyle } from './page-setup-style.js';
import { SlugPool, keptToTemplates, keyOf, putKey, templateTexts, textToTemplates } from './page-setup-template.js';

export { DUAL_COLUMNS, defaultSetup } from './page-setup-defaults.js';
export type { Column, Paper } from './page-setup-defaults.js';
export { parseParagraphStyle, printParagraphStyle } from './page-setup-style.js';

/** What {@link setupToLayout} makes of a setup; the caller adds status and meta of its own. All parts may be absent. */
export interface LayoutParts {
  header?: Ribbon;
  footer?: Ribbon;
  styles?: Style[];
  templates?: Template[];
  /** For `layout.meta`: the title page's own header and footer. */
  meta?: Meta;
}

/** A place in the script as the document stores it: an element (or a scene, for its heading) and code points into its text. */
export interface ElementPlace {
  element: Uuid;
  offset: number;
}

/** A place as the manuscript has it: index of a block and UTF-16 units into its text. */
export interface BlockPlace {
  block: number;
  offset: number;
}

export interface SetupContext {
  /** Language of the texts (headers and footers). */
  lang: Lang;
  /** Where the document has a place of the manuscript; undefined when nowhere (warned, left out). */
  placeOf: (place: BlockPlace) => ElementPlace | undefined;
  warnings: Warnings;
}

export interface LayoutContext {
  lang: Lang;
  /** The document's own language. */
  fallback: Lang;
  /** The inverse of {@link SetupContext.placeOf}; undefined when the element is gone (warned, left out). */
  blockOf: (place: ElementPlace) => BlockPlace | undefined;
  warnings: Warnings;
}

const PAGE: readonly Setting<PageSetup>[] = [
  ['width', 'width', 'inches'],
  ['height', 'height', 'inches'],
  ['top', 'top', 'points'],
  ['bottom', 'bottom', 'points'],
  ['headerMargin', 'header-margin', 'points'],
  ['footerMargin', 'footer-margin', 'points'],
  ['left', 'left', 'inches'],
  ['right', 'right', 'inches'],
  ['advance', 'advance', 'points'],
  ['breakAtSentences', 'break-at-sentences', 'flag'],
  ['leading', 'leading', 'words'],
];

const CONTINUATION: readonly Setting<Continuation>[] = [
  ['dialogueBottomOn', 'dialogue-bottom-on', 'flag'],
  ['dialogueTopOn', 'dialogue-top-on', 'flag'],
  ['automatic', 'automatic', 'flag'],
  ['dialogueBottom', 'dialogue-bottom', 'words'],
  ['dialogueTop', 'dialogue-top', 'words'],
  ['sceneBottomOn', 'scene-bottom-on', 'flag'],
  ['sceneTopOn', 'scene-top-on', 'flag'],
  ['sceneBottom', 'scene-bottom', 'words'],
  ['sceneTop', 'scene-top', 'words'],
  ['sceneNumbered', 'scene-numbered', 'flag'],
];

const SCENE_NUMBERS: readonly Setting<SceneNumbering>[] = [
  ['left', 'left', 'flag'],
  ['right', 'right', 'flag'],
  ['leftAt', 'left-at', 'inches'],
  ['rightAt', 'right-at', 'inches'],
  ['scheme', 'scheme', 'words'],
];

const MARKS: readonly Setting<Pick<Setup, 'revisionMarkAt' | 'pageColors'>>[] = [
  ['revisionMarkAt', 'at', 'inches'],
  ['pageColors', 'page-colors', 'flag'],
];

/**
 * The format-neutral layout of a setup: ribbons for header and footer, one style per element type (id: slug of the type,
 * `scene-heading` for headings), one template per block of settings (`page`, `continuation`, `scene-numbers`,
 * `locked-pages`, `revision-marks`, `title-header`, `title-footer`), and kept blocks as templates under their own ids.
 * Always within the schema's bounds.
 */
export function setupToLayout(
  setup: Setup | undefined,
  kept: readonly KeptBlock[] | undefined,
  context: SetupContext,
): LayoutParts {
  const parts: LayoutParts = {};
  const ids = new SlugPool();
  const templates: Template[] = [];
  const meta: Meta = {};
  const block = <T extends object>(name: string, table: readonly Setting<T>[], settings: T | undefined): void => {
    if (settings) templates.push(...textToTemplates(name, printDeclarations(settingsOf(table, settings), '\n'), ids));
  };
  if (setup) {
    if (setup.header) parts.header = writeRibbon(setup.header, context.lang);
    if (setup.footer) parts.footer = writeRibbon(setup.footer, context.lang);
    if (setup.styles) parts.styles = writeStyles(setup.styles);
    block('page', PAGE, setup.page);
    block('continuation', CONTINUATION, setup.continuation);
    block('scene-numbers', SCENE_NUMBERS, setup.sceneNumbers);
    if (setup.revisionMarkAt !== undefined || setup.pageColors !== undefined) block('revision-marks', MARKS, setup);
    if (setup.lockedPages)
      templates.push(...textToTemplates('locked-pages', writeLocked(setup.lockedPages, context), ids));
    for (const [name, line] of [
      ['title-header', setup.titleHeader],
      ['title-footer', setup.titleFooter],
    ] as const) {
      if (line) templates.push(...textToTemplates(name, writeTitleRibbon(line, name, meta), ids));
    }
  }
  for (const { id, text } of kept ?? []) templates.push(...keptToTemplates(id, text, ids));
  if (templates.length > 0) parts.templates = templates;
  if (Object.keys(meta).length > 0) parts.meta = meta;
  return parts;
}

/** The setup and the kept blocks that a layout says; the inverse of {@link setupToLayout}. `setup` is absent when it says none. */
export function layoutToSetup(
  layout: Layout | undefined,
  context: LayoutContext,
): { setup?: Setup; kept?: KeptBlock[] } {
  if (!layout) return {};
  const { own, kept } = templateTexts(layout.templates);
  const { warnings } = context;
  const setup: Setup = {};
  const read = <T extends object>(name: string, table: readonly Setting<T>[]): T | undefined => {
    const block = own.get(name);
    return block && readSettings(table, block.text, warnings, `/document/layout/templates/${block.at}/text`);
  };
  if (layout.header) setup.header = readRibbon(layout.header, '/document/layout/header', context);
  if (layout.footer) setup.footer = readRibbon(layout.footer, '/document/layout/footer', context);
  if (layout.styles) setup.styles = readStyles(layout.styles, warnings);
  const page = read('page', PAGE);
  if (page) setup.page = page;
  const continuation = read('continuation', CONTINUATION);
  if (continuation) setup.continuation = continuation;
  const sceneNumbers = read('scene-numbers', SCENE_NUMBERS);
  if (sceneNumbers) setup.sceneNumbers = sceneNumbers;
  Object.assign(setup, read('revision-marks', MARKS));
  const locked = own.get('locked-pages');
  if (locked) setup.lockedPages = readLocked(locked.text, `/document/layout/templates/${locked.at}/text`, context);
  const titleHeader = own.get('title-header');
  if (titleHeader) setup.titleHeader = readTitleRibbon(titleHeader, 'title-header', layout.meta, warnings);
  const titleFooter = own.get('title-footer');
  if (titleFooter) setup.titleFooter = readTitleRibbon(titleFooter, 'title-footer', layout.meta, warnings);
  const result: { setup?: Setup; kept?: KeptBlock[] } = {};
  if (Object.keys(setup).length > 0) result.setup = setup;
  if (kept.length > 0) result.kept = kept.map(({ name, text }) => ({ id: name, text }));
  return result;
}

/** Code points that the text of a style may hold. */
const MAX_STYLE = 5000;
/** The manuscript calls by the document's kind what screenwriters call a scene heading. */
const HEADING_KEY = 'heading';
const HEADING_ID = 'scene-heading';

function writeStyles(styles: Readonly<Record<string, ParagraphStyle>>): Style[] {
  const ids = new SlugPool();
  return Object.entries(styles).map(([key, settings]) => {
    const id = ids.take(key === HEADING_KEY ? HEADING_ID : key);
    const meta: Meta = {};
    if (styleKey(id) !== key) putKey(meta, id, key);
    const declarations = paragraphDeclarations(settings);
    let fit = declarations.length;
    while (fit > 0 && printDeclarations(declarations.slice(0, fit)).length > MAX_STYLE) fit--;
    if (fit < declarations.length) putMeta(meta, 'rest', printDeclarations(declarations.slice(fit)));
    const style: Style = { id, default: false, text: printDeclarations(declarations.slice(0, fit)) };
    if (Object.keys(meta).length > 0) style.meta = meta;
    return style;
  });
}

/** The manuscript's name for a style's id. */
function styleKey(id: string): string {
  return id === HEADING_ID ? HEADING_KEY : id;
}

function readStyles(styles: readonly Style[], warnings: Warnings): Record<string, ParagraphStyle> {
  return Object.fromEntries(
    styles.map((style, at) => {
      const pointer = `/document/layout/styles/${at}/text`;
      const settings = parseParagraphStyle(style.text, warnings, pointer);
      const rest = getMeta(style.meta, 'rest');
      if (rest !== undefined) Object.assign(settings, parseParagraphStyle(rest, warnings, pointer));
      return [keyOf(style.meta, style.id) ?? styleKey(style.id), settings];
    }),
  );
}

/** One line a page: its number, then where it starts: `12A: 0190...-uuid 15`. */
function writeLocked(pages: readonly LockedPage[], context: SetupContext): string {
  const lines: string[] = [];
  for (const { number, block, offset } of pages) {
    const place = context.placeOf({ block, offset });
    if (place) lines.push(printDeclaration([number, `${place.element} ${place.offset}`]));
    else context.warnings.add('not_carried', `The start of locked page ${number} is nowhere in the script`);
  }
  return lines.join('\n');
}

const PLACE = /^(\S{1,64}) (\d{1,15})$/;

function readLocked(text: string, pointer: string, context: LayoutContext): LockedPage[] {
  const pages: LockedPage[] = [];
  for (const [number, value] of listDeclarations(text)) {
    const match = PLACE.exec(value);
    const place = match && context.blockOf({ element: match[1] as string, offset: Number(match[2]) });
    if (place) pages.push({ number, ...place });
    else
      context.warnings.add('stale_hint', `The start of locked page ${number} is no longer in the script`, { pointer });
  }
  return pages;
}
