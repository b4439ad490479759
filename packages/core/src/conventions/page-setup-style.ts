import type { Warnings } from '../errors/index.js';
import { printDeclarations } from './declarations.js';
import type { ParagraphStyle } from './manuscript/types.js';
import { readSettings, settingsOf } from './page-setup-settings.js';
import type { Setting } from './page-setup-settings.js';

const ALIGNMENTS = ['left', 'center', 'right', 'full'] as const;

/** Properties of a paragraph, in the order in which they are printed. */
const PARAGRAPH: readonly Setting<ParagraphStyle>[] = [
  ['align', 'align', ALIGNMENTS],
  ['left', 'left', 'inches'],
  ['right', 'right', 'inches'],
  ['first', 'first', 'inches'],
  ['before', 'before', 'points'],
  ['spacing', 'spacing', 'number'],
  ['leading', 'leading', 'words'],
  ['newPage', 'new-page', 'flag'],
  ['paginateAs', 'paginate-as', 'words'],
  ['font', 'font', 'words'],
  ['size', 'size', 'points'],
  ['color', 'color', 'words'],
  ['background', 'background', 'words'],
  ['bold', 'bold', 'flag'],
  ['italic', 'italic', 'flag'],
  ['underline', 'underline', 'flag'],
  ['strike', 'strike', 'flag'],
  ['caps', 'caps', 'flag'],
];

/** Paragraph settings as declarations, one by one. */
export function paragraphDeclarations(style: ParagraphStyle): [name: string, value: string][] {
  return settingsOf(PARAGRAPH, style);
}

/**
 * Paragraph settings in one line of declarations: `align: left; left: 1.5in; right: 7.5in; before: 12pt; caps: yes`.
 * The same form in a document's styles, in an element's `screenplay.layout` and in the title page's template.
 */
export function printParagraphStyle(style: ParagraphStyle): string {
  return printDeclarations(paragraphDeclarations(style));
}

/**
 * The settings that declarations say. Lengths may be in `in`, `pt`, `mm`, `cm`, or bare in the property's own unit.
 * A bad value is left out with the warning `repaired` at `pointer`; names that mean nothing here are ignored, or passed
 * to `other`.
 */
export function parseParagraphStyle(
  text: string,
  warnings?: Warnings,
  pointer?: string,
  other?: (name: string, value: string) => void,
): ParagraphStyle {
  return readSettings(PARAGRAPH, text, warnings, pointer, other);
}
