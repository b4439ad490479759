import { fromDocument } from '../conventions/manuscript/from-document.js';
import { Warnings } from '../errors/index.js';
import { layOut } from '../layout/index.js';
import type { LaidPage, LayoutOptions, LineRun, PlacedLine } from '../layout/index.js';
import type { ScreenplayDocument } from '../model/document.js';

/** The kinds that paper tells apart. */
export type PrintedKind = 'heading' | 'action' | 'character' | 'parenthetical' | 'dialogue' | 'transition';

/** A stretch `[start, end)` of a printed text that stands out. */
export interface PrintedRun {
  start: number;
  end: number;
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
}

/** A paragraph as it stands on paper. */
export interface PrintedBlock {
  kind: PrintedKind;
  text: string;
  emphasis?: PrintedRun[];
  /** The scene number in the margin. */
  number?: string;
  dual?: 'left' | 'right';
  centered?: true;
  /** A revision mark stands beside it. */
  revised?: true;
}

export interface Printed {
  /** The lines of the title page from top to bottom. */
  title: { text: string; emphasis?: PrintedRun[] }[];
  blocks: PrintedBlock[];
}

export interface PrintedOptions extends LayoutOptions {
  lang?: string | undefined;
}

/**
 * What paper carries of a document, in reading order: what a reader of the printed script could at best give back.
 *
 * - Only what prints: no notes, synopses, sections, bookmarks, tags, summaries; no omitted text; no ids and no settings.
 * - Paragraphs are whole again: lines and pages are joined, and what pages add is gone (page numbers, headers and footers,
 *   (MORE), the cue repeated at the top of a page, CONTINUED:). `(CONT'D)` on a cue in mid-page is printed text and stays.
 * - Text is as printed: capitals where the element's style makes them, every stretch of blanks and line breaks one blank.
 *   A paragraph without text is gone.
 * - Looks are those that show, whether a style or a run asked for them: bold, italic, underline, strike. Blanks have none.
 * - Kinds are those that place and shape tell apart: a shot, general text and any named type is `action`, lyrics are
 *   `dialogue` (or `action`, where they stand there), centred text says so.
 * - Numbers and revision marks only where they print; a mark beside a line on which nothing shows is nobody's.
 */
export function printed(document: ScreenplayDocument, options: PrintedOptions = {}): Printed {
  const { lang, ...layout } = options;
  const manuscript = fromDocument(document, { lang, warnings: new Warnings() });
  const { pages } = layOut(manuscript, layout);
  const blocks = new Map<number, Paper>();
  const title: Printed['title'] = [];
  for (const page of pages) {
    if (page.kind === 'title') title.push(...titleLines(page));
    else readPage(page, blocks, (block) => manuscript.blocks[block]?.text ?? '');
  }
  const found = [...blocks].sort(([a], [b]) => a - b).flatMap(([, paper]) => paper.finish() ?? []);
  return { title, blocks: found };
}

function titleLines({ lines }: LaidPage): Printed['title'] {
  return lines.flatMap((line) => {
    if (line.role !== 'title') return [];
    const paper = new Paper(line);
    paper.add(line, '');
    const block = paper.finish();
    if (!block) return [];
    return [block.emphasis ? { text: block.text, emphasis: block.emphasis } : { text: block.text }];
  });
}

function readPage({ lines }: LaidPage, blocks: Map<number, Paper>, textOf: (block: number) => string): void {
  let latest: Paper | undefined;
  let number: PlacedLine | undefined;
  let shows = false;
  for (const line of lines) {
    if (line.role === 'scene-number') {
      number = line;
      if (latest?.baseline === line.baseline) latest.number = line.text;
    } else if (line.role === 'revision-mark') {
      if (latest && shows) latest.revised = true;
    } else if (line.block !== undefined && isOfScript(line)) {
      latest = blocks.get(line.block) ?? new Paper(line);
      blocks.set(line.block, latest);
      latest.add(line, textOf(line.block));
      shows = line.text.trim() !== '';
      if (number?.baseline === line.baseline) latest.number = number.text;
    }
  }
}

function isOfScript({ role }: PlacedLine): boolean {
  return KINDS.has(role);
}

const KINDS: ReadonlyMap<string, PrintedKind> = new Map([
  ['heading', 'heading'],
  ['action', 'action'],
  ['shot', 'action'],
  ['general', 'action'],
  ['character', 'character'],
  ['parenthetical', 'parenthetical'],
  ['dialogue', 'dialogue'],
  ['transition', 'transition'],
]);

const LOOKS = ['bold', 'italic', 'underline', 'strike'] as const;

/** A paragraph as its lines come in. */
class Paper {
  readonly #line: PlacedLine;
  #text = '';
  /** Bits of {@link LOOKS} for each unit of the text. */
  readonly #looks: number[] = [];
  #end: number | undefined;
  baseline = 0;
  number: string | undefined;
  revised = false;

  constructor(line: PlacedLine) {
    this.#line = line;
  }

  add(line: PlacedLine, source: string): void {
    const { text, runs, start, end } = line;
    // A word that was cut at the end of a line is whole again.
    const cut = this.#end !== undefined && start !== undefined && source.slice(this.#end, start) === '';
    if (this.#text !== '' && !cut) this.#push(' ', 0);
    let run = 0;
    for (let at = 0; at < text.length; at++) {
      while (runs && (runs[run]?.end ?? Infinity) <= at) run++;
      const look = runs?.[run];
      this.#push(text.charAt(at), look && look.start <= at ? bitsOf(look) : 0);
    }
    this.#end = end;
    this.baseline = line.baseline;
  }

  /** One blank for any number of them, none at the beginning. */
  #push(char: string, look: number): void {
    const blank = /\s/.test(char);
    if (blank && (this.#text === '' || this.#text.endsWith(' '))) return;
    this.#text += blank ? ' ' : char;
    this.#looks.push(blank ? 0 : look);
  }

  finish(): PrintedBlock | undefined {
    const text = this.#text.trimEnd();
    if (text === '') return undefined;
    const { role, class: name, dual, align } = this.#line;
    const kind = name === 'dialogue' ? 'dialogue' : (KINDS.get(role) ?? 'action');
    const block: PrintedBlock = { kind, text };
    const emphasis = emphasisOf(text, this.#looks);
    if (emphasis.length > 0) block.emphasis = emphasis;
    if (this.number !== undefined) block.number = this.number;
    if (dual) block.dual = dual;
    if (align === 'center') block.centered = true;
    if (this.revised) block.revised = true;
    return block;
  }
}

function bitsOf(run: LineRun): number {
  return LOOKS.reduce((bits, look, at) => (run[look] ? bits | (1 << at) : bits), 0);
}

/** Runs over letters of one look; blanks between two of them belong to both. */
function emphasisOf(text: string, looks: readonly number[]): PrintedRun[] {
  const runs: PrintedRun[] = [];
  let current: { bits: number; run: PrintedRun } | undefined;
  for (let at = 0; at < text.length; at++) {
    if (text.charAt(at) === ' ') continue;
    const bits = looks[at] ?? 0;
    if (current && current.bits === bits) {
      current.run.end = at + 1;
      continue;
    }
    current = undefined;
    if (bits === 0) continue;
    const run: PrintedRun = { start: at, end: at + 1 };
    LOOKS.forEach((look, bit) => {
      if (bits & (1 << bit)) run[look] = true;
    });
    runs.push(run);
    current = { bits, run };
  }
  return runs;
}
