import { characterKey, parseCue } from '../conventions/cue.js';
import { DUAL_COLUMNS } from '../conventions/page-setup.js';
import type { Column } from '../conventions/page-setup.js';
import { CUE_GRID, CUE_STEP } from '../conventions/page-setup-defaults.js';
import type { Block } from '../conventions/manuscript/types.js';
import { INCH, cellsIn } from './geometry.js';
import type { Box, Geometry } from './geometry.js';
import type { PageStarts } from './locked-pages.js';
import { makeParagraph, partOf } from './paragraph.js';
import type { Paragraph } from './paragraph.js';
import { cellWidth } from './wrap.js';

interface Item {
  /** Starts a page. */
  breakBefore: boolean;
  /** Label of the locked page that starts here. */
  locked?: string | undefined;
}

export interface ParagraphItem extends Item {
  type: 'paragraph';
  paragraph: Paragraph;
  /** May break over pages. */
  breaks: boolean;
  keepWithNext: boolean;
}

export interface SpeechItem extends Item {
  type: 'speech';
  cue: Paragraph;
  parts: readonly Paragraph[];
  /** The cue stands on an earlier page: a locked page starts inside the speech. */
  resumed?: true | undefined;
}

export interface DualItem extends Item {
  type: 'dual';
  left: readonly Paragraph[];
  right: readonly Paragraph[];
}

/** What pages are made of. */
export type FlowItem = ParagraphItem | SpeechItem | DualItem;

/** Classes that never print. */
const SILENT: ReadonlySet<string> = new Set([
  'section',
  'synopsis',
  'boneyard',
  'alternate',
  'heading-anchor',
  'note',
  'outline-1',
  'outline-2',
  'outline-3',
  'outline-4',
  'outline-body',
]);

/** Whether a block prints in the script. */
export function prints(block: Block): boolean {
  return !block.omit && (block.class === undefined || !SILENT.has(block.class));
}

/** How an element breaks over pages: by the type that its style says it paginates as. */
type Role = 'heading' | 'cue' | 'part' | 'paragraph';

const ROLES: Readonly<Record<string, Role>> = {
  heading: 'heading',
  'scene-heading': 'heading',
  shot: 'heading',
  character: 'cue',
  dialogue: 'part',
  parenthetical: 'part',
};

function roleOf(block: Block, box: Box): Role {
  if (block.kind === 'character') return 'cue';
  return Object.hasOwn(ROLES, box.paginateAs) ? (ROLES[box.paginateAs] as Role) : 'paragraph';
}

/**
 * The printing blocks as items that pages are made of: paragraphs, speeches and dual dialogue. They are made as somebody
 * asks for them and forgotten when they are on their page, so that a long script takes no more room than its pages.
 */
export class Flow {
  readonly #blocks: readonly Block[];
  readonly #geometry: Geometry;
  readonly #starts: PageStarts;
  readonly #continueds: Continueds;
  /** Items made and not yet forgotten, and how many were before them. */
  readonly #items: FlowItem[] = [];
  #forgotten = 0;
  #at = 0;
  /** A page break stands above. */
  #pageBreak = false;
  /** The locked page that starts above. */
  #locked: string | undefined;

  constructor(blocks: readonly Block[], geometry: Geometry, starts: PageStarts) {
    this.#blocks = blocks;
    this.#geometry = geometry;
    this.#starts = starts;
    this.#continueds = new Continueds(geometry);
  }

  /** Item `at`, counted from the start of the script; undefined behind its end. */
  item(at: number): FlowItem | undefined {
    while (this.#forgotten + this.#items.length <= at && this.#at < this.#blocks.length) this.#next();
    return this.#items[at - this.#forgotten];
  }

  /** Nobody will ask for item `at` or those before it. */
  forget(at: number): void {
    for (; this.#forgotten <= at; this.#forgotten++) this.#items.shift();
  }

  #next(): void {
    const block = this.#blocks[this.#at] as Block;
    this.#locked = this.#starts.label(this.#at, 0) ?? this.#locked;
    if (!prints(block)) this.#at++;
    else if (block.class === 'page-break') {
      this.#pageBreak = true;
      this.#at++;
    } else this.#take(block);
  }

  #take(block: Block): void {
    const box = this.#geometry.boxOf(block);
    const role = roleOf(block, box);
    if (block.kind === 'character' && block.dual) this.#takeDual();
    else if (block.kind === 'character' || (role === 'cue' && this.#partFollows())) this.#takeSpeech(block, box);
    else {
      if (block.kind === 'heading') this.#continueds.newScene();
      this.#takeParagraph(block, box);
    }
  }

  /** Whether the next block that prints is spoken. */
  #partFollows(): boolean {
    let at = this.#at + 1;
    while (at < this.#blocks.length && !prints(this.#blocks[at] as Block)) at++;
    const next = this.#blocks[at];
    return next !== undefined && !next.dual && roleOf(next, this.#geometry.boxOf(next)) === 'part';
  }

  #push(item: FlowItem): void {
    if (this.#pageBreak || this.#locked !== undefined) item.breakBefore = true;
    if (this.#locked !== undefined) item.locked = this.#locked;
    this.#pageBreak = false;
    this.#locked = undefined;
    this.#items.push(item);
  }

  #takeParagraph(block: Block, box: Box): void {
    const heading = roleOf(block, box) === 'heading';
    let breakBefore = box.newPage || block.pageBreak === true;
    for (const { paragraph, label } of this.#cut(makeParagraph(block, this.#at++, box))) {
      this.#locked = label ?? this.#locked;
      this.#push({ type: 'paragraph', paragraph, breaks: !heading, keepWithNext: heading, breakBefore });
      breakBefore = true;
    }
  }

  /** A paragraph in the pieces that locked pages make of it, each with the label of the page that it starts. */
  #cut(whole: Paragraph): { paragraph: Paragraph; label?: string | undefined }[] {
    const label = this.#starts.label(whole.block, 0);
    const cuts = this.#starts.inside(whole.block)?.filter((offset) => offset < whole.to) ?? [];
    const first = cuts[0];
    if (first === undefined) return [{ paragraph: whole, label }];
    return [
      { paragraph: partOf(whole, 0, first), label },
      ...cuts.map((from, at) => ({
        paragraph: partOf(whole, from, cuts[at + 1] ?? whole.to),
        label: this.#starts.label(whole.block, from),
      })),
    ];
  }

  #takeSpeech(source: Block, box: Box): void {
    const cue = makeParagraph(source, this.#at, box, this.#continueds.suffix(source, true));
    let parts: Paragraph[] = [];
    this.#push({ type: 'speech', cue, parts, breakBefore: box.newPage || source.pageBreak === true });
    for (this.#at++; this.#at < this.#blocks.length; this.#at++) {
      const block = this.#blocks[this.#at] as Block;
      if (!prints(block)) continue;
      const own = this.#geometry.boxOf(block);
      if (block.dual || block.pageBreak || own.newPage || block.class === 'page-break' || roleOf(block, own) !== 'part')
        return;
      for (const { paragraph, label } of this.#cut(makeParagraph(block, this.#at, own))) {
        if (label !== undefined) {
          parts = [];
          this.#locked = label;
          this.#push({ type: 'speech', cue, parts, breakBefore: true, resumed: true });
        }
        parts.push(paragraph);
      }
    }
  }

  /** Both speeches of a pair: the left one and the right one that follows it. */
  #takeDual(): void {
    const columns: Record<'left' | 'right', Paragraph[]> = { left: [], right: [] };
    const breakBefore = this.#blocks[this.#at]?.pageBreak === true;
    const speakers: Block[] = [];
    for (; this.#at < this.#blocks.length; this.#at++) {
      const block = this.#blocks[this.#at] as Block;
      if (!prints(block)) continue;
      if (!block.dual || (block.dual === 'left' && columns.right.length > 0)) break;
      // Columns stay side by side: a page locked inside them starts with them.
      this.#locked ??= this.#starts.anyLabel(this.#at);
      const suffix = block.kind === 'character' ? this.#continueds.suffix(block, false) : '';
      if (block.kind === 'character') speakers.push(block);
      const box = dualBox(block, suffix, this.#geometry.boxOf(block), DUAL_COLUMNS[block.dual]);
      columns[block.dual].push(makeParagraph(block, this.#at, box, suffix));
    }
    this.#continueds.spoke(speakers);
    this.#push({ type: 'dual', ...columns, breakBefore });
  }
}

/**
 * Adds `(CONT'D)` to the cue of whoever spoke last in the scene, when the script's settings say so. Of a pair both spoke
 * last. As in Final Draft a voice over neither gets it nor causes it.
 */
class Continueds {
  readonly #suffix: string;
  #last: readonly string[] = [];

  constructor(geometry: Geometry) {
    const { automatic, dialogueTop } = geometry.setup.continuation;
    this.#suffix = automatic && dialogueTop ? ` ${dialogueTop}` : '';
  }

  newScene(): void {
    this.#last = [];
  }

  /** What is printed behind a cue; `alone` when its speech is not one of a pair, whose speakers count together. */
  suffix(cue: Block, alone: boolean): string {
    if (this.#suffix === '') return '';
    const { key, extensions, over } = speakerOf(cue);
    const again = key !== '' && !over && this.#last.includes(key);
    if (alone) this.spoke([cue]);
    return again && !extensions.some(isContinued) ? this.#suffix : '';
  }

  spoke(cues: readonly Block[]): void {
    if (this.#suffix === '') return;
    this.#last = cues.map(speakerOf).flatMap(({ key, over }) => (over ? [] : [key]));
  }
}

function speakerOf(cue: Block): { key: string; extensions: readonly string[]; over: boolean } {
  const { name, extensions, origin } = parseCue(cue.text);
  return { key: characterKey(name), extensions, over: origin === 'V.O.' || origin === 'V.O' };
}

/** Whether a cue's extension says that the speech goes on: `CONT'D`, `cont’d`, `CONTINUING`. */
export function isContinued(extension: string): boolean {
  return /^cont(?:['’.]?d?|inued|inuing)\.?$/i.test(extension);
}

/** Most characters of a cue in a column. */
const MAX_DUAL_CUE = 29;

function dualBox(block: Block, suffix: string, box: Box, column: Column): Box {
  const place = (left: number, right: number): Box => {
    const first = block.kind === 'parenthetical' ? box.first : 0;
    return {
      ...box,
      left: left * INCH,
      right: right * INCH,
      first,
      align: 'left',
      cells: cellsIn((right - left) * INCH, box.advance),
      firstCells: cellsIn((right - left) * INCH - first, box.advance),
    };
  };
  if (block.kind === 'character') {
    const characters = Math.min(MAX_DUAL_CUE, cellWidth(block.text) + suffix.length);
    const left = Math.round((column.cue - CUE_STEP * Math.max(0, characters - 1)) / CUE_GRID) * CUE_GRID;
    return { ...place(left, column.dialogue.right), cells: MAX_DUAL_CUE, firstCells: MAX_DUAL_CUE };
  }
  if (block.kind === 'parenthetical') return place(column.parenthetical.left, column.parenthetical.right);
  return place(column.dialogue.left, column.dialogue.right);
}
