import type { Lang, Meta, Note, Uuid } from '../../model/document.js';
import { cutCodePoints } from '../code-points.js';
import type { CodePoints } from '../code-points.js';
import { toInstant } from '../instants.js';
import { getMeta, metaExtra, putMeta } from '../meta.js';
import { sliceRich } from '../rich-text.js';
import type { ColorRegister, ContributorRegister } from './detail-registers.js';
import type { Ids } from './registers.js';
import { putRuns } from './put-runs.js';
import { putExtra } from './texts.js';
import type { TextReader } from './texts.js';
import type { BlockNote } from './types.js';

/** Schema bound of a text, code points. */
const MAX_TEXT = 10000;

export interface NoteContext {
  lang: Lang;
  now: string;
  ids: Ids;
  contributors: ContributorRegister;
  colors: ColorRegister;
}

/** Where a note lies, when not simply on its element. */
export interface NotePlace {
  parent?: Uuid;
  at?: 'heading' | 'script';
}

/** Turns a block's notes into the document's. */
export class NoteWriter {
  readonly #context: NoteContext;
  #count = 0;

  constructor(context: NoteContext) {
    this.#context = context;
  }

  /** Appends `note` to `into`; one beyond the bound of a text becomes several. `about`: what it is about. */
  write(into: Note[], note: BlockNote, about: CodePoints, place: NotePlace): void {
    const { ids, lang } = this.#context;
    const id = ids.take(note.id, 'note', this.#count++);
    for (let from = 0; from === 0 || from < note.text.length; ) {
      const piece = cutCodePoints(note.text.slice(from), MAX_TEXT);
      const entry: Note = {
        id: from === 0 ? id : ids.derive('note', this.#count++),
        created: this.#created(note),
        text: piece === '' ? {} : { [lang]: piece },
      };
      const meta: Meta = {};
      if (place.parent !== undefined) entry.parent = place.parent;
      if (place.at !== undefined) putMeta(meta, 'at', place.at);
      if (note.runs) putRuns(meta, lang, sliceRich(note, from, from + piece.length));
      if (from > 0) putMeta(meta, 'continues', 'true');
      else this.#dress(entry, meta, note, about);
      if (Object.keys(meta).length > 0) entry.meta = meta;
      into.push(entry);
      from += Math.max(1, piece.length);
    }
  }

  #created(note: BlockNote): string {
    return (note.created === undefined ? undefined : toInstant(note.created)) ?? this.#context.now;
  }

  #dress(entry: Note, meta: Meta, note: BlockNote, about: CodePoints): void {
    const { contributors, colors } = this.#context;
    if (note.created === undefined) putMeta(meta, 'undated', entry.created);
    else if (note.created !== entry.created) putMeta(meta, 'created', note.created);
    if (note.range) {
      const [start, end] = note.range;
      entry.highlight = [[about.toPoint(start), about.toPoint(end)]];
    }
    const writer = note.writer === undefined ? undefined : contributors.find(note.writer);
    if (writer !== undefined) entry.contributor = writer;
    if (note.color !== undefined) {
      const color = colors.find(note.color);
      if (color !== undefined) entry.color = color;
      if (color !== `color-${note.color.slice(1)}`) putMeta(meta, 'color', note.color);
    }
    if (note.title !== undefined) putMeta(meta, 'title', note.title);
    if (note.placement) putMeta(meta, 'placement', note.placement);
    putExtra(meta, note);
  }
}

/** Turns the document's notes into a block's. */
export class NoteReader {
  readonly #texts: TextReader;
  readonly #people: ReadonlyMap<Uuid, string>;
  readonly #colors: ReadonlyMap<string, string>;

  /** `people`: printed names of authors and contributors; `colors`: hex values by slug. */
  constructor(texts: TextReader, people: ReadonlyMap<Uuid, string>, colors: ReadonlyMap<string, string>) {
    this.#texts = texts;
    this.#people = people;
    this.#colors = colors;
  }

  /** `about`: what the note is about. */
  read(note: Note, about: CodePoints): BlockNote {
    const { meta } = note;
    const read: BlockNote = { ...this.#texts.read(note.text, meta), id: note.id };
    const span = note.highlight?.[0];
    if (span) {
      const start = about.toUnit(span[0]);
      read.range = [start, Math.max(start, about.toUnit(span[1]))];
    }
    const typed = getMeta(meta, 'created');
    if (typed !== undefined && (toInstant(typed) ?? note.created) === note.created) read.created = typed;
    else if (getMeta(meta, 'undated') !== note.created) read.created = note.created;
    const writer = note.contributor === undefined ? undefined : this.#people.get(note.contributor);
    if (writer !== undefined) read.writer = writer;
    const typedColor = getMeta(meta, 'color');
    const color = note.color === undefined ? undefined : this.#colors.get(note.color);
    if (typedColor !== undefined && (color === undefined || typedColor.toLowerCase() === color))
      read.color = typedColor;
    else if (color !== undefined) read.color = color;
    const title = getMeta(meta, 'title');
    if (title !== undefined) read.title = title;
    const placement = getMeta(meta, 'placement');
    if (placement === 'before' || placement === 'after') read.placement = placement;
    const extra = metaExtra(meta);
    if (extra) read.extra = extra;
    return read;
  }
}
