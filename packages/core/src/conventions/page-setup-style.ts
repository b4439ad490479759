import type { Warnings } from '../errors/index.js';
import type { ParagraphStyle } from './manuscript/types.js';

/**
 * Paragraph settings in one line of declarations: `left: 1.5in; right: 7.5in; before: 12pt; align: left; caps: yes`.
 * The same form in a document's styles, in an element's `screenplay.layout` and in the title page's template.
 */
export declare function printParagraphStyle(style: ParagraphStyle): string;

/**
 * The settings that declarations say. Lengths may be in `in`, `pt`, `mm`, `cm`, or bare in the property's own unit.
 * A bad value is left out with the warning `repaired` at `pointer`; names that mean nothing here are ignored.
 */
export declare function parseParagraphStyle(text: string, warnings?: Warnings, pointer?: string): ParagraphStyle;
