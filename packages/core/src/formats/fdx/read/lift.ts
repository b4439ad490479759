import type { Warnings } from '../../../errors/index.js';
import type { BlockTag, Block, KeptBlock, Manuscript, Setup } from '../../../conventions/manuscript/types.js';
import { slugify } from '../../../conventions/slug.js';
import { printAttributes, printFragments } from '../../../syntax/xml-fragments.js';
import { APPLICATION_STATE, DEFAULT_VERSION, NO_STYLE, readFlag, readNumber } from '../mapping.js';
import { attributesBut, branch, childOf } from '../../../syntax/xml-element.js';
import type { FdxElement, FdxFile } from '../tree.js';
import { Alternates } from './alternates.js';
import { voiceSpeech } from './voiced.js';
import { readCast } from './cast.js';
import { readContent } from './content.js';
import { readLockedPages } from './locked-pages.js';
import { ListedNotes, isBeat, scriptNotes } from './notes.js';
import { ScriptPositions } from './positions.js';
import { readDeletions, readRevisions, usedRevisions } from './revisions.js';
import { readHeaderAndFooter } from './running-lines.js';
import { NO_BASE } from './runs.js';
import { readContinuation, readElementSettings, readPageLayout, readSceneNumbers } from './settings.js';
import { TagBook, leftoverTags } from './tags.js';
import type { readTitlePage } from './title-page.js';

const LETTER_WIDTH = 8.5;

const ROOT_ATTRIBUTES = new Set(['DocumentType', 'Template', 'Version']);

/**
 * A Final Draft file -> a manuscript. What only Final Draft understands is kept; what nobody needs is warned about.
 * `titlePage`: reads the title page, for a file that has one.
 */
export function liftFdx(file: FdxFile, warnings: Warnings, titlePage: typeof readTitlePage | undefined): Manuscript {
  return new Lift(file, warnings, titlePage).run();
}

class Lift {
  readonly #file: FdxFile;
  readonly #warnings: Warnings;
  readonly #readTitlePage: typeof readTitlePage | undefined;
  readonly #parts = new Map<string, FdxElement>();
  readonly #elementSettings: FdxElement[] = [];
  readonly #unknown: FdxElement[] = [];
  readonly #kept: KeptBlock[] = [];
  readonly #extra: Record<string, string> = {};

  constructor(file: FdxFile, warnings: Warnings, titlePage: typeof readTitlePage | undefined) {
    this.#file = file;
    this.#warnings = warnings;
    this.#readTitlePage = titlePage;
    for (const part of file.parts) {
      if (part.name === 'ElementSettings') this.#elementSettings.push(part);
      else if (this.#parts.has(part.name)) this.#unknown.push(part);
      else this.#parts.set(part.name, part);
    }
  }

  run(): Manuscript {
    const page = readPageLayout(this.#take('PageLayout'), this.#elementSettings);
    const styles = readElementSettings(this.#elementSettings);
    const continuation = readContinuation(this.#take('MoresAndContinueds'));
    const sceneNumbers = readSceneNumbers(this.#take('SceneNumberOptions'));
    const base = styles.bases.get('General') ?? styles.bases.get('Action') ?? NO_BASE;
    const plain = { font: base.font, size: base.size, style: NO_STYLE };
    const width = page.value?.width ?? LETTER_WIDTH;
    const running = readHeaderAndFooter(this.#take('HeaderAndFooter'), plain, width);
    const titlePart = this.#take('TitlePage');
    const titleRunning = readHeaderAndFooter(childOf(titlePart, 'HeaderAndFooter'), plain, width);

    const tagData = this.#take('TagData');
    const tags = new TagBook(tagData);
    const alternates = new Alternates(this.#take('AltCollection'));
    const listed = new ListedNotes(this.#take('ScriptNotes'));
    const locked = this.#take('LockedPages');
    const deleted = this.#take('DeletedText');
    const counted = !listed.isEmpty || (locked?.children.length ?? 0) > 0 || (deleted?.children.length ?? 0) > 0;
    const positions = counted ? new ScriptPositions() : undefined;
    const context = { bases: styles.bases, tags, alternates, listed, positions, warnings: this.#warnings };
    const blocks = readContent(this.#file.content, context);
    voiceSpeech(blocks, styles.spoken);
    if (positions) listed.attach(blocks, positions);
    if (alternates.missing.length > 0)
      this.#warnings.add('repaired', 'Some alternates are named in the script but not in the file; they were left out');

    const used = usedRevisions(blocks, readDeletions(deleted, blocks, positions));
    const revisionPart = this.#take('Revisions');
    const revisions = readRevisions(revisionPart, used);

    const listItems = this.#take('ListItems');
    const notes = [...scriptNotes(this.#take('UnanchoredScriptNotes'), listItems), ...alternates.unused()];

    this.#keep(page.rest);
    if (styles.rest.length > 0) this.#keepText('fdx-element-settings', styles.rest);
    this.#keep(continuation.rest);
    this.#keep(sceneNumbers.rest);
    this.#keep(revisions.rest);
    this.#keep(leftoverTags(tagData, usedDefinitions(blocks)));
    this.#keepListItems(listItems);
    this.#keepDeletedText(deleted);

    const lockedPages = readLockedPages(locked, blocks, positions);
    if (lockedPages.rest.length > 0) this.#keepText('fdx-locked-pages', lockedPages.rest);
    const setup = this.#setup({
      page: page.value,
      styles: styles.styles,
      header: running?.header,
      footer: running?.footer,
      titleHeader: titleRunning?.header,
      titleFooter: titleRunning?.footer,
      continuation: continuation.value,
      sceneNumbers: sceneNumbers.value,
      lockedPages: lockedPages.pages,
      revisionMarkAt: readNumber(revisionPart?.attributes['Location']),
      pageColors: readFlag(revisionPart?.attributes['ShowPageColor']),
    });
    this.#keepOthers();
    this.#root();

    const manuscript: Manuscript = { blocks };
    const titlePage = this.#readTitlePage?.(titlePart, plain);
    if (titlePage) manuscript.titlePage = titlePage;
    if (setup) manuscript.setup = setup;
    if (revisions.sets.length > 0) manuscript.revisions = revisions.sets;
    const cast = readCast(this.#parts.get('Cast'), this.#parts.get('Characters'));
    if (cast.length > 0) manuscript.cast = cast;
    if (tags.categories.length > 0) manuscript.tagCategories = tags.categories;
    if (this.#kept.length > 0) manuscript.kept = this.#kept;
    if (notes.length > 0) manuscript.notes = notes;
    manuscript.extra = this.#extra;
    return manuscript;
  }

  /** A child of the root that is read here, so that nothing else keeps it. */
  #take(name: string): FdxElement | undefined {
    const part = this.#parts.get(name);
    this.#parts.delete(name);
    return part;
  }

  #setup(parts: Setup): Setup | undefined {
    const said = Object.entries(parts).filter(([, value]) => value !== undefined);
    return said.length > 0 ? Object.fromEntries(said) : undefined;
  }

  // What only Final Draft understands

  #keep(element: FdxElement | undefined): void {
    if (element) this.#keepText(`fdx-${kebab(element.name)}`, [element]);
  }

  #keepText(id: string, elements: readonly FdxElement[]): void {
    this.#kept.push({ id, text: printFragments(elements, false) });
  }

  /** The beat board without its words, which are notes. */
  #keepListItems(element: FdxElement | undefined): void {
    if (!element || element.children.length === 0) return;
    const items = element.children.map((item) =>
      isBeat(item)
        ? branch(
            item.name,
            { Id: item.attributes['Id'] },
            item.children.filter((child) => child.name !== 'Content'),
          )
        : item,
    );
    this.#keep(branch(element.name, element.attributes, items));
  }

  #keepDeletedText(element: FdxElement | undefined): void {
    const others = element?.children.filter((child) => child.name !== 'DeletedTextLocation') ?? [];
    // These are words of the script, so they do not belong among the settings.
    if (others.length > 0) this.#extra['fdx.deleted-text'] = printFragments(others);
  }

  #keepOthers(): void {
    const state: string[] = [];
    const ids = new Set(this.#kept.map((block) => block.id));
    for (const part of [...this.#parts.values(), ...this.#unknown]) {
      if (APPLICATION_STATE.has(part.name)) {
        state.push(part.name);
        continue;
      }
      if (part.children.length === 0 && part.text === '' && !Object.keys(part.attributes).length) continue;
      const id = `fdx-${kebab(part.name)}`;
      let unique = id;
      for (let n = 2; ids.has(unique); n++) unique = `${id}-${n}`;
      ids.add(unique);
      this.#keepText(unique, [part]);
    }
    if (state.length > 0) {
      this.#warnings.add(
        'application_state',
        `Settings of the program, not of the script, are not carried: ${[...new Set(state)].join(', ')}`,
      );
    }
  }

  #root(): void {
    const { Version, DocumentType, Template } = this.#file.attributes;
    const rest = attributesBut(this.#file.attributes, ROOT_ATTRIBUTES);
    if (rest) this.#extra['fdx.root'] = printAttributes(rest);
    this.#extra['fdx.version'] = Version ?? DEFAULT_VERSION;
    if (DocumentType !== undefined && DocumentType !== 'Script') this.#extra['fdx.document-type'] = DocumentType;
    if (Template !== undefined && Template !== 'No') this.#extra['fdx.template'] = Template;
  }
}

/** Definitions that tags in the script refer to. */
function usedDefinitions(blocks: readonly Block[]): Set<string> {
  const used = new Set<string>();
  for (const { tags } of blocks)
    for (const tag of tags ?? ([] as readonly BlockTag[])) used.add(tag.extra?.['fdx.definition'] ?? '');
  return used;
}

/** `SmartType` -> `smart-type`. */
function kebab(name: string): string {
  return slugify(name.replace(/([a-z0-9])([A-Z])/g, '$1-$2'));
}
