import type { Block, ParagraphStyle, RichText, Setup } from '../../../conventions/manuscript/types.js';
import { sliceRich } from '../../../conventions/rich-text.js';
import type { Element } from './elements.js';
import { firstLine, lastLine } from './elements.js';
import type { Metrics } from './metrics.js';
import type { Revisions } from './revisions.js';
import { richOf } from './rich.js';
import type { Script } from './script.js';
import type { StyleLooks } from './style-looks.js';

const INCH = 72;
/** Points between lines of the grid that settings are made for. */
const LINE = 12;
/** Lines by which a paragraph must differ from its type's style to be set apart. */
const OFF = 0.5;

/** The blocks of a script's elements: their text joined, and what sets each apart from its type's style. */
export function blocksOf(
  script: Script,
  looks: StyleLooks,
  styles: NonNullable<Setup['styles']>,
  revisions: Revisions,
  metrics: Metrics,
): Block[] {
  const { automatic, elements } = script;
  const continued = new Set(automatic?.cues);
  return elements.map((element): Block => {
    const rich = richOf(script.jointsOf(element), looks.plainOf(element), (joint, look) => revisions.of(joint, look));
    const own = automatic && continued.has(element) ? withoutMark(rich, automatic.text) : rich;
    const { kind, class: name, number, dual } = element;
    const block: Block = { kind, ...own };
    if (name !== undefined) block.class = name;
    if (number !== undefined) block.number = number;
    if (dual) block.dual = dual;
    if (element.newPage) block.pageBreak = true;
    const layout = { ...looks.lacking(element), ...placeOf(element, styles[name ?? kind], looks, script, metrics) };
    if (Object.keys(layout).length > 0) block.layout = layout;
    return block;
  });
}

/** Where a paragraph stands that does not stand where its style says. */
function placeOf(
  element: Element,
  style: ParagraphStyle | undefined,
  looks: StyleLooks,
  { columns }: Script,
  { cell }: Metrics,
): ParagraphStyle {
  const place: ParagraphStyle = {};
  if (element.dual || !style) return place;
  const { spacing = 1, before = 0, align = 'left', left = 0, first = 0 } = style;
  const line = firstLine(element);
  if (!line.top && Math.abs(line.gap - spacing - before / LINE) > OFF) {
    place.before = Math.max(0, Math.round((line.gap - spacing) * 4) / 4) * LINE;
  }
  if (element.align && element.align !== looks.alignOf(element)) place.align = element.align;
  if (element.align !== undefined || align !== 'left' || element.kind === 'character') return place;
  const edge = Math.min(...element.lines.map(({ x }) => x));
  if (Math.abs(edge - (left + Math.min(0, first)) * INCH) <= 1.4 * cell) return place;
  const right = element.lines.length === 1 && edge > (columns.action + columns.right) / 2;
  if (right && Math.abs(lastLine(element).end - columns.right) <= 1.5 * cell) place.align = 'right';
  else place.left = Math.round((edge / INCH) * 1000) / 1000;
  return place;
}

function withoutMark(rich: RichText, mark: string): RichText {
  const at = rich.text.lastIndexOf(mark);
  return at <= 0 ? rich : sliceRich(rich, 0, rich.text.slice(0, at).trimEnd().length);
}
