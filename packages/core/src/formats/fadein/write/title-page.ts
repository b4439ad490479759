import type { ParagraphStyle, Setup, TitleLine, TitlePage } from '../../../conventions/manuscript/types.js';
import { joinRich } from '../../../conventions/rich-text.js';
import { arrangeTitlePage, recogniseTitlePage } from '../../../conventions/title-page.js';
import type { Warnings } from '../../../errors/index.js';
import { branch } from '../../../syntax/xml-element.js';
import { parseAttributes, parseFragments } from '../../../syntax/xml-fragments.js';
import { toInches } from '../frame.js';
import type { Frame } from '../frame.js';
import {
  OTHER_TITLE_BOOKMARKS,
  TITLE_BOOKMARKS,
  inStyleOrder,
  printParagraph,
  titleKeyOfBookmark,
} from '../mapping.js';
import type { OsfElement } from '../tree.js';
import type { FadeInLosses } from './losses.js';
import { printRuns } from './runs.js';
import type { StyleSheet } from './styles.js';

export interface TitleContext {
  setup: Setup | undefined;
  sheet: StyleSheet;
  frame: Frame;
  own: boolean;
  losses: FadeInLosses;
  warnings: Warnings;
}

const BOOKMARK_OF = new Map(TITLE_BOOKMARKS.map(([bookmark, key]) => [key, bookmark]));
const OTHER_BOOKMARK_OF = new Map(OTHER_TITLE_BOOKMARKS.map(([bookmark, key]) => [key, bookmark]));
/** How often names are given before the rest stays as it is. */
const ROUNDS = 4;
/** The least width of a line that is moved into the margins, inches. */
const NARROWEST = 1;

/** `titlepage`: a paragraph for each line, those of a field in one. */
export function printTitlePage(page: TitlePage | undefined, context: TitleContext): OsfElement {
  if (!page) return branch('titlepage');
  const own = context.own && page.placed;
  const lines = arrangeTitlePage(page, context.setup, context.warnings);
  const groups = own
    ? joined(lines)
    : fields(lines.map((line) => ({ ...line, layout: inMargins(line.layout, context.frame) })));
  const names = bookmarks(groups, own);
  return branch(
    'titlepage',
    undefined,
    groups.map((group, at) => printParagraphOf(group, names[at], context)),
  );
}

/**
 * The bookmarks of the paragraphs: those of the file that was read, else those that Fade In gives to fields; and more
 * where a field would not be known again.
 */
function bookmarks(groups: readonly TitleLine[][], own: boolean): (string | undefined)[] {
  const names = groups.map(
    ([first]) => first?.extra?.['fadein.bookmark'] ?? (own ? undefined : bookmarkOf(first, BOOKMARK_OF)),
  );
  // A field that gets a name is no longer looked for, so that others may lose theirs.
  for (let round = 0; round < ROUNDS; round++) {
    const lost = unrecognised(groups, names);
    for (const [at, line] of lost) {
      names[at] = bookmarkOf(line, BOOKMARK_OF) ?? bookmarkOf(line, OTHER_BOOKMARK_OF);
    }
    if (lost.size === 0) break;
  }
  return names;
}

/** The first line of each paragraph whose field a reader would not know, for the paragraphs that could be named. */
function unrecognised(groups: readonly TitleLine[][], names: readonly (string | undefined)[]): Map<number, TitleLine> {
  const read = recogniseTitlePage(
    groups.flatMap((group, at) => {
      const named = titleKeyOfBookmark(names[at] ?? '');
      return group.map(({ key: _, ...line }) =>
        named !== undefined && line.text.trim() !== '' ? { ...line, key: named } : line,
      );
    }),
  );
  const lost = new Map<number, TitleLine>();
  let next = 0;
  groups.forEach((group, at) => {
    for (const line of group) {
      const same = read[next++]?.key === line.key || line.text.trim() === '';
      const nameable = bookmarkOf(line, BOOKMARK_OF) ?? bookmarkOf(line, OTHER_BOOKMARK_OF);
      if (!same && names[at] === undefined && nameable !== undefined && !lost.has(at)) lost.set(at, line);
    }
  });
  return lost;
}

function bookmarkOf(line: TitleLine | undefined, names: ReadonlyMap<string, string>): string | undefined {
  return line?.key === undefined ? undefined : names.get(line.key);
}

/** Lines that were one paragraph in the file that was read. */
function joined(lines: readonly TitleLine[]): TitleLine[][] {
  const groups: TitleLine[][] = [];
  for (const line of lines) {
    const last = groups[groups.length - 1];
    if (last && line.extra?.['fadein.joined'] !== undefined) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** The lines of one field, which a bookmark names as one paragraph; blank lines between them belong to it. */
function fields(lines: readonly TitleLine[]): TitleLine[][] {
  const groups: TitleLine[][] = [];
  let open: TitleLine[] | undefined;
  let blanks: TitleLine[] = [];
  const flush = (): void => {
    for (const blank of blanks) groups.push([blank]);
    blanks = [];
  };
  for (const line of lines) {
    if (line.text.trim() === '') {
      blanks.push(line);
      continue;
    }
    const first = open?.[0];
    if (
      open &&
      first?.key !== undefined &&
      first.key === line.key &&
      BOOKMARK_OF.has(line.key) &&
      samePlace(first, line)
    ) {
      open.push(...blanks, line);
      blanks = [];
      continue;
    }
    flush();
    open = [line];
    groups.push(open);
  }
  flush();
  return groups;
}

function samePlace({ layout: a }: TitleLine, { layout: b }: TitleLine): boolean {
  return a?.align === b?.align && a?.left === b?.left && a?.right === b?.right;
}

/** A line's place between the margins of the script: centred lines keep their middle, and lines without a place are. */
function inMargins(layout: ParagraphStyle | undefined, frame: Frame): ParagraphStyle | undefined {
  if (layout?.align === undefined && layout?.left === undefined && layout?.right === undefined)
    return { ...layout, align: 'center' };
  if (layout.left === undefined || layout.right === undefined) return layout;
  const from = toInches(frame.left);
  const to = toInches(frame.width - frame.right);
  const middle = (layout.left + layout.right) / 2;
  const half = Math.min(middle - from, to - middle, (layout.right - layout.left) / 2);
  const [left, right] =
    layout.align === 'center'
      ? [middle - half, middle + half]
      : [Math.max(from, layout.left), Math.min(to, layout.right)];
  if (right - left >= NARROWEST) return { ...layout, left, right };
  const { left: _, right: __, ...rest } = layout;
  return rest;
}

function printParagraphOf(
  lines: readonly TitleLine[],
  bookmark: string | undefined,
  { sheet, frame, losses }: TitleContext,
): OsfElement {
  const [first] = lines;
  const extra = first?.extra;
  const { look } = sheet.builtIn('general');
  const style = extra?.['fadein.style'];
  const base = style === undefined ? look : sheet.lookOf(style);
  const attributes: Record<string, string> = {
    basestyle: style !== undefined && base ? style : sheet.builtIn('general').name,
  };
  if (first?.layout) {
    Object.assign(attributes, printParagraph(first.layout, base ?? look, frame));
    if (first.layout.first !== undefined && first.layout.first !== 0) losses.add('firstLine');
  }
  const children = [branch('style', inStyleOrder(attributes)), ...printRuns(joinRich(lines, '\n'), losses)];
  const others = extra?.['fadein.xml'];
  if (others !== undefined) children.push(...(parseFragments(others) ?? []));
  const para: Record<string, string> = {};
  if (extra?.['fadein.edited-by'] !== undefined) para['edited_by'] = extra['fadein.edited-by'];
  if (bookmark !== undefined) para['bookmark'] = bookmark;
  const rest = extra?.['fadein.attributes'];
  return branch('para', rest === undefined ? para : { ...parseAttributes(rest), ...para }, children);
}
