import type { RichText, TitleLine, TitlePage } from '../../../conventions/manuscript/types.js';
import { trimRich } from '../../../conventions/rich-text.js';
import { titleEntries, titleLabelOf } from '../../../conventions/title-page-fields.js';
import { titleKeyOf } from '../../../conventions/title-page-keys.js';
import { hasFountainPrefix } from '../grammar.js';
import { EXTRA } from '../mapping.js';
import { TITLE_INDENT, findTitlePage } from '../title-page.js';
import type { TitleField } from '../tree.js';
import type { FountainLosses } from './losses.js';
import { markUp } from './markup.js';
import { capitalised } from './text.js';

/** The fields of a title page. One that its source placed line by line becomes a list of fields. */
export function lowerTitlePage(page: TitlePage, losses: FountainLosses): TitleField[] {
  if (page.placed) {
    losses.add('titleLayout');
    return titleEntries(page).flatMap((entry) => fieldOf(entry.label, entry.lines, {}, losses) ?? []);
  }
  const fields: TitleField[] = [];
  for (let at = 0; at < page.lines.length; ) {
    const first = page.lines[at] as TitleLine;
    const lines: RichText[] = [];
    // Lines of one field follow one another; an empty one is a field without a value.
    do {
      const line = page.lines[at++] as TitleLine;
      lines.push(...splitLines(line));
    } while (at < page.lines.length && goesOn(first, page.lines[at] as TitleLine));
    const key = first.key ?? 'notes';
    const field = fieldOf(first.label ?? titleLabelOf(key, lines), lines, first.extra ?? {}, losses);
    if (field) fields.push(field);
  }
  return fields;
}

/** Whether the line belongs to the field of the line before: a source gives each field its own first line. */
function goesOn(first: TitleLine, line: TitleLine): boolean {
  return line.key === first.key && line.label === first.label && first.text !== '' && line.text !== '' && !line.extra;
}

function splitLines({ text, runs }: RichText): RichText[] {
  if (!text.includes('\n')) return [runs ? { text, runs } : { text }];
  let from = 0;
  return text.split('\n').map((line) => {
    const start = from;
    from += line.length + 1;
    if (!runs) return { text: line };
    const own = runs
      .filter((run) => run.end > start && run.start < start + line.length)
      .map((run) => ({ ...run, start: Math.max(0, run.start - start), end: Math.min(line.length, run.end - start) }));
    return own.length > 0 ? { text: line, runs: own } : { text: line };
  });
}

function fieldOf(
  label: string,
  lines: readonly RichText[],
  extra: Readonly<Record<string, string>>,
  losses: FountainLosses,
): TitleField | undefined {
  const key = writableKey(label);
  const raw = lines.map((line) => markUp(trimRich(capitalised(line, false)), []).raw);
  while (raw.length > 0 && raw[raw.length - 1] === '') raw.pop();
  while (raw.length > 0 && raw[0] === '') raw.shift();
  if (raw.length === 0 && titleKeyOf(key) === undefined && key === key.toUpperCase()) {
    // `FADE IN:` without a value reads as the script's first line.
    losses.add('titleKey');
    return undefined;
  }
  const value = extra[EXTRA.value];
  const inline = raw.length > 0 && (value === 'beside' || (raw.length === 1 && value !== 'below'));
  const kept = extra[EXTRA.indent];
  const indent = kept !== undefined && /^(?:\t| {3})[^\S\n]*$/.test(kept) ? kept : TITLE_INDENT;
  return { key, lines: raw, inline, indent };
}

/** A key that is read as one: no colon, no marks, not too long. */
function writableKey(label: string): string {
  const key = label
    .replace(/[^\p{L}\p{M}\p{N} _'’&()./-]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 60)
    .trim();
  return key === '' || hasFountainPrefix(key, 0, key.length) ? 'Notes' : key;
}

/** The text of a title page, with the line end behind its last line. */
export function printTitlePage(fields: readonly TitleField[]): string {
  if (fields.length === 0) return '';
  const lines: string[] = [];
  for (const { key, lines: values, inline, indent } of fields) {
    const below = inline ? values.slice(1) : values;
    lines.push(inline ? `${key}: ${values[0] ?? ''}` : `${key}:`);
    for (const value of below) lines.push(indent + value);
  }
  const text = `${lines.join('\n')}\n`;
  // Keys of the writer's own alone may not be told from a script that starts with a colon.
  return findTitlePage(text) ? text : `Title:\n${text}`;
}

/** Whether a script without a title page would be read as if it had one. `start`: its first lines. */
export function readsAsTitlePage(start: string): boolean {
  return findTitlePage(start) !== undefined;
}
