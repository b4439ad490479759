import type { Block, BlockNote } from '../../../conventions/manuscript/types.js';
import { isUuid } from '../../../model/ids.js';
import { printAttributes } from '../../../syntax/xml-fragments.js';
import { HIDDEN_NOTES, readAlignment, readColor, readInstant } from '../mapping.js';
import { attributesBut, childOf, childrenOf } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';
import type { ScriptPositions } from './positions.js';
import { proseBase, readProse } from './runs.js';
import type { RunBase } from './runs.js';

const ATTRIBUTES = new Set([
  'Color',
  'DateModified',
  'DateTime',
  'ID',
  'Id',
  'Name',
  'Range',
  'RefId',
  'Type',
  'WriterID',
  'WriterName',
]);
const HIDDEN = new Set<string>(Object.values(HIDDEN_NOTES).map(({ name, type }) => `${name} ${type}`));

/** Whether a note stands for paragraphs that do not print. */
export function isHidden(note: FdxElement): boolean {
  return HIDDEN.has(`${note.attributes['Name']} ${note.attributes['Type']}`);
}

/** A script note; `at` is where it stands in its paragraph's text, 0 for a note on the paragraph as a whole. */
export function readNote(element: FdxElement, at = 0): BlockNote {
  const { attributes } = element;
  const paragraphs = paragraphsOf(element);
  const base = proseBase(paragraphs);
  const prose = readProse(paragraphs, base);
  const note: BlockNote = { ...prose };
  if (at > 0) note.range = [at, at];
  const { Color, DateTime, DateModified, Name, RefId, Type, WriterID, WriterName } = attributes;
  const id = attributes['Id'] ?? attributes['ID'];
  const extra: Record<string, string> = {};
  if (RefId !== undefined && isUuid(RefId)) note.id = RefId;
  if (RefId !== undefined && (attributes['Range'] === undefined || !isUuid(RefId))) extra['fdx.ref'] = RefId;
  if (WriterName !== undefined && WriterName.trim() !== '') note.writer = WriterName;
  if (DateTime !== undefined && DateTime !== '') note.created = readInstant(DateTime);
  if (Color !== undefined) note.color = readColor(Color);
  if (Name !== undefined && Name !== '') note.title = Name;
  if (id !== undefined) extra['fdx.id'] = id;
  if (Type !== undefined && Type !== '') extra['fdx.type'] = Type;
  if (DateModified !== undefined && DateModified !== '') extra['fdx.modified'] = readInstant(DateModified);
  if (WriterID !== undefined) extra['fdx.writer-id'] = WriterID;
  const rest = attributesBut(attributes, ATTRIBUTES);
  if (rest) extra['fdx.attributes'] = printAttributes(rest);
  const font = printBase(base, attributes['Range'] !== undefined);
  if (font !== '') extra['fdx.text'] = font;
  const forms = paragraphs.map(paragraphForm);
  if (forms.some((form) => form !== '')) extra['fdx.paragraphs'] = forms.join('; ');
  if (Object.keys(extra).length > 0) note.extra = extra;
  return note;
}

/** The paragraphs of a note; other programs leave them out, and the text is the note's own. */
function paragraphsOf(note: FdxElement): FdxElement[] {
  const paragraphs = childrenOf(note, 'Paragraph');
  return paragraphs.length > 0 ? paragraphs : [{ ...note, name: 'Paragraph', attributes: {} }];
}

/** The font of a note; of a listed one when it is not the one that Final Draft gives those. */
function printBase({ font, size }: RunBase, listed: boolean): string {
  const attributes: Record<string, string> = {};
  if (font !== undefined && !(listed && font === 'Arial')) attributes['Font'] = font;
  if (size !== undefined && size !== 12) attributes['Size'] = String(size);
  return printAttributes(attributes);
}

function paragraphForm({ attributes }: FdxElement): string {
  const { Type, Alignment } = attributes;
  const align = readAlignment(Alignment);
  return printAttributes({
    ...(Type !== undefined && { Type }),
    ...(align !== undefined && align !== 'left' && { Alignment }),
  });
}

/** The notes that a file of Final Draft 12 or later lists at its end, with ranges of script-wide offsets. */
export class ListedNotes {
  readonly #notes: readonly { element: FdxElement; start: number; end: number }[];
  readonly #hidden: { element: FdxElement; start: number }[];
  #taken = 0;

  constructor(list: FdxElement | undefined) {
    const notes = childrenOf(list, 'ScriptNote').map((element) => {
      const match = /^\s*(\d{1,9})\s*,\s*(\d{1,9})\s*$/.exec(element.attributes['Range'] ?? '');
      const [start, end] = match ? [Number(match[1]), Number(match[2])] : [0, 0];
      return { element, start: Math.min(start, end), end: Math.max(start, end) };
    });
    this.#notes = notes.filter(({ element }) => !isHidden(element));
    this.#hidden = notes.filter(({ element }) => isHidden(element)).sort((a, b) => a.start - b.start);
  }

  get isEmpty(): boolean {
    return this.#notes.length === 0 && this.#hidden.length === 0;
  }

  /** The notes not yet taken that stand for hidden paragraphs at or before `offset`. */
  hiddenUpTo(offset: number): FdxElement[] {
    const from = this.#taken;
    while (this.#taken < this.#hidden.length && (this.#hidden[this.#taken]?.start ?? 0) <= offset) this.#taken++;
    return this.#hidden.slice(from, this.#taken).map(({ element }) => element);
  }

  /** Hangs each note on the block in which its range starts. */
  attach(blocks: readonly Block[], positions: ScriptPositions): void {
    for (const { element, start, end } of this.#notes) {
      const from = positions.place(start);
      const to = positions.place(end);
      const block = from && blocks[from.block];
      if (!from || !to || !block) continue;
      const note = readNote(element);
      const length = block.text.length;
      const offset = Math.min(from.offset, length);
      const reach = to.block === from.block ? Math.max(offset, Math.min(to.offset, length)) : length;
      // A range over the whole paragraph is a note on the paragraph.
      if (!from.embedded && (offset > 0 || reach < length || length === 0)) note.range = [offset, reach];
      if (to.block > from.block) {
        const end = Math.min(to.offset, blocks[to.block]?.text.length ?? 0);
        note.extra = { ...note.extra, 'fdx.through': `${to.block - from.block} ${end}` };
      }
      block.notes = [...(block.notes ?? []), note];
    }
  }
}

/** Notes that hang on nothing in the script, and the cards of the beat board. */
export function scriptNotes(unanchored: FdxElement | undefined, listItems: FdxElement | undefined): BlockNote[] {
  const notes = childrenOf(unanchored, 'ScriptNote').map((note) => readNote(note));
  for (const item of childrenOf(listItems, 'ListItem')) {
    if (isBeat(item)) notes.push(readBeat(item));
  }
  return notes;
}

const BEAT_ATTRIBUTES = new Set(['Title', 'Color']);

/** Whether a list item holds words: a card, not a link between cards. */
export function isBeat(item: FdxElement): boolean {
  return childOf(item, 'Content') !== undefined || (item.attributes['Title'] ?? '') !== '';
}

function readBeat(item: FdxElement): BlockNote {
  const paragraphs = childrenOf(childOf(item, 'Content'), 'Paragraph');
  const note: BlockNote = { ...readProse(paragraphs, proseBase(paragraphs)) };
  const { Title, Color } = item.attributes;
  if (Title !== undefined && Title !== '') note.title = Title;
  if (Color !== undefined) note.color = readColor(Color);
  note.extra = { 'fdx.beat': printAttributes(attributesBut(item.attributes, BEAT_ATTRIBUTES) ?? {}) };
  return note;
}
