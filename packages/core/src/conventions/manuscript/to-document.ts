import type { Warnings } from '../../errors/index.js';
import type { Lang, Meta, ScreenplayDocument, Slug } from '../../model/document.js';
import { isUuid } from '../../model/ids.js';
import type { SourceId } from '../../model/ids.js';
import { cutCodePoints } from '../code-points.js';
import { revisionColor } from '../colors.js';
import { toInstant, EPOCH } from '../instants.js';
import { DEFAULT_LANG, dirOf, isLang } from '../language.js';
import { putMeta } from '../meta.js';
import { setupToLayout } from '../page-setup.js';
import { slugify } from '../slug.js';
import { titlePageToCover } from '../title-page.js';
import { CharacterRegister, ColorRegister, ContributorRegister, Ids, RevisionRegister } from './registers.js';
import { pagesHash } from './pages-hash.js';
import { buildScenes } from './scenes.js';
import type { Manuscript } from './types.js';

export interface ToDocumentOptions {
  sourceId: SourceId;
  lang?: string | undefined;
  /** ISO 8601. */
  now?: string | undefined;
  warnings: Warnings;
}

const VERSION = '1.0.0';

/**
 * The native document of a manuscript. Always valid against the 2026-01 schema, whatever the manuscript holds: what is
 * too long is cut or split and kept whole beside, what is empty is left out, ids are the source's own or derived.
 */
export function toDocument(manuscript: Manuscript, options: ToDocumentOptions): ScreenplayDocument {
  const { warnings } = options;
  const lang = options.lang !== undefined && isLang(options.lang) ? options.lang : DEFAULT_LANG;
  const now = (options.now === undefined ? undefined : toInstant(options.now)) ?? EPOCH;
  const ids = new Ids(options.sourceId);

  const cover = titlePageToCover(manuscript.titlePage, { lang });
  const authors = cover.authors.map((author, at) => ({ id: ids.derive('author', at), ...author }));
  const authorIds = authors.map((author) => author.id);
  const sources = cover.sources.map((source, at) => ({ id: ids.derive('source', at), ...source }));

  const characters = new CharacterRegister(ids, lang);
  manuscript.cast?.forEach((member, at) => characters.addMember(member, at));
  const revisions = new RevisionRegister(ids, authorIds, now);
  for (const set of manuscript.revisions ?? []) revisions.add(set);
  const contributors = new ContributorRegister(ids);
  const colors = new ColorRegister();

  const built = buildScenes(manuscript, { lang, now, ids, authorIds, characters, contributors, colors, revisions });
  const layout = buildLayout(manuscript, lang, now, built.placeOf, warnings);
  if (cover.templates.length > 0) layout.templates = [...(layout.templates ?? []), ...cover.templates];

  const meta: Meta = {};
  if (manuscript.tagCategories) {
    putMeta(meta, 'tag-categories', manuscript.tagCategories.map((name) => encodeURIComponent(name)).join(' '));
  }
  const hash = pagesHash(manuscript.blocks);
  if (hash !== undefined) putMeta(meta, 'pages-hash', hash);
  for (const [name, value] of Object.entries(manuscript.extra ?? {})) putMeta(meta, name, value);

  const document: ScreenplayDocument = {
    id: manuscript.id !== undefined && isUuid(manuscript.id) ? manuscript.id.toLowerCase() : options.sourceId.uuid,
    version: VERSION,
    title: cover.title,
    lang,
    charset: 'utf-8',
    dir: dirOf(lang),
    authors,
    document: {
      cover: { title: { ...cover.title }, authors: authorIds.slice() },
      scenes: built.scenes,
    },
  };
  const { generator } = manuscript;
  if (generator && generator.name !== '' && generator.version !== '') {
    document.generator = { name: cutCodePoints(generator.name, 100), version: cutCodePoints(generator.version, 50) };
  }
  if (manuscript.lang !== undefined && isLang(manuscript.lang)) document.locale = manuscript.lang;
  if (contributors.list.length > 0) document.contributors = contributors.list;
  if (characters.list.length > 0) document.characters = characters.list;
  if (colors.list.length > 0) document.colors = colors.list;
  if (sources.length > 0) {
    document.sources = sources;
    document.document.cover.sources = sources.map((source) => source.id);
  }
  if (revisions.list.length > 0) document.revisions = revisions.list;
  if (built.taggable.length > 0) document.taggable = built.taggable;
  const genre = slugs(manuscript.genre);
  if (genre.length > 0) document.genre = genre;
  if (manuscript.logline) document.logline = { [lang]: cutCodePoints(manuscript.logline, 10000) };
  if (cover.extra) document.document.cover.extra = cover.extra;
  if (Object.keys(cover.meta).length > 0) document.document.cover.meta = cover.meta;
  if (Object.keys(layout).length > 0) document.document.layout = layout;
  if (built.bookmarks.length > 0) document.document.bookmarks = built.bookmarks;
  if (Object.keys(meta).length > 0) document.document.meta = meta;
  return document;
}

function slugs(names: readonly string[] | undefined): Slug[] {
  return [...new Set((names ?? []).filter((name) => name.trim() !== '').map((name) => slugify(name)))];
}

type LayoutOf = NonNullable<ScreenplayDocument['document']['layout']>;

function buildLayout(
  manuscript: Manuscript,
  lang: Lang,
  now: string,
  placeOf: Parameters<typeof setupToLayout>[2]['placeOf'],
  warnings: Warnings,
): LayoutOf {
  const layout: LayoutOf = {};
  const parts = setupToLayout(manuscript.setup, manuscript.kept, { lang, placeOf, warnings });
  if (parts.header) layout.header = parts.header;
  if (parts.footer) layout.footer = parts.footer;
  const sets = manuscript.revisions ?? [];
  const current = sets.find((set) => set.active) ?? sets[sets.length - 1];
  const color = current && revisionColor(current.name);
  if (current && color) {
    const created = current.created === undefined ? undefined : toInstant(current.created);
    layout.status = { color: color.color, round: color.round, updated: created ?? now };
    if (color.substituted) {
      layout.status.meta = {};
      putMeta(layout.status.meta, 'color', 'tan');
    }
  }
  if (parts.styles && parts.styles.length > 0) layout.styles = parts.styles;
  if (parts.templates && parts.templates.length > 0) layout.templates = parts.templates;
  if (parts.meta && Object.keys(parts.meta).length > 0) layout.meta = parts.meta;
  return layout;
}
