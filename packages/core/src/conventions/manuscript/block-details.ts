import type { Bookmark, Element, Meta, Scene, ScreenplayDocument, Uuid } from '../../model/document.js';
import { TAG_LISTS } from '../../model/document.js';
import { CodePoints } from '../code-points.js';
import { getMeta, metaExtra } from '../meta.js';
import { renderName } from '../names.js';
import { parseParagraphStyle } from '../page-setup-style.js';
import { joinRich } from '../rich-text.js';
import { slugify } from '../slug.js';
import { CATEGORY_OF, decodeTags, tagListOf } from '../tags.js';
import { parseArcBeats } from './arc-beats.js';
import { NoteReader } from './notes.js';
import type { Place, TextReader } from './texts.js';
import type { Block, BlockBookmark, BlockNote, BlockTag, RichText, SceneFacts } from './types.js';

/**
 * Reads what most documents lack: paragraph settings, notes, bookmarks, tags, revisions, dual dialogue, what a source
 * knows of a scene. A part of its own so that who writes a plain script need not load it.
 */
export class BlockDetails {
  /** Notes on the script as a whole. */
  readonly scriptNotes: BlockNote[] = [];
  readonly #texts: TextReader;
  readonly #place: Place;
  readonly #notes: NoteReader;
  readonly #bookmarks = new Map<Uuid, Bookmark[]>();
  /** Speeches by their `dual` flag; only what has one or a side is here. */
  readonly #flagged = new Set<Block>();
  #dualSeen = false;

  constructor(document: ScreenplayDocument, texts: TextReader, place: Place) {
    this.#texts = texts;
    this.#place = place;
    this.#notes = new NoteReader(texts, printedNames(document), colorValues(document));
    for (const bookmark of document.document.bookmarks ?? []) {
      const list = this.#bookmarks.get(bookmark.element);
      if (list) list.push(bookmark);
      else this.#bookmarks.set(bookmark.element, [bookmark]);
    }
  }

  /** What a heading, printed or omitted, says beside its own fields. */
  takeSceneFacts(block: Block, meta: Meta): void {
    this.#takeLayout(block, meta);
    const revised = getMeta(meta, 'revised');
    if (revised !== undefined)
      block.revisions = revised
        .split(' ')
        .filter((n) => /^\d{1,6}$/.test(n))
        .map(Number);
    this.#takeTags(block, meta);
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
  }

  /** Goes on with the text of a block. */
  append(block: Block, more: RichText): void {
    const whole = joinRich([block, more]);
    block.text = whole.text;
    if (whole.runs) block.runs = whole.runs;
  }

  takeSettings(block: Block, meta: Meta): void {
    this.#takeLayout(block, meta);
    this.#takeTags(block, meta);
  }

  #takeLayout(block: Block, meta: Meta): void {
    const layout = getMeta(meta, 'layout');
    if (layout !== undefined) block.layout = parseParagraphStyle(layout, this.#place.warnings, this.#place.pointer);
  }

  #takeTags(block: Block, meta: Meta): void {
    const tags = getMeta(meta, 'tags');
    if (tags !== undefined) block.tags = decodeTags(block.text, tags);
  }

  /** The notes and bookmarks that lie on an element. */
  takeAttachments(block: Block, element: Element, heading: Block | undefined): void {
    if (element.notes && element.notes.length > 0) this.#takeNotes(block, element, heading);
    this.#takeBookmarks(block, element, heading);
  }

  takeRevisions(block: Block, element: Element): void {
    if (!element.revisions || element.revisions.length === 0) return;
    const onRuns = new Set<number>();
    for (const run of block.runs ?? []) if (run.revision !== undefined) onRuns.add(run.revision);
    const whole = element.revisions
      .filter((entry) => !onRuns.has(entry.index) || getMeta(entry.meta, 'whole') === 'true')
      .map((entry) => entry.index);
    if (whole.length > 0) block.revisions = whole;
  }

  markDual(element: Extract<Element, { type: 'dialogue' }>, block: Block): void {
    if (element.dual) this.#flagged.add(block);
    if (element.dual || block.dual) this.#dualSeen = true;
  }

  /** The blocks of a scene, from `from`, are all there. */
  endScene(blocks: readonly Block[], from: number, scene: Scene, heading: Block | undefined): void {
    this.#pairDual(blocks, from);
    const labels = new Set<string>();
    for (let index = from; index < blocks.length; index++) {
      const block = blocks[index] as Block;
      if (block.tags) block.tags = this.#liveTags(block.tags, scene, labels);
    }
    if (heading?.tags) heading.tags = this.#liveTags(heading.tags, scene, labels);
    this.#addListedTags(scene, heading ?? blocks[from], labels);
  }

  /**
   * Sides are hints beside the `dual` flag of the dialogue: a pair whose flag was taken away is a pair no more, and
   * flagged speeches without sides (documents made by other programs) are paired left and right in order.
   */
  #pairDual(blocks: readonly Block[], from: number): void {
    if (!this.#dualSeen) return;
    this.#dualSeen = false;
    let before: Block['dual'];
    for (let at = from; at < blocks.length; ) {
      const end = endOfSpeech(blocks, at);
      before = this.#settleSides(blocks.slice(at, end), before);
      at = end;
    }
    this.#flagged.clear();
  }

  #settleSides(speech: readonly Block[], before: Block['dual']): Block['dual'] {
    const spoken = speech.filter(
      (block) => block.kind === 'dialogue' && block.omit !== true && block.class !== 'dialogue',
    );
    const first = speech[0] as Block;
    if (first.kind !== 'character' || spoken.length === 0) return first.dual;
    if (!spoken.some((block) => this.#flagged.has(block))) {
      if (speech.some((block) => block.dual !== undefined)) this.#place.stale('Dual dialogue');
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
      const target = at === 'script' ? this.scriptNotes : at === 'heading' && heading ? onHeading : own;
      if (getMeta(note.meta, 'continues') === 'true' && target.length > 0) {
        const last = target[target.length - 1] as BlockNote;
        const whole = joinRich([last, this.#texts.read(note.text, note.meta)]);
        target[target.length - 1] = { ...last, ...whole };
        continue;
      }
      target.push(this.#notes.read(note, target === onHeading ? aboutHeading : about));
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
        this.#place.stale('A list of tags');
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

/** Index behind the speech that starts at `at`; a block that is no cue is a stretch of its own. */
function endOfSpeech(blocks: readonly Block[], at: number): number {
  let end = at + 1;
  if (blocks[at]?.kind !== 'character') return end;
  for (; end < blocks.length; end++) {
    const { kind, omit } = blocks[end] as Block;
    if (kind !== 'dialogue' && kind !== 'parenthetical' && omit !== true) break;
  }
  return end;
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

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
