import type { RichText, TitleKey, TitleLine, TitlePage } from '../../../conventions/manuscript/types.js';
import { recogniseTitlePage } from '../../../conventions/title-page.js';
import { printFragments } from '../../../syntax/xml-fragments.js';
import { readSpec } from '../mapping.js';
import { childOf } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';
import { NO_TAGS, RunReader } from './runs.js';
import type { RunBase } from './runs.js';

/** Names that other programs give the paragraphs of a title page. */
const KEYS: Readonly<Record<string, TitleKey>> = {
  title: 'title',
  credit: 'credit',
  author: 'author',
  authors: 'author',
  source: 'source',
  'draft date': 'draft-date',
  contact: 'contact',
  copyright: 'copyright',
  notes: 'notes',
  revision: 'revision',
};

/** The title page as its printed lines, each with the field it belongs to where that shows. */
export function readTitlePage(element: FdxElement | undefined, base: RunBase): TitlePage | undefined {
  const content = childOf(element, 'Content');
  if (!content) return undefined;
  const lines = content.children
    .filter((child) => child.name === 'Paragraph')
    .map((paragraph) => readLine(paragraph, base));
  return lines.length > 0 ? { lines: recogniseTitlePage(lines), placed: true } : undefined;
}

function readLine(paragraph: FdxElement, base: RunBase): TitleLine {
  const reader = new RunReader(base, NO_TAGS);
  const others: FdxElement[] = [];
  for (const child of paragraph.children) {
    if (child.name === 'Text') reader.add(child);
    else others.push(child);
  }
  if (paragraph.children.length === 0 && paragraph.text.trim() !== '') reader.add(paragraph);
  const line: TitleLine & RichText = { ...reader.rich() };
  const layout = readSpec(paragraph.attributes);
  if (layout) line.layout = layout;
  const type = paragraph.attributes['Type']?.toLowerCase() ?? '';
  if (Object.hasOwn(KEYS, type) && line.text !== '') line.key = KEYS[type];
  const extra: Record<string, string> = {};
  const { Type } = paragraph.attributes;
  if (Type !== undefined && Type !== 'General') extra['fdx.type'] = Type;
  if (others.length > 0) extra['fdx.xml'] = printFragments(others);
  if (Object.keys(extra).length > 0) line.extra = extra;
  return line;
}
