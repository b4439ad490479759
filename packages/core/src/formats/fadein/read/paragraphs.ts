import type { Block, ParagraphStyle } from '../../../conventions/manuscript/types.js';
import type { Warnings } from '../../../errors/index.js';
import { attributesBut, childrenOf, leaf } from '../../../syntax/xml-element.js';
import { printAttributes, printFragments } from '../../../syntax/xml-fragments.js';
import { XML_TEXT } from '../../../syntax/xml-tree.js';
import type { Frame } from '../frame.js';
import { PARAGRAPH_ATTRIBUTES, readParagraph } from '../mapping.js';
import { Counters } from '../numbering.js';
import type { OsfAttributes, OsfElement } from '../tree.js';
import { readColor, readFlag } from '../values.js';
import { bracketed } from './brackets.js';
import { RunReader } from './runs.js';
import type { StyleBook, StyleEntry } from './styles.js';
import type { TagCategories } from './tags.js';

export interface ParagraphContext {
  styles: StyleBook;
  tags: TagCategories;
  frame: Frame;
  /** Looks stand as tags in the text, as in version 12. */
  markup: boolean;
  /** Lines of a text are indented with tabs like the file's tags. */
  tabbed: boolean;
  warnings: Warnings;
}

/** A paragraph of the script: its block, and what is decided when all are read. */
export interface ReadParagraph {
  block: Block;
  /** The synopsis of a paragraph that is no scene heading. */
  synopsis: Block | undefined;
  /** The first cue of a dual dialogue. */
  dual: boolean;
  page: string | undefined;
  editor: string | undefined;
  /** A parenthetical that is typed without its brackets. */
  bare: boolean | undefined;
}

/** What the `style` of a paragraph says. */
interface ParagraphStyling {
  entry: StyleEntry;
  layout: ParagraphStyle | undefined;
  pageBreak: boolean;
  dual: boolean;
  rest: string | undefined;
}

const PARAGRAPH_KNOWN = new Set([
  'bookmark',
  'edited_by',
  'note',
  'number',
  'page_number',
  'synopsis',
  'synopsis_color',
]);
const STYLE_KNOWN = new Set([
  ...PARAGRAPH_ATTRIBUTES,
  'basestyle',
  'builtin',
  'builtin_index',
  'dualdialogue',
  'label',
  'name',
]);
const NO_STYLE: OsfAttributes = {};

/** Reads the paragraphs of the script. */
export class ParagraphReader {
  readonly #context: ParagraphContext;
  readonly #stylings = new Map<OsfAttributes, ParagraphStyling>();
  readonly #counters = new Counters();
  #count = 0;

  constructor(context: ParagraphContext) {
    this.#context = context;
  }

  read(element: OsfElement): ReadParagraph | undefined {
    this.#count++;
    if (element.name === 'para') return this.#paragraph(element);
    if (element.name !== XML_TEXT) {
      this.#warn(`<${element.name.slice(0, 60)}> is no paragraph; it was left out`);
      return undefined;
    }
    this.#warn('Text between the paragraphs was read as a paragraph of its own');
    return this.#paragraph({
      ...element,
      name: 'para',
      children: [leaf('text', undefined, element.text.trim())],
      text: '',
    });
  }

  #warn(message: string): void {
    this.#context.warnings.add('repaired', message, { paragraph: this.#count });
  }

  #paragraph(element: OsfElement): ReadParagraph {
    const { children } = element;
    let style = NO_STYLE;
    for (const child of children) {
      if (child.name !== 'style') continue;
      style = child.attributes;
      break;
    }
    const styling = this.#styling(style);
    const { entry } = styling;
    const block: Block = { kind: entry.kind, text: '' };
    if (entry.class !== undefined) this.#name(block, entry);
    const runs = new RunReader(entry.looks, this.#context.markup);
    let marks: string | undefined;
    let others: OsfElement[] | undefined;
    for (const child of children) {
      switch (child.name) {
        case 'text':
          runs.add(child);
          break;
        case 'style':
          break;
        case 'marks':
          marks = readMarks(child, marks);
          break;
        case XML_TEXT:
          if (child.text.trim() !== '') runs.add(leaf('text', undefined, child.text.trim()));
          break;
        default:
          (others ??= []).push(child);
      }
    }
    if (children.length === 0 && element.text.trim() !== '') runs.add(leaf('text', undefined, element.text.trim()));
    block.text = runs.text;
    if (runs.runs) block.runs = runs.runs;
    if (this.#context.markup && block.text === '\n') clear(block); // How an empty paragraph was written.
    if (this.#context.tabbed && block.text.includes('\n\t')) unindent(block);
    if (marks !== undefined) block.extra = { ...block.extra, 'marks.deleted': marks };
    let bare: boolean | undefined;
    if (block.kind === 'parenthetical') bare = bracketed(block);
    if (others) block.extra = { ...block.extra, 'fadein.xml': printFragments(others) };
    this.#context.tags.tag(block, others);
    if (styling.pageBreak) block.pageBreak = true;
    if (styling.layout) layOut(block, styling.layout, entry);
    if (styling.rest !== undefined) block.extra = { ...block.extra, 'fadein.style-attributes': styling.rest };
    return this.#attributes(element.attributes, block, styling, bare);
  }

  /** The name of a style of the writer's own; only what prints like action is a type of its own in other programs. */
  #name(block: Block, entry: StyleEntry): void {
    block.class = entry.class;
    if (entry.kind === 'general' || entry.kind === 'action') block.typeName = entry.name;
    else block.extra = { 'fadein.style': entry.name };
  }

  #styling(attributes: OsfAttributes): ParagraphStyling {
    let styling = this.#stylings.get(attributes);
    if (!styling) {
      styling = this.#readStyling(attributes);
      this.#stylings.set(attributes, styling);
    }
    return styling;
  }

  #readStyling(attributes: OsfAttributes): ParagraphStyling {
    const { styles, frame } = this.#context;
    // A paragraph may repeat all that its style says.
    const { newPage, ...layout } = readParagraph(attributes, frame);
    const entry = styles.find(attributes);
    for (const key of Object.keys(layout) as (keyof typeof layout)[]) {
      if (layout[key] === (entry.style[key] ?? (typeof layout[key] === 'boolean' ? false : undefined)))
        delete layout[key];
    }
    const rest = attributesBut(attributes, STYLE_KNOWN);
    return {
      entry,
      layout: Object.keys(layout).length > 0 ? layout : undefined,
      pageBreak: newPage === true,
      dual: readFlag(attributes['dualdialogue']) === true,
      rest: rest && printAttributes(rest),
    };
  }

  #attributes(
    attributes: OsfAttributes,
    block: Block,
    { entry, dual }: ParagraphStyling,
    bare: boolean | undefined,
  ): ReadParagraph {
    const read: ReadParagraph = { block, synopsis: undefined, dual, page: undefined, editor: undefined, bare };
    let unknown = false;
    let color: string | undefined;
    let synopsis: string | undefined;
    for (const name in attributes) {
      const value = attributes[name] as string;
      switch (name) {
        case 'edited_by':
          read.editor = value;
          break;
        case 'page_number':
          read.page = value;
          break;
        case 'note':
          if (value !== '') block.notes = [{ text: value }];
          break;
        case 'bookmark':
          if (value !== '') block.bookmarks = [{ title: value }];
          break;
        case 'synopsis':
          synopsis = value;
          break;
        case 'synopsis_color':
          color = readColor(value);
          break;
        case 'number':
          break;
        default:
          unknown = true;
      }
    }
    this.#number(block, entry, attributes['number']);
    if ((synopsis !== undefined && synopsis !== '') || color !== undefined)
      read.synopsis = describe(block, synopsis, color);
    if (unknown) {
      const rest = attributesBut(attributes, PARAGRAPH_KNOWN);
      if (rest) block.extra = { ...block.extra, 'fadein.attributes': printAttributes(rest) };
    }
    return read;
  }

  /** Where numbers are not locked, Fade In counts and does not look at what the paragraph says. */
  #number(block: Block, { numbering }: StyleEntry, own: string | undefined): void {
    if (numbering && !numbering.locked) {
      if (block.text.trim() !== '') block.number = this.#counters.next(numbering);
    } else if (own === '') block.extra = { ...block.extra, 'fadein.number': '' };
    else if (own !== undefined) block.number = own;
  }
}

function readMarks(element: OsfElement, before: string | undefined): string | undefined {
  let marks = before;
  for (const { attributes } of childrenOf(element, 'mark')) {
    const { at, revision } = attributes;
    if (!/^\d{1,9}$/.test(at ?? '') || !/^\d{1,6}$/.test(revision ?? '')) continue;
    const mark = `${Number(at)}:${Number(revision)}`;
    marks = marks === undefined ? mark : `${marks} ${mark}`;
  }
  return marks;
}

function clear(block: Block): void {
  block.text = '';
  delete block.runs;
}

/** Takes the tabs away that indent the lines of a text in a file that is laid out for people to read. */
function unindent(block: Block): void {
  const cuts = [...block.text.matchAll(/(?<=\n)\t+/g)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  );
  const moved = (offset: number): number => {
    let gone = 0;
    for (const [from, to] of cuts) gone += Math.max(0, Math.min(offset, to) - from);
    return offset - gone;
  };
  const runs = block.runs
    ?.map((run) => ({ ...run, start: moved(run.start), end: moved(run.end) }))
    .filter((run) => run.end > run.start);
  block.text = block.text.replace(/(?<=\n)\t+/g, '');
  if (runs && runs.length > 0) block.runs = runs;
  else delete block.runs;
}

/** Settings of the paragraph itself; centred action and plain text are a class of their own, as in other formats. */
function layOut(block: Block, layout: ParagraphStyle, { style }: StyleEntry): void {
  let rest = layout;
  if (layout.align === 'center' && block.class === undefined && (block.kind === 'action' || block.kind === 'general')) {
    const { align, ...others } = layout;
    block.class = 'centered';
    rest =
      block.kind === 'general'
        ? { ...(style.before === undefined ? {} : { before: style.before }), ...others }
        : others;
  }
  if (Object.keys(rest).length > 0) block.layout = { ...rest };
}

/** Gives a scene heading its synopsis and colour; the synopsis of any other paragraph becomes a block before it. */
function describe(block: Block, synopsis: string | undefined, color: string | undefined): Block | undefined {
  const text = synopsis === '' ? undefined : synopsis;
  if (block.kind === 'heading') {
    block.scene = { ...(color === undefined ? {} : { color }), ...(text === undefined ? {} : { synopsis: { text } }) };
    return undefined;
  }
  const extra = color === undefined ? undefined : { 'fadein.synopsis-color': color };
  if (text !== undefined) return { kind: 'general', class: 'synopsis', text, ...(extra ? { extra } : {}) };
  block.extra = { ...block.extra, ...extra };
  return undefined;
}
