import { titleKeyOf } from '../../conventions/title-page-keys.js';
import { continuationLine, endOfLine, hasFountainPrefix, isBlank, skipBlanks, trimBlanks } from './grammar.js';
import type { TitleField } from './tree.js';

export interface FoundTitlePage {
  fields: TitleField[];
  /** Offset of the line behind the last one of the title page. */
  end: number;
}

/** Blanks before the lines of a value, unless the source has others. */
export const TITLE_INDENT = '    ';

/** A key longer than this is prose. */
const MAX_KEY = 60;
/** What a key may hold beside letters and digits. */
const KEY = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} \t_'’&()./-]*$/u;

/**
 * The title page at the start of a text. It ends at the first blank line, and before a heading or a line that marks
 * itself as script (`===`, `# Act One`). Any key is allowed, so what tells a title
 * page from a script that starts with `FADE IN:` or `NARRATOR: ...` is this: either one of its keys is one of the usual
 * ones, or there are several, all of its lines being keys with values, and the first key is a few words and not all
 * capitals.
 */
export function findTitlePage(src: string): FoundTitlePage | undefined {
  let at = skipBlanks(src, 0, src.length);
  at = src.lastIndexOf('\n', at) + 1;
  const fields: TitleField[] = [];
  let known = false;
  let end = at;
  while (at < src.length) {
    const lineEnd = endOfLine(src, at);
    const start = skipBlanks(src, at, lineEnd);
    const last = fields[fields.length - 1];
    if (start === lineEnd) {
      // Blanks on an otherwise empty line, with more of the value below: an empty line of an address.
      if (!last || lineEnd - at < 3 || !isIndented(src, lineEnd + 1)) break;
      last.lines.push('');
    } else if (start > at && last) {
      if (last.lines.length === (last.inline ? 1 : 0)) last.indent = src.slice(at, start);
      last.lines.push(src.slice(start, trimBlanks(src, start, lineEnd)));
    } else {
      const script = hasFountainPrefix(src, start, lineEnd) || continuationLine(src, start, lineEnd) !== 'action';
      const field = script ? undefined : readKey(src, start, lineEnd);
      if (field) {
        fields.push(field);
        known ||= titleKeyOf(field.key) !== undefined;
      } else if (!known || script || !last) {
        // The script itself, if a title page was there; else a paragraph that merely starts with a colon.
        if (!known) return undefined;
        break;
      } else {
        last.lines.push(src.slice(start, trimBlanks(src, start, lineEnd)));
      }
    }
    at = Math.min(src.length, lineEnd + 1);
    end = at;
  }
  if (fields.length === 0 || (!known && !isPlausible(fields))) return undefined;
  for (const field of fields)
    while (field.lines.length > 1 && field.lines[field.lines.length - 1] === '') field.lines.pop();
  return { fields, end };
}

function readKey(src: string, start: number, end: number): TitleField | undefined {
  const length = src.slice(start, Math.min(end, start + MAX_KEY + 1)).indexOf(':');
  if (length < 0) return undefined;
  const key = src.slice(start, trimBlanks(src, start, start + length));
  if (!KEY.test(key)) return undefined;
  const from = skipBlanks(src, start + length + 1, end);
  if (from === end)
    return isFadeIn(key) && !isIndented(src, end + 1)
      ? undefined
      : { key, lines: [], inline: false, indent: TITLE_INDENT };
  return { key, lines: [src.slice(from, trimBlanks(src, from, end))], inline: true, indent: TITLE_INDENT };
}

/** `FADE IN:` is no key: one in capitals that nobody uses, and without a value. */
function isFadeIn(key: string): boolean {
  return key === key.toUpperCase() && titleKeyOf(key) === undefined;
}

function isIndented(src: string, at: number): boolean {
  if (at >= src.length || !isBlank(src.charCodeAt(at))) return false;
  const lineEnd = endOfLine(src, at);
  return skipBlanks(src, at, lineEnd) < lineEnd;
}

function isPlausible(fields: readonly TitleField[]): boolean {
  const first = fields[0];
  if (!first || fields.length < 2 || first.lines.length === 0) return false;
  return first.key.split(/\s+/).length <= 3 && first.key !== first.key.toUpperCase();
}
