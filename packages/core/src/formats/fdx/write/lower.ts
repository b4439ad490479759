import type { Warnings } from '../../../errors/index.js';
import type { Manuscript, Setup } from '../../../conventions/manuscript/types.js';
import { defaultSetup } from '../../../conventions/page-setup-defaults.js';
import { parseAttributes, parseFragments } from '../../../syntax/xml-fragments.js';
import { DEFAULT_VERSION, ROOT_ORDER, pageNumber, typeStyle } from '../mapping.js';
import type { TypeStyle } from '../mapping.js';
import { branch, childOf } from '../../../syntax/xml-element.js';
import type { FdxAttributes, FdxElement, FdxFile } from '../tree.js';
import { AlternatePrinter } from './alternates.js';
import { printContent, typesInUse } from './content.js';
import type { Content } from './content.js';
import { KeptElements } from './kept.js';
import { NotePrinter, printListItems } from './notes.js';
import { printDeletions, printRevisions } from './revisions.js';
import { printHeaderAndFooter } from './running-lines.js';
import type { RunningContext } from './running-lines.js';
import {
  DEFAULT_PAGE_REST,
  FONT,
  SIZE,
  completeStyles,
  fontSpec,
  printContinuation,
  printElementSettings,
  printPageLayout,
  printSceneNumbers,
} from './settings.js';
import { printSmartType } from './smart-type.js';
import { TagPrinter } from './tags.js';
import type { printTitlePage } from './title-page.js';
import { warnOfUnsaid } from './unsaid.js';
import { FileVersion, inOrder } from './version.js';

/**
 * A manuscript -> a Final Draft file, in the version of the file it came from, else version 4. A manuscript that came
 * from elsewhere gets everything that Final Draft writes into a new script. `titlePage`: prints the title page,
 * for a script that has one.
 */
export function lowerFdx(
  manuscript: Manuscript,
  warnings: Warnings,
  titlePage: typeof printTitlePage | undefined,
): FdxFile {
  return new Lower(manuscript, warnings, titlePage).run();
}

class Lower {
  readonly #manuscript: Manuscript;
  readonly #warnings: Warnings;
  readonly #printTitlePage: typeof printTitlePage | undefined;
  readonly #version: FileVersion;
  readonly #kept: KeptElements;
  /** The script came from a Final Draft file: what that did not say is not said now. */
  readonly #own: boolean;
  readonly #setup: Setup;
  readonly #parts: FdxElement[] = [];

  constructor(manuscript: Manuscript, warnings: Warnings, titlePage: typeof printTitlePage | undefined) {
    this.#manuscript = manuscript;
    this.#warnings = warnings;
    this.#printTitlePage = titlePage;
    const version = manuscript.extra?.['fdx.version'];
    this.#own = version !== undefined;
    this.#version = new FileVersion(version ?? DEFAULT_VERSION);
    this.#kept = new KeptElements(manuscript.kept, warnings);
    this.#setup = this.#own ? (manuscript.setup ?? {}) : completeSetup(manuscript.setup);
  }

  run(): FdxFile {
    const { blocks } = this.#manuscript;
    warnOfUnsaid(this.#manuscript, this.#warnings);
    const scriptNotes = this.#manuscript.notes ?? [];
    const notes = new NotePrinter(this.#version, blocks, scriptNotes);
    const tags = new TagPrinter(this.#kept.takeOne('fdx-tag-data'), this.#manuscript.tagCategories ?? [], blocks);
    const alternates = new AlternatePrinter(this.#version, this.#setup.styles, blocks, scriptNotes);
    const styles = this.#settings();
    const context = { version: this.#version, notes, tags, alternates, styles, warnings: this.#warnings };
    const content = printContent(blocks, context);
    for (const note of scriptNotes) if (note.extra?.['fdx.alternate'] !== undefined) alternates.addUnused(note);

    this.#put(tags.print());
    this.#put(alternates.collection());
    this.#put(this.#listedNotes(content, notes));
    this.#put(this.#unanchoredNotes(notes));
    this.#put(printListItems(scriptNotes, this.#kept.takeOne('fdx-list-items'), this.#version));
    this.#put(this.#lockedPages(content));
    this.#put(
      printRevisions(this.#manuscript.revisions ?? [], blocks, this.#setup, this.#kept.takeOne('fdx-revisions')),
    );
    const deleted = parseFragments(this.#manuscript.extra?.['fdx.deleted-text'] ?? '') ?? [];
    this.#put(printDeletions(blocks, (block, offset) => content.offsets.of(block, offset), deleted));
    const rest = this.#kept.rest();
    this.#parts.push(...rest);
    if (!rest.some((part) => part.name === 'SmartType') && !this.#own) this.#put(printSmartType(blocks));
    return { attributes: this.#root(), content: content.paragraphs, parts: inRootOrder(this.#parts) };
  }

  #put(part: FdxElement | undefined): void {
    if (part) this.#parts.push(part);
  }

  #root(): FdxAttributes {
    const { extra } = this.#manuscript;
    return {
      ...parseAttributes(extra?.['fdx.root'] ?? ''),
      DocumentType: extra?.['fdx.document-type'] ?? 'Script',
      Template: extra?.['fdx.template'] ?? 'No',
      Version: this.#version.text,
    };
  }

  /** Writes the settings; returns the style that each type gives its text. */
  #settings(): Map<string, TypeStyle> {
    const setup = this.#setup;
    const types = typesInUse(this.#manuscript.blocks, this.#version);
    const styles = this.#own ? setup.styles : completeStyles(setup.styles, types);
    const keptStyles = this.#kept.take('fdx-element-settings');
    const general = styles?.['general'] ?? styles?.['action'];
    const font = general?.font ?? (this.#own ? undefined : FONT);
    const size = general?.size ?? SIZE;
    const plainFont = fontSpec(this.#version, { font: font ?? FONT, size });
    const paperWidth = setup.page?.width ?? 8.5;
    const context: RunningContext = { version: this.#version, font, size, paperWidth, exact: this.#own };
    if (setup.header || setup.footer) {
      const none = { show: false, cover: false, text: { text: '' } };
      this.#put(printHeaderAndFooter(setup.header ?? none, setup.footer ?? none, context));
    }
    const page = this.#kept.takeOne('fdx-page-layout') ?? (this.#own ? undefined : DEFAULT_PAGE_REST);
    if (setup.page || page) this.#put(printPageLayout(setup.page ?? {}, page));
    const settings = styles ? printElementSettings(styles, keptStyles, this.#version) : [];
    this.#parts.push(...settings);
    const { titlePage } = this.#manuscript;
    if (titlePage) this.#put(this.#printTitlePage?.(titlePage, setup, context, this.#warnings));
    const continuation = this.#kept.takeOne('fdx-mores-and-continueds');
    if (setup.continuation) this.#put(printContinuation(setup.continuation, continuation, plainFont));
    const numbers = this.#kept.takeOne('fdx-scene-number-options');
    if (setup.sceneNumbers) this.#put(printSceneNumbers(setup.sceneNumbers, numbers, plainFont));
    return new Map(
      settings.map((element) => [
        element.attributes['Type'] ?? '',
        typeStyle(childOf(element, 'FontSpec')?.attributes['Style']),
      ]),
    );
  }

  /** The notes of Final Draft 12 and later, in the order of their places. */
  #listedNotes(content: Content, notes: NotePrinter): FdxElement | undefined {
    if (!this.#version.listsNotes) return undefined;
    const { offsets } = content;
    const listed: { start: number; element: FdxElement }[] = content.hiddenNotes.map((element) => ({
      start: Number(element.attributes['Range']?.split(',')[0]),
      element,
    }));
    this.#manuscript.blocks.forEach((block, at) => {
      for (const note of block.notes ?? []) {
        const start = offsets.of(at, note.range?.[0] ?? 0);
        const through = /^(\d{1,6}) (\d{1,9})$/.exec(note.extra?.['fdx.through'] ?? '');
        const end = through
          ? offsets.of(Math.min(at + Number(through[1]), this.#manuscript.blocks.length - 1), Number(through[2]))
          : offsets.of(at, note.range?.[1] ?? block.text.length);
        listed.push({ start, element: notes.print(note, [start, Math.max(start, end)]) });
      }
    });
    for (const note of this.#unanchored()) listed.push({ start: 0, element: notes.print(note, [0, 0]) });
    if (listed.length === 0) return undefined;
    listed.sort((a, b) => a.start - b.start);
    return branch(
      'ScriptNotes',
      undefined,
      listed.map(({ element }) => element),
    );
  }

  #unanchored(): NonNullable<Manuscript['notes']> {
    return (this.#manuscript.notes ?? []).filter(
      ({ extra }) => extra?.['fdx.beat'] === undefined && extra?.['fdx.alternate'] === undefined,
    );
  }

  #unanchoredNotes(notes: NotePrinter): FdxElement | undefined {
    if (this.#version.listsNotes) return undefined;
    const list = this.#unanchored();
    return list.length > 0
      ? branch(
          'UnanchoredScriptNotes',
          undefined,
          list.map((note) => notes.print(note)),
        )
      : undefined;
  }

  #lockedPages({ offsets }: Content): FdxElement | undefined {
    const pages = this.#setup.lockedPages;
    const kept = [...(this.#kept.take('fdx-locked-pages') ?? [])];
    if (!pages || pages.length === 0) return undefined;
    return branch(
      'LockedPages',
      undefined,
      pages.map(({ number, block, offset }, at) => {
        const Position = String(offsets.of(block, offset));
        const known = kept.findIndex(({ attributes }) => pageNumber(attributes) === number);
        const [own] = known < 0 ? [] : kept.splice(known, 1);
        if (own) return branch('LockedPage', inOrder({ ...own.attributes, Position }));
        if (!this.#version.listsNotes) return branch('LockedPage', { Number: number, Position });
        return branch('LockedPage', {
          Deleted: '0',
          LevelIndex: String(at),
          LockLevel: '0',
          PageNumber: number,
          Position,
        });
      }),
    );
  }
}

/** The setup of a script from elsewhere, with all that Final Draft's new scripts have. */
function completeSetup(setup: Setup | undefined): Setup {
  const width = setup?.page?.width;
  const usual = defaultSetup(width !== undefined && width < 8.4 ? 'a4' : 'letter');
  const { advance, left, right, ...page } = { ...usual.page, ...setup?.page };
  return {
    ...usual,
    ...setup,
    page,
    continuation: { ...usual.continuation, ...setup?.continuation },
    sceneNumbers: { ...usual.sceneNumbers, ...setup?.sceneNumbers },
  };
}

function inRootOrder(parts: readonly FdxElement[]): FdxElement[] {
  const rank = (name: string): number => {
    const at = ROOT_ORDER.indexOf(name);
    return at < 0 ? ROOT_ORDER.length : at;
  };
  return parts
    .map((part, at) => ({ part, at, rank: rank(part.name) }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ part }) => part);
}
