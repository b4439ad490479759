import type { Block, BlockNote } from '../../../conventions/manuscript/types.js';
import { parseAttributes } from '../../../syntax/xml-fragments.js';
import { HIDDEN_NOTES, printColor, printInstant } from '../mapping.js';
import { branch } from '../../../syntax/xml-element.js';
import type { FdxAttributes, FdxElement } from '../tree.js';
import { proseParagraphs } from './runs.js';
import { FONT, SIZE } from './settings.js';
import { inOrder } from './version.js';
import type { FileVersion } from './version.js';

/** Font of notes from Final Draft 12 on. */
const NOTE_FONT = 'Arial';

/** Writes script notes and gives them numbers. */
export class NotePrinter {
  readonly #version: FileVersion;
  readonly #taken = new Set<string>();
  #next = 1;

  /** `blocks` and `notes` hold the numbers that the source gave its notes. */
  constructor(version: FileVersion, blocks: readonly Block[], notes: readonly BlockNote[]) {
    this.#version = version;
    const own = [...notes, ...blocks.flatMap((block) => block.notes ?? [])];
    for (const { extra } of own) if (extra?.['fdx.id'] !== undefined) this.#taken.add(extra['fdx.id']);
  }

  /** A note; `range` is its place in the whole script, for the versions that list notes. */
  print(note: BlockNote, range?: readonly [number, number]): FdxElement {
    const { extra } = note;
    const attributes: Record<string, string> = { ...parseAttributes(extra?.['fdx.attributes'] ?? '') };
    const color = note.color === undefined ? undefined : printColor(note.color);
    const created = note.created === undefined ? undefined : printInstant(note.created);
    if (color !== undefined) attributes['Color'] = color;
    if (created !== undefined) attributes['DateTime'] = created;
    const modified = extra?.['fdx.modified'];
    if (modified !== undefined) attributes['DateModified'] = printInstant(modified);
    if (note.title !== undefined || range) attributes['Name'] = note.title ?? '';
    if (extra?.['fdx.type'] !== undefined) attributes['Type'] = extra['fdx.type'];
    if (extra?.['fdx.writer-id'] !== undefined) attributes['WriterID'] = extra['fdx.writer-id'];
    if (note.writer !== undefined) attributes['WriterName'] = note.writer;
    const ref = extra?.['fdx.ref'] ?? (range ? note.id : undefined);
    if (ref !== undefined) attributes['RefId'] = ref;
    this.#number(attributes, extra?.['fdx.id'], range);
    return branch('ScriptNote', inOrder(attributes), this.#paragraphs(note));
  }

  /** A note that stands for paragraphs which do not print. */
  hidden(kind: keyof typeof HIDDEN_NOTES, paragraphs: readonly FdxElement[], offset?: number): FdxElement {
    const { name, type } = HIDDEN_NOTES[kind];
    const attributes: Record<string, string> = { Name: name, Type: type };
    this.#number(attributes, undefined, offset === undefined ? undefined : [offset, offset]);
    return branch('ScriptNote', inOrder(attributes), paragraphs);
  }

  #number(
    attributes: Record<string, string>,
    own: string | undefined,
    range: readonly [number, number] | undefined,
  ): void {
    if (range) {
      attributes['Id'] = own ?? this.#fresh();
      attributes['Range'] = `${range[0]},${range[1]}`;
    } else attributes['ID'] = own ?? '1';
  }

  #fresh(): string {
    while (this.#taken.has(String(this.#next))) this.#next++;
    return String(this.#next++);
  }

  #paragraphs(note: BlockNote): FdxElement[] {
    const version = this.#version;
    const font = parseAttributes(note.extra?.['fdx.text'] ?? '');
    const forms = (note.extra?.['fdx.paragraphs'] ?? '').split('; ').map(parseAttributes);
    // Before Final Draft 12 notes are seen without any setting.
    const bare = !version.listsNotes && font['Font'] === undefined;
    return proseParagraphs(note, {
      version,
      font: bare ? undefined : (font['Font'] ?? NOTE_FONT),
      size: Number(font['Size']) || SIZE,
      attributes: (line) => (bare ? (forms[line] ?? {}) : inOrder({ ...version.proseParagraph('1'), ...forms[line] })),
    });
  }
}

/** A card of the beat board, its place on the board taken from what was kept. */
function printBeat(note: BlockNote, version: FileVersion, kept: FdxElement | undefined): FdxElement {
  const attributes: Record<string, string> = { ...parseAttributes(note.extra?.['fdx.beat'] ?? '') };
  const color = note.color === undefined ? undefined : printColor(note.color);
  if (color !== undefined) attributes['Color'] = color;
  attributes['Title'] = note.title ?? '';
  const paragraphs = proseParagraphs(note, {
    version,
    font: NOTE_FONT,
    size: SIZE,
    attributes: () => version.proseParagraph('1'),
  });
  const content = note.text === '' ? [] : [branch('Content', undefined, paragraphs)];
  return branch('ListItem', inOrder(attributes), [...content, ...(kept?.children ?? [])]);
}

/** `ListItems` of the beats among the notes; kept items that are no cards stay, cards whose note is gone do not. */
export function printListItems(
  notes: readonly BlockNote[],
  kept: FdxElement | undefined,
  version: FileVersion,
): FdxElement | undefined {
  const beats = new Map<string, BlockNote>();
  const loose: BlockNote[] = [];
  for (const note of notes) {
    if (note.extra?.['fdx.beat'] === undefined) continue;
    const id = parseAttributes(note.extra['fdx.beat'])['Id'];
    if (id === undefined || beats.has(id)) loose.push(note);
    else beats.set(id, note);
  }
  const items: FdxElement[] = [];
  for (const item of kept?.children ?? []) {
    const id = item.attributes['Id'];
    const note = id === undefined ? undefined : beats.get(id);
    if (note && id !== undefined) {
      items.push(printBeat(note, version, item));
      beats.delete(id);
    } else if (Object.keys(item.attributes).length > 1) items.push(item);
  }
  for (const note of [...beats.values(), ...loose]) items.push(printBeat(note, version, undefined));
  return items.length > 0 ? branch('ListItems', kept?.attributes, items) : undefined;
}

/** A paragraph of an alternate. */
export function alternateParagraphs(
  block: Pick<Block, 'text' | 'runs'>,
  left: string,
  version: FileVersion,
): FdxElement[] {
  return proseParagraphs(block, {
    version,
    font: FONT,
    size: SIZE,
    attributes: (): FdxAttributes => ({ ...version.proseParagraph('1'), LeftIndent: left }),
  });
}
