import { isLang } from '../conventions/language.js';
import { ScreenplayError, Warnings } from '../errors/index.js';
import type { Warning } from '../errors/index.js';
import { guarded, stopIfAborted } from '../formats/codec.js';
import type { ScreenplayDocument, Uuid } from '../model/document.js';
import type { FormatName, PrintOptions } from '../ports/index.js';
import { parseDocument } from '../schema/index.js';
import { decode, refuseEncrypted } from './convert.js';
import type { ReadOptions } from './convert.js';

/** On what pages to lay a script out; the rest is as its own settings say. */
export interface PagesOptions {
  /** Language to pick from each language map; default: the document's own. */
  lang?: string | undefined;
  /** Default: the script's own, else Letter. */
  paper?: PrintOptions['paper'];
  /** As the pages would be printed: `none` leaves numbers out, any other value numbers a script that has none from 1. */
  sceneNumbers?: PrintOptions['sceneNumbers'];
  signal?: AbortSignal | undefined;
}

export interface ReadPagesOptions extends PagesOptions, ReadOptions {}

/** Where one scene lies, how long it is and who speaks in it. */
export interface ScenePages {
  /** The scene of the document; for a scene that was omitted under its number, the element that holds its place. */
  id: Uuid;
  /** Production number as printed. */
  number?: string | undefined;
  /** As printed, in one line. */
  heading: string;
  /** The number of the page on which the heading stands, as that page bears it: `12`, `12A`. */
  page: string;
  /** Length in eighths of a page, at least 1. */
  eighths: number;
  /** The same as production writes it: `3/8`, `1`, `1 3/8`. */
  length: string;
  /** Who speaks, in order of first appearance, names as first typed. */
  cast: readonly string[];
}

export interface ScriptPages {
  /** How many pages the script takes, title pages not counted. */
  pages: number;
  /** The lengths of all scenes together, in eighths of a page. */
  eighths: number;
  /** The same as production writes it. */
  length: string;
  /** Every printed scene in order. What stands before the first heading belongs to no scene. */
  scenes: readonly ScenePages[];
  /** What of the document could not be followed. */
  warnings: Warning[];
}

/** The pages of a file: what could not be carried out of it, too, and the format that it had. */
export interface ReadPages extends ScriptPages {
  from: FormatName;
}

/**
 * The pages of a document: how many there are, and the page, length and speakers of every scene. Pages break as in the
 * PDF that `encode` writes with the same options, which is where Final Draft breaks them.
 *
 * @throws ScreenplayError `invalid_document` with the faults in its details, `encrypted_document`, `bad_option`;
 *   `cancelled` or `timeout` when `signal` stopped the work
 * @example
 * const { pages: count, scenes } = await pages(document, { paper: 'a4' });
 */
export function pages(document: ScreenplayDocument, options: PagesOptions = {}): Promise<ScriptPages> {
  return guarded(async () => {
    checkOptions(options);
    return measure(parseDocument(document), options);
  });
}

/**
 * The pages of a screenplay file in any format that can be read, like {@link pages}.
 *
 * @throws ScreenplayError of the input family when the file is bad or its format unknown; else like {@link pages}
 * @example
 * const { length, scenes } = await readPages(file, { name: 'draft.fdx' });
 */
export function readPages(source: Uint8Array, options: ReadPagesOptions = {}): Promise<ReadPages> {
  return guarded(async () => {
    checkOptions(options);
    const { document, warnings: found, from } = await decode(source, options);
    const { warnings, ...script } = await measure(document, options);
    return { ...script, from, warnings: [...found, ...warnings] };
  });
}

async function measure(document: ScreenplayDocument, options: PagesOptions): Promise<ScriptPages> {
  refuseEncrypted(document);
  const { lang, paper, sceneNumbers, signal } = options;
  const [{ fromDocument }, { eighthsText, layOut }] = await Promise.all([
    import('../conventions/manuscript/from-document.js'),
    import('../layout/index.js'),
  ]);
  stopIfAborted(signal);
  const warnings = new Warnings();
  const manuscript = fromDocument(document, { lang, warnings });
  const laid = layOut(manuscript, { paper, sceneNumbers, titlePage: false });
  stopIfAborted(signal);
  let total = 0;
  const scenes = laid.scenes.map(({ block, number, heading, page, eighths, length, cast }): ScenePages => {
    total += eighths;
    return {
      // Blocks of a document carry the ids that they have there.
      id: manuscript.blocks[block]?.id ?? '',
      ...(number === undefined || sceneNumbers === 'none' ? {} : { number }),
      heading,
      page,
      eighths,
      length,
      cast,
    };
  });
  return { pages: laid.pages.length, eighths: total, length: eighthsText(total), scenes, warnings: warnings.list() };
}

function checkOptions({ lang, paper, sceneNumbers }: PagesOptions): void {
  if (lang !== undefined && !isLang(lang)) {
    throw new ScreenplayError('bad_option', '`lang` must be a BCP 47 language tag such as en or pt-BR');
  }
  oneOf('paper', paper, ['letter', 'a4']);
  oneOf('sceneNumbers', sceneNumbers, ['none', 'left', 'right', 'both']);
}

function oneOf(name: string, value: string | undefined, known: readonly string[]): void {
  if (value === undefined || known.includes(value)) return;
  throw new ScreenplayError('bad_option', `\`${name}\` must be one of ${known.join(', ')}`);
}
