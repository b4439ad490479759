import { DUAL_COLUMNS } from '../conventions/page-setup.js';
import type { Column } from '../conventions/page-setup.js';
import { CUE_GRID, CUE_STEP } from '../conventions/page-setup-defaults.js';
import { characterKey, parseCue } from '../conventions/cue.js';
import type { Block } from '../conventions/manuscript/types.js';
import { INCH, cellsIn } from './geometry.js';
import type { Box, Geometry } from './geometry.js';
import { cellWidth, sentenceEnds, wrap } from './wrap.js';
import type { WrappedLine } from './wrap.js';

/** A paragraph in the flow: what it prints and the box that it prints in. */
export interface Paragraph {
  /** Index of its block. */
  block: number;
  source: Block;
  /** The text as printed: upper case where the style says so. */
  text: string;
  box: Box;
  /** Where in `text` the paragraph starts: behind what an earlier page has. */
  from: number;
  lines: WrappedLine[];
}

export type FlowItem =
  | { type: 'paragraph'; paragraph: Paragraph; breaks: boolean; keepWithNext: boolean; breakBefore: boolean }
  | { type: 'speech'; cue: Paragraph; parts: Paragraph[]; breakBefore: boolean }
  | { type: 'dual'; left: Paragraph[]; right: Paragraph[]; breakBefore: boolean };

/** Classes that never print. */
const SILENT = new Set(['section', 'synopsis', 'boneyard', 'alternate', 'heading-anchor', 'note', 'outline-1', 'outline-2', 'outline-3', 'outline-4', 'outline-body']);

/** Whether a block prints in the script. */
export function prints(block: Block): boolean {
  if (block.omit) return false;
  return block.class === undefined || !SILENT.has(block.class);
}

/** The printing blocks as items that pages are made of: paragraphs, speeches and dual dialogue. */
export function flowOf(blocks: readonly Block[], geometry: Geometry): FlowItem[] {
  const items: FlowItem[] = [];
  const continueds = new Continueds(geometry);
  let pageBreak = false;
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at] as Block;
    if (!prints(block)) {
      at++;
      continue;
    }
    if (block.class === 'page-break') {
      pageBreak = true;
      at++;
      continue;
    }
    const start = items.length;
    if (block.dual && startsSpeech(block)) {
      continueds.newScene();
      at = takeDual(blocks, at, geometry, items);
    } else if (startsSpeech(block)) at = takeSpeech(blocks, at, geometry, continueds, items);
    else {
      if (block.kind === 'heading') continueds.newScene();
      items.push(paragraphItem(makeParagraph(block, at, geometry.boxOf(block))));
      at++;
    }
    const item = items[start];
    if (item && pageBreak) {
      item.breakBefore = true;
      pageBreak = false;
    }
  }
  return items;
}

function startsSpeech(block: Block): boolean {
  return block.kind === 'character';
}

function isSpeechPart(block: Block): boolean {
  return block.kind === 'dialogue' || block.kind === 'parenthetical';
}

function paragraphItem(paragraph: Paragraph): FlowItem {
  const { box } = paragraph;
  const kind = box.paginateAs;
  const heading = kind === 'heading' || kind === 'scene-heading' || kind === 'shot';
  return {
    type: 'paragraph',
    paragraph,
    breaks: !heading,
    keepWithNext: heading,
    breakBefore: box.newPage || paragraph.source.pageBreak === true,
  };
}

function makeParagraph(source: Block, block: number, box: Box): Paragraph {
  const text = box.style.caps ? printedCapitals(source.text) : source.text;
  return { block, source, text, box, from: 0, lines: wrap(text, box.cells, box.firstCells) };
}

/** Upper case of the same length, so that runs and offsets stay: letters that would become two stay as they are. */
function printedCapitals(text: string): string {
  const turned = text.toUpperCase();
  if (turned.length === text.length) return turned;
  let out = '';
  for (const char of text) out += char.toUpperCase().length === char.length ? char.toUpperCase() : char;
  return out;
}

function takeSpeech(
  blocks: readonly Block[],
  from: number,
  geometry: Geometry,
  continueds: Continueds,
  items: FlowItem[],
): number {
  const source = blocks[from] as Block;
  const cue = continueds.mark(makeParagraph(source, from, geometry.boxOf(source)));
  const parts: Paragraph[] = [];
  let at = from + 1;
  for (; at < blocks.length; at++) {
    const block = blocks[at] as Block;
    if (!prints(block)) continue;
    if (!isSpeechPart(block) || block.pageBreak) break;
    parts.push(makeParagraph(block, at, geometry.boxOf(block)));
  }
  items.push({ type: 'speech', cue, parts, breakBefore: cue.box.newPage || source.pageBreak === true });
  return at;
}

/** Adds `(CONT'D)` to the cue of whoever spoke last in the scene, when the script's settings say so. */
class Continueds {
  readonly #suffix: string | undefined;
  #last = '';

  constructor(geometry: Geometry) {
    const { continuation } = geometry.setup;
    if (continuation?.automatic) this.#suffix = continuation.dialogueTop;
  }

  newScene(): void {
    this.#last = '';
  }

  mark(cue: Paragraph): Paragraph {
    const { name, extensions } = parseCue(cue.source.text);
    const key = characterKey(name);
    const again = key !== '' && key === this.#last;
    this.#last = key;
    if (!again || this.#suffix === undefined || extensions.some(isContinued)) return cue;
    const text = `${cue.text} ${this.#suffix}`;
    return { ...cue, text, lines: wrap(text, cue.box.cells, cue.box.firstCells) };
  }
}

/** Whether a cue's extension says that the speech goes on: `CONT'D`, `cont’d`, `CONTINUING`. */
function isContinued(extension: string): boolean {
  return /^cont(?:['’.]?d?|inued|inuing)\.?$/i.test(extension);
}

/** Both speeches of a pair: the left one and the right one that follows it. */
function takeDual(blocks: readonly Block[], from: number, geometry: Geometry, items: FlowItem[]): number {
  const columns: { left: Paragraph[]; right: Paragraph[] } = { left: [], right: [] };
  let at = from;
  for (; at < blocks.length; at++) {
    const block = blocks[at] as Block;
    if (!prints(block)) continue;
    if (!block.dual || (block.dual === 'left' && columns.right.length > 0)) break;
    const column = columns[block.dual];
    column.push(makeParagraph(block, at, dualBox(block, geometry.boxOf(block), DUAL_COLUMNS[block.dual], geometry)));
  }
  items.push({ type: 'dual', ...columns, breakBefore: (blocks[from] as Block).pageBreak === true });
  return at;
}

/** Most characters of a cue in a column. */
const MAX_DUAL_CUE = 29;

function dualBox(block: Block, box: Box, column: Column, geometry: Geometry): Box {
  const place = (left: number, right: number): Box => ({
    ...box,
    left: left * INCH,
    right: right * INCH,
    first: block.kind === 'parenthetical' ? box.first : 0,
    align: 'left',
    cells: cellsIn((right - left) * INCH, geometry.advance),
    firstCells: cellsIn((right - left) * INCH - (block.kind === 'parenthetical' ? box.first : 0), geometry.advance),
  });
  if (block.kind === 'character') {
    const characters = Math.min(MAX_DUAL_CUE, cellWidth(block.text));
    const left = Math.round((column.cue - CUE_STEP * Math.max(0, characters - 1)) / CUE_GRID) * CUE_GRID;
    return { ...place(left, column.dialogue.right), cells: MAX_DUAL_CUE, firstCells: MAX_DUAL_CUE };
  }
  if (block.kind === 'parenthetical') return place(column.parenthetical.left, column.parenthetical.right);
  return place(column.dialogue.left, column.dialogue.right);
}

/** What is left of a paragraph from `offset` on. */
export function restOf(paragraph: Paragraph, offset: number): Paragraph {
  if (offset <= paragraph.from) return paragraph;
  const { text, box } = paragraph;
  return { ...paragraph, from: offset, lines: wrap(text, box.cells, box.cells, offset) };
}

/** The lines of a paragraph up to `offset`. */
export function linesUpTo(paragraph: Paragraph, offset: number): WrappedLine[] {
  const { text, box, from } = paragraph;
  return wrap(text, box.cells, from === 0 ? box.firstCells : box.cells, from, offset);
}

/** Where a paragraph may break over pages: offsets in its text, in order. */
export function breaksOf(paragraph: Paragraph, atSentences: boolean): number[] {
  if (atSentences) return sentenceEnds(paragraph.text, paragraph.from);
  return paragraph.lines.slice(1).map((line) => line.start);
}
