import type {
  Analysis,
  Bookmark,
  Cover,
  Element,
  Meta,
  Note,
  Revision,
  Scene,
  ScreenplayDocument,
  Script,
  Uuid,
} from '../../model/document.js';
import { deriveId, sourceIdOf } from '../../model/ids.js';
import type { IdKind } from '../../model/ids.js';
import type { Carried } from './carried.js';

interface Identified {
  readonly id: Uuid;
}

/**
 * Gives every node of `next` the id it had in the earlier draft; a node that is new keeps its own, unless the earlier
 * draft or another node has it. Everything that refers to a node follows.
 *
 * These are the places where ids stand, besides each node's own `id`:
 * `cover.authors`, `cover.sources`; `authors` and `contributors` of scenes and elements, `authors` of revisions;
 * `element.scene`; `character` of cues and dialogue; `scene.cast`; `parent` and `contributor` of notes; `parent` of
 * revisions; `scene` and `element` of bookmarks; in `analysis` the keys of the embeddings, `scene` and `elements` of
 * passages, `target` of summaries; and any value of a `meta` and any text of a template that mentions a node
 * (`locked-pages` names elements).
 *
 * @returns a new document; `next` is left as it is and shares what holds no id with the result.
 */
export function reissueIds(
  next: ScreenplayDocument,
  previous: ScreenplayDocument,
  carried: Carried,
): ScreenplayDocument {
  return new Reissue(next, previous, carried).document();
}

class Reissue {
  readonly #next: ScreenplayDocument;
  readonly #documentId: Uuid;
  /** The id of every node of `next` from now on. */
  readonly #ids = new Map<Identified, Uuid>();
  /** Old id, in lower case, to new, where they differ. */
  readonly #changed = new Map<Uuid, Uuid>();

  constructor(next: ScreenplayDocument, previous: ScreenplayDocument, carried: Carried) {
    this.#next = next;
    this.#documentId = previous.id;
    const used = new Set<Uuid>([previous.id.toLowerCase()]);
    const fresh: { node: Identified; kind: IdKind }[] = [];
    eachNode(next, (node, kind) => {
      const id = carried.of(node);
      if (id === undefined || used.has(id.toLowerCase())) {
        fresh.push({ node, kind });
        return;
      }
      used.add(id.toLowerCase());
      this.#ids.set(node, id);
    });
    // An id that stood for something else in the earlier draft must not come back as a new thing.
    eachNode(previous, ({ id }) => used.add(id.toLowerCase()));
    const attempts = new Map<Uuid, number>();
    for (const { node, kind } of fresh) {
      let id = node.id;
      for (let attempt = attempts.get(node.id) ?? 0; used.has(id.toLowerCase()); attempt++) {
        id = deriveId(sourceIdOf(node.id), kind, attempt);
        attempts.set(node.id, attempt + 1);
      }
      used.add(id.toLowerCase());
      this.#ids.set(node, id);
    }
    const seen = new Set<Uuid>();
    for (const [node, id] of this.#ids) {
      const key = node.id.toLowerCase();
      if (seen.has(key)) continue;
      seen.add(key);
      if (id !== node.id) this.#changed.set(key, id);
    }
  }

  document(): ScreenplayDocument {
    const next = this.#next;
    const document: ScreenplayDocument = { ...next, id: this.#documentId, document: this.#script(next.document) };
    document.authors = next.authors.map(this.#plain);
    if (next.contributors) document.contributors = next.contributors.map(this.#plain);
    if (next.characters) document.characters = next.characters.map(this.#plain);
    if (next.sources) document.sources = next.sources.map(this.#plain);
    if (next.revisions) document.revisions = next.revisions.map(this.#revision);
    if (next.analysis) document.analysis = this.#analysis(next.analysis);
    return document;
  }

  #script(script: Script): Script {
    const result: Script = { ...script, cover: this.#cover(script.cover), scenes: script.scenes.map(this.#scene) };
    if (script.bookmarks) result.bookmarks = script.bookmarks.map(this.#bookmark);
    if (script.meta) result.meta = this.#meta(script.meta);
    if (script.layout) {
      result.layout = { ...script.layout };
      if (script.layout.templates) {
        result.layout.templates = script.layout.templates.map((template) => ({
          ...template,
          text: this.#mentions(template.text),
        }));
      }
      if (script.layout.meta) result.layout.meta = this.#meta(script.layout.meta);
    }
    return result;
  }

  #cover(cover: Cover): Cover {
    const result: Cover = { ...cover, authors: this.#all(cover.authors) };
    if (cover.sources) result.sources = this.#all(cover.sources);
    if (cover.meta) result.meta = this.#meta(cover.meta);
    return result;
  }

  readonly #scene = (scene: Scene): Scene => {
    const result: Scene = {
      ...scene,
      id: this.#own(scene),
      authors: this.#all(scene.authors),
      body: scene.body.map(this.#element),
    };
    if (scene.contributors) result.contributors = this.#all(scene.contributors);
    if (scene.cast) result.cast = this.#all(scene.cast);
    if (scene.meta) result.meta = this.#meta(scene.meta);
    if (scene.heading.meta) result.heading = { ...scene.heading, meta: this.#meta(scene.heading.meta) };
    return result;
  };

  readonly #element = (element: Element): Element => {
    const result: Element = { ...element, id: this.#own(element), authors: this.#all(element.authors) };
    if (element.scene !== undefined) result.scene = this.#one(element.scene);
    if (element.contributors) result.contributors = this.#all(element.contributors);
    if (element.notes) result.notes = element.notes.map(this.#note);
    if (element.revisions) result.revisions = element.revisions.map(this.#revision);
    if (element.meta) result.meta = this.#meta(element.meta);
    if (result.type === 'character' || result.type === 'dialogue') result.character = this.#one(result.character);
    return result;
  };

  readonly #note = (note: Note): Note => {
    const result: Note = { ...note, id: this.#own(note) };
    if (note.parent !== undefined) result.parent = this.#one(note.parent);
    if (note.contributor !== undefined) result.contributor = this.#one(note.contributor);
    if (note.meta) result.meta = this.#meta(note.meta);
    return result;
  };

  readonly #revision = (revision: Revision): Revision => {
    const result: Revision = { ...revision, id: this.#own(revision), authors: this.#all(revision.authors) };
    if (revision.parent !== undefined) result.parent = this.#one(revision.parent);
    if (revision.meta) result.meta = this.#meta(revision.meta);
    return result;
  };

  readonly #bookmark = (bookmark: Bookmark): Bookmark => {
    const result: Bookmark = {
      ...bookmark,
      id: this.#own(bookmark),
      scene: this.#one(bookmark.scene),
      element: this.#one(bookmark.element),
    };
    if (bookmark.meta) result.meta = this.#meta(bookmark.meta);
    return result;
  };

  /** A record that refers to nothing outside its `meta`. */
  readonly #plain = <T extends Identified & { meta?: Meta }>(record: T): T => {
    const result: T = { ...record, id: this.#own(record) };
    if (record.meta) result.meta = this.#meta(record.meta);
    return result;
  };

  #analysis(analysis: Analysis): Analysis {
    const result: Analysis = { ...analysis };
    if (analysis.embeddings) {
      result.embeddings = Object.fromEntries(
        Object.entries(analysis.embeddings).map(([target, list]) => [this.#target(target), list.map(this.#plain)]),
      );
    }
    if (analysis.passages) {
      result.passages = analysis.passages.map((passage) => ({
        ...this.#plain(passage),
        scene: this.#one(passage.scene),
        elements: this.#all(passage.elements),
      }));
    }
    if (analysis.summaries) {
      result.summaries = analysis.summaries.map((summary) =>
        summary.target ? { ...this.#plain(summary), target: this.#target(summary.target) } : this.#plain(summary),
      );
    }
    return result;
  }

  #own(node: Identified): Uuid {
    return this.#ids.get(node) ?? node.id;
  }

  readonly #one = (id: Uuid): Uuid => this.#changed.get(id.toLowerCase()) ?? id;

  #all(ids: readonly Uuid[]): Uuid[] {
    return ids.map(this.#one);
  }

  /** What an analysis is about may be the document itself. */
  #target(id: Uuid): Uuid {
    return id.toLowerCase() === this.#next.id.toLowerCase() ? this.#documentId : this.#one(id);
  }

  #meta(meta: Meta): Meta {
    let result = meta;
    for (const key in meta) {
      const value = meta[key] ?? '';
      const renewed = this.#mentions(value);
      if (renewed === value) continue;
      if (result === meta) result = { ...meta };
      result[key] = renewed;
    }
    return result;
  }

  #mentions(text: string): string {
    return text.length < 36 || this.#changed.size === 0 ? text : text.replace(MENTION, this.#one);
  }
}

const MENTION = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;

/** Visits everything in a document that has an id of its own, but the document. */
function eachNode(document: ScreenplayDocument, visit: (node: Identified, kind: IdKind) => void): void {
  const each = (nodes: readonly Identified[] | undefined, kind: IdKind): void => {
    for (const node of nodes ?? []) visit(node, kind);
  };
  each(document.authors, 'author');
  each(document.contributors, 'contributor');
  each(document.characters, 'character');
  each(document.sources, 'source');
  each(document.revisions, 'revision');
  each(document.document.bookmarks, 'bookmark');
  for (const scene of document.document.scenes) {
    visit(scene, 'scene');
    for (const element of scene.body) {
      visit(element, 'element');
      each(element.notes, 'note');
      each(element.revisions, 'element-revision');
    }
  }
  for (const list of Object.values(document.analysis?.embeddings ?? {})) each(list, 'note');
  each(document.analysis?.passages, 'note');
  each(document.analysis?.summaries, 'note');
}
