import type { Element, Lang, Meta, Origin, Scene, Text, Uuid } from '../../model/document.js';
import { codePointLength, cutCodePoints } from '../code-points.js';
import { parseCue } from '../cue.js';
import { UNSPECIFIED, parseHeading, renderHeading } from '../heading.js';
import { DEFAULT_LANG } from '../language.js';
import { putMeta } from '../meta.js';
import { sliceRich } from '../rich-slice.js';
import { slugify } from '../slug.js';
import type { CharacterRegister, Ids } from './registers.js';
import type { SceneDetails } from './scene-details.js';
import { putExtra } from './texts.js';
import type { Block, BlockNote, RichText } from './types.js';

/** Schema bounds, code points. */
export const MAX_TEXT = 10000;
const MAX_DISPLAY = 120;

export interface SceneContext {
  lang: Lang;
  ids: Ids;
  authorIds: readonly Uuid[];
  characters: CharacterRegister;
}

interface Voice {
  speaker: Uuid;
  origin: Origin | undefined;
}

/** A scene being built, and who is in it. */
export interface OpenScene {
  readonly scene: Scene;
  /** Characters by id; undefined as long as there are none. */
  cast: Set<Uuid> | undefined;
}

/** Makes scenes of blocks, which come in order; what most blocks lack is left to {@link SceneDetails}. */
export class SceneBuilder {
  /** The scenes that are complete. */
  readonly scenes: Scene[] = [];
  /** Must be there before the first block that {@link needsDetails}. */
  details: SceneDetails | undefined;
  readonly #context: SceneContext;
  readonly #inDefaultLang: boolean;
  #open: OpenScene | undefined;
  /** The heading whose notes and bookmarks wait for the scene's first element. */
  #heading: Block | undefined;
  /** Who speaks, from a cue to the end of the speech, and from where. */
  #voice: Voice | undefined;
  /** The same in text that is omitted; it does not end the speech around it. */
  #omittedVoice: Voice | undefined;
  #blocks = 0;
  #elements = 0;

  constructor(context: SceneContext) {
    this.#context = context;
    this.#inDefaultLang = context.lang === DEFAULT_LANG;
  }

  /** Adds a block; the id of its element (or of its scene, for headings). */
  add(block: Block): Uuid {
    this.#blocks++;
    return block.kind === 'heading' && block.omit !== true ? this.#openScene(block) : this.#addElement(block);
  }

  /** Completes the last scene; there is at least one. `notes`: those on the script as a whole. */
  finish(notes: readonly BlockNote[] | undefined): void {
    if (this.scenes.length === 0 && !this.#open) this.#openPreamble();
    this.#closeScene();
    this.#addScriptNotes(notes);
  }

  // Scenes

  #openScene(block: Block): Uuid {
    this.#closeScene();
    const { ids } = this.#context;
    const { text, number } = block;
    const parsed = parseHeading(text);
    const id = ids.take(block.id, 'scene', this.scenes.length);
    const scene: Scene = {
      id,
      authors: this.#authors(),
      heading: { context: parsed.context, setting: parsed.setting, time: parsed.time },
      body: [],
    };
    const { heading } = scene;
    let meta: Meta | undefined;
    if (parsed.mods.length > 0) heading.mods = parsed.mods;
    if (number !== undefined) {
      if (/^[1-9]\d{0,14}$/.test(number)) heading.no = Number(number);
      else putMeta((meta ??= {}), 'number', number);
    }
    if (!parsed.explicit) putMeta((meta ??= {}), 'context', 'none');
    if (renderHeading(parsed, !parsed.explicit) !== text) putMeta((meta ??= {}), 'source', text);
    if (block.scene?.synopsis) this.details?.synopsis(heading, (meta ??= {}), block.scene.synopsis);
    if (meta && hasKeys(meta)) heading.meta = meta;
    if (hasHeadingFacts(block)) {
      const facts: Meta = {};
      this.#putHeadingFacts(facts, block);
      if (hasKeys(facts)) scene.meta = facts;
    }
    this.#open = { scene, cast: undefined };
    this.#heading = block.notes || block.bookmarks ? block : undefined;
    this.details?.tag(block, this.#open);
    this.details?.listCast(block, this.#open);
    return id;
  }

  /** What a heading says beside its own fields. */
  #putHeadingFacts(meta: Meta, block: Block): void {
    if (block.runs) this.details?.runs(meta, block);
    if (block.class !== undefined) putMeta(meta, 'class', block.class);
    if (block.typeName !== undefined) putMeta(meta, 'type', block.typeName);
    if (block.dual !== undefined) putMeta(meta, 'dual', block.dual);
    if (block.locked) putMeta(meta, 'locked', 'true');
    if (block.layout) this.details?.layout(meta, block.layout);
    if (block.pageBreak) putMeta(meta, 'page-break', 'true');
    this.details?.headingFacts(meta, block);
    putExtra(meta, block);
  }

  /** What stands before the first heading is a scene of its own, without one. */
  #openPreamble(): OpenScene {
    const { ids, authorIds } = this.#context;
    const meta: Meta = {};
    putMeta(meta, 'heading', 'none');
    const scene: Scene = {
      id: ids.derive('scene', this.scenes.length),
      authors: authorIds.slice(),
      heading: { context: 'EXT', setting: 'PREAMBLE', time: UNSPECIFIED },
      body: [],
      meta,
    };
    this.#open = { scene, cast: undefined };
    return this.#open;
  }

  #closeScene(): void {
    if (!this.#open) return;
    const { scene, cast } = this.#open;
    if (this.#heading) {
      const first = scene.body[0] ?? this.#addAnchor(scene);
      this.details?.annotateHeading(scene, first, this.#heading);
    }
    if (cast) scene.cast = [...cast];
    this.scenes.push(scene);
    this.#open = undefined;
    this.#heading = undefined;
    this.#endSpeech();
  }

  /** Notes and bookmarks of a heading lie on the scene's first element; a scene without elements gets one for them. */
  #addAnchor(scene: Scene): Element {
    const { ids, authorIds } = this.#context;
    const anchor: Element = {
      id: ids.derive('element', this.#elements++),
      authors: authorIds.slice(),
      type: 'general',
      text: {},
      class: 'heading-anchor',
    };
    scene.body.push(anchor);
    return anchor;
  }

  /** Notes on the script as a whole lie on its first element. */
  #addScriptNotes(notes: readonly BlockNote[] | undefined): void {
    const scene = this.scenes[0];
    if (!notes || notes.length === 0 || !scene) return;
    this.details?.annotateScript(scene.body[0] ?? this.#addAnchor(scene), notes);
  }

  // Elements

  #endSpeech(): void {
    this.#voice = undefined;
    this.#omittedVoice = undefined;
  }

  #addElement(block: Block): Uuid {
    const open = this.#open ?? this.#openPreamble();
    const { body } = open.scene;
    const { ids } = this.#context;
    const id = ids.take(block.id, 'element', this.#elements++);
    const { text } = block;
    if (text.length <= MAX_TEXT || block.kind === 'character' || codePointLength(text) <= MAX_TEXT) {
      const element = this.#element(block, block, id);
      this.#dress(element, block, open);
      body.push(element);
      return id;
    }
    let from = 0;
    for (let rest = text, at = 0; rest !== ''; at++) {
      const piece = cutCodePoints(rest, MAX_TEXT);
      rest = rest.slice(piece.length);
      const part = sliceRich(block, from, from + piece.length);
      from += piece.length;
      const element = this.#element(block, part, at === 0 ? id : ids.derive('element', this.#elements++));
      if (at === 0) this.#dress(element, block, open);
      else putMeta((element.meta ??= {}), 'continues', 'true');
      body.push(element);
    }
    return id;
  }

  /** The bare element: id, type, text and its runs. */
  #element(block: Block, part: RichText, id: Uuid): Element {
    const { kind } = block;
    const authors = this.#authors();
    let element: Element;
    switch (kind) {
      case 'character':
        element = this.#cue(block, id, authors);
        break;
      case 'dialogue':
        element = this.#dialogue(block, id, authors, this.#text(part.text));
        break;
      case 'parenthetical':
        element = { id, authors, type: 'parenthetical', text: this.#text(part.text) };
        break;
      case 'heading':
        // An omitted heading inside a scene: a heading that opens no scene.
        element = { id, authors, type: 'general', text: this.#text(part.text), class: 'scene-heading' };
        break;
      default:
        element = { id, authors, type: kind, text: this.#text(part.text) };
        if (block.omit) this.#omittedVoice = undefined;
        else if (block.class !== 'page-break') this.#endSpeech();
    }
    if (part.runs) this.details?.runs((element.meta ??= {}), part);
    return element;
  }

  /** Everything belongs to whoever gets the document, so no two nodes share a list. */
  #authors(): Uuid[] {
    const { authorIds } = this.#context;
    const [only = ''] = authorIds;
    return authorIds.length === 1 ? [only] : authorIds.slice();
  }

  #text(text: string): Text {
    if (text === '') return {};
    // Engines give an object as much room as its literal shows, and one with a computed key more than it needs.
    return this.#inDefaultLang ? { en: text } : { [this.#context.lang]: text };
  }

  /** A speech needs its cue: without one it is general, class `dialogue`. */
  #dialogue(block: Block, id: Uuid, authors: Uuid[], text: Text): Element {
    const voice = (block.omit ? this.#omittedVoice : undefined) ?? this.#voice;
    if (!voice) return { id, authors, type: 'general', text, class: 'dialogue' };
    const element: Element = { id, authors, type: 'dialogue', character: voice.speaker, text };
    if (voice.origin) element.origin = voice.origin;
    if (block.dual) element.dual = true;
    return element;
  }

  #cue(block: Block, id: Uuid, authors: Uuid[]): Element {
    const { text } = block;
    const { name, extensions, origin } = parseCue(text);
    if (name === '') {
      if (block.omit !== true) this.#endSpeech();
      return { id, authors, type: 'general', text: this.#text(text), class: 'character' };
    }
    const { characters } = this.#context;
    const character = characters.find(name);
    const voice: Voice = { speaker: character.id, origin };
    if (block.omit) this.#omittedVoice = voice;
    else this.#voice = voice;
    if (this.#open) (this.#open.cast ??= new Set()).add(character.id);
    const element: Element = { id, authors, type: 'character', character: character.id };
    if (extensions.length > 0 || text !== character.name) {
      element.display = cutCodePoints(text, MAX_DISPLAY);
      if (element.display !== text) putMeta((element.meta ??= {}), 'display', text);
      characters.remember(character);
    }
    return element;
  }

  /** Everything on an element beside its text. */
  #dress(element: Element, block: Block, open: OpenScene): void {
    const className = block.class;
    if (className !== undefined && element.class === undefined) element.class = slugify(className);
    if (block.locked) element.locked = true;
    if (block.omit) element.omit = true;
    if (block.runs || block.revisions) this.details?.revise(element, block, this.#blocks);
    if (block.notes) this.details?.annotate(element, block);
    if (hasElementMeta(block)) {
      const meta = (element.meta ??= {});
      if (block.kind === 'heading') {
        this.#putHeadingFacts(meta, block);
        const synopsis = block.scene?.synopsis;
        if (synopsis) putMeta(meta, 'synopsis', synopsis.text);
      }
      if (className !== undefined && element.class !== className) putMeta(meta, 'class', className);
      if (block.typeName !== undefined) putMeta(meta, 'type', block.typeName);
      if (block.number !== undefined) putMeta(meta, 'number', block.number);
      if (block.dual !== undefined) putMeta(meta, 'dual', block.dual);
      if (block.level !== undefined) putMeta(meta, 'level', String(block.level));
      if (block.pageBreak) putMeta(meta, 'page-break', 'true');
      if (block.layout) this.details?.layout(meta, block.layout);
      if (block.tags) this.details?.putTags(meta, block);
      putExtra(meta, block);
      if (!hasKeys(meta)) delete element.meta;
    }
    if (block.tags) this.details?.tag(block, open);
    if (block.bookmarks) this.details?.bookmark(block, open.scene, element, false);
  }
}

function hasKeys(record: object): boolean {
  for (const _ in record) return true;
  return false;
}

function hasHeadingFacts(block: Block): boolean {
  return (
    block.runs !== undefined ||
    block.class !== undefined ||
    block.typeName !== undefined ||
    block.dual !== undefined ||
    block.locked === true ||
    block.layout !== undefined ||
    block.pageBreak === true ||
    block.revisions !== undefined ||
    block.tags !== undefined ||
    block.scene !== undefined ||
    block.extra !== undefined
  );
}

function hasElementMeta(block: Block): boolean {
  return (
    block.kind === 'heading' ||
    block.typeName !== undefined ||
    block.class !== undefined ||
    block.number !== undefined ||
    block.dual !== undefined ||
    block.level !== undefined ||
    block.pageBreak === true ||
    block.layout !== undefined ||
    block.tags !== undefined ||
    block.extra !== undefined
  );
}

/** Whether a block says anything that only {@link SceneDetails} can write. */
export function needsDetails(block: Block): boolean {
  return (
    block.runs !== undefined ||
    block.layout !== undefined ||
    block.notes !== undefined ||
    block.bookmarks !== undefined ||
    block.tags !== undefined ||
    block.revisions !== undefined ||
    block.scene !== undefined
  );
}
