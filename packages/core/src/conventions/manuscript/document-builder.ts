import type { Warnings } from '../../errors/index.js';
import type { Lang, Meta, ScreenplayDocument, Uuid } from '../../model/document.js';
import { isUuid } from '../../model/ids.js';
import type { SourceId } from '../../model/ids.js';
import { EPOCH } from '../epoch.js';
import { DEFAULT_LANG, dirOf, isLang } from '../language.js';
import type { CoverParts } from '../title-page-cover.js';
import { noCover } from '../title-page-none.js';
import type { buildLayout } from './document-layout.js';
import { CharacterRegister, Ids } from './registers.js';
import type { SceneDetails } from './scene-details.js';
import { SceneBuilder, needsDetails } from './scenes.js';
import { putExtra } from './texts.js';
import type { Block, BlockNote, Manuscript, TitlePage } from './types.js';

export interface ToDocumentOptions {
  sourceId: SourceId;
  lang?: string | undefined;
  /** RFC 3339, as `toInstant` gives it. */
  now?: string | undefined;
  warnings: Warnings;
}

/** What only some manuscripts need. Those that a manuscript needs must be there. */
export interface DocumentParts {
  /** For a title page, recognised. */
  cover?: ((page: TitlePage, context: { lang: Lang }) => CoverParts) | undefined;
  /** For blocks that say more than words, and for facts about the whole script. */
  details?: typeof SceneDetails | undefined;
  /** For settings and for revisions. */
  layout?: typeof buildLayout | undefined;
}

/** Which parts a manuscript needs. */
export interface NeededParts {
  /** A list of fields needs less than lines whose places tell what they are. */
  cover: 'list' | 'placed' | undefined;
  details: boolean;
  layout: boolean;
}

export function neededParts(manuscript: Manuscript): NeededParts {
  const { titlePage, setup, kept, revisions, blocks, ...rest } = manuscript;
  const { cast, notes, generator, lang, genre, logline, tagCategories } = rest;
  const facts = [revisions, cast, notes, generator, lang, genre, logline, tagCategories];
  return {
    cover: titlePage && (titlePage.placed ? 'placed' : 'list'),
    layout: setup !== undefined || kept !== undefined || revisions !== undefined,
    details: facts.some((fact) => fact !== undefined) || blocks.some(needsDetails),
  };
}

const VERSION = '1.0.0';

/** What has to be known of a manuscript before its first block. */
export type Opening = Omit<Manuscript, 'blocks' | 'notes'>;

/**
 * Makes the native document of a manuscript that comes piece by piece, so that the blocks of a long script need not be in
 * memory with all of the document. Always valid against the 2026-01 schema, whatever the manuscript holds: what is too
 * long is cut or split and kept whole beside, what is empty is left out, ids are the source's own or derived.
 */
export class DocumentBuilder {
  readonly #opening: Opening;
  readonly #warnings: Warnings;
  readonly #lang: Lang;
  readonly #now: string;
  readonly #ids: Ids;
  readonly #authors: ScreenplayDocument['authors'];
  readonly #authorIds: readonly Uuid[];
  readonly #sources: NonNullable<ScreenplayDocument['sources']>;
  readonly #cover: CoverParts;
  readonly #characters: CharacterRegister;
  readonly #scenes: SceneBuilder;
  #parts: DocumentParts;
  /** Element (or scene, for headings) of each block; only locked pages ask for them. */
  readonly #nodes: Uuid[] | undefined;

  constructor(opening: Opening, options: ToDocumentOptions, parts: DocumentParts) {
    const { lang, now, sourceId } = options;
    this.#opening = opening;
    this.#warnings = options.warnings;
    this.#parts = parts;
    this.#lang = lang !== undefined && isLang(lang) ? lang : DEFAULT_LANG;
    this.#now = now ?? EPOCH;
    const ids = new Ids(sourceId);
    this.#ids = ids;
    const { titlePage } = opening;
    this.#cover = (titlePage && parts.cover?.(titlePage, { lang: this.#lang })) ?? noCover(this.#lang);
    this.#authors = this.#cover.authors.map((author, at) => ({ id: ids.derive('author', at), ...author }));
    this.#authorIds = this.#authors.map((author) => author.id);
    this.#sources = this.#cover.sources.map((source, at) => ({ id: ids.derive('source', at), ...source }));
    this.#characters = new CharacterRegister(ids);
    this.#scenes = new SceneBuilder({
      lang: this.#lang,
      ids,
      authorIds: this.#authorIds,
      characters: this.#characters,
    });
    this.#nodes = opening.setup?.lockedPages ? [] : undefined;
    this.use(parts);
  }

  /** Whether blocks, or notes on the script, need the part `details` and it is not there yet. */
  lacksDetails(blocks: readonly Block[], notes?: readonly BlockNote[]): boolean {
    return !this.#scenes.details && (notes !== undefined || blocks.some(needsDetails));
  }

  /** Adds parts for what is to come. */
  use(parts: DocumentParts): void {
    this.#parts = { ...this.#parts, ...parts };
    if (!this.#parts.details || this.#scenes.details) return;
    this.#scenes.details = new this.#parts.details({
      lang: this.#lang,
      now: this.#now,
      ids: this.#ids,
      authorIds: this.#authorIds,
      characters: this.#characters,
      cast: this.#opening.cast,
      revisions: this.#opening.revisions,
    });
  }

  add(blocks: readonly Block[]): void {
    const nodes = this.#nodes;
    for (const block of blocks) {
      const id = this.#scenes.add(block);
      nodes?.push(id);
    }
  }

  /**
   * The document. `blocks`: all of them, where something refers to their places (locked pages) or was recorded for the
   * whole of them (lengths of scenes); `notes`: those on the script as a whole.
   */
  finish({ blocks, notes }: Pick<Manuscript, 'blocks' | 'notes'>): ScreenplayDocument {
    const lang = this.#lang;
    const opening = this.#opening;
    this.#scenes.finish(notes);
    const { scenes, details } = this.#scenes;
    const cover = this.#cover;
    const authorIds = this.#authorIds;
    const sources = this.#sources;
    const layout =
      this.#parts.layout?.(opening, { lang, now: this.#now, nodes: this.#nodes, blocks, warnings: this.#warnings }) ??
      {};
    if (cover.templates.length > 0) layout.templates = [...(layout.templates ?? []), ...cover.templates];

    const meta: Meta = {};
    details?.putMeta(meta, opening, blocks);
    putExtra(meta, opening);

    const document: ScreenplayDocument = {
      id: opening.id !== undefined && isUuid(opening.id) ? opening.id.toLowerCase() : this.#ids.document,
      version: VERSION,
      title: cover.title,
      lang,
      charset: 'utf-8',
      dir: dirOf(lang),
      authors: this.#authors,
      document: {
        cover: { title: { ...cover.title }, authors: authorIds.slice() },
        scenes,
      },
    };
    details?.putOrigin(document, opening);
    put(document, 'contributors', details?.contributors.list);
    put(document, 'characters', this.#characters.list);
    put(document, 'colors', details?.colors.list);
    if (sources.length > 0) {
      document.sources = sources;
      document.document.cover.sources = sources.map((source) => source.id);
    }
    put(document, 'revisions', details?.revisions.list);
    put(document, 'taggable', details && [...details.taggable]);
    details?.putTheme(document, opening);
    if (cover.extra) document.document.cover.extra = cover.extra;
    if (Object.keys(cover.meta).length > 0) document.document.cover.meta = cover.meta;
    if (Object.keys(layout).length > 0) document.document.layout = layout;
    put(document.document, 'bookmarks', details?.bookmarks);
    if (Object.keys(meta).length > 0) document.document.meta = meta;
    return document;
  }
}

/** Sets a list that is not empty. */
function put<T, K extends keyof T>(owner: T, key: K, list: (T[K] & readonly unknown[]) | undefined): void {
  if (list && list.length > 0) owner[key] = list;
}
