import type { Warnings } from '../../errors/index.js';
import type { Lang, Revision, ScreenplayDocument } from '../../model/document.js';
import { pickText } from '../language.js';
import { getMeta, metaExtra } from '../meta.js';
import { layoutToSetup } from '../page-setup.js';
import { coverToTitlePage } from '../title-page.js';
import { cutCodePoints, unitOffset } from '../code-points.js';
import { characterKey } from '../cue.js';
import { readBlocks } from './blocks.js';
import { dropPages, pagesHash } from './pages-hash.js';
import type { Block, CastMember, Manuscript, RevisionSet } from './types.js';

export interface FromDocumentOptions {
  /** Language to pick from each language map; default: the document's own. */
  lang?: string | undefined;
  warnings: Warnings;
}

/**
 * The manuscript that a document says. Copies under `screenplay.*` keys are hints: they are used while they agree with
 * the document's own fields, so that whoever edits the document sees the edit; one that no longer agrees is left aside
 * with the warning `stale_hint`. The document is valid.
 */
export function fromDocument(document: ScreenplayDocument, options: FromDocumentOptions): Manuscript {
  const { warnings } = options;
  const fallback = document.lang;
  const lang = options.lang ?? fallback;
  const script = document.document;
  const { blocks, notes, places } = readBlocks(document, lang, warnings);
  const manuscript: Manuscript = { blocks, id: document.id };

  const recorded = getMeta(script.meta, 'pages-hash');
  if (recorded !== undefined && recorded !== pagesHash(blocks)) {
    dropPages(blocks);
    manuscript.pagesStale = true;
  }

  const titlePage = coverToTitlePage(coverParts(document), { lang, fallback, warnings });
  if (titlePage) manuscript.titlePage = titlePage;
  const { setup, kept } = layoutToSetup(script.layout, {
    lang,
    fallback,
    warnings,
    blockOf: ({ element, offset }) => {
      const place = places.get(element);
      if (!place) return undefined;
      const text = (blocks[place.block] as Block).text;
      return {
        block: place.block,
        offset: Math.min(text.length, place.from + unitOffset(text.slice(place.from), offset)),
      };
    },
  });
  if (setup) manuscript.setup = setup;
  if (kept && kept.length > 0) manuscript.kept = kept;
  if (document.revisions && document.revisions.length > 0) manuscript.revisions = document.revisions.map(readRevision);
  const cast = readCast(document, lang);
  if (cast.length > 0) manuscript.cast = cast;
  const categories = getMeta(script.meta, 'tag-categories');
  if (categories !== undefined) manuscript.tagCategories = categories.split(' ').map(decode);
  if (document.generator) manuscript.generator = { name: document.generator.name, version: document.generator.version };
  if (document.locale !== undefined) manuscript.lang = document.locale;
  const logline = pickText(document.logline, lang, fallback);
  if (logline !== '') manuscript.logline = logline;
  if (document.genre && document.genre.length > 0) manuscript.genre = document.genre;
  if (notes.length > 0) manuscript.notes = notes;
  const extra = metaExtra(script.meta);
  if (extra) manuscript.extra = extra;
  return manuscript;
}

function coverParts(document: ScreenplayDocument): Parameters<typeof coverToTitlePage>[0] {
  const { cover, layout } = document.document;
  const authors = byIds(document.authors, cover.authors);
  const sources = byIds(document.sources ?? [], cover.sources ?? (document.sources ?? []).map((source) => source.id));
  return {
    title: cover.title,
    rootTitle: document.title,
    authors,
    sources,
    meta: cover.meta ?? {},
    templates: layout?.templates ?? [],
    ...(cover.extra ? { extra: cover.extra } : {}),
  };
}

function byIds<T extends { id: string }>(list: readonly T[], ids: readonly string[]): T[] {
  const known = new Map(list.map((entry) => [entry.id, entry]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function readRevision(revision: Revision): RevisionSet {
  const { meta } = revision;
  const set: RevisionSet = {
    index: revision.index,
    name: getMeta(meta, 'name') ?? titleCase(revision.label),
    id: revision.id,
  };
  const created = getMeta(meta, 'created');
  if (created !== undefined) set.created = created;
  else if (revision.created !== '1970-01-01T00:00:00Z') set.created = revision.created;
  const color = getMeta(meta, 'color');
  if (color !== undefined) set.color = color;
  const pageColor = getMeta(meta, 'page-color');
  if (pageColor !== undefined) set.pageColor = pageColor;
  const mark = getMeta(meta, 'mark');
  if (mark !== undefined) set.mark = mark;
  const style = getMeta(meta, 'style');
  if (style !== undefined) set.style = style;
  const full = getMeta(meta, 'full');
  if (full !== undefined) set.full = full === 'true';
  if (getMeta(meta, 'active') === 'true') set.active = true;
  const extra = metaExtra(meta);
  if (extra) set.extra = extra;
  return set;
}

/** `second-blue` reads `Second Blue`. */
function titleCase(label: string): string {
  return label.replace(
    /(?:^|-)([a-z0-9])/g,
    (match, first: string) => (match.startsWith('-') ? ' ' : '') + first.toUpperCase(),
  );
}

/** The characters that the source listed itself, in its order; the others in order of appearance when none was listed. */
function readCast(document: ScreenplayDocument, lang: Lang): CastMember[] {
  const members: { at: number; member: CastMember }[] = [];
  for (const character of document.characters ?? []) {
    const listed = getMeta(character.meta, 'listed');
    if (listed === undefined && !character.desc && !character.traits && !character.aliases) continue;
    const typed = getMeta(character.meta, 'name');
    const name =
      typed !== undefined && cutCodePoints(characterKey(typed), 80) === character.name ? typed : character.name;
    const member: CastMember = { name, id: character.id };
    if (character.aliases && character.aliases.length > 0) member.aliases = character.aliases;
    const desc = pickText(character.desc, lang, document.lang);
    if (desc !== '') member.desc = desc;
    if (character.traits && character.traits.length > 0) member.traits = character.traits;
    const extra = metaExtra(character.meta);
    if (extra) member.extra = extra;
    members.push({ at: listed === undefined ? Number.MAX_SAFE_INTEGER : Number(listed), member });
  }
  return members.sort((a, b) => a.at - b.at).map(({ member }) => member);
}
