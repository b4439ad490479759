import type { KeptBlock, Manuscript, Setup } from '../../../conventions/manuscript/types.js';
import type { Warnings } from '../../../errors/index.js';
import { isUuid } from '../../../model/ids.js';
import { attributesBut, branch, childOf } from '../../../syntax/xml-element.js';
import { printAttributes, printFragments } from '../../../syntax/xml-fragments.js';
import { readFrame } from '../frame.js';
import { RUN_ATTRIBUTES } from '../mapping.js';
import { readSceneNumbers } from '../numbering.js';
import type { OsfAttributes, OsfElement, OsfFile } from '../tree.js';
import { readFlag, readNumber } from '../values.js';
import { otherLists, readCast, readRevisions, usedRevisions } from './lists.js';
import { readScript } from './script.js';
import {
  headingNumbers,
  otherSettings,
  readContinuation,
  readPage,
  readRunningLine,
  revisionMarkAt,
} from './settings.js';
import { StyleBook } from './styles.js';
import { TagCategories } from './tags.js';
import { INFO_ATTRIBUTES, readInfoFields, readTitlePage } from './title-page.js';

/** An Open Screenplay Format document -> a manuscript. */
export function liftFadeIn(file: OsfFile, warnings: Warnings): Manuscript {
  return new Lift(file, warnings).run();
}

const INFO_KNOWN = new Set([...INFO_ATTRIBUTES, 'draft_uuid', 'pagecount', 'uuid']);

class Lift {
  readonly #file: OsfFile;
  readonly #warnings: Warnings;
  readonly #parts = new Map<string, OsfElement>();
  readonly #doubled: OsfElement[] = [];

  constructor(file: OsfFile, warnings: Warnings) {
    this.#file = file;
    this.#warnings = warnings;
    for (const part of file.parts) {
      if (this.#parts.has(part.name)) this.#doubled.push(part);
      else this.#parts.set(part.name, part);
    }
  }

  run(): Manuscript {
    const { version, tabbed } = this.#file;
    const info = this.#take('info')?.attributes ?? {};
    const settings = this.#take('settings')?.attributes ?? {};
    const lists = this.#take('lists');
    const frame = readFrame(settings);
    const markup = version > 0 && version < RUN_ATTRIBUTES;
    const styles = new StyleBook(this.#take('styles'), headingNumbers(settings), frame, this.#warnings);
    const tags = new TagCategories(childOf(lists, 'tag_categories'));
    const context = { styles, tags, frame, markup, tabbed, warnings: this.#warnings };
    const pagesLocked = readFlag(settings['pages_locked']) === true;
    const { blocks, lockedPages, extra } = readScript(this.#file.paragraphs, context, pagesLocked);
    const titlePage = readTitlePage(this.#take('titlepage'), styles, frame) ?? readInfoFields(info, styles);
    const revisions = readRevisions(lists, usedRevisions(blocks), readNumber(settings['revision']) ?? 0);

    const manuscript: Manuscript = {
      blocks,
      setup: this.#setup(settings, styles, { frame, lockedPages, pagesLocked }),
    };
    if (titlePage) manuscript.titlePage = titlePage;
    if (revisions.length > 0) manuscript.revisions = revisions;
    const cast = readCast(lists);
    if (cast.length > 0) manuscript.cast = cast;
    if (tags.names.length > 0) manuscript.tagCategories = tags.names;
    const { uuid } = info;
    if (uuid !== undefined && isUuid(uuid)) manuscript.id = uuid.toLowerCase();
    const spelling = this.#take('spelling');
    const lang = languageOf(spelling);
    if (lang !== undefined) manuscript.lang = lang;
    const words = spelling?.children.filter(({ children }) => children.length > 0) ?? [];
    this.#program(manuscript);
    const kept = [
      keptBlock('styles', styles.rest()),
      keptBlock('settings', branch('settings', otherSettings(settings))),
    ].flatMap((block) => block ?? []);
    if (kept.length > 0) manuscript.kept = kept;
    // Lists and whatever else may hold words of the script are no settings.
    manuscript.extra = {
      'fadein.version': String(version || 'none'),
      ...extra,
      ...infoExtra(info),
      ...keptExtra('lists', otherLists(lists)?.children),
      ...keptExtra('spelling', words),
      ...keptExtra('parts', [...this.#parts.values(), ...this.#doubled]),
    };
    return manuscript;
  }

  /** A child of the root that is read here, so that nothing else keeps it. */
  #take(name: string): OsfElement | undefined {
    const part = this.#parts.get(name);
    this.#parts.delete(name);
    return part;
  }

  #setup(
    settings: OsfAttributes,
    styles: StyleBook,
    {
      frame,
      lockedPages,
      pagesLocked,
    }: { frame: Parameters<typeof readPage>[1]; lockedPages: Setup['lockedPages']; pagesLocked: boolean },
  ): Setup {
    const page = readPage(settings, frame);
    const setup: Setup = { page, styles: styles.styles(), sceneNumbers: readSceneNumbers(styles.headingNumbers()) };
    const header = readRunningLine(settings, 'header', page);
    if (header) setup.header = header;
    const footer = readRunningLine(settings, 'footer', page);
    if (footer) setup.footer = footer;
    const continuation = readContinuation(settings);
    if (Object.keys(continuation).length > 0) setup.continuation = continuation;
    if (pagesLocked) setup.lockedPages = lockedPages;
    const marks = revisionMarkAt(page);
    if (marks !== undefined) setup.revisionMarkAt = marks;
    return setup;
  }

  /** Which program saved the file; how its window looked is not carried. */
  #program(manuscript: Manuscript): void {
    const state = this.#take('fadein_settings');
    if (!state) return;
    const version = state.attributes['saved_with'];
    if (version !== undefined && version !== '') manuscript.generator = { name: 'Fade In', version };
    this.#warnings.once('application_state', 'Settings of the program, not of the script, are not carried');
  }
}

/** Settings that only Fade In understands, for a writer of this format. */
function keptBlock(name: string, element: OsfElement): KeptBlock | undefined {
  if (element.children.length === 0 && Object.keys(element.attributes).length === 0) return undefined;
  return { id: `fadein-${name}`, text: printFragments([element], false) };
}

function keptExtra(name: string, elements: readonly OsfElement[] = []): Record<string, string> {
  return elements.length > 0 ? { [`fadein.${name}`]: printFragments(elements) } : {};
}

/** The language of the spelling checker as a BCP 47 tag: `en_US` -> `en-US`. */
function languageOf(spelling: OsfElement | undefined): string | undefined {
  const language = spelling?.attributes['language'];
  return language === undefined || language === '' ? undefined : language.replaceAll('_', '-');
}

function infoExtra(info: OsfAttributes): Record<string, string> {
  const extra: Record<string, string> = {};
  const { uuid, draft_uuid: draft, pagecount } = info;
  if (uuid !== undefined && !isUuid(uuid)) extra['fadein.uuid'] = uuid;
  if (draft !== undefined) extra['fadein.draft-uuid'] = draft;
  if (pagecount !== undefined) extra['fadein.pagecount'] = pagecount;
  const rest = attributesBut(info, INFO_KNOWN);
  if (rest) extra['fadein.info'] = printAttributes(rest);
  return extra;
}
