import type { RichText, TitleLine, TitlePage } from '../../../conventions/manuscript/types.js';
import { richLines } from '../../../conventions/rich-text.js';
import { titleKeyOf } from '../../../conventions/title-page-keys.js';
import { creditOf } from '../../../conventions/title-page-words.js';
import { recogniseTitlePage } from '../../../conventions/title-page.js';
import { printFragments } from '../../../syntax/xml-fragments.js';
import { readSpec } from '../mapping.js';
import { leaf } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';
import { NO_TAGS, RunReader } from './runs.js';
import type { RunBase } from './runs.js';

/** The title page as its printed lines, each with the field it belongs to where that shows. */
export function readTitlePage(element: FdxElement | undefined, base: RunBase): TitlePage | undefined {
  const paragraphs: FdxElement[] = [];
  if (element) gather(element, paragraphs, 0);
  if (paragraphs.length === 0) return undefined;
  const lines = paragraphs.flatMap((paragraph) => printedLines(readLine(paragraph, base)));
  // Fields that are elements of their own (`<Author>`) have no place on the page.
  return { lines: recogniseTitlePage(lines), placed: paragraphs.some(({ name }) => name === 'Paragraph') };
}

/** The lines of a paragraph that holds several fields: a title page in one paragraph has its credit on a line of its own. */
function printedLines(line: TitleLine): TitleLine[] {
  if (!line.text.includes('\n')) return [line];
  const { layout, extra, key } = line;
  const lines = richLines(line);
  if (!lines.some(({ text }) => creditOf(text.trim()) !== undefined)) return [line];
  return lines.map((words, at) => {
    const own: TitleLine = { ...words };
    if (key !== undefined && words.text !== '') own.key = key;
    if (layout) own.layout = at > 0 && layout.before !== undefined ? { ...layout, before: 0 } : layout;
    if (extra && at === 0) own.extra = extra;
    return own;
  });
}

/** Elements around the lines: `Content`, and what other programs have instead. */
const MAX_DEPTH = 4;

function gather(element: FdxElement, into: FdxElement[], depth: number): void {
  for (const child of element.children) {
    const { name, children, text } = child;
    if (name === 'Paragraph') into.push(child);
    else if (NO_LINES.has(name)) continue;
    else if (children.length > 0 && depth < MAX_DEPTH && !children.some((inner) => inner.name === 'Text'))
      gather(child, into, depth + 1);
    else if (children.length > 0 || text.trim() !== '') into.push(child);
  }
}

const NO_LINES = new Set(['HeaderAndFooter', 'TextState']);

function readLine(paragraph: FdxElement, base: RunBase): TitleLine {
  const reader = new RunReader(base, NO_TAGS);
  const others: FdxElement[] = [];
  for (const child of paragraph.children) {
    if (child.name === 'Text') reader.add(child);
    else others.push(child);
  }
  if (paragraph.children.length === 0 && paragraph.text.trim() !== '')
    reader.add(leaf('Text', undefined, paragraph.text));
  const line: TitleLine & RichText = { ...reader.rich() };
  const layout = readSpec(paragraph.attributes);
  if (layout) line.layout = layout;
  // Other programs name what a paragraph is, or the element itself.
  const named = paragraph.name === 'Paragraph' ? (paragraph.attributes['Type'] ?? '') : paragraph.name;
  const key = titleKeyOf(named.replace(/([a-z])([A-Z])/g, '$1 $2'));
  if (key !== undefined && line.text !== '') line.key = key;
  const extra: Record<string, string> = {};
  const { Type } = paragraph.attributes;
  if (Type !== undefined && Type !== 'General') extra['fdx.type'] = Type;
  if (others.length > 0) extra['fdx.xml'] = printFragments(others);
  if (Object.keys(extra).length > 0) line.extra = extra;
  return line;
}
