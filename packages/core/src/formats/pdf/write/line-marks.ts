import type { Block } from '../../../conventions/manuscript/types.js';
import type { LaidPage, PlacedLine } from '../../../layout/index.js';
import { printMark } from '../tree.js';
import type { LineMark } from '../tree.js';

/** Kinds of artifact, as PDF knows them. */
const HEADER = '/Artifact <</Type /Pagination /Subtype /Header>> BDC';
const FOOTER = '/Artifact <</Type /Pagination /Subtype /Footer>> BDC';
const PAGINATION = '/Artifact <</Type /Pagination>> BDC';
const LAYOUT = '/Artifact <</Type /Layout>> BDC';

/**
 * What the content of each line is marked as: lines of the script by their block, so that a reader need not guess from
 * places, and what the page put there as an artifact.
 */
export class LineMarks {
  readonly #blocks: readonly Block[];
  /** Blanks between a line and the next one of its block. */
  readonly #glue = new Map<PlacedLine, string>();

  constructor(blocks: readonly Block[], pages: readonly LaidPage[]) {
    this.#blocks = blocks;
    const last = new Map<number, PlacedLine>();
    for (const { kind, lines } of pages) {
      if (kind !== 'script') continue;
      for (const line of lines) if (line.block !== undefined && isScript(line)) this.#join(last, line, line.block);
    }
  }

  /** The operator that begins the line's content. */
  of(line: PlacedLine): string {
    switch (line.role) {
      case 'header':
        return HEADER;
      case 'footer':
        return FOOTER;
      case 'more':
      case 'continued':
      case 'scene-continued':
        return PAGINATION;
      case 'revision-mark':
        return LAYOUT;
      case 'scene-number':
        return `/${printMark({ kind: 'number' })} BMC`;
      default: {
        const mark: LineMark = { kind: line.role };
        if (line.class !== undefined) mark.class = line.class;
        if (line.dual) mark.dual = line.dual;
        if (line.align !== 'left') mark.align = line.align;
        if (line.block !== undefined) mark.block = line.block;
        mark.glue = this.#glue.get(line);
        return `/${printMark(mark)} BMC`;
      }
    }
  }

  #join(last: Map<number, PlacedLine>, line: PlacedLine, block: number): void {
    const before = last.get(block);
    last.set(block, line);
    if (before?.end === undefined || line.start === undefined) return;
    const between = this.#blocks[block]?.text.slice(before.end, line.start) ?? '';
    if (between !== '') this.#glue.set(before, between);
  }
}

/** Lines that print a stretch of their block. */
function isScript({ start, end }: PlacedLine): boolean {
  return start !== undefined && end !== undefined;
}
