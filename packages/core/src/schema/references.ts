import type { Element, Note, Revision, Scene, ScreenplayDocument, Uuid } from '../model/document.js';
import { Faults } from './report.js';
import type { Validation } from './report.js';

/** Whatever has a UUID of its own. */
type Kind =
  | 'document'
  | 'author'
  | 'contributor'
  | 'character'
  | 'source'
  | 'revision'
  | 'scene'
  | 'element'
  | 'note'
  | 'bookmark'
  | 'embedding'
  | 'passage'
  | 'summary';

/** An author may also help with what another one wrote. */
const PEOPLE: readonly Kind[] = ['contributor', 'author'];
const NOTE_PARENTS: readonly Kind[] = ['note', 'element', 'scene'];
const AUTHORS: readonly Kind[] = ['author'];
const CHARACTERS: readonly Kind[] = ['character'];
const ELEMENTS: readonly Kind[] = ['element'];
const REVISIONS: readonly Kind[] = ['revision'];
const SCENES: readonly Kind[] = ['scene'];
const SOURCES: readonly Kind[] = ['source'];

/**
 * Says what the schema cannot: whether each id occurs once in the document, each reference leads to a record of the
 * right kind, each scene's cast holds its speakers, and each highlight starts before it ends. At most 100 faults, then
 * their number, like {@link validate}; a `path` points at the id or the reference at fault.
 *
 * UUIDs are compared without regard to case. Elements that are omitted need no place in the cast.
 *
 * @param document a valid document: ask {@link validate} first.
 */
export function checkReferences(document: ScreenplayDocument): Validation {
  return new ReferenceCheck(document).run();
}

class ReferenceCheck {
  readonly #document: ScreenplayDocument;
  readonly #faults = new Faults();
  readonly #kinds = new Map<string, Kind>();
  /** Where each id was first seen. */
  readonly #places = new Map<string, string>();
  /** Scene of each element. */
  readonly #holders = new Map<string, Scene>();
  readonly #colors: ReadonlySet<string>;
  readonly #styles: ReadonlySet<string>;

  constructor(document: ScreenplayDocument) {
    this.#document = document;
    this.#colors = this.#slugs(document.colors, '/colors');
    const layout = document.document.layout;
    this.#styles = this.#slugs(layout?.styles, '/document/layout/styles');
    this.#slugs(layout?.templates, '/document/layout/templates');
    this.#slugs(layout?.guides, '/document/layout/guides');
  }

  run(): Validation {
    this.#collectIds();
    this.#checkFront();
    for (const [at, scene] of this.#document.document.scenes.entries()) {
      this.#checkScene(scene, `/document/scenes/${at}`);
    }
    this.#checkAnalysis();
    return this.#faults.result();
  }

  #collectIds(): void {
    const { document } = this.#document;
    this.#register(this.#document.id, 'document', '');
    this.#registerAll(this.#document.authors, 'author', '/authors');
    this.#registerAll(this.#document.contributors, 'contributor', '/contributors');
    this.#registerAll(this.#document.characters, 'character', '/characters');
    this.#registerAll(this.#document.sources, 'source', '/sources');
    this.#registerAll(this.#document.revisions, 'revision', '/revisions');
    for (const [at, scene] of document.scenes.entries()) {
      const path = `/document/scenes/${at}`;
      this.#register(scene.id, 'scene', path);
      for (const [place, element] of scene.body.entries()) {
        const elementPath = `${path}/body/${place}`;
        this.#register(element.id, 'element', elementPath);
        this.#holders.set(key(element.id), scene);
        this.#registerAll(element.notes, 'note', `${elementPath}/notes`);
        this.#registerAll(element.revisions, 'revision', `${elementPath}/revisions`);
      }
    }
    this.#registerAll(document.bookmarks, 'bookmark', '/document/bookmarks');
    const { embeddings, passages, summaries } = this.#document.analysis ?? {};
    for (const [id, list] of Object.entries(embeddings ?? {})) {
      this.#registerAll(list, 'embedding', `/analysis/embeddings/${id}`);
    }
    this.#registerAll(passages, 'passage', '/analysis/passages');
    this.#registerAll(summaries, 'summary', '/analysis/summaries');
  }

  #checkFront(): void {
    const { cover, bookmarks } = this.#document.document;
    this.#expectAll(cover.authors, AUTHORS, '/document/cover', 'authors');
    this.#expectAll(cover.sources, SOURCES, '/document/cover', 'sources');
    this.#checkRevisions(this.#document.revisions, '');
    for (const [at, bookmark] of (bookmarks ?? []).entries()) {
      const path = `/document/bookmarks/${at}`;
      const known = this.#expect(bookmark.scene, SCENES, path, 'scene');
      if (!this.#expect(bookmark.element, ELEMENTS, path, 'element') || !known) continue;
      const holder = this.#holders.get(key(bookmark.element));
      if (holder !== undefined && key(holder.id) !== key(bookmark.scene)) {
        this.#fault(path, 'element', '`element` is in another scene than the one that the bookmark names');
      }
    }
  }

  #checkScene(scene: Scene, path: string): void {
    this.#expectAll(scene.authors, AUTHORS, path, 'authors');
    this.#expectAll(scene.contributors, PEOPLE, path, 'contributors');
    this.#expectAll(scene.cast, CHARACTERS, path, 'cast');
    const cast = new Set(scene.cast?.map(key));
    for (const [at, element] of scene.body.entries()) {
      const elementPath = `${path}/body/${at}`;
      this.#checkElement(element, scene, elementPath);
      if (element.type !== 'character' && element.type !== 'dialogue') continue;
      if (!this.#expect(element.character, CHARACTERS, elementPath, 'character')) continue;
      if (element.omit === true || cast.has(key(element.character))) continue;
      cast.add(key(element.character));
      const place = scene.cast === undefined ? '' : 'cast';
      this.#fault(path, place, `\`cast\` lacks a speaker of the scene, the character of \`body[${at}]\``);
    }
  }

  #checkElement(element: Element, holder: Scene, path: string): void {
    if (element.scene !== undefined && key(element.scene) !== key(holder.id)) {
      this.#fault(path, 'scene', '`scene` must be the id of the scene that holds the element');
    }
    this.#expectAll(element.authors, AUTHORS, path, 'authors');
    this.#expectAll(element.contributors, PEOPLE, path, 'contributors');
    this.#checkRevisions(element.revisions, path);
    for (const [at, style] of (element.styles ?? []).entries()) {
      if (!this.#styles.has(style))
        this.#fault(path, `styles/${at}`, `\`styles[${at}]\` must be the id of a style of the layout`);
    }
    for (const [at, note] of (element.notes ?? []).entries()) this.#checkNote(note, `${path}/notes/${at}`);
  }

  #checkNote(note: Note, path: string): void {
    this.#expect(note.parent, NOTE_PARENTS, path, 'parent');
    this.#expect(note.contributor, PEOPLE, path, 'contributor');
    if (note.color !== undefined && !this.#colors.has(note.color)) {
      this.#fault(path, 'color', '`color` must be the id of a colour of the document');
    }
    for (const [at, [start, end]] of (note.highlight ?? []).entries()) {
      if (start > end) this.#fault(path, `highlight/${at}`, `\`highlight[${at}]\` must not end before it starts`);
    }
  }

  #checkRevisions(revisions: readonly Revision[] | undefined, path: string): void {
    for (const [at, revision] of (revisions ?? []).entries()) {
      const place = `${path}/revisions/${at}`;
      this.#expectAll(revision.authors, AUTHORS, place, 'authors');
      this.#expect(revision.parent, REVISIONS, place, 'parent');
    }
  }

  #checkAnalysis(): void {
    const { embeddings, passages, summaries } = this.#document.analysis ?? {};
    for (const id of Object.keys(embeddings ?? {})) {
      if (!this.#kinds.has(key(id)))
        this.#fault('/analysis/embeddings', id, `\`${id}\` is the id of nothing in this document`);
    }
    for (const [at, passage] of (passages ?? []).entries()) {
      const path = `/analysis/passages/${at}`;
      this.#expect(passage.scene, SCENES, path, 'scene');
      this.#expectAll(passage.elements, ELEMENTS, path, 'elements');
    }
    for (const [at, summary] of (summaries ?? []).entries()) {
      this.#expect(summary.target ?? undefined, [summary.scope], `/analysis/summaries/${at}`, 'target');
    }
  }

  /** Ids that are slugs are unique within their list. */
  #slugs(list: readonly { id: string }[] | undefined, path: string): ReadonlySet<string> {
    const seen = new Set<string>();
    for (const [at, { id }] of (list ?? []).entries()) {
      if (seen.has(id)) this.#fault(`${path}/${at}`, 'id', '`id` is taken by an earlier item of the list');
      seen.add(id);
    }
    return seen;
  }

  #registerAll(list: readonly { id: Uuid }[] | undefined, kind: Kind, path: string): void {
    if (list) for (const [at, { id }] of list.entries()) this.#register(id, kind, `${path}/${at}`);
  }

  #register(id: Uuid, kind: Kind, path: string): void {
    const known = key(id);
    const first = this.#places.get(known);
    if (first !== undefined) {
      this.#fault(path, 'id', `\`id\` is already the id of ${first === '' ? 'the document itself' : first}`);
      return;
    }
    this.#places.set(known, path);
    this.#kinds.set(known, kind);
  }

  #expectAll(ids: readonly Uuid[] | undefined, kinds: readonly Kind[], path: string, property: string): void {
    if (ids === undefined) return;
    for (let at = 0; at < ids.length; at++) {
      if (!this.#leadsTo(ids[at], kinds)) this.#unresolved(path, `${property}/${at}`, `${property}[${at}]`, kinds);
    }
  }

  /** Whether there is a reference and it resolves. */
  #expect(id: Uuid | undefined, kinds: readonly Kind[], path: string, property: string): boolean {
    if (id === undefined) return false;
    if (this.#leadsTo(id, kinds)) return true;
    this.#unresolved(path, property, property, kinds);
    return false;
  }

  #leadsTo(id: Uuid | undefined, kinds: readonly Kind[]): boolean {
    const kind = id === undefined ? undefined : this.#kinds.get(key(id));
    return kind !== undefined && kinds.includes(kind);
  }

  #unresolved(path: string, place: string, name: string, kinds: readonly Kind[]): void {
    this.#fault(path, place, `\`${name}\` must be the id of ${kinds.map(describe).join(' or ')}`);
  }

  #fault(path: string, place: string, message: string): void {
    if (this.#faults.admit()) this.#faults.add(place === '' ? path : `${path}/${place}`, message);
  }
}

function key(id: Uuid): string {
  return id.toLowerCase();
}

function describe(kind: Kind): string {
  if (kind === 'document') return 'the document itself';
  return `${kind === 'author' || kind === 'element' ? 'an' : 'a'} ${kind} of this document`;
}
