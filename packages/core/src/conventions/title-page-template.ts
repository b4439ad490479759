import type { Warnings } from '../errors/index.js';
import { printDeclarations } from './declarations.js';
import type { ParagraphStyle } from './manuscript/types.js';
import { paragraphDeclarations, parseParagraphStyle } from './page-setup-style.js';

/**
 * The lines of a title page without their words. The head declares whether the source placed the lines and the styles
 * they have; below `---` each line names its style (`-`: none), what it prints (fields, and blanks in quotes), and how often:
 *
 *     placed: yes
 *     a: align: left; left: 1in; right: 7.5in
 *     b: align: center; left: 1in; right: 7.5in
 *     ---
 *     a *17
 *     b {title}
 *     b *3
 *     b {credit} " " {author}
 *     a {extra 1-2 contact}
 *     a {key draft-date 1}
 */
export interface PageTemplate {
  placed: boolean;
  lines: TemplateLine[];
}

export interface TemplateLine {
  style: LineStyle;
  /** References, and what stands between them as it is: blanks, or what a hand put there. */
  items: (FieldRef | string)[];
}

/** How a line stands on the page, and attributes that only one format knows. */
export interface LineStyle {
  layout?: ParagraphStyle | undefined;
  extra?: Readonly<Record<string, string>> | undefined;
}

/** A reference to lines of a field. */
export interface FieldRef {
  /** `title`, `credit`, `author`, `source`, `extra`, or `key` and the name of any other field. */
  field: string;
  /** First and last line, from 1; the whole field when absent. */
  lines?: readonly [first: number, last: number];
  /** The line has the field's key but no words. */
  empty?: boolean;
  /** What lines of `extra` are: `contact` or `notes`. */
  kind?: string;
  /** Number of the label, from 1, that the source gave the key. */
  label?: number;
}

/** Lines of one template at most, so that a hand-made count cannot fill the memory. */
const MAX_LINES = 100_000;

export function printTemplate(template: PageTemplate): string {
  const names = new StyleNames();
  const body: string[] = [];
  let last = '';
  let count = 0;
  const flush = (): void => {
    if (count > 0) body.push(count > 1 ? `${last} *${count}` : last);
  };
  for (const { style, items } of template.lines) {
    const line = [names.of(style), ...items.map(printItem)].join(' ');
    // Only blank lines repeat word for word; counting anything else would hide it.
    if (line === last && items.length === 0) {
      count++;
      continue;
    }
    flush();
    last = line;
    count = 1;
  }
  flush();
  const head = [`placed: ${template.placed ? 'yes' : 'no'}`];
  for (const [name, declarations] of names.declared) head.push(`${name}: ${declarations}`.trimEnd());
  return [...head, '---', ...body].join('\n');
}

/** Names of styles: `a`, `b`, ..., `z`, `aa`, ... in the order in which they are met. */
class StyleNames {
  readonly declared: [name: string, declarations: string][] = [];
  readonly #known = new Map<string, string>();

  of({ layout, extra }: LineStyle): string {
    if (!layout && !extra) return '-';
    const key = JSON.stringify([layout, extra]);
    let name = this.#known.get(key);
    if (name === undefined) {
      name = letters(this.declared.length);
      this.#known.set(key, name);
      this.declared.push([name, declarationsOf(layout, extra)]);
    }
    return name;
  }
}

function letters(number: number): string {
  let name = '';
  for (let n = number; n >= 0; n = Math.floor(n / 26) - 1) name = String.fromCharCode(97 + (n % 26)) + name;
  return name;
}

function declarationsOf(layout: ParagraphStyle | undefined, extra: LineStyle['extra']): string {
  const list: [string, string][] = layout ? paragraphDeclarations(layout) : [['layout', 'none']];
  for (const [key, value] of Object.entries(extra ?? {})) list.push([`extra.${key}`, value]);
  if (extra && Object.keys(extra).length === 0) list.push(['extra', 'none']);
  return printDeclarations(list);
}

function printItem(item: FieldRef | string): string {
  return typeof item === 'string' ? JSON.stringify(item) : printRef(item);
}

function printRef({ field, lines, empty, kind, label }: FieldRef): string {
  let out = `{${field}`;
  if (empty) out += ' -';
  else if (lines) out += lines[0] === lines[1] ? ` ${lines[0]}` : ` ${lines[0]}-${lines[1]}`;
  if (kind !== undefined) out += ` ${kind}`;
  if (label !== undefined) out += ` as ${label}`;
  return `${out}}`;
}

const ITEM = /\{[^{}]*\}|"[^"]*"/g;
const BODY_LINE = /^(\S{1,8})((?: +(?:\{[^{}]*\}|"[^"]*"))*)(?: +\*(\d{1,9}))? *$/;
const REF =
  /^(title|credit|author|source|extra|key [A-Za-z0-9_-]{1,40})(?: (?:(-)|(\d{1,9})(?:-(\d{1,9}))?))?(?: (contact|notes))?(?: as (\d{1,6}))?$/;

/** Reads a template; what is no line of one is left out with a warning. */
export function parseTemplate(text: string, warnings: Warnings, pointer: string): PageTemplate {
  const template: PageTemplate = { placed: true, lines: [] };
  const styles = new Map<string, LineStyle>();
  let head = true;
  for (const row of text.split('\n')) {
    if (row.trim() === '') continue;
    if (head) {
      if (row.trim() === '---') head = false;
      else readHead(row, template, styles, warnings, pointer);
      continue;
    }
    const match = BODY_LINE.exec(row.trim());
    const items = match ? readItems(match[2] ?? '') : undefined;
    if (!match || !items) {
      warnings.once('repaired', 'A line of the title page template could not be read and was left out', { pointer });
      continue;
    }
    const style = styles.get(match[1] as string) ?? {};
    const count = Math.min(Number(match[3] ?? 1), MAX_LINES - template.lines.length);
    for (let n = 0; n < count; n++) template.lines.push({ style, items });
  }
  return template;
}

function readHead(
  row: string,
  template: PageTemplate,
  styles: Map<string, LineStyle>,
  warnings: Warnings,
  pointer: string,
): void {
  const colon = row.indexOf(':');
  const name = row.slice(0, Math.max(colon, 0)).trim();
  const value = row.slice(colon + 1).trim();
  if (name === 'placed') {
    template.placed = value !== 'no';
    return;
  }
  if (name === '') return;
  const style: LineStyle = {};
  const extra: [string, string][] = [];
  const said = { noLayout: false };
  const layout = parseParagraphStyle(value, warnings, pointer, (key, words) => {
    if (key.startsWith('extra.')) extra.push([key.slice(6), words]);
    else if (key === 'extra') style.extra = {};
    else if (key === 'layout') said.noLayout = true;
  });
  if (!said.noLayout) style.layout = layout;
  if (extra.length > 0) style.extra = Object.fromEntries(extra);
  styles.set(name, style);
}

function readItems(text: string): (FieldRef | string)[] | undefined {
  const items: (FieldRef | string)[] = [];
  for (const piece of text.match(ITEM) ?? []) {
    const item = piece.startsWith('"') ? readLiteral(piece) : readRef(piece);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function readLiteral(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}

function readRef(piece: string): FieldRef | undefined {
  const match = REF.exec(piece.slice(1, -1).trim().replace(/\s+/g, ' '));
  if (!match) return undefined;
  const [, field, empty, first, last, kind, label] = match;
  const ref: FieldRef = { field: field as string };
  if (empty !== undefined) ref.empty = true;
  if (first !== undefined) ref.lines = [Number(first), Number(last ?? first)];
  if (kind !== undefined) ref.kind = kind;
  if (label !== undefined) ref.label = Number(label);
  return ref;
}
