import type { RichText, TitleKey, TitleLine } from './manuscript/types.js';
import { RichBuilder, sliceRich } from './rich-text.js';
import type { FieldRef, LineStyle, PageTemplate } from './title-page-template.js';

/** The words of a field, and where each of its lines begins in them. */
export interface FieldLines {
  whole: RichText;
  starts: readonly number[];
}

/** A field's words by line. */
export function fieldLines(whole: RichText): FieldLines {
  const starts = [0];
  for (let at = whole.text.indexOf('\n'); at >= 0; at = whole.text.indexOf('\n', at + 1)) starts.push(at + 1);
  return { whole, starts };
}

/** Lines `first` to `last`, from 0. */
function slice({ whole, starts }: FieldLines, first: number, last: number): RichText {
  const next = starts[last + 1];
  return sliceRich(whole, starts[first] ?? 0, next === undefined ? whole.text.length : next - 1);
}

/** Where fields stand that the template does not place: after the last of those before them here. */
const ORDER = ['title', 'credit', 'author', 'source'];

/**
 * The lines that a template and the present fields make. A reference whose words are gone prints nothing (on a placed
 * page a blank line, so that the rest stays where it was); words that no line refers to follow the last line of their
 * field.
 */
export function buildLines(
  template: PageTemplate,
  fields: ReadonlyMap<string, FieldLines>,
  labels: readonly string[] = [],
  ownKeys: ReadonlyMap<string, string> = new Map(),
): TitleLine[] {
  const told = new Map([...fields].map(([field, { starts }]) => [field, new Uint8Array(starts.length)]));
  for (const { items } of template.lines) {
    for (const item of items) {
      const range = typeof item === 'string' ? undefined : rangeOf(item, fields);
      if (range) told.get((item as FieldRef).field)?.fill(1, range[0], range[1] + 1);
    }
  }

  const builder = new LineBuilder(template.placed, fields, labels, ownKeys);
  for (const line of template.lines) builder.add(line.style, line.items);
  for (const field of inOrder(fields.keys())) {
    const words = fields.get(field) as FieldLines;
    const rest: RichText[] = [];
    told.get(field)?.forEach((was, at) => {
      if (was === 0) rest.push(slice(words, at, at));
    });
    if (rest.length > 0) builder.addRest(field, rest);
  }
  return builder.lines;
}

function inOrder(fields: Iterable<string>): string[] {
  const list = [...fields];
  const rank = (field: string): number => {
    const at = ORDER.indexOf(field);
    return at >= 0 ? at : field === 'extra' ? ORDER.length + 1 : ORDER.length;
  };
  return list.sort((a, b) => rank(a) - rank(b));
}

/** First and last of the field's lines, from 0, that a reference means and that are there. */
function rangeOf(ref: FieldRef, fields: ReadonlyMap<string, FieldLines>): [first: number, last: number] | undefined {
  const count = fields.get(ref.field)?.starts.length ?? 0;
  const [first, last] = ref.lines ?? [1, count];
  const from = Math.max(first, 1) - 1;
  const to = Math.min(last, count) - 1;
  return ref.empty || to < from ? undefined : [from, to];
}

class LineBuilder {
  readonly lines: TitleLine[] = [];
  /** Index of the last line that has words (or only the key) of each field. */
  readonly #anchors = new Map<string, { at: number; empty: boolean }>();

  constructor(
    readonly placed: boolean,
    readonly fields: ReadonlyMap<string, FieldLines>,
    readonly labels: readonly string[],
    readonly ownKeys: ReadonlyMap<string, string>,
  ) {}

  add(style: LineStyle, items: readonly (FieldRef | string)[]): void {
    const refs = items.filter((item): item is FieldRef => typeof item !== 'string');
    const words: RichText[] = [];
    // The names after a credit make the line, so the last reference that has words tells what it is.
    let teller: FieldRef | undefined;
    let whole = true;
    for (const item of items) {
      if (typeof item === 'string') {
        words.push({ text: item });
        continue;
      }
      const range = rangeOf(item, this.fields);
      const field = this.fields.get(item.field);
      if (range && field) words.push(slice(field, ...range));
      if (range || item.empty) teller = item;
      else whole = false;
    }
    if (refs.length > 0 && !teller && !this.placed) return;
    const line: TitleLine = { ...joinWords(whole ? words : words.filter(({ text }) => text.trim() !== '')) };
    if (teller) {
      const key = this.#keyOf(teller);
      if (key !== undefined) line.key = key;
      const label = teller.label === undefined ? undefined : this.labels[teller.label - 1];
      if (label !== undefined) line.label = label;
    }
    if (style.layout) line.layout = style.layout;
    if (style.extra) line.extra = style.extra;
    const at = this.lines.push(line) - 1;
    for (const ref of refs) this.#anchors.set(ref.field, { at, empty: line.text === '' });
  }

  #keyOf(ref: FieldRef): TitleKey | undefined {
    if (ref.field === 'extra') return ref.kind;
    if (!ref.field.startsWith('key ')) return ref.field;
    const name = ref.field.slice(4);
    return this.ownKeys.get(name) ?? name;
  }

  /** Words that no line refers to. */
  addRest(field: string, rest: readonly RichText[]): void {
    const anchor = this.#anchors.get(field);
    const near = anchor ?? this.#nearest(field);
    const model = near ? this.lines[near.at] : this.lines.find((line) => line.text !== '');
    const key = anchor ? model?.key : this.#keyOf({ field });
    const label = anchor ? model?.label : undefined;
    const added = rest.map((words): TitleLine => {
      const line: TitleLine = { ...words };
      if (key !== undefined) line.key = key;
      if (label !== undefined) line.label = label;
      if (model?.layout) line.layout = model.layout;
      return line;
    });
    if (anchor?.empty) {
      this.#insert(field, anchor.at, 1, added);
      return;
    }
    if (this.placed && !anchor && near) {
      const blank: TitleLine = { text: '' };
      if (model?.layout) blank.layout = model.layout;
      added.unshift(blank);
    }
    this.#insert(field, near ? near.at + 1 : this.#firstWords(), 0, added);
  }

  #nearest(field: string): { at: number } | undefined {
    const rank = ORDER.indexOf(field);
    if (rank < 0) return this.lines.length > 0 ? { at: this.lines.length - 1 } : undefined;
    let best: { at: number } | undefined;
    for (const before of ORDER.slice(0, rank)) best = this.#anchors.get(before) ?? best;
    return best;
  }

  #firstWords(): number {
    const at = this.lines.findIndex((line) => line.text !== '');
    return at < 0 ? this.lines.length : at;
  }

  #insert(field: string, at: number, replaced: number, added: TitleLine[]): void {
    this.lines.splice(at, replaced, ...added);
    const shift = added.length - replaced;
    for (const [name, anchor] of this.#anchors) {
      if (anchor.at >= at + replaced) this.#anchors.set(name, { ...anchor, at: anchor.at + shift });
    }
    this.#anchors.set(field, { at: at + added.length - 1, empty: false });
  }
}

/** The words of one line; a blank between two that an edit left without. */
function joinWords(words: readonly RichText[]): RichText {
  const [only, second] = words;
  if (only && !second) return only;
  const builder = new RichBuilder();
  let before = '';
  for (const part of words) {
    if (before !== '' && part.text !== '' && !/\s$/.test(before) && !/^\s/.test(part.text)) builder.push(' ');
    builder.pushRich(part);
    before = part.text;
  }
  return builder.build();
}
