import type { Warnings } from '../../errors/index.js';
import type { Lang, ScreenplayDocument, Uuid } from '../../model/document.js';
import { CodePoints } from '../code-points.js';
import { revisionColor } from '../colors.js';
import { toInstant } from '../instants.js';
import { putMeta } from '../meta.js';
import { setupToLayout } from '../page-setup.js';
import type { SetupContext } from '../page-setup.js';
import type { Block, Manuscript } from './types.js';

type LayoutOf = NonNullable<ScreenplayDocument['document']['layout']>;

export interface LayoutContext {
  lang: Lang;
  now: string;
  /** The element (or scene, for headings) of each block, and the blocks: where locked pages start. */
  nodes: readonly Uuid[] | undefined;
  blocks: readonly Block[];
  warnings: Warnings;
}

/** The document's layout: what the settings say, and the colour of the revision in hand. */
export function buildLayout(
  { setup, kept, revisions = [] }: Pick<Manuscript, 'setup' | 'kept' | 'revisions'>,
  { lang, now, nodes, blocks, warnings }: LayoutContext,
): LayoutOf {
  const layout: LayoutOf = {};
  const placeOf: SetupContext['placeOf'] = ({ block, offset }) => {
    const element = nodes?.[block];
    const text = blocks[block]?.text ?? '';
    return element === undefined ? undefined : { element, offset: new CodePoints(text).toPoint(offset) };
  };
  const parts = setupToLayout(setup, kept, { lang, placeOf, warnings });
  if (parts.header) layout.header = parts.header;
  if (parts.footer) layout.footer = parts.footer;
  const current = revisions.find((set) => set.active) ?? revisions[revisions.length - 1];
  const color = current && revisionColor(current.name);
  if (current && color) {
    const created = current.created === undefined ? undefined : toInstant(current.created);
    layout.status = { color: color.color, round: color.round, updated: created ?? now };
    if (color.substituted) {
      layout.status.meta = {};
      putMeta(layout.status.meta, 'color', 'tan');
    }
  }
  if (parts.styles && parts.styles.length > 0) layout.styles = parts.styles;
  if (parts.templates && parts.templates.length > 0) layout.templates = parts.templates;
  if (parts.meta && Object.keys(parts.meta).length > 0) layout.meta = parts.meta;
  return layout;
}
