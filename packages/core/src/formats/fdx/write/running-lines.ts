import type { Look, ParagraphStyle, RichText, RunningLine, TabStop } from '../../../conventions/manuscript/types.js';
import { richLines, sameLook } from '../../../conventions/rich-text.js';
import { partLabel, printFlag, printInches, printNumber, printSpec } from '../mapping.js';
import { branch, leaf } from '../../../syntax/xml-element.js';
import type { FdxAttributes, FdxElement } from '../tree.js';
import { fullAttributes, lookAttributes } from './runs.js';
import { inOrder } from './version.js';
import type { FileVersion } from './version.js';

export interface RunningContext {
  version: FileVersion;
  /** Font of the script; undefined when the file does not say one. */
  font: string | undefined;
  size: number;
  /** Inches: headers count their right indents from the right edge of the paper. */
  paperWidth: number;
  /** The lines come from a Final Draft file: what their settings do not say is not said. */
  exact: boolean;
}

const USUAL: ParagraphStyle = {
  align: 'right',
  left: 1.25,
  first: 0,
  before: 0,
  spacing: 1,
  leading: 'regular',
  newPage: false,
};

/** `HeaderAndFooter` of the script or of its title page. */
export function printHeaderAndFooter(header: RunningLine, footer: RunningLine, context: RunningContext): FdxElement {
  const attributes: FdxAttributes = {
    FooterFirstPage: printFlag(footer.cover),
    FooterVisible: printFlag(footer.show),
    HeaderFirstPage: printFlag(header.cover),
    HeaderVisible: printFlag(header.show),
    StartingPage: printNumber(header.start ?? footer.start ?? 1),
  };
  return branch('HeaderAndFooter', attributes, [
    branch('Header', undefined, printLine(header, context)),
    branch('Footer', undefined, printLine(footer, context)),
  ]);
}

function printLine(line: RunningLine, context: RunningContext): FdxElement[] {
  return richLines(line.text).map((text, at) => {
    const { paperWidth } = context;
    const own = line.layout?.[at];
    const style = context.exact && own ? own : { ...USUAL, right: paperWidth - 1.25, ...own };
    const spec = printSpec(style);
    if (style.right !== undefined) spec['RightIndent'] = printInches(style.right - paperWidth);
    if (context.version.hasIds) spec['OutlineLevel'] = '1';
    const children = pieces(text).map((piece) => printPiece(piece, context));
    const tabs = line.tabs?.[at] ?? [];
    if (tabs.length > 0) children.push(branch('Tabstops', undefined, tabs.map(printTab)));
    return branch('Paragraph', inOrder(spec), children);
  });
}

function printPiece({ text, label, look }: Piece, { version, font, size }: RunningContext): FdxElement {
  if (label === undefined) return leaf('Text', fullAttributes(look, font, size, version), text);
  // Final Draft 8 and 9 give dynamic labels no look.
  const attributes = version.bareLabels ? lookAttributes(look) : fullAttributes(look, font, size, version);
  return branch('DynamicLabel', inOrder({ ...attributes, Type: label }));
}

function printTab({ position, align }: TabStop): FdxElement {
  const type = align.charAt(0).toUpperCase() + align.slice(1);
  return branch('Tabstop', { Position: printInches(position), Type: type });
}

interface Piece {
  text: string;
  label: string | undefined;
  look: Look | undefined;
}

/** Splits a running line into texts and dynamic parts; doubled braces are literal. */
function pieces({ text, runs }: RichText): Piece[] {
  const list: Piece[] = [];
  const lookAt = (at: number): Look | undefined => runs?.find((run) => at >= run.start && at < run.end);
  const put = (piece: string, at: number): void => {
    const look = lookAt(at);
    const last = list[list.length - 1];
    if (last && last.label === undefined && sameLook(last.look ?? {}, look ?? {})) last.text += piece;
    else list.push({ text: piece, label: undefined, look });
  };
  const token = /\{\{|\}\}|\{([^{}\n]{1,80})\}|[^{}]+|[{}]/g;
  for (const match of text.matchAll(token)) {
    const [whole, part] = match;
    const at = match.index;
    const label = part === undefined ? undefined : partLabel(part);
    if (label !== undefined) list.push({ text: '', label, look: lookAt(at) });
    else if (whole === '{{' || whole === '}}') put(whole.charAt(0), at);
    else {
      // Plain text may cross the edges of runs.
      let from = at;
      for (const edge of [...(runs ?? []).flatMap((run) => [run.start, run.end]), at + whole.length]) {
        if (edge <= from || edge > at + whole.length) continue;
        put(text.slice(from, edge), from);
        from = edge;
      }
    }
  }
  return list;
}
