import type {
  Bookmark,
  Element,
  Lang,
  Meta,
  Note,
  Revision,
  Scene,
  ScreenplayDocument,
  Slug,
  Slugline,
  TagList,
} from '../../model/document.js';
import { CodePoints, cutCodePoints } from '../code-points.js';
import { isLang } from '../language.js';
import { putMeta } from '../meta.js';
import { printParagraphStyle } from '../page-setup-style.js';
import { slugify } from '../slug.js';
import { encodeTags, tagListOf } from '../tags.js';
import { printArcBeats } from './arc-beats.js';
import { addCastMember } from './cast.js';
import { ColorRegister, ContributorRegister, RevisionRegister } from './detail-registers.js';
import type { Opening } from './document-builder.js';
import { NoteWriter } from './notes.js';
import { MAX_TEXT } from './scenes.js';
import type { OpenScene, SceneContext } from './scenes.js';
import { pagesHash } from './pages-hash.js';
import { putRuns } from './put-runs.js';
import { putExtra } from './texts.js';
import type { Block, BlockNote, CastMember, ParagraphStyle, RevisionSet, RichText } from './types.js';

export interface DetailsContext extends SceneContext {
  now: string;
  cast: readonly CastMember[] | undefined;
  revisions: readonly RevisionSet[] | undefined;
}

/**
 * Writes what most blocks of most scripts lack: paragraph settings, notes, bookmarks, tags, revisions, what a source
 * knows of a scene. A part of its own so that who reads a plain script need not load it.
 */
export class SceneDetails {
  readonly contributors: ContributorRegister;
  readonly colors = new ColorRegister();
  readonly revisions: RevisionRegister;
  readonly bookmarks: Bookmark[] = [];
  /** Slugs of everything tagged, in order of appearance. */
  readonly taggable = new Set<Slug>();
  readonly #context: DetailsContext;
  readonly #lang: Lang;
  readonly #notes: NoteWriter;
  #lastLayout: ParagraphStyle | undefined;
  #lastPrinted = '';

  constructor(context: DetailsContext) {
    const { ids, authorIds, characters, lang, now } = context;
    this.#context = context;
    this.#lang = lang;
    this.contributors = new ContributorRegister(ids);
    context.cast?.forEach((member, at) => addCastMember(characters, member, at, lang));
    this.revisions = new RevisionRegister(ids, authorIds, now);
    for (const set of context.revisions ?? []) this.revisions.add(set);
    this.#notes = new NoteWriter({ lang, now, ids, contributors: this.contributors, colors: this.colors });
  }

  // The script

  putMeta(meta: Meta, { tagCategories }: Opening, blocks: readonly Block[]): void {
    if (tagCategories) putMeta(meta, 'tag-categories', tagCategories.map((name) => encodeURIComponent(name)).join(' '));
    // Tells later whether the pages and lengths that the source recorded for its scenes still hold.
    const hash = pagesHash(blocks);
    if (hash !== undefined) putMeta(meta, 'pages-hash', hash);
  }

  /** Where the script comes from. */
  putOrigin(document: ScreenplayDocument, { generator, lang }: Opening): void {
    if (generator && generator.name !== '' && generator.version !== '') {
      document.generator = { name: cutCodePoints(generator.name, 100), version: cutCodePoints(generator.version, 50) };
    }
    if (lang !== undefined && isLang(lang)) document.locale = lang;
  }

  /** What the script is about. */
  putTheme(document: ScreenplayDocument, { genre = [], logline }: Opening): void {
    const slugs = [...new Set(genre.filter((name) => name.trim() !== '').map((name) => slugify(name)))];
    if (slugs.length > 0) document.genre = slugs;
    if (logline) document.logline = { [this.#lang]: cutCodePoints(logline, MAX_TEXT) };
  }

  // Headings

  synopsis(heading: Slugline, meta: Meta, synopsis: RichText): void {
    if (synopsis.text === '') return;
    heading.desc = { [this.#lang]: cutCodePoints(synopsis.text, MAX_TEXT) };
    if (synopsis.runs) putRuns(meta, `desc.${this.#lang}`, synopsis);
  }

  /** What else a source knows of a scene. */
  headingFacts(meta: Meta, block: Block): void {
    if (block.revisions && block.revisions.length > 0) putMeta(meta, 'revised', block.revisions.join(' '));
    if (block.tags) this.putTags(meta, block);
    const { scene } = block;
    if (!scene) return;
    if (scene.title !== undefined) putMeta(meta, 'title', scene.title);
    if (scene.color !== undefined) putMeta(meta, 'color', scene.color);
    if (scene.page !== undefined) putMeta(meta, 'page', scene.page);
    if (scene.length !== undefined) putMeta(meta, 'length', scene.length);
    if (scene.arcBeats) putMeta(meta, 'arc-beats', printArcBeats(scene.arcBeats));
    if (scene.cast) putMeta(meta, 'cast', scene.cast.map((name) => encodeURIComponent(name)).join(' '));
  }

  /** Characters that the source lists for the scene. */
  listCast(block: Block, open: OpenScene): void {
    for (const name of block.scene?.cast ?? []) if (name.trim() !== '') this.#join(open, name);
  }

  #join(open: OpenScene, name: string): void {
    (open.cast ??= new Set()).add(this.#context.characters.find(name).id);
  }

  /** Notes and bookmarks of a heading. `first`: the scene's first element, on which they lie. */
  annotateHeading(scene: Scene, first: Element, heading: Block): void {
    const notes: Note[] = [];
    const about = new CodePoints(heading.text);
    for (const note of heading.notes ?? []) this.#notes.write(notes, note, about, { parent: scene.id, at: 'heading' });
    if (notes.length > 0) first.notes = [...notes, ...(first.notes ?? [])];
    this.bookmark(heading, scene, first, true);
  }

  /** Notes on the script as a whole lie on its first element. */
  annotateScript(first: Element, notes: readonly BlockNote[]): void {
    const list: Note[] = [];
    const about = new CodePoints('');
    for (const note of notes) this.#notes.write(list, note, about, { at: 'script' });
    first.notes = [...(first.notes ?? []), ...list];
  }

  // Elements

  /** `text`: in the language in hand, with runs. */
  runs(meta: Meta, text: RichText): void {
    putRuns(meta, this.#lang, text);
  }

  layout(meta: Meta, layout: ParagraphStyle): void {
    // Whole stretches of a script share their settings.
    if (layout !== this.#lastLayout) {
      this.#lastLayout = layout;
      this.#lastPrinted = printParagraphStyle(layout);
    }
    putMeta(meta, 'layout', this.#lastPrinted);
  }

  /** `place`: which block it is, from 1. */
  revise(element: Element, block: Block, place: number): void {
    const whole = new Set(block.revisions ?? []);
    const all = new Set(whole);
    for (const run of block.runs ?? []) if (run.revision !== undefined) all.add(run.revision);
    if (all.size === 0) return;
    const { ids, authorIds } = this.#context;
    element.revisions = [...all].map((index): Revision => {
      const root = this.revisions.find(index);
      const entry: Revision = {
        id: ids.derive('element-revision', place, index),
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

  annotate(element: Element, block: Block): void {
    const notes: Note[] = [];
    const about = new CodePoints(block.text);
    for (const note of block.notes ?? []) this.#notes.write(notes, note, about, {});
    if (notes.length > 0) element.notes = notes;
  }

  bookmark(block: Block, scene: Scene, element: Element, onHeading: boolean): void {
    const { ids } = this.#context;
    const lang = this.#lang;
    for (const bookmark of block.bookmarks ?? []) {
      const title = cutCodePoints(bookmark.title, MAX_TEXT);
      const entry: Bookmark = {
        id: ids.take(bookmark.id, 'bookmark', this.bookmarks.length),
        scene: scene.id,
        element: element.id,
        title: title === '' ? {} : { [lang]: title },
      };
      if (bookmark.desc) entry.desc = { [lang]: cutCodePoints(bookmark.desc, MAX_TEXT) };
      const meta: Meta = {};
      if (onHeading) putMeta(meta, 'at', 'heading');
      putExtra(meta, bookmark);
      if (Object.keys(meta).length > 0) entry.meta = meta;
      this.bookmarks.push(entry);
    }
  }

  putTags(meta: Meta, block: Block): void {
    if (block.tags) putMeta(meta, 'tags', encodeTags(block.text, block.tags));
  }

  /** Enters a block's tags in the scene's lists. */
  tag(block: Block, open: OpenScene): void {
    for (const tag of block.tags ?? []) {
      if (tag.label.trim() === '') continue;
      const list = tagListOf(tag.category);
      if (list === 'cast') {
        this.#join(open, tag.label.trim());
        continue;
      }
      const slug = slugify(tag.label);
      this.taggable.add(slug);
      addSlug(open.scene, list, slug);
    }
  }
}

function addSlug(scene: Scene, list: TagList, slug: Slug): void {
  const slugs = (scene[list] ??= []);
  if (!slugs.includes(slug)) slugs.push(slug);
}
