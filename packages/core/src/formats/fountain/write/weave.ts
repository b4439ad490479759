import { hasFountainPrefix, skipBlanks } from '../grammar.js';
import type { FountainElement, Hidden } from '../tree.js';
import { printHidden } from './hidden.js';
import type { Line } from './line.js';

interface Entry {
  /** Offset in the line's bare text. */
  at: number;
  text: string;
  ownLine: boolean;
  tight: boolean;
}

/** The lines of an element with what is hidden in them; undefined ones are left out. `joined`: they are one line. */
export function weave(element: FountainElement, lines: readonly (Line | undefined)[], joined: boolean): string[] {
  const { type, text } = element;
  const rows = joined ? [text] : text.split('\n');
  const all = element.hidden ?? [];
  const hidden = type === 'action' || type === 'dialogue' ? offBlankRows(all, rows) : all;
  const woven: string[] = [];
  let offset = 0;
  let next = 0;
  lines.forEach((line, at) => {
    const end = offset + (rows[at]?.length ?? 0);
    const entries: Entry[] = [];
    for (; line && next < hidden.length; next++) {
      const entry = hidden[next];
      if (!entry || (entry.at > end && at < lines.length - 1)) break;
      const below = rows[at + 1];
      const ownLine = entry.ownLine && entry.at >= end && !(below !== undefined && startsLikeHeading(below));
      const place = Math.max(0, Math.min(entry.at - offset, line.text.length));
      entries.push({ at: place, text: printHidden(entry), ownLine, tight: entry.tight });
    }
    if (line) woven.push(entries.length > 0 ? weaveLine(line, entries) : line.toString());
    offset = end + 1;
  });
  return woven;
}

function weaveLine(line: Line, hidden: readonly Entry[]): string {
  const { length } = line.text;
  let out = line.blanks + line.mark;
  let from = 0;
  let below = '';
  const indent = skipBlanks(line.text, 0, length);
  // What stands at a tight one's place touches it.
  const tightAt = new Set(hidden.filter(({ tight, ownLine }) => tight && !ownLine).map(({ at }) => at));
  for (const { at, text, ownLine } of hidden) {
    if (ownLine) {
      below += `\n${text}`;
      continue;
    }
    out += line.part(from, at) + parted(line, at, text, tightAt.has(at), indent);
    from = at;
  }
  return out + line.part(from, length) + line.tail + below;
}

/** Marks right after which a line has not begun for what is hidden in it. */
const FORCING = ['!', '.'];

/** What is hidden, with the blank that reading takes away with it. `indent`: how many blanks the text starts with. */
function parted({ text: line, mark, tail }: Line, at: number, text: string, tight: boolean, indent: number): string {
  const next = at < line.length ? line.charAt(at) : tail.charAt(0);
  const beforeBlank = next === '' || next === ' ';
  const head = mark.trim();
  if (head === '' ? at <= indent : at === 0 && FORCING.includes(head)) {
    return next === '' || (tight && !beforeBlank) ? text : `${text} `;
  }
  const afterBlank = at === 0 ? mark.endsWith(' ') : line.charAt(at - 1) === ' ';
  return beforeBlank && (afterBlank || !tight) ? ` ${text}` : text;
}

/** On a line with nothing else a note would take the line with it, so none is put on a blank one. */
function offBlankRows(hidden: readonly Hidden[], rows: readonly string[]): readonly Hidden[] {
  if (rows.every((row) => row.trim() !== '')) return hidden;
  const starts: number[] = [];
  let from = 0;
  for (const row of rows) {
    starts.push(from);
    from += row.length + 1;
  }
  return hidden.map((entry) => {
    let row = starts.findLastIndex((start) => start <= entry.at);
    if (rows[row]?.trim() !== '') return entry;
    while (row < rows.length && rows[row]?.trim() === '') row++;
    if (row < rows.length) return { ...entry, at: starts[row] ?? 0, ownLine: false };
    row = rows.findLastIndex((text) => text.trim() !== '');
    return row < 0 ? entry : { ...entry, at: (starts[row] ?? 0) + (rows[row]?.length ?? 0) };
  });
}

function startsLikeHeading(line: string): boolean {
  return hasFountainPrefix(line, skipBlanks(line, 0, line.length), line.length);
}
