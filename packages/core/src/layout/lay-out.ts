import { parseCue } from '../conventions/cue.js';
import type { Block, Manuscript, RunningLine } from '../conventions/manuscript/types.js';
import { Flow, isContinued, prints } from './flow.js';
import { INCH, geometryOf } from './geometry.js';
import type { Geometry } from './geometry.js';
import { PageLabels, pageStarts } from './locked-pages.js';
import { factsOf } from './page-facts.js';
import type { PageFacts } from './page-facts.js';
import { paginate } from './paginate.js';
import type { BodyPage, Piece } from './paginate.js';
import { placeExtra, placePiece } from './place.js';
import { RevisionPages } from './revision-pages.js';
import { placeRibbon } from './ribbon.js';
import { SceneContinueds } from './scene-continueds.js';
import { scenesOf } from './scene-extents.js';
import { SceneNumbers } from './scene-numbers.js';
import { placeTitlePages } from './title-pages.js';
import type { LaidOut, LaidPage, LayoutOptions, PlacedLine, SceneExtent } from './types.js';

/**
 * A script as pages of placed lines, broken where Final Draft breaks them: by the script's own settings, the usual ones
 * where it has none. The same script and options give the same pages.
 */
export function layOut(manuscript: Manuscript, options: LayoutOptions = {}): LaidOut {
  return new Layout(manuscript, options).run();
}

/** Page and length of every printed scene, in order. */
export function sceneExtents(manuscript: Manuscript): SceneExtent[] {
  return new Layout(manuscript, { titlePage: false }).scenes();
}

/** The lines of a page that come from the script, and the revision sets that changed them. */
interface PageText {
  lines: readonly PlacedLine[];
  changed: ReadonlySet<number>;
}

class Layout {
  readonly #manuscript: Manuscript;
  readonly #options: LayoutOptions;
  readonly #blocks: readonly Block[];
  readonly #geometry: Geometry;
  readonly #numbers: SceneNumbers;
  readonly #revisions: RevisionPages;

  constructor(manuscript: Manuscript, options: LayoutOptions) {
    this.#manuscript = manuscript;
    this.#options = options;
    this.#blocks = withOmittedHeadings(manuscript.blocks);
    this.#geometry = geometryOf(manuscript, options.paper);
    const { setup } = this.#geometry;
    if (options.continueds !== undefined) {
      const on = options.continueds;
      setup.continuation = {
        ...setup.continuation,
        dialogueBottomOn: on,
        dialogueTopOn: on,
        ...(on ? {} : { automatic: false }),
      };
    }
    this.#numbers = new SceneNumbers(manuscript, options.sceneNumbers, this.#geometry);
    this.#revisions = new RevisionPages(manuscript.revisions);
  }

  run(): LaidOut {
    const { width, height, advance } = this.#geometry;
    const titles = this.#options.titlePage === false ? [] : this.#titlePages();
    const facts: PageFacts[] = [];
    const texts: PageText[] = [];
    this.#paginate((page) => {
      facts.push(factsOf(page, this.#geometry));
      texts.push(this.#textOf(page));
    });
    const labels = this.#labels(facts);
    const pages = [...titles, ...this.#scriptPages(facts, texts, labels)];
    return { width, height, advance, pages, scenes: this.#scenes(facts, labels, titles.length) };
  }

  scenes(): SceneExtent[] {
    const facts: PageFacts[] = [];
    this.#paginate((page) => facts.push(factsOf(page, this.#geometry)));
    return this.#scenes(facts, this.#labels(facts), 0);
  }

  #paginate(done: (page: BodyPage) => void): void {
    const starts = pageStarts(this.#geometry.setup.lockedPages, this.#blocks, prints);
    paginate(new Flow(this.#blocks, this.#geometry, starts), this.#geometry, done);
  }

  #labels(facts: readonly PageFacts[]): string[] {
    const { header, footer } = this.#geometry.setup;
    const first = header?.start ?? footer?.start ?? 1;
    const labels = new PageLabels(
      facts.map(({ locked }) => locked),
      Number.isSafeInteger(first) && first >= 0 ? first : 1,
    );
    return facts.map(() => labels.take());
  }

  #scenes(facts: readonly PageFacts[], labels: readonly string[], titles: number): SceneExtent[] {
    return scenesOf(this.#blocks, facts, labels, titles, this.#geometry, (block, at) => this.#numbers.of(block, at));
  }

  #titlePages(): LaidPage[] {
    const { titleHeader, titleFooter } = this.#geometry.setup;
    return placeTitlePages(this.#manuscript, this.#geometry).map((lines, at) => {
      const label = roman(at + 1);
      const values = (part: string): string => this.#value(part, label, new Set(), '');
      return {
        kind: 'title',
        label,
        lines: [
          ...this.#header(titleHeader, at, label, values),
          ...lines,
          ...this.#footer(titleFooter, at, label, values),
        ],
      };
    });
  }

  #scriptPages(facts: readonly PageFacts[], texts: readonly PageText[], labels: readonly string[]): LaidPage[] {
    const continueds = new SceneContinueds(this.#blocks, facts, this.#geometry, this.#numbers);
    const { header, footer, pageColors } = this.#geometry.setup;
    let scene = '';
    return texts.map(({ lines, changed }, at) => {
      const label = labels[at] ?? '';
      const first = continueds.sceneAt(at);
      if (first !== undefined) scene = this.#numbers.of(this.#blocks[first] as Block, first) ?? '';
      const values = (part: string): string => this.#value(part, label, changed, scene);
      const laid: LaidPage = {
        kind: 'script',
        label,
        lines: [
          ...this.#header(header, at, label, values),
          ...this.#revisionHeader(changed),
          ...continueds.top(at),
          ...lines,
          ...continueds.bottom(at),
          ...this.#footer(footer, at, label, values),
        ],
      };
      const color = pageColors ? this.#revisions.color(changed) : undefined;
      if (color) laid.color = color;
      return laid;
    });
  }

  // Lines of the script

  #textOf({ pieces }: BodyPage): PageText {
    const lines: PlacedLine[] = [];
    const changed = new Set<number>();
    for (const piece of pieces) this.#place(piece, changed, lines);
    return { lines, changed };
  }

  #place(piece: Piece, changed: Set<number>, out: PlacedLine[]): void {
    const { paragraph, role } = piece;
    const { source, block } = paragraph;
    const geometry = this.#geometry;
    if (role !== 'text') {
      out.push(...(role === 'more' ? this.#more(piece) : this.#continued(piece)));
      return;
    }
    const number = paragraph.from === 0 ? this.#numbers.of(source, block) : undefined;
    const top = geometry.top + piece.y;
    if (number !== undefined) out.push(...this.#numbers.left(number, top));
    const mayBeRevised = source.runs !== undefined || source.revisions !== undefined;
    placePiece(piece, geometry, source.kind, (line, at) => {
      out.push(line);
      if (at === 0 && number !== undefined) out.push(...this.#numbers.right(number, top));
      const revision = mayBeRevised ? this.#revisions.of(source, line) : undefined;
      if (revision === undefined) return;
      changed.add(revision);
      const mark = this.#revisions.mark(revision);
      const where = (geometry.setup.revisionMarkAt ?? 7.75) * INCH;
      if (mark !== '')
        out.push(
          placeExtra(
            { role: 'revision-mark', text: mark, at: where, top: top + at * paragraph.pitch, align: 'left' },
            geometry,
          ),
        );
    });
  }

  #more({ paragraph, y }: Piece): PlacedLine[] {
    const { dialogueBottomOn = true, dialogueBottom = '' } = this.#geometry.setup.continuation;
    return dialogueBottomOn ? this.#besideCue('more', dialogueBottom, paragraph.box.left, y, paragraph.source) : [];
  }

  #continued({ paragraph, y }: Piece): PlacedLine[] {
    const { dialogueTopOn = true, dialogueTop = '' } = this.#geometry.setup.continuation;
    if (!dialogueTopOn) return [];
    const name = paragraph.text.replace(/\s+/g, ' ').trim();
    const told = dialogueTop === '' || parseCue(name).extensions.some(isContinued) || name.endsWith(dialogueTop);
    return this.#besideCue(
      'continued',
      told ? name : `${name} ${dialogueTop}`,
      paragraph.box.left,
      y,
      paragraph.source,
    );
  }

  #besideCue(role: 'more' | 'continued', text: string, at: number, y: number, { dual }: Block): PlacedLine[] {
    if (text === '') return [];
    const line = placeExtra({ role, text, at, top: this.#geometry.top + y, align: 'left' }, this.#geometry);
    if (dual) line.dual = dual;
    return [line];
  }

  // Headers and footers

  #header(line: RunningLine | undefined, page: number, label: string, values: (part: string) => string): PlacedLine[] {
    return line && shows(line, page, label)
      ? placeRibbon(line, 'header', this.#geometry.headerAt, values, this.#geometry)
      : [];
  }

  /** The last line of a footer stands on the footer margin. */
  #footer(line: RunningLine | undefined, page: number, label: string, values: (part: string) => string): PlacedLine[] {
    if (!line || !shows(line, page, label)) return [];
    const top = this.#geometry.footerAt - 12 * line.text.text.split('\n').length;
    return placeRibbon(line, 'footer', top, values, this.#geometry);
  }

  /** Revised pages of a coloured draft name their revision even when the script's own header does not. */
  #revisionHeader(changed: ReadonlySet<number>): PlacedLine[] {
    const { header, footer, pageColors } = this.#geometry.setup;
    if (!pageColors || changed.size === 0) return [];
    const told = [header, footer].some(
      (line) => line?.show && /\{(?:revisions|label:[^}]*Revision[^}]*)\}/.test(line.text.text),
    );
    const text = this.#revisions.names(changed);
    if (told || text === '') return [];
    return [
      placeExtra(
        { role: 'header', text, at: 4.5 * INCH, top: this.#geometry.headerAt, align: 'center' },
        this.#geometry,
      ),
    ];
  }

  #value(part: string, label: string, changed: ReadonlySet<number>, scene: string): string {
    switch (part) {
      case 'page':
        return label;
      case 'date':
        return this.#options.date ?? '';
      case 'last-revised':
        return this.#revisions.lastRevised;
      case 'revisions':
        return this.#revisions.names(changed);
      case 'title':
        return this.#titleField('title');
      case 'scene':
        return scene;
      default:
        return this.#label(part.startsWith('label:') ? part.slice('label:'.length).toLowerCase() : part.toLowerCase());
    }
  }

  #label(name: string): string {
    if (name === 'active revision' || name === 'current revision' || name === 'revision')
      return this.#revisions.active?.name ?? '';
    return this.#titleField(name === 'draft' ? 'draft-date' : name);
  }

  #titleField(key: string): string {
    const line = this.#manuscript.titlePage?.lines.find(
      (candidate) => candidate.key?.toLowerCase() === key && candidate.text.trim() !== '',
    );
    return line?.text.replace(/\s+/g, ' ').trim() ?? '';
  }
}

/** Whether a header or footer prints on page `at`, counted from 0. */
function shows({ show, cover, omit }: RunningLine, at: number, label: string): boolean {
  if (!show || (at === 0 && !cover)) return false;
  return !omit?.some((number) => String(number) === label);
}

/**
 * An omitted scene that has a number keeps it: the page says OMITTED beside it. Where the source prints a heading of its
 * own for it (Final Draft's omitted scenes), that one does.
 */
function withOmittedHeadings(blocks: readonly Block[]): readonly Block[] {
  let out: Block[] | undefined;
  blocks.forEach((block, at) => {
    if (block.kind !== 'heading' || !block.omit || block.number === undefined || block.class !== undefined) return;
    const before = blocks[at - 1];
    if (before?.kind === 'heading' && prints(before)) return;
    const { runs, omit, ...rest } = block;
    (out ??= [...blocks])[at] = { ...rest, text: 'OMITTED' };
  });
  return out ?? blocks;
}

const ROMAN: readonly (readonly [value: number, numeral: string])[] = [
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(number: number): string {
  let rest = number;
  let out = '';
  for (const [value, numeral] of ROMAN) {
    out += numeral.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return out;
}
