import type {
  Bookmark,
  Element,
  Lang,
  Meta,
  Note,
  Origin,
  Revision,
  Scene,
  Slug,
  TagList,
  Text,
  Uuid,
} from '../../model/document.js';
import { CodePoints, codePointLength, cutCodePoints } from '../code-points.js';
import { parseCue } from '../cue.js';
import { UNSPECIFIED, parseHeading, renderHeading } from '../heading.js';
import { putMeta } from '../meta.js';
import { printParagraphStyle } from '../page-setup.js';
import type { ElementPlace, SetupContext } from '../page-setup.js';
import { sliceRich } from '../rich-text.js';
import { slugify } from '../slug.js';
import { encodeTags, tagListOf } from '../tags.js';
import { printArcBeats } from './arc-beats.js';
import { NoteWriter } from './notes.js';
import { putExtra, putRuns } from './texts.js';
import type { CharacterRegister, ColorRegister, ContributorRegister, Ids, RevisionRegister } from './registers.js';
import type { Block, Manuscript, RichText } from './types.js';

/** Schema bounds, code points. */
const MAX_TEXT = 10000;
const MAX_DISPLAY = 120;

export interface SceneContext {
  lang: Lang;
  now: string;
  ids: Ids;
  authorIds: readonly Uuid[];
  characters: CharacterRegister;
  contributors: ContributorRegister;
  colors: ColorRegister;
  revisions: RevisionRegister;
}

interface Voice {
  speaker: Uuid;
  origin: Origin | undefined;
}

export interface BuiltScenes {
  scenes: Scene[];
  bookmarks: Bookmark[];
  /** Slugs of everything tagged, in order of appearance. */
  taggable: Slug[];
  placeOf: SetupContext['placeOf'];
}

/** The scenes of a manuscript's blocks, in order; at least one. */
export function buildScenes(manuscript: Manuscript, context: SceneContext): BuiltScenes {
  return new SceneBuilder(manuscript, context).build();
}

class SceneBuilder {
  readonly #manuscript: Manuscript;
  readonly #context: SceneContext;
  readonly #scenes: Scene[] = [];
  readonly #bookmarks: Bookmark[] = [];
  readonly #taggable = new Set<Slug>();
  /** Element (or scene, for headings) of each block. */
  readonly #nodes: Uuid[] = [];
  #scene: Scene | undefined;
  /** The heading whose notes and bookmarks wait for the scene's first element. */
  #heading: Block | undefined;
  #cast = new Set<Uuid>();
  /** Who speaks, from a cue to the end of the speech, and from where. */
  #voice: Voice | undefined;
  /** The same in text that is omitted; it does not end the speech around it. */
  #omittedVoice: Voice | undefined;
  #elements = 0;
  readonly #notes: NoteWriter;

  constructor(manuscript: Manuscript, context: SceneContext) {
    this.#manuscript = manuscript;
    this.#context = context;
    this.#notes = new NoteWriter(context);
  }

  build(): BuiltScenes {
    const { blocks } = this.#manuscript;
    for (const block of blocks) {
      if (block.kind === 'heading' && block.omit !== true) this.#openScene(block);
      else this.#addElement(block);
    }
    if (this.#scenes.length === 0 && !this.#scene) this.#openPreamble();
    this.#closeScene();
    this.#addScriptNotes();
    return {
      scenes: this.#scenes,
      bookmarks: this.#bookmarks,
      taggable: [...this.#taggable],
      placeOf: ({ block, offset }): ElementPlace | undefined => {
        const element = this.#nodes[block];
        const text = blocks[block]?.text ?? '';
        return element === undefined ? undefined : { element, offset: new CodePoints(text).toPoint(offset) };
      },
    };
  }

  // Scenes

  #openScene(block: Block): void {
    this.#closeScene();
    const { ids, authorIds, lang } = this.#context;
    const parsed = parseHeading(block.text);
    const id = ids.take(block.id, 'scene', this.#scenes.length);
    this.#nodes.push(id);
    const scene: Scene = {
      id,
      authors: authorIds.slice(),
      heading: { context: parsed.context, setting: parsed.setting, time: parsed.time },
      body: [],
    };
    const { heading } = scene;
    const meta: Meta = {};
    if (parsed.mods.length > 0) heading.mods = parsed.mods;
    const number = block.number;
    if (number !== undefined) {
      if (/^[1-9]\d{0,14}$/.test(number)) heading.no = Number(number);
      else putMeta(meta, 'number', number);
    }
    if (!parsed.explicit) putMeta(meta, 'context', 'none');
    if (renderHeading({ ...parsed, bare: !parsed.explicit }) !== block.text) putMeta(meta, 'source', block.text);
    const synopsis = block.scene?.synopsis;
    if (synopsis && synopsis.text !== '') {
      heading.desc = { [lang]: cutCodePoints(synopsis.text, MAX_TEXT) };
      if (synopsis.runs) putRuns(meta, `desc.${lang}`, synopsis);
    }
    if (Object.keys(meta).length > 0) heading.meta = meta;
    const sceneMeta = this.#sceneMeta(block);
    if (Object.keys(sceneMeta).length > 0) scene.meta = sceneMeta;
    this.#scene = scene;
    this.#heading = block.notes || block.bookmarks ? block : undefined;
    this.#cast = new Set();
    this.#tag(block);
    for (const name of block.scene?.cast ?? []) {
      if (name.trim() !== '') this.#cast.add(this.#context.characters.find(name).id);
    }
  }

  #sceneMeta(block: Block): Meta {
    const meta: Meta = {};
    if (block.runs) putRuns(meta, this.#context.lang, block);
    if (block.class !== undefined) putMeta(meta, 'class', block.class);
    if (block.typeName !== undefined) putMeta(meta, 'type', block.typeName);
    if (block.dual !== undefined) putMeta(meta, 'dual', block.dual);
    if (block.locked) putMeta(meta, 'locked', 'true');
    if (block.layout) putMeta(meta, 'layout', printParagraphStyle(block.layout));
    if (block.pageBreak) putMeta(meta, 'page-break', 'true');
    if (block.revisions && block.revisions.length > 0) putMeta(meta, 'revised', block.revisions.join(' '));
    if (block.tags) putMeta(meta, 'tags', encodeTags(block.text, block.tags));
    const { scene } = block;
    if (scene) {
      if (scene.title !== undefined) putMeta(meta, 'title', scene.title);
      if (scene.color !== undefined) putMeta(meta, 'color', scene.color);
      if (scene.page !== undefined) putMeta(meta, 'page', scene.page);
      if (scene.length !== undefined) putMeta(meta, 'length', scene.length);
      if (scene.arcBeats) putMeta(meta, 'arc-beats', printArcBeats(scene.arcBeats));
      if (scene.cast) putMeta(meta, 'cast', scene.cast.map((name) => encodeURIComponent(name)).join(' '));
    }
    putExtra(meta, block);
    return meta;
  }

  /** What stands before the first heading is a scene of its own, without one. */
  #openPreamble(): Scene {
    const { ids, authorIds } = this.#context;
    const meta: Meta = {};
    putMeta(meta, 'heading', 'none');
    this.#scene = {
      id: ids.derive('scene', this.#scenes.length),
      authors: authorIds.slice(),
      heading: { context: 'EXT', setting: 'PREAMBLE', time: UNSPECIFIED },
      body: [],
      meta,
    };
    this.#cast = new Set();
    return this.#scene;
  }

  #closeScene(): void {
    const scene = this.#scene;
    if (!scene) return;
    if (this.#heading) this.#anchorHeading(scene, this.#heading);
    if (this.#cast.size > 0) scene.cast = [...this.#cast];
    this.#scenes.push(scene);
    this.#scene = undefined;
    this.#heading = undefined;
    this.#endSpeech();
  }

  /** Notes and bookmarks of a heading lie on the scene's first element; a scene without elements gets one for them. */
  #anchorHeading(scene: Scene, heading: Block): void {
    let first = scene.body[0];
    if (!first) {
      first = {
        id: this.#context.ids.derive('element', this.#elements++),
        authors: this.#context.authorIds.slice(),
        type: 'general',
        text: {},
        class: 'heading-anchor',
      };
      scene.body.push(first);
    }
    const notes: Note[] = [];
    const about = new CodePoints(heading.text);
    for (const note of heading.notes ?? []) this.#notes.write(notes, note, about, { parent: scene.id, at: 'heading' });
    if (notes.length > 0) first.notes = [...notes, ...(first.notes ?? [])];
    this.#addBookmarks(heading, scene.id, first.id, true);
  }

  /** Notes on the script as a whole lie on its first element. */
  #addScriptNotes(): void {
    const { notes } = this.#manuscript;
    const scene = this.#scenes[0];
    if (!notes || notes.length === 0 || !scene) return;
    const anchor: Block = { kind: 'heading', text: '' };
    if (scene.body.length === 0) this.#anchorHeading(scene, anchor);
    const first = scene.body[0] as Element;
    const list: Note[] = [];
    const about = new CodePoints('');
    for (const note of notes) this.#notes.write(list, note, about, { at: 'script' });
    first.notes = [...(first.notes ?? []), ...list];
  }

  // Elements

  #endSpeech(): void {
    this.#voice = undefined;
    this.#omittedVoice = undefined;
  }

  #addElement(block: Block): void {
    const scene = this.#scene ?? this.#openPreamble();
    const { ids, authorIds } = this.#context;
    const id = ids.take(block.id, 'element', this.#elements++);
    this.#nodes.push(id);
    if (block.text.length <= MAX_TEXT || block.kind === 'character' || codePointLength(block.text) <= MAX_TEXT) {
      const element = this.#element(block, block, id, authorIds.slice());
      this.#dress(element, block, scene);
      scene.body.push(element);
      return;
    }
    let from = 0;
    for (let rest = block.text, at = 0; rest !== ''; at++) {
      const piece = cutCodePoints(rest, MAX_TEXT);
      rest = rest.slice(piece.length);
      const part = sliceRich(block, from, from + piece.length);
      from += piece.length;
      const element = this.#element(
        block,
        part,
        at === 0 ? id : ids.derive('element', this.#elements++),
        authorIds.slice(),
      );
      if (at === 0) this.#dress(element, block, scene);
      else putMeta((element.meta ??= {}), 'continues', 'true');
      scene.body.push(element);
    }
  }

  /** The bare element: id, type, text and its runs. */
  #element(block: Block, part: RichText, id: Uuid, authors: Uuid[]): Element {
    const { lang } = this.#context;
    const { text: value } = part;
    const text: Text = value === '' ? {} : { [lang]: value };
    let element: Element;
    switch (block.kind) {
      case 'character':
        element = this.#cue(block, id, authors, text);
        break;
      case 'dialogue':
        element = this.#dialogue(block, id, authors, text);
        break;
      case 'parenthetical':
        element = { id, authors, type: 'parenthetical', text };
        break;
      case 'heading':
        // An omitted heading inside a scene: a heading that opens no scene.
        element = { id, authors, type: 'general', text, class: 'scene-heading' };
        break;
      default:
        element = { id, authors, type: block.kind, text };
        if (block.omit) this.#omittedVoice = undefined;
        else if (block.class !== 'page-break') this.#endSpeech();
    }
    if (part.runs) putRuns((element.meta ??= {}), lang, part);
    return element;
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

  #cue(block: Block, id: Uuid, authors: Uuid[], text: Text): Element {
    const { name, extensions, origin } = parseCue(block.text);
    if (name === '') {
      if (block.omit !== true) this.#endSpeech();
      return { id, authors, type: 'general', text, class: 'character' };
    }
    const character = this.#context.characters.find(name);
    const voice: Voice = { speaker: character.id, origin };
    if (block.omit) this.#omittedVoice = voice;
    else this.#voice = voice;
    this.#cast.add(character.id);
    const element: Element = { id, authors, type: 'character', character: character.id };
    if (extensions.length > 0 || block.text !== character.name) {
      element.display = cutCodePoints(block.text, MAX_DISPLAY);
      if (element.display !== block.text) putMeta((element.meta ??= {}), 'display', block.text);
      this.#context.characters.remember(character);
    }
    return element;
  }

  /** Everything on an element beside its text. */
  #dress(element: Element, block: Block, scene: Scene): void {
    const className = block.class;
    if (className !== undefined && element.class === undefined) element.class = slugify(className);
    if (block.locked) element.locked = true;
    if (block.omit) element.omit = true;
    if (block.runs || block.revisions) this.#addRevisions(element, block);
    if (block.notes) this.#addNotes(element, block);
    if (hasElementMeta(block)) {
      const meta = (element.meta ??= {});
      if (block.kind === 'heading') this.#putHeadingFacts(meta, block);
      if (className !== undefined && element.class !== className) putMeta(meta, 'class', className);
      if (block.typeName !== undefined) putMeta(meta, 'type', block.typeName);
      if (block.number !== undefined) putMeta(meta, 'number', block.number);
      if (block.dual !== undefined) putMeta(meta, 'dual', block.dual);
      if (block.level !== undefined) putMeta(meta, 'level', String(block.level));
      if (block.pageBreak) putMeta(meta, 'page-break', 'true');
      if (block.layout) putMeta(meta, 'layout', printParagraphStyle(block.layout));
      if (block.tags) putMeta(meta, 'tags', encodeTags(block.text, block.tags));
      putExtra(meta, block);
      if (Object.keys(meta).length === 0) delete element.meta;
    }
    if (block.tags) this.#tag(block);
    if (block.bookmarks) this.#addBookmarks(block, scene.id, element.id, false);
  }

  /** An omitted heading is an element, so what a scene carries goes to its meta. */
  #putHeadingFacts(meta: Meta, block: Block): void {
    Object.assign(meta, this.#sceneMeta(block));
    const synopsis = block.scene?.synopsis;
    if (synopsis) putMeta(meta, 'synopsis', synopsis.text);
  }

  #addRevisions(element: Element, block: Block): void {
    const whole = new Set(block.revisions ?? []);
    const all = new Set(whole);
    for (const run of block.runs ?? []) if (run.revision !== undefined) all.add(run.revision);
    if (all.size === 0) return;
    const { ids, authorIds, revisions } = this.#context;
    element.revisions = [...all].map((index): Revision => {
      const root = revisions.find(index);
      const entry: Revision = {
        id: ids.derive('element-revision', this.#nodes.length, index),
        parent: root.id,
        index,
        authors: authorIds.slice(),
        label: root.label,
        created: root.created,
      };
      if (whole.has(index)) {
        entry.meta = {};
        putMeta(entry.meta, 'whole', 'true');
      }
      return entry;
    });
  }

  #addNotes(element: Element, block: Block): void {
    const notes: Note[] = [];
    const about = new CodePoints(block.text);
    for (const note of block.notes ?? []) this.#notes.write(notes, note, about, {});
    if (notes.length > 0) element.notes = notes;
  }

  #addBookmarks(block: Block, scene: Uuid, element: Uuid, onHeading: boolean): void {
    const { ids, lang } = this.#context;
    for (const bookmark of block.bookmarks ?? []) {
      const title = cutCodePoints(bookmark.title, MAX_TEXT);
      const entry: Bookmark = {
        id: ids.take(bookmark.id, 'bookmark', this.#bookmarks.length),
        scene,
        element,
        title: title === '' ? {} : { [lang]: title },
      };
      if (bookmark.desc) entry.desc = { [lang]: cutCodePoints(bookmark.desc, MAX_TEXT) };
      const meta: Meta = {};
      if (onHeading) putMeta(meta, 'at', 'heading');
      putExtra(meta, bookmark);
      if (Object.keys(meta).length > 0) entry.meta = meta;
      this.#bookmarks.push(entry);
    }
  }

  /** Enters a block's tags in the scene's lists. */
  #tag(block: Block): void {
    for (const tag of block.tags ?? []) {
      if (tag.label.trim() === '') continue;
      const scene = this.#scene as Scene;
      const list = tagListOf(tag.category);
      if (list === 'cast') {
        this.#cast.add(this.#context.characters.find(tag.label.trim()).id);
        continue;
      }
      const slug = slugify(tag.label);
      this.#taggable.add(slug);
      addSlug(scene, list, slug);
    }
  }
}

function addSlug(scene: Scene, list: TagList, slug: Slug): void {
  const slugs = (scene[list] ??= []);
  if (!slugs.includes(slug)) slugs.push(slug);
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
