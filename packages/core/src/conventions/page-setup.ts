import type { Warnings } from '../errors/index.js';
import type { Lang, Layout, Meta, Ribbon, Style, Template, Uuid } from '../model/document.js';
import type { KeptBlock, Setup } from './manuscript/types.js';

/** What {@link setupToLayout} makes of a setup; the caller adds status and its own meta. All parts may be absent. */
export interface LayoutParts {
  header?: Ribbon;
  footer?: Ribbon;
  styles?: Style[];
  templates?: Template[];
  /** For `layout.meta`: words of the title page's own header and footer. */
  meta?: Meta;
}

/** A place in the script as the document stores it: an element (or a scene, for its heading) and code points into its text. */
export interface ElementPlace {
  element: Uuid;
  offset: number;
}

/** A place as the manuscript has it: index of a block and UTF-16 units into its text. */
export interface BlockPlace {
  block: number;
  offset: number;
}

export interface SetupContext {
  /** Language of the texts (headers and footers). */
  lang: Lang;
  /** Where the document has a place of the manuscript; undefined when nowhere (warned, left out). */
  placeOf: (place: BlockPlace) => ElementPlace | undefined;
  warnings: Warnings;
}

export interface LayoutContext {
  lang: Lang;
  /** The document's own language. */
  fallback: Lang;
  /** The inverse of {@link SetupContext.placeOf}; undefined when the element is gone. */
  blockOf: (place: ElementPlace) => BlockPlace | undefined;
  warnings: Warnings;
}

/**
 * The format-neutral layout of a setup: ribbons for header and footer, one style per element type (id: slug of the type,
 * `scene-heading` for headings), one template per block of settings (`page`, `continuation`, `scene-numbers`,
 * `locked-pages`, `revision-marks`, `title-header`, `title-footer`), and kept blocks as templates under their own ids.
 * Always within the schema's bounds.
 */
export declare function setupToLayout(
  setup: Setup | undefined,
  kept: readonly KeptBlock[] | undefined,
  context: SetupContext,
): LayoutParts;

/** The setup and the kept blocks that a layout says; the inverse of {@link setupToLayout}. `setup` is absent when it says none. */
export declare function layoutToSetup(
  layout: Layout | undefined,
  context: LayoutContext,
): { setup?: Setup; kept?: KeptBlock[] };

export { printParagraphStyle, parseParagraphStyle } from './page-setup-style.js';
export { DUAL_COLUMNS, defaultSetup } from './page-setup-defaults.js';
export type { Column, Paper } from './page-setup-defaults.js';
