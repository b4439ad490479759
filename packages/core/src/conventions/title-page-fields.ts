import type { RichText, TitleKey, TitleLine, TitlePage } from './manuscript/types.js';
import { parseAuthors } from './names.js';
import type { PersonName } from './names.js';
import { joinRich, richLines, sliceRich, trimRich } from './rich-text.js';
import { splitCredit } from './title-page-credit.js';
import { LABELS } from './title-page-keys.js';
import { creditOf, isSource } from './title-page-words.js';

const LABEL_OF = new Map(LABELS);

/** The texts of a title page by field, the lines of each joined by `\n`; blank lines are left out. */
export interface TitleFields {
  title?: RichText;
  credit?: RichText;
  /** Names only: a credit on the same line (`Written by Ann Lee`) is in `credit`. */
  author?: RichText;
  /** One entry per source. */
  sources: RichText[];
  contact?: RichText;
  /** Notes and every line without a key. */
  notes?: RichText;
  /** All other fields in printed order: `draft-date`, `copyright`, `revision` and the source's own keys. */
  others: { key: TitleKey; label?: string; text: RichText }[];
}

/** A line cut at the seam between a credit and the names after it; the line itself when it has no such seam. */
export function creditAndNames(line: TitleLine): [names: RichText] | [credit: RichText, names: RichText] {
  const seam = line.key === 'author' ? splitCredit(line.text) : undefined;
  return seam === undefined ? [line] : [sliceRich(line, 0, seam), sliceRich(line, seam)];
}

const JOINER = '(?:[&+,;]|and|und|et|y|e|и)';
const OPENING = new RegExp(`^\\s*${JOINER}(?=\\s|$)`);
const CLOSING = new RegExp(`(?:^|\\s)${JOINER}\\s*$|[&+,;]\\s*$`);

/** The people that the author lines of a title page name; a line may hold only a joiner, or begin or end with one. Each once. */
export function authorsOf(text: string): PersonName[] {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').replace(OPENING, '').replace(CLOSING, ''));
  const seen = new Set<string>();
  return parseAuthors(lines.join('\n')).filter(({ given, family }) => {
    const name = `${given}\n${family}`;
    return !seen.has(name) && seen.add(name);
  });
}

/**
 * Groups the lines of sources into sources: a new one begins at a line that says so (`Based on`, `Story by`) or whose
 * field is named so, and after any other words.
 */
export function isNewSource(line: Pick<TitleLine, 'text' | 'label'>, afterSource: boolean): boolean {
  if (!afterSource || line.label !== undefined || isSource(line.text)) return true;
  const credit = creditOf(line.text.trim());
  return credit !== undefined && !credit.by;
}

/** The fields of a title page whose lines have keys. */
export function titleFields(page: TitlePage): TitleFields {
  const lists = new Map<string, RichText[]>();
  const labels = new Map<string, string>();
  const sources: RichText[][] = [];
  let afterSource = false;
  const add = (key: string, text: RichText): void => {
    const trimmed = trimRich(text);
    if (trimmed.text === '') return;
    const list = lists.get(key);
    if (list) list.push(trimmed);
    else lists.set(key, [trimmed]);
  };
  for (const line of page.lines) {
    if (line.text.trim() === '') continue;
    const key = line.key ?? 'notes';
    if (line.label !== undefined && !labels.has(key)) labels.set(key, line.label);
    if (key === 'source') {
      if (isNewSource(line, afterSource)) sources.push([]);
      sources[sources.length - 1]?.push(trimRich(line));
    } else {
      const parts = creditAndNames(line);
      if (parts.length === 2) add('credit', parts[0]);
      add(key, parts[parts.length - 1] as RichText);
    }
    afterSource = key === 'source';
  }
  const fields: TitleFields = { sources: sources.map((lines) => joinRich(lines, '\n')), others: [] };
  for (const [key, list] of lists) {
    const text = plainRich(joinRich(list, '\n'));
    if (isPlain(key)) fields[key] = text;
    else {
      const label = labels.get(key);
      fields.others.push(label === undefined ? { key, text } : { key, label, text });
    }
  }
  return fields;
}

type PlainField = 'title' | 'credit' | 'author' | 'contact' | 'notes';

function isPlain(key: TitleKey): key is PlainField {
  return key === 'title' || key === 'credit' || key === 'author' || key === 'contact' || key === 'notes';
}

/** Without the other properties of a line. */
function plainRich({ text, runs }: RichText): RichText {
  return runs ? { text, runs } : { text };
}

/** The usual spelling of a field's name; for a key of the writer's own, the key. */
export function titleLabelOf(key: TitleKey, lines: readonly RichText[] = []): string {
  if (key === 'author' && lines.reduce((sum, { text }) => sum + authorsOf(text).length, 0) > 1) return 'Authors';
  return LABEL_OF.get(key) ?? key;
}

/** One entry of a plain-text title page: `label` as it is to be written, without the colon. */
export interface TitleEntry {
  key: TitleKey;
  label: string;
  lines: RichText[];
}

/**
 * The fields of a title page with their labels. A page that is a list of fields keeps its own order; a placed one is put
 * in the usual order: Title, Credit, Author, Source, ..., Contact.
 */
export function titleEntries(page: TitlePage): TitleEntry[] {
  return page.placed ? entriesOfPlaced(page) : entriesOfList(page.lines);
}

function entriesOfList(lines: readonly TitleLine[]): TitleEntry[] {
  const entries: (TitleEntry & { typed: string | undefined })[] = [];
  for (const line of lines) {
    const key = line.key ?? 'notes';
    const last = entries[entries.length - 1];
    if (last?.key === key && last.typed === line.label) last.lines.push(...richLines(plainRich(line)));
    else entries.push({ key, label: '', typed: line.label, lines: richLines(plainRich(line)) });
  }
  return entries.map(({ key, typed, lines: own }) => ({ key, label: typed ?? titleLabelOf(key, own), lines: own }));
}

function entriesOfPlaced(page: TitlePage): TitleEntry[] {
  const fields = titleFields(page);
  const entries: TitleEntry[] = [];
  const add = (key: TitleKey, text: RichText | undefined, label?: string): void => {
    if (!text) return;
    const lines = richLines(text)
      .map(trimRich)
      .filter((line) => line.text !== '');
    entries.push({ key, label: label ?? titleLabelOf(key, lines), lines });
  };
  const others = new Map(fields.others.map((field) => [field.key, field]));
  for (const [key] of LABELS) {
    if (isPlain(key)) add(key, fields[key]);
    else if (key === 'source') add(key, fields.sources.length > 0 ? joinRich(fields.sources, '\n') : undefined);
    else add(key, others.get(key)?.text, others.get(key)?.label);
  }
  for (const { key, label, text } of fields.others) if (!LABEL_OF.has(key)) add(key, text, label);
  return entries;
}
