import type { ParagraphStyle, TitleKey, TitleLine, TitlePage } from '../../../conventions/manuscript/types.js';
import { richLines } from '../../../conventions/rich-text.js';
import { recogniseTitlePage } from '../../../conventions/title-page.js';
import { attributesBut } from '../../../syntax/xml-element.js';
import { printAttributes, printFragments } from '../../../syntax/xml-fragments.js';
import type { Frame } from '../frame.js';
import { readParagraph, titleKeyOfBookmark } from '../mapping.js';
import type { OsfAttributes, OsfElement } from '../tree.js';
import { readMarkup } from './markup.js';
import { RunReader } from './runs.js';
import type { StyleBook } from './styles.js';

const KNOWN = new Set(['bookmark', 'edited_by', 'page_number']);

/** The title page as its printed lines, each with the field that its bookmark names, or that shows. */
export function readTitlePage(element: OsfElement | undefined, styles: StyleBook, frame: Frame): TitlePage | undefined {
  const paragraphs = element?.children.filter((child) => child.name === 'para') ?? [];
  if (paragraphs.length === 0) return undefined;
  const lines = paragraphs.flatMap((paragraph) => readLines(paragraph, styles, frame));
  return { lines: recogniseTitlePage(lines), placed: true };
}

/** The lines of a paragraph; those after the first say that they belong to it. */
function readLines(paragraph: OsfElement, styles: StyleBook, frame: Frame): TitleLine[] {
  const style = paragraph.children.find((child) => child.name === 'style')?.attributes ?? {};
  const entry = styles.find(
    style['basestyle'] === undefined && style['name'] === undefined ? { basestyle: 'Normal Text' } : style,
  );
  const runs = new RunReader(entry.looks, false);
  const others: OsfElement[] = [];
  for (const child of paragraph.children) {
    if (child.name === 'text') runs.add(child);
    else if (child.name !== 'style') others.push(child);
  }
  const layout = placeOf({ ...entry.style, ...readParagraph(style, frame) });
  const { bookmark, edited_by: editor } = paragraph.attributes;
  const key = bookmark === undefined ? undefined : titleKeyOfBookmark(bookmark);
  const extra: Record<string, string> = {};
  if (bookmark !== undefined) extra['fadein.bookmark'] = bookmark;
  if (editor !== undefined) extra['fadein.edited-by'] = editor;
  if (entry.name !== 'Normal Text') extra['fadein.style'] = entry.name;
  const rest = attributesBut(paragraph.attributes, KNOWN);
  if (rest) extra['fadein.attributes'] = printAttributes(rest);
  if (others.length > 0) extra['fadein.xml'] = printFragments(others);
  return richLines(runs.rich()).map((words, at) => {
    const line: TitleLine = { ...words, layout };
    if (key !== undefined && words.text.trim() !== '') line.key = key;
    if (at > 0) line.extra = { 'fadein.joined': 'true' };
    else if (Object.keys(extra).length > 0) line.extra = extra;
    return line;
  });
}

/** Where a line stands, without what its font looks like. */
function placeOf(style: ParagraphStyle): ParagraphStyle {
  const place: ParagraphStyle = {};
  if (style.align !== undefined) place.align = style.align;
  if (style.left !== undefined) place.left = style.left;
  if (style.right !== undefined) place.right = style.right;
  if (style.before !== undefined) place.before = style.before;
  if (style.spacing !== undefined) place.spacing = style.spacing;
  return place;
}

/** Fields of the title page in the attributes of `info`, where version 12 has them. */
const INFO_FIELDS: readonly (readonly [attribute: string, key: TitleKey | undefined])[] = [
  ['title', 'title'],
  ['subtitle', 'title'],
  ['written_by', undefined],
  ['copyright', 'copyright'],
  ['drafts', 'draft-date'],
  ['contact', 'contact'],
];
/** Attributes of `info` that {@link readInfoFields} reads. */
export const INFO_ATTRIBUTES: ReadonlySet<string> = new Set([...INFO_FIELDS.map(([name]) => name), 'title_format']);

/** The title page of version 12. */
export function readInfoFields(info: OsfAttributes, styles: StyleBook): TitlePage | undefined {
  const lines: TitleLine[] = [];
  /** Lines of the credit and its names. */
  const writers = new Set<number>();
  for (const [attribute, key] of INFO_FIELDS) {
    const value = info[attribute];
    if (value === undefined || value.trim() === '') continue;
    for (const text of value.split('\n')) {
      const line: TitleLine = { text };
      if (key !== undefined && text.trim() !== '') line.key = key;
      if (attribute === 'title') look(line, info['title_format'] ?? '', styles);
      if (key === undefined && text.trim() !== '') writers.add(lines.length);
      lines.push(line);
    }
  }
  if (lines.length === 0) return undefined;
  // The credit and the names, in one attribute, are told apart by what they say.
  const keyed = recogniseTitlePage(lines).map((line, at) => {
    if (line.key !== undefined || !writers.has(at)) return line;
    return { ...line, key: /\bby\W{0,3}$/i.test(line.text) ? 'credit' : 'author' };
  });
  return { lines: keyed, placed: false };
}

/** Gives the title the looks that `title_format` opens: `<u>`. */
function look(line: TitleLine, format: string, styles: StyleBook): void {
  const attributes = readMarkup(`${format} `).at(-1)?.attributes;
  const own = attributes && styles.entry('Normal Text').looks.read(attributes);
  if (own && line.text !== '') line.runs = [{ ...own, start: 0, end: line.text.length }];
}
