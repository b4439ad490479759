/** What Fade In's names and values mean; every table is used in both directions. */
import { classOf } from '../../conventions/classes.js';
import type { Align, BlockKind, Look, ParagraphStyle, TitleKey } from '../../conventions/manuscript/types.js';
import { fromInches, round, toInches } from './frame.js';
import type { Frame } from './frame.js';
import type { OsfAttributes } from './tree.js';
import {
  BLACK,
  WHITE,
  isColor,
  printColor,
  printDecimal,
  printNumber,
  readColor,
  readFlag,
  readNumber,
} from './values.js';

/** Version of the files that are written. */
export const VERSION = '40';
/** From this version on runs have attributes; before, markup of its own stands in their text. */
export const RUN_ATTRIBUTES = 20;

// Styles

/** The built-in styles in the order of their `builtin_index`, and the kind of block that each is. */
export const BUILT_IN: readonly (readonly [name: string, kind: BlockKind])[] = [
  ['Normal Text', 'general'],
  ['Scene Heading', 'heading'],
  ['Action', 'action'],
  ['Character', 'character'],
  ['Parenthetical', 'parenthetical'],
  ['Dialogue', 'dialogue'],
  ['Transition', 'transition'],
  ['Shot', 'shot'],
];
/** Slugs that mean something else as a class: names of kinds, and classes that are no paragraph of the script. */
const TAKEN = new Set<string>([
  ...BUILT_IN.map(([, kind]) => kind),
  ...BUILT_IN.map(([name]) => classOf(name)),
  'centered',
  'section',
  'synopsis',
  'note',
  'boneyard',
  'alternate',
  'page-break',
  'heading-anchor',
  'outline-1',
  'outline-2',
  'outline-3',
  'outline-4',
  'outline-body',
]);

/** Gives the styles of the writer's own their classes, each its own; the same names in the same order get the same. */
export class StyleClasses {
  readonly #byName = new Map<string, string>();
  readonly #taken = new Set(TAKEN);
  readonly #next = new Map<string, number>();

  /** The class of paragraphs in a style. */
  of(name: string): string {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const slug = classOf(name);
    const stem = slug.slice(0, 40);
    let own = this.#taken.has(slug) ? `${stem}-style` : slug;
    for (let n = this.#next.get(stem) ?? 2; this.#taken.has(own); n++) {
      own = `${stem}-${n}`;
      this.#next.set(stem, n + 1);
    }
    this.#taken.add(own);
    this.#byName.set(name, own);
    return own;
  }
}

// Paragraphs

const ALIGNMENTS: readonly (readonly [string, Align])[] = [
  ['left', 'left'],
  ['center', 'center'],
  ['right', 'right'],
  ['justified', 'full'],
];

function readAlign(value: string): Align | undefined {
  const word = value.trim().toLowerCase();
  if (word === 'centre' || word === 'centered') return 'center';
  if (word === 'justify' || word === 'full') return 'full';
  return ALIGNMENTS.find(([name]) => name === word)?.[1];
}

function printAlign(align: Align): string {
  return ALIGNMENTS.find(([, own]) => own === align)?.[0] ?? 'left';
}

type Flag = 'bold' | 'italic' | 'underline' | 'strike' | 'caps';

/** Looks that a style and a run can have, in the order in which Fade In writes them. */
export const FLAGS: readonly (readonly [attribute: string, flag: Flag])[] = [
  ['bold', 'bold'],
  ['italic', 'italic'],
  ['underline', 'underline'],
  ['strikethrough', 'strike'],
  ['allcaps', 'caps'],
];

/** Attributes of a style, or of a paragraph over its style, that a paragraph's settings can say. */
export const PARAGRAPH_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...FLAGS.map(([attribute]) => attribute),
  'align',
  'bgcolor',
  'color',
  'firstlineindent',
  'font',
  'leftindent',
  'linespacing',
  'pagebreakbefore',
  'rightindent',
  'size',
  'spacebefore',
]);

/** What the attributes of a style, or of a paragraph over its style, say. */
export function readParagraph(attributes: OsfAttributes, frame: Frame): ParagraphStyle {
  const style: ParagraphStyle = {};
  for (const name in attributes) {
    const value = attributes[name] as string;
    switch (name) {
      case 'align': {
        const align = readAlign(value);
        if (align) style.align = align;
        break;
      }
      case 'font':
        if (value !== '') style.font = value;
        break;
      case 'color':
        if (isColor(value)) style.color = readColor(value);
        break;
      case 'bgcolor':
        if (isColor(value)) style.background = readColor(value);
        break;
      case 'pagebreakbefore': {
        const flag = readFlag(value);
        if (flag !== undefined) style.newPage = flag;
        break;
      }
      default:
        readMeasure(style, name, value, frame);
    }
  }
  for (const [attribute, flag] of FLAGS) {
    const set = readFlag(attributes[attribute]);
    if (set !== undefined) style[flag] = set;
  }
  return style;
}

function readMeasure(style: ParagraphStyle, name: string, value: string, frame: Frame): void {
  const number = MEASURES.has(name) ? readNumber(value) : undefined;
  if (number === undefined) return;
  switch (name) {
    case 'leftindent':
      style.left = toInches(frame.left + number);
      break;
    case 'rightindent':
      style.right = toInches(frame.width - frame.right - number);
      break;
    case 'firstlineindent':
      style.first = toInches(number);
      break;
    case 'spacebefore':
      style.before = round(number * frame.space);
      break;
    case 'linespacing':
      style.spacing = round(number * frame.pitch);
      break;
    default:
      if (number > 0) style.size = number;
  }
}

const MEASURES = new Set(['firstlineindent', 'leftindent', 'linespacing', 'rightindent', 'size', 'spacebefore']);

/**
 * The attributes that say a paragraph's settings where they differ from `base`, in no order. First-line indents are left
 * out: Fade In's own files have none.
 */
export function printParagraph(style: ParagraphStyle, base: ParagraphStyle, frame: Frame): Record<string, string> {
  const out: Record<string, string> = {};
  const differs = <K extends keyof ParagraphStyle>(key: K): ParagraphStyle[K] | undefined =>
    style[key] !== undefined && style[key] !== base[key] ? style[key] : undefined;
  const font = differs('font');
  if (font !== undefined) out['font'] = font;
  const size = differs('size');
  if (size !== undefined) out['size'] = printNumber(size);
  for (const [attribute, flag] of FLAGS) {
    if (style[flag] !== undefined && style[flag] !== (base[flag] ?? false)) out[attribute] = style[flag] ? '1' : '0';
  }
  putColor(out, 'color', style.color, base.color ?? BLACK);
  putColor(out, 'bgcolor', style.background, base.background ?? WHITE);
  const before = differs('before');
  if (before !== undefined && before !== (base.before ?? 0)) out['spacebefore'] = printDecimal(before / frame.space);
  const spacing = differs('spacing');
  if (spacing !== undefined && spacing !== (base.spacing ?? frame.pitch)) {
    out['linespacing'] = printDecimal(spacing / frame.pitch);
  }
  const align = differs('align');
  if (align !== undefined && align !== (base.align ?? 'left')) out['align'] = printAlign(align);
  if (style.left !== undefined) {
    const indent = fromInches(style.left) - frame.left;
    if (indent !== (base.left === undefined ? 0 : fromInches(base.left) - frame.left))
      out['leftindent'] = String(indent);
  }
  if (style.right !== undefined) {
    const indent = frame.width - frame.right - fromInches(style.right);
    const usual = base.right === undefined ? 0 : frame.width - frame.right - fromInches(base.right);
    if (indent !== usual) out['rightindent'] = String(indent);
  }
  const newPage = differs('newPage');
  if (newPage !== undefined && newPage !== (base.newPage ?? false)) out['pagebreakbefore'] = newPage ? '1' : '0';
  return out;
}

function putColor(out: Record<string, string>, name: string, value: string | undefined, usual: string): void {
  const printed = value === undefined || value === usual ? undefined : printColor(value);
  if (printed !== undefined) out[name] = printed;
}

/** The order in which Fade In writes the attributes of styles. */
const STYLE_ORDER: readonly string[] = [
  'name',
  'builtin',
  'builtin_index',
  'basestyle',
  'style_enter',
  'style_tab_before',
  'style_tab_after',
  'font',
  'size',
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'color',
  'bgcolor',
  'spacebefore',
  'column',
  'linespacing',
  'keepwithnext',
  'align',
  'leftindent',
  'rightindent',
  'pagebreakbefore',
  'dualdialogue',
  'numbering',
  'number_locked',
  'use_base_numbering',
  'autoomit',
  'number_skip_io',
  'number_mode',
  'omitted_text',
  'number_start',
  'number_format',
  'number_reset_after',
  'number_position',
  'allcaps',
];

/** Attributes of a style in Fade In's order; unknown ones follow in theirs. */
export function inStyleOrder(attributes: OsfAttributes): OsfAttributes {
  return inOrder(attributes, STYLE_ORDER);
}

export function inOrder(attributes: OsfAttributes, order: readonly string[]): OsfAttributes {
  const sorted: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const name of order) {
    const value = attributes[name];
    if (value !== undefined) sorted[name] = value;
  }
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined && !(name in sorted)) sorted[name] = value;
  }
  return sorted;
}

// Runs

/** Marks an attribute of a run for which a look has no field, kept as the run's style. */
const KEPT = 'fadein/';

/** Keeps an attribute of a run. */
export function keepRunAttribute(look: Look, name: string, value: string): void {
  look.other = [...(look.other ?? []), `${KEPT}${name}=${value}`];
}

/** The attributes that {@link keepRunAttribute} kept. */
export function keptRunAttributes(look: Look): [name: string, value: string][] {
  const kept: [string, string][] = [];
  for (const entry of look.other ?? []) {
    const equals = entry.indexOf('=');
    const name = entry.startsWith(KEPT) ? entry.slice(KEPT.length, equals) : '';
    if (/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name)) kept.push([name, entry.slice(equals + 1)]);
  }
  return kept;
}

// Title page

/** Bookmarks that name the fields of a title page. */
export const TITLE_BOOKMARKS: readonly (readonly [bookmark: string, key: TitleKey])[] = [
  ['Title', 'title'],
  ['Author', 'author'],
  ['Copyright', 'copyright'],
  ['Draft', 'draft-date'],
  ['Contact', 'contact'],
];
/** Bookmarks that are written only where a field would not be known by its looks. */
export const OTHER_TITLE_BOOKMARKS: readonly (readonly [bookmark: string, key: TitleKey])[] = [
  ['Credit', 'credit'],
  ['Source', 'source'],
  ['Notes', 'notes'],
  ['Revision', 'revision'],
];
/** Prints right below the title, and counts as a line of it. */
const SUBTITLE = 'Subtitle';

const KEY_OF_BOOKMARK = new Map<string, TitleKey>([
  ...[...TITLE_BOOKMARKS, ...OTHER_TITLE_BOOKMARKS].map(([bookmark, key]) => [bookmark.toLowerCase(), key] as const),
  [SUBTITLE.toLowerCase(), 'title'],
]);

/** The field of the title page that a bookmark names. */
export function titleKeyOfBookmark(bookmark: string): TitleKey | undefined {
  return KEY_OF_BOOKMARK.get(bookmark.trim().toLowerCase());
}

// Revisions

/** Fade In's colours for the text and the pages of revisions, by the colour's name. */
export const REVISION_COLORS: readonly (readonly [name: string, text: string, page: string])[] = [
  ['White', '#000000', '#ffffff'],
  ['Blue', '#0000ff', '#b6eaff'],
  ['Pink', '#ff00ff', '#ffc0cb'],
  ['Yellow', '#a0a000', '#ffff99'],
  ['Green', '#008000', '#c6ffc6'],
  ['Goldenrod', '#cc7f32', '#ffc125'],
  ['Buff', '#8e6b23', '#ffea8a'],
  ['Salmon', '#a74242', '#ff91a4'],
  ['Cherry', '#d5236b', '#ffb7c9'],
  ['Tan', '#db9370', '#ffeebb'],
];
