import type { BlockKind } from '../../conventions/manuscript/types.js';

/**
 * A PDF as this room sees it: pages of lines with places and looks. Lengths are points from the top left corner of the
 * page as it is shown, y downwards.
 */
export interface PdfPage {
  /** From 1. */
  number: number;
  width: number;
  height: number;
  /** From top to bottom. */
  lines: PdfLine[];
  /** Colour of the sheet, `#rrggbb`, when it is painted. */
  fill?: string | undefined;
  /** Images painted on the page. */
  images: number;
}

/** What stands on one baseline. Copies are made by `changedLine` of the reader, for not all of it is the object's own. */
export interface PdfLine {
  page: number;
  /** Baseline. */
  y: number;
  /** Left edge of the first letter and right edge of the last. */
  x: number;
  end: number;
  /** Font size of most of it, points. */
  size: number;
  /** Family name of most of its font; empty when the file does not say. */
  font: string;
  /** Blanks as wide as on the page where the font is fixed-pitch; none at the ends. */
  text: string;
  /** Left edge of each UTF-16 unit of the text; found anew whenever it is asked for. */
  xs: Float32Array;
  /** Sorted, never overlapping; what no span covers looks like the body of the script. */
  spans: readonly PdfSpan[];
  /** Blanks drawn behind the last letter: most programs draw those at which they wrapped a line. -1: nobody knows. */
  trailing: number;
  /** Its place in the order of drawing. */
  drawn: number;
  /** What the file itself says that the line is. */
  mark?: LineMark | undefined;
}

/** A stretch of a line's text, `[start, end)`, that does not look plain. */
export interface PdfSpan extends PdfLook {
  start: number;
  end: number;
}

export interface PdfLook {
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  superscript?: true;
  subscript?: true;
  /** `#rrggbb`, when it is not black. */
  color?: string;
  /** Colour painted behind. */
  background?: string;
  /** Points, and the font's family name: only where they are not the line's. */
  size?: number;
  font?: string;
}

/**
 * What PDFs of this project say of each line, as the tag of the marked content that draws it: the kind, class and dual
 * side of the block, which block it is, and what was left out between this line and the block's next one. Page
 * furniture is marked as PDF has it, `Artifact`, and `Artifact` of any program is believed.
 */
export interface LineMark {
  kind: BlockKind | 'title' | 'artifact' | 'number';
  class?: string | undefined;
  dual?: 'left' | 'right' | undefined;
  /** Index of the block (of the title page's line). */
  block?: number | undefined;
  /** Blanks and line breaks that stand in the block's text between this line and its next one and are not drawn. */
  glue?: string | undefined;
  /** Where it is not set flush left. */
  align?: 'center' | 'right' | 'full' | undefined;
}

const ARTIFACT = 'Artifact';
const PREFIX = 'sp';
const GLUE: readonly (readonly [letter: string, blank: string])[] = [
  ['s', ' '],
  ['n', '\n'],
  ['t', '\t'],
];
const KINDS: ReadonlySet<string> = new Set([
  'heading',
  'action',
  'shot',
  'transition',
  'general',
  'character',
  'parenthetical',
  'dialogue',
  'title',
  'number',
]);

/** The tag that says so: a PDF name of letters, digits, `:` and `-`. */
export function printMark({ kind, class: name, dual, block, glue, align }: LineMark): string {
  if (kind === 'artifact') return ARTIFACT;
  const letters = [...(glue ?? '')].map((blank) => GLUE.find(([, known]) => known === blank)?.[0] ?? 's').join('');
  const fields = [PREFIX, kind, name?.replace(/[^A-Za-z0-9-]/g, '') ?? '', dual ?? '', block ?? '', letters];
  return (align === undefined ? fields : [...fields, align]).join(':');
}

/** What a tag says of the content under it; undefined when it is nobody's we know. */
export function parseMark(tag: string): LineMark | undefined {
  if (tag === ARTIFACT) return { kind: 'artifact' };
  const [prefix, kind = '', name = '', dual = '', block = '', letters = '', align = ''] = tag.split(':');
  if (prefix !== PREFIX || !KINDS.has(kind)) return undefined;
  const mark: LineMark = { kind: kind as LineMark['kind'] };
  if (name !== '') mark.class = name;
  if (dual === 'left' || dual === 'right') mark.dual = dual;
  if (/^\d{1,7}$/.test(block)) mark.block = Number(block);
  if (letters !== '')
    mark.glue = [...letters].map((letter) => GLUE.find(([known]) => known === letter)?.[1] ?? '').join('');
  if (align === 'center' || align === 'right' || align === 'full') mark.align = align;
  return mark;
}
