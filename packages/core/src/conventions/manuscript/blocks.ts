import type { Warnings } from '../../errors/index.js';
import type {
  Bookmark,
  Character,
  Element,
  Lang,
  Meta,
  Scene,
  ScreenplayDocument,
  Uuid,
} from '../../model/document.js';
import { TAG_LISTS } from '../../model/document.js';
import { CodePoints, cutCodePoints } from '../code-points.js';
import { characterKey, parseCue } from '../cue.js';
import { headingSays, renderHeading } from '../heading.js';
import type { HeadingFields } from '../heading.js';
import { getMeta, metaExtra } from '../meta.js';
import { renderName } from '../names.js';
import { parseParagraphStyle } from '../page-setup.js';
import { joinRich } from '../rich-text.js';
import { slugify } from '../slug.js';
import { CATEGORY_OF, decodeTags, tagListOf } from '../tags.js';
import { parseArcBeats } from './arc-beats.js';
import { NoteReader } from './notes.js';
import { TextReader } from './texts.js';
import type { Block, BlockBookmark, BlockNote, BlockTag, SceneFacts } from './types.js';

export interface ReadBlocks {
  blocks: Block[];
  /** Notes on the script as a whole. */
  notes: BlockNote[];
  /** Block of each element (of each scene: its heading), and where in the block's text the element starts. */
  places: Map<Uuid, { block: number; from: number }>;
}

/** The blocks that a document's scenes say in one language. */
export function readBlocks(document: ScreenplayDocument, lang: Lang, warnings: Warnings): ReadBlocks {
  return new BlockReader(document, lang, warnings).read();
}

class BlockReader {
  readonly #document: ScreenplayDocument;
  readonly #texts: TextReader;
  readonly #noteReader: NoteReader;
  readonly #warnings: Warnings;
  readonly #blocks: Block[] = [];
  readonly #notes: BlockNote[] = [];
  readonly #places = new Map<Uuid, { block: number; from: number }>();
  readonly #characters = new Map<Uuid, Character>();
  readonly #bookmarks = new Map<Uuid, Bookmark[]>();
  /** Who spoke last in the running speech. */
  #speaker: Uuid | undefined;
  /** A cue that waits for its dialogue to say where the voice comes from. */
  #bareCue: Block | undefined;
  /** Speeches by their `dual` flag; only what has one or a side is here. */
  readonly #flagged = new Set<Block>();
  #dualSeen = false;
  #pointer = '';

  constructor(document: ScreenplayDocument, lang: Lang, warnings: Warnings) {
    this.#document = document;
    this.#warnings = warnings;
    this.#texts = new TextReader(lang, document.lang, (what) => this.#stale(what));
    this.#noteReader = new NoteReader(this.#texts, printedNames(document), colorValues(document));
    for (const character of document.characters ?? []) this.#characters.set(character.id, character);
    for (const bookmark of document.document.bookmarks ?? []) {
      const list = this.#bookmarks.get(bookmark.element);
      if (list) list.push(bookmark);
      else this.#bookmarks.set(bookmark.element, [bookmark]);
    }
  }

  read(): ReadBlocks {
    this.#document.document.scenes.forEach((scene, at) => this.#readScene(scene, at));
    return { blocks: this.#blocks, notes: this.#notes, places: this.#places };
  }

  #stale(what: string): void {
    this.#warnings.add('stale_hint', `${what} was edited; the copy kept from the source is no longer used`, {
      pointer: this.#pointer,
    });
  }

  // Scenes

  #readScene(scene: Scene, at: number): void {
    const base = `/document/scenes/${at}`;
    let heading: Block | undefined;
    this.#speaker = undefined;
    if (this.#hasHeading(scene)) {
      this.#pointer = `${base}/heading`;
      heading = this.#readHeading(scene);
      this.#places.set(scene.id, { block: this.#blocks.length, from: 0 });
      this.#blocks.push(heading);
    }
    const from = this.#blocks.length;
    const labels = new Set<string>();
    scene.body.forEach((element, index) => {
      this.#pointer = `${base}/body/${index}`;
      this.#readElement(element, heading);
    });
    this.#pairDual(from);
    for (let index = from; index < this.#blocks.length; index++) {
      const block = this.#blocks[index] as Block;
      if (block.tags) block.tags = this.#liveTags(block.tags, scene, labels);
    }
    if (heading?.tags) heading.tags = this.#liveTags(heading.tags, scene, labels);
    this.#addListedTags(scene, heading ?? this.#blocks[from], labels);
  }

  /** A preamble has no heading, unless somebody gave it one. */
  #hasHeading(scene: Scene): boolean {
    if (getMeta(scene.meta, 'heading') !== 'none') return true;
    if (scene.heading.setting === 'PREAMBLE') return false;
    this.#stale('The heading');
    return true;
  }

  #readHeading(scene: Scene): Block {
    const { heading } = scene;
    const { meta } = heading;
    const fields: HeadingFields = {
      ...heading,
      bare: heading.context === 'EXT' && getMeta(meta, 'context') === 'none',
    };
    const source = getMeta(meta, 'source');
    let text: string;
    if (source !== undefined && headingSays(source, fields)) text = source;
    else {
      if (source !== undefined) this.#stale('The heading');
      text = renderHeading(fields);
    }
    const block: Block = { kind: 'heading', text, id: scene.id };
    this.#texts.takeOwnRuns(block, scene.meta);
    const number = getMeta(meta, 'number');
    if (heading.no !== undefined) {
      if (number !== undefined) this.#stale('The scene number');
      block.number = String(heading.no);
    } else if (number !== undefined) block.number = number;
    if (scene.meta) this.#takeSceneMeta(block, scene.meta);
    const synopsis = this.#texts.read(heading.desc, meta, 'desc.');
    if (synopsis.text !== '') (block.scene ??= {}).synopsis = synopsis;
    return block;
  }

  #takeSceneMeta(block: Block, meta: Meta): void {
    const className = getMeta(meta, 'class');
    if (className !== undefined) block.class = className;
    const type = getMeta(meta, 'type');
    if (type !== undefined) block.typeName = type;
    const dual = getMeta(meta, 'dual');
    if (dual === 'left' || dual === 'right') block.dual = dual;
    if (getMeta(meta, 'locked') === 'true') block.locked = true;
    this.#takeLayout(block, meta);
    const revised = getMeta(meta, 'revised');
    if (revised !== undefined)
      block.revisions = revised
        .split(' ')
        .filter((n) => /^\d{1,6}$/.test(n))
        .map(Number);
    const tags = getMeta(meta, 'tags');
    if (tags !== undefined) block.tags = decodeTags(block.text, tags);
    const facts: SceneFacts = {};
    const title = getMeta(meta, 'title');
    if (title !== undefined) facts.title = title;
    const color = getMeta(meta, 'color');
    if (color !== undefined) facts.color = color;
    const page = getMeta(meta, 'page');
    if (page !== undefined) facts.page = page;
    const length = getMeta(meta, 'length');
    if (length !== undefined) facts.length = length;
    const beats = getMeta(meta, 'arc-beats');
    if (beats !== undefined) facts.arcBeats = parseArcBeats(beats);
    const cast = getMeta(meta, 'cast');
    if (cast !== undefined) facts.cast = cast.split(' ').map(decode).filter(Boolean);
    const synopsis = getMeta(meta, 'synopsis');
    if (synopsis !== undefined) facts.synopsis = { text: synopsis };
    if (Object.keys(facts).length > 0) block.scene = facts;
    const extra = metaExtra(meta);
    if (extra) block.extra = extra;
  }

  #takeLayout(block: Block, meta: Meta): void {
    const layout = getMeta(meta, 'layout');
    if (layout !== undefined) block.layout = parseParagraphStyle(layout, this.#warnings, this.#pointer);
    if (getMeta(meta, 'page-break') === 'true') block.pageBreak = true;
  }

  // Elements

  #readElement(element: Element, heading: Block | undefined): void {
    const { meta } = element;
    if (element.class === 'heading-anchor' && element.type === 'general') {
      this.#takeNotes(heading ?? { kind: 'general', text: '' }, element, heading);
      this.#takeBookmarks(heading ?? { kind: 'general', text: '' }, element, heading);
      return;
    }
    if (meta && getMeta(meta, 'continues') === 'true' && this.#continue(element)) return;
    const block = this.#block(element);
    if (element.class !== undefined && !(element.type === 'general' && IMPLIED.has(element.class)))
      block.class = element.class;
    if (element.omit) block.omit = true;
    if (element.locked) block.locked = true;
    if (meta) this.#takeElementMeta(block, element, meta);
    if (element.revisions && element.revisions.length > 0) this.#takeRevisions(block, element);
    if (element.notes && element.notes.length > 0) this.#takeNotes(block, element, heading);
    this.#takeBookmarks(block, element, heading);
    this.#keepSpeaker(element, block);
    this.#places.set(element.id, { block: this.#blocks.length, from: 0 });
    this.#blocks.push(block);
  }

  /** Text that the schema's bound split into several elements is one block again. */
  #continue(element: Element): boolean {
    const last = this.#blocks[this.#blocks.length - 1];
    if (!last || element.type === 'character' || last.kind === 'heading') return false;
    const more = this.#texts.read(element.text, element.meta);
    this.#places.set(element.id, { block: this.#blocks.length - 1, from: last.text.length });
    const whole = joinRich([last, more]);
    last.text = whole.text;
    if (whole.runs) last.runs = whole.runs;
    return true;
  }

  #block(element: Element): Block {
    if (element.type === 'character') {
      const block: Block = { kind: 'character', text: this.#cueText(element), id: element.id };
      this.#texts.takeOwnRuns(block, element.meta);
      return block;
    }
    const kind =
      element.type === 'general' && element.class !== undefined && IMPLIED.has(element.class)
        ? (IMPLIED.get(element.class) as Block['kind'])
        : element.type;
    const { text, runs } = this.#texts.read(element.text, element.meta);
    const block: Block = { kind, text, id: element.id };
    if (runs) block.runs = runs;
    return block;
  }

  /** The printed cue: its display, else the character's name. */
  #cueText(element: Extract<Element, { type: 'character' }>): string {
    const whole = getMeta(element.meta, 'display');
    const { display } = element;
    if (display === undefined) {
      if (whole !== undefined) this.#stale('The cue');
      return this.#nameOf(element.character);
    }
    if (whole !== undefined && cutCodePoints(whole, 120) !== display) this.#stale('The cue');
    else if (whole !== undefined) return this.#renamed(element.character, whole);
    return this.#renamed(element.character, display);
  }

  #nameOf(id: Uuid): string {
    const character = this.#characters.get(id);
    if (!character) return '';
    const typed = getMeta(character.meta, 'name');
    // A name that the schema's bound cut is printed whole.
    const whole = typed?.toUpperCase();
    return whole !== undefined && whole !== character.name && cutCodePoints(whole, 80) === character.name
      ? whole
      : character.name;
  }

  /** A cue that spells its character's former name spells the new one when the character was renamed. */
  #renamed(id: Uuid, display: string): string {
    const character = this.#characters.get(id);
    const former = getMeta(character?.meta, 'name');
    if (!character || former === undefined) return display;
    const key = characterKey(former);
    if (cutCodePoints(key, 80) === character.name) return display;
    const { name } = parseCue(display);
    if (characterKey(name) !== key) return display;
    this.#stale('The name of a character');
    return character.name + display.trimStart().slice(name.length);
  }

  /**
   * Dialogue names its speaker; where no cue before it does (documents made by other programs), the cue is written.
   * An origin that no extension prints is added to the cue likewise.
   */
  #keepSpeaker(element: Element, block: Block): void {
    switch (element.type) {
      case 'character':
        if (element.omit) return;
        this.#speaker = element.character;
        this.#bareCue = element.display === undefined ? block : undefined;
        return;
      case 'parenthetical':
        return;
      case 'dialogue':
        this.#markDual(element, block);
        if (element.omit) return;
        if (element.character !== this.#speaker) {
          this.#bareCue = { kind: 'character', text: this.#nameOf(element.character), dual: block.dual };
          this.#blocks.push(this.#bareCue);
          this.#speaker = element.character;
        }
        if (element.origin !== undefined && this.#bareCue) this.#bareCue.text += ` (${element.origin})`;
        this.#bareCue = undefined;
        return;
      default:
        if (element.omit || element.class === 'page-break') return;
        this.#speaker = undefined;
        this.#bareCue = undefined;
    }
  }

  #markDual(element: Extract<Element, { type: 'dialogue' }>, block: Block): void {
    if (element.dual) this.#flagged.add(block);
    if (element.dual || block.dual) this.#dualSeen = true;
  }

  #takeElementMeta(block: Block, element: Element, meta: Meta): void {
    if (block.kind === 'heading') this.#takeSceneMeta(block, meta);
    const className = getMeta(meta, 'class');
    if (className !== undefined && (block.class === undefined || slugify(className) === block.class))
      block.class = className;
    const type = getMeta(meta, 'type');
    if (type !== undefined) block.typeName = type;
    const number = getMeta(meta, 'number');
    if (number !== undefined) block.number = number;
    const dual = getMeta(meta, 'dual');
    if (dual === 'left' || dual === 'right') block.dual = dual;
    const level = Number(getMeta(meta, 'level'));
    if (level >= 1 && level <= 6) block.level = level;
    this.#takeLayout(block, meta);
    const tags = getMeta(meta, 'tags');
    if (tags !== undefined) block.tags = decodeTags(block.text, tags);
    const extra = metaExtra(meta);
    if (extra) block.extra = extra;
  }

  #takeRevisions(block: Block, element: Element): void {
    const onRuns = new Set<number>();
    for (const run of block.runs ?? []) if (run.revision !== undefined) onRuns.add(run.revision);
    const whole = (element.revisions ?? [])
      .filter((entry) => !onRuns.has(entry.index) || getMeta(entry.meta, 'whole') === 'true')
      .map((entry) => entry.index);
    if (whole.length > 0) block.revisions = whole;
  }

  // Dual dialogue

  /**
   * Sides are hints beside the `dual` flag of the dialogue: a pair whose flag was taken away is a pair no more, and
   * flagged speeches without sides (documents made by other programs) are paired left and right in order.
   */
  #pairDual(from: number): void {
    if (!this.#dualSeen) return;
    this.#dualSeen = false;
    let before: Block['dual'];
    for (let at = from; at < this.#blocks.length; ) {
      const end = this.#endOfSpeech(at);
      before = this.#settleSides(at, end, before);
      at = end;
    }
    this.#flagged.clear();
  }

  /** Index behind the speech that starts at `at`; a block that is no cue is a stretch of its own. */
  #endOfSpeech(at: number): number {
    let end = at + 1;
    if (this.#blocks[at]?.kind !== 'character') return end;
    for (; end < this.#blocks.length; end++) {
      const { kind, omit } = this.#blocks[end] as Block;
      if (kind !== 'dialogue' && kind !== 'parenthetical' && omit !== true) break;
    }
    return end;
  }

  #settleSides(from: number, end: number, before: Block['dual']): Block['dual'] {
    const speech = this.#blocks.slice(from, end);
    const spoken = speech.filter(
      (block) => block.kind === 'dialogue' && block.omit !== true && block.class !== 'dialogue',
    );
    const first = speech[0] as Block;
    if (first.kind !== 'character' || spoken.length === 0) return first.dual;
    if (!spoken.some((block) => this.#flagged.has(block))) {
      if (speech.some((block) => block.dual !== undefined)) this.#stale('Dual dialogue');
      for (const block of speech) delete block.dual;
      return undefined;
    }
    const side = speech.find((block) => block.dual !== undefined)?.dual ?? (before === 'left' ? 'right' : 'left');
    for (const block of speech) block.dual ??= side;
    return side;
  }

  // Notes, bookmarks, tags

  #takeNotes(block: Block, element: Element, heading: Block | undefined): void {
    const about = new CodePoints(block.text);
    const aboutHeading = new CodePoints(heading?.text ?? '');
    const own: BlockNote[] = [];
    const onHeading: BlockNote[] = [];
    for (const note of element.notes ?? []) {
      const at = getMeta(note.meta, 'at');
      const target = at === 'script' ? this.#notes : at === 'heading' && heading ? onHeading : own;
      if (getMeta(note.meta, 'continues') === 'true' && target.length > 0) {
        const last = target[target.length - 1] as BlockNote;
        const whole = joinRich([last, this.#texts.read(note.text, note.meta)]);
        target[target.length - 1] = { ...last, ...whole };
        continue;
      }
      target.push(this.#noteReader.read(note, target === onHeading ? aboutHeading : about));
    }
    if (own.length > 0) block.notes = [...(block.notes ?? []), ...own];
    if (heading && onHeading.length > 0) heading.notes = [...(heading.notes ?? []), ...onHeading];
  }

  #takeBookmarks(block: Block, element: Element, heading: Block | undefined): void {
    const list = this.#bookmarks.get(element.id);
    if (!list) return;
    for (const bookmark of list) {
      const target = getMeta(bookmark.meta, 'at') === 'heading' && heading ? heading : block;
      const read: BlockBookmark = { id: bookmark.id, title: this.#texts.read(bookmark.title, undefined).text };
      const desc = this.#texts.read(bookmark.desc, undefined).text;
      if (desc !== '') read.desc = desc;
      const extra = metaExtra(bookmark.meta);
      if (extra) read.extra = extra;
      target.bookmarks = [...(target.bookmarks ?? []), read];
    }
  }

  /** A tag lives as long as its slug stands in the scene's list. */
  #liveTags(tags: readonly BlockTag[], scene: Scene, labels: Set<string>): BlockTag[] {
    return tags.filter((tag) => {
      const list = tagListOf(tag.category);
      const slug = slugify(tag.label);
      if (list === 'cast' || tag.label.trim() === '') return true;
      if (!scene[list]?.includes(slug)) {
        this.#stale('A list of tags');
        return false;
      }
      labels.add(`${list} ${slug}`);
      return true;
    });
  }

  /** What a scene lists but no text is tagged with is a tag on its heading. */
  #addListedTags(scene: Scene, block: Block | undefined, labels: ReadonlySet<string>): void {
    if (!block) return;
    const added: BlockTag[] = [];
    for (const list of TAG_LISTS) {
      for (const slug of scene[list] ?? []) {
        if (!labels.has(`${list} ${slug}`))
          added.push({ category: CATEGORY_OF[list], label: slug.replaceAll('-', ' ') });
      }
    }
    if (added.length > 0) block.tags = [...(block.tags ?? []), ...added];
  }
}

function printedNames(document: ScreenplayDocument): Map<Uuid, string> {
  return new Map(
    [...document.authors, ...(document.contributors ?? [])].map((person) => {
      const mononym = getMeta(person.meta, 'mononym') === 'true';
      return [person.id, getMeta(person.meta, 'name') ?? renderName({ ...person, mononym })];
    }),
  );
}

function colorValues(document: ScreenplayDocument): Map<string, string> {
  return new Map((document.colors ?? []).map((color) => [color.id, color.hex]));
}

/** Classes of `general` elements that stand for a kind of block. */
const IMPLIED: ReadonlyMap<string, Block['kind']> = new Map([
  ['dialogue', 'dialogue'],
  ['character', 'character'],
  ['scene-heading', 'heading'],
]);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
