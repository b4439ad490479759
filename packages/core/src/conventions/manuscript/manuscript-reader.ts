import type { Warnings } from '../../errors/index.js';
import type { ScreenplayDocument } from '../../model/document.js';
import { unitOffset } from '../code-points.js';
import { getMeta, metaExtra } from '../meta.js';
import type { layoutToSetup } from '../page-setup.js';
import type { coverToTitlePage } from '../title-page-cover.js';
import { isNoCover } from '../title-page-none.js';
import type { BlockDetails } from './block-details.js';
import { PAGES_HASH, readBlocks, saysMoreThanWords } from './blocks.js';
import type { decodeRuns } from '../run-codec.js';
import type { dropStalePages } from './pages-hash.js';
import type { takeScriptFacts } from './script-facts.js';
import { Place, TextReader } from './texts.js';
import type { Block, Manuscript } from './types.js';

export interface FromDocumentOptions {
  /** Language to pick from each language map; default: the document's own. */
  lang?: string | undefined;
  warnings: Warnings;
}

export interface DetailParts {
  BlockDetails: typeof BlockDetails;
  takeScriptFacts: typeof takeScriptFacts;
  decodeRuns: typeof decodeRuns;
  dropStalePages: typeof dropStalePages;
}

/** What only some documents need. Those that a document needs must be there. */
export interface ManuscriptParts {
  cover?: typeof coverToTitlePage | undefined;
  layout?: typeof layoutToSetup | undefined;
  details?: DetailParts | undefined;
}

/** Which parts a document needs. */
export function manuscriptNeeds(document: ScreenplayDocument): Record<keyof ManuscriptParts, boolean> {
  return {
    cover: !isNoCover(coverParts(document)),
    layout: document.document.layout !== undefined,
    details: saysMoreThanWords(document),
  };
}

/**
 * The manuscript that a document says. Copies under `screenplay.*` keys are hints: they are used while they agree with
 * the document's own fields, so that whoever edits the document sees the edit; one that no longer agrees is left aside
 * with the warning `stale_hint`. The document is valid.
 */
export function readManuscript(
  document: ScreenplayDocument,
  options: FromDocumentOptions,
  parts: ManuscriptParts,
): Manuscript {
  const { warnings } = options;
  const fallback = document.lang;
  const lang = options.lang ?? fallback;
  const script = document.document;
  const place = new Place(warnings);
  const texts = new TextReader(lang, fallback, place, parts.details?.decodeRuns);
  const details = parts.details && new parts.details.BlockDetails(document, texts, place);
  const { blocks, places } = readBlocks(document, texts, place, details);
  const manuscript: Manuscript = { blocks, id: document.id };

  if (parts.details?.dropStalePages(blocks, getMeta(script.meta, PAGES_HASH))) manuscript.pagesStale = true;

  const titlePage = parts.cover?.(coverParts(document), { lang, fallback, warnings });
  if (titlePage) manuscript.titlePage = titlePage;
  const layout = parts.layout?.(script.layout, {
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
  if (layout?.setup) manuscript.setup = layout.setup;
  if (layout?.kept && layout.kept.length > 0) manuscript.kept = layout.kept;
  if (details && details.scriptNotes.length > 0) manuscript.notes = details.scriptNotes;
  const extra = metaExtra(script.meta);
  if (extra) manuscript.extra = extra;
  parts.details?.takeScriptFacts(manuscript, document, lang);
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
