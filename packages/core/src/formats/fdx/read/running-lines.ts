import type { ParagraphStyle, RichText, RunningLine, TabStop } from '../../../conventions/manuscript/types.js';
import { labelPart, readFlag, readNumber, readSpec } from '../mapping.js';
import { childOf, childrenOf, leaf } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';
import { NO_TAGS, RunReader, joinLines } from './runs.js';
import type { RunBase } from './runs.js';

/** The header and the footer of the script or of its title page. */
export function readHeaderAndFooter(
  element: FdxElement | undefined,
  base: RunBase,
  paperWidth: number,
): { header: RunningLine; footer: RunningLine } | undefined {
  if (!element) return undefined;
  const { attributes } = element;
  const line = (part: 'Header' | 'Footer'): RunningLine => {
    const running = readLine(childOf(element, part), base, paperWidth);
    running.show = readFlag(attributes[`${part}Visible`]) ?? false;
    running.cover = readFlag(attributes[`${part}FirstPage`]) ?? false;
    const start = readNumber(attributes['StartingPage']);
    if (start !== undefined) running.start = start;
    return running;
  };
  return { header: line('Header'), footer: line('Footer') };
}

function readLine(element: FdxElement | undefined, base: RunBase, paperWidth: number): RunningLine {
  const lines: RichText[] = [];
  const layout: ParagraphStyle[] = [];
  const tabs: TabStop[][] = [];
  for (const paragraph of childrenOf(element, 'Paragraph')) {
    const reader = new RunReader(base, NO_TAGS);
    for (const child of paragraph.children) {
      if (child.name === 'Text') reader.add(leaf(child.name, child.attributes, escapeBraces(child.text)));
      else if (child.name === 'DynamicLabel') {
        const { Type, ...looks } = child.attributes;
        reader.add(leaf(child.name, looks, `{${escapeBraces(labelPart(Type ?? ''))}}`));
      }
    }
    lines.push(reader.rich());
    layout.push(readSpec(paragraph.attributes, paperWidth) ?? {});
    tabs.push(readTabs(childOf(paragraph, 'Tabstops')));
  }
  const line: RunningLine = { show: false, cover: false, text: joinLines(lines) };
  if (layout.some((style) => Object.keys(style).length > 0)) line.layout = layout;
  if (tabs.some((stops) => stops.length > 0)) line.tabs = tabs;
  return line;
}

function escapeBraces(text: string): string {
  return text.replace(/[{}]/g, '$&$&');
}

function readTabs(element: FdxElement | undefined): TabStop[] {
  return childrenOf(element, 'Tabstop').map(({ attributes }) => {
    const type = attributes['Type']?.toLowerCase();
    const align = type === 'center' || type === 'right' || type === 'decimal' ? type : 'left';
    return { position: readNumber(attributes['Position']) ?? 0, align };
  });
}
