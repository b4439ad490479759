import type { Character, Element, Meta, Scene, ScreenplayDocument, Uuid } from '../../model/document.js';
import { TAG_LISTS } from '../../model/document.js';
import { cutCodePoints } from '../code-points.js';
import { characterKey, parseCue } from '../cue.js';
import { headingSays, renderHeading } from '../heading.js';
import { PREFIX, getMeta, metaExtra } from '../meta.js';
import { slugify } from '../slug.js';
import type { BlockDetails } from './block-details.js';
import type { Place, TextReader } from './texts.js';
import type { Block } from './types.js';

export interface ReadBlocks {
  blocks: Block[];
  /** Block of each element (of each scene: its heading), and where in the block's text the element starts. */
  places: Map<Uuid, { block: number; from: number }>;
}

/**
 * The blocks that a document's scenes say. `details` must be there when the document {@link saysMoreThanWords}; `place`
 * is kept at what is being read.
 */
export function readBlocks(
  document: ScreenplayDocument,
  texts: TextReader,
  place: Place,
  details: BlockDetails | undefined,
): ReadBlocks {
  return new BlockReader(document, texts, place, details).read();
}

/** Keys of meta that only {@link BlockDetails} can read. */
const DETAIL_KEYS = new Set(
  'layout revised tags title color page length arc-beats cast synopsis dual tag-categories pages-hash'
    .split(' ')
    .map((name) => PREFIX + name),
);

/** In the meta of a character whom the source lists itself. */
const LISTED = `${PREFIX}listed`;

/** In the meta of a script whose source recorded the pages and lengths of its scenes. */
export const PAGES_HASH = 'pages-hash';
const RUNS = `${PREFIX}runs.`;

/** Whether a document says anything that only {@link BlockDetails} can read. */
export function saysMoreThanWords(document: ScreenplayDocument): boolean {
  const { document: script, characters = [], revisions, generator, genre, locale, logline } = document;
  return (
    [generator, genre, locale, logline].some((fact) => fact !== undefined) ||
    hasDetails(script.meta) ||
    !isEmpty(script.bookmarks) ||
    !isEmpty(revisions) ||
    characters.some(({ desc, traits, aliases, meta }) => desc || traits || aliases || meta?.[LISTED] !== undefined) ||
    script.scenes.some(
      (scene) =>
        hasDetails(scene.meta) ||
        hasDetails(scene.heading.meta) ||
        TAG_LISTS.some((list) => !isEmpty(scene[list])) ||
        scene.body.some(
          (element) =>
            !isEmpty(element.notes) ||
            !isEmpty(element.revisions) ||
            (element.type === 'dialogue' && element.dual === true) ||
            hasDetails(element.meta),
        ),
    )
  );
}

function isEmpty(list: readonly unknown[] | undefined): boolean {
  return list === undefined || list.length === 0;
}

function hasDetails(meta: Meta | undefined): boolean {
  for (const key in meta) if (DETAIL_KEYS.has(key) || key.startsWith(RUNS)) return true;
  return false;
}

class BlockReader {
  readonly #document: ScreenplayDocument;
  readonly #texts: TextReader;
  readonly #place: Place;
  readonly #details: BlockDetails | undefined;
  readonly #blocks: Block[] = [];
  readonly #places = new Map<Uuid, { block: number; from: number }>();
  readonly #characters = new Map<Uuid, Character>();
  /** Who spoke last in the running speech. */
  #speaker: Uuid | undefined;
  /** A cue that waits for its dialogue to say where the voice comes from. */
  #bareCue: Block | undefined;

  constructor(document: ScreenplayDocument, texts: TextReader, place: Place, details: BlockDetails | undefined) {
    this.#document = document;
    this.#texts = texts;
    this.#place = place;
    this.#details = details;
    for (const character of document.characters ?? []) this.#characters.set(character.id, character);
  }

  read(): ReadBlocks {
    this.#document.document.scenes.forEach((scene, at) => this.#readScene(scene, at));
    return { blocks: this.#blocks, places: this.#places };
  }

  // Scenes

  #readScene(scene: Scene, at: number): void {
    const base = `/document/scenes/${at}`;
    let heading: Block | undefined;
    this.#speaker = undefined;
    if (this.#hasHeading(scene)) {
      this.#place.pointer = `${base}/heading`;
      heading = this.#readHeading(scene);
      this.#places.set(scene.id, { block: this.#blocks.length, from: 0 });
      this.#blocks.push(heading);
    }
    const from = this.#blocks.length;
    scene.body.forEach((element, index) => {
      this.#place.pointer = `${base}/body/${index}`;
      this.#readElement(element, heading);
    });
    this.#details?.endScene(this.#blocks, from, scene, heading);
  }

  /** A preamble has no heading, unless somebody gave it one. */
  #hasHeading(scene: Scene): boolean {
    if (getMeta(scene.meta, 'heading') !== 'none') return true;
    if (scene.heading.setting === 'PREAMBLE') return false;
    this.#place.stale('The heading');
    return true;
  }

  #readHeading(scene: Scene): Block {
    const { heading } = scene;
    const { meta } = heading;
    const source = getMeta(meta, 'source');
    let text: string;
    if (source !== undefined && headingSays(source, heading)) text = source;
    else {
      if (source !== undefined) this.#place.stale('The heading');
      text = renderHeading(heading, heading.context === 'EXT' && getMeta(meta, 'context') === 'none');
    }
    const block: Block = { kind: 'heading', text, id: scene.id };
    this.#texts.takeOwnRuns(block, scene.meta);
    const number = getMeta(meta, 'number');
    if (heading.no !== undefined) {
      if (number !== undefined) this.#place.stale('The scene number');
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
    this.#takePageBreak(block, meta);
    this.#details?.takeSceneFacts(block, meta);
    const extra = metaExtra(meta);
    if (extra) block.extra = extra;
  }

  #takePageBreak(block: Block, meta: Meta): void {
    if (getMeta(meta, 'page-break') === 'true') block.pageBreak = true;
  }

  // Elements

  #readElement(element: Element, heading: Block | undefined): void {
    const { meta } = element;
    if (element.class === 'heading-anchor' && element.type === 'general') {
      this.#details?.takeAttachments(heading ?? { kind: 'general', text: '' }, element, heading);
      return;
    }
    if (meta && getMeta(meta, 'continues') === 'true' && this.#continue(element)) return;
    const block = this.#block(element);
    if (element.class !== undefined && !(element.type === 'general' && IMPLIED.has(element.class)))
      block.class = element.class;
    if (element.omit) block.omit = true;
    if (element.locked) block.locked = true;
    if (meta) this.#takeElementMeta(block, element, meta);
    this.#details?.takeRevisions(block, element);
    this.#details?.takeAttachments(block, element, heading);
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
    if (more.runs || last.runs) this.#details?.append(last, more);
    else last.text += more.text;
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
      if (whole !== undefined) this.#place.stale('The cue');
      return this.#nameOf(element.character);
    }
    if (whole !== undefined && cutCodePoints(whole, 120) !== display) this.#place.stale('The cue');
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
    this.#place.stale('The name of a character');
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
        this.#details?.markDual(element, block);
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
    this.#takePageBreak(block, meta);
    this.#details?.takeSettings(block, meta);
    const extra = metaExtra(meta);
    if (extra) block.extra = extra;
  }
}

/** Classes of `general` elements that stand for a kind of block. */
const IMPLIED: ReadonlyMap<string, Block['kind']> = new Map([
  ['dialogue', 'dialogue'],
  ['character', 'character'],
  ['scene-heading', 'heading'],
]);
