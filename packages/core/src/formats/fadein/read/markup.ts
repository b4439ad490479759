import type { OsfAttributes } from '../tree.js';

/** A stretch of text between tags, and the attributes that a run would have in later versions. */
export interface MarkupPart {
  text: string;
  attributes: OsfAttributes | undefined;
}

/** Tags without a value, and the attribute that each became. */
const PLAIN: Readonly<Record<string, string>> = { b: 'bold', i: 'italic', u: 'underline', s: 'strikethrough' };
/** Tags with one: `<size="14">`. */
const VALUED: Readonly<Record<string, string>> = {
  font: 'font',
  size: 'size',
  color: 'color',
  colour: 'color',
  bgcolor: 'bgcolor',
  rev: 'revision',
  link: 'link',
};

const TAG = /<(\/?)([a-z]{1,8})(?:="([^"<>]{0,200})")?\/?>/gi;

/** The markup that version 12 writes into its texts; what is none of its tags is text. */
export function readMarkup(text: string): MarkupPart[] {
  const parts: MarkupPart[] = [];
  const open = new OpenTags();
  const push = (piece: string): void => {
    if (piece !== '') parts.push({ text: piece, attributes: open.attributes() });
  };
  let at = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, slash, name = '', value] = match;
    const tag = name.toLowerCase();
    if (!isTag(tag, value, slash !== '')) continue;
    push(text.slice(at, match.index));
    at = match.index + whole.length;
    if (tag === 'br') push('\n');
    else if (slash === '') open.start(tag, value ?? '1');
    else open.end(tag);
  }
  push(text.slice(at));
  return parts;
}

function isTag(tag: string, value: string | undefined, closes: boolean): boolean {
  if (tag === 'br') return true;
  if (Object.hasOwn(PLAIN, tag)) return value === undefined;
  return Object.hasOwn(VALUED, tag) && (closes || value !== undefined);
}

/** The tags that are open, each kind by itself: they need not nest. */
class OpenTags {
  readonly #values = new Map<string, string[]>();

  start(tag: string, value: string): void {
    const values = this.#values.get(tag);
    if (values) values.push(value);
    else this.#values.set(tag, [value]);
  }

  end(tag: string): void {
    this.#values.get(tag)?.pop();
  }

  attributes(): OsfAttributes | undefined {
    let attributes: Record<string, string> | undefined;
    for (const [tag, values] of this.#values) {
      const value = values.at(-1);
      const name = PLAIN[tag] ?? VALUED[tag];
      if (value !== undefined && name !== undefined) (attributes ??= {})[name] = value;
    }
    return attributes;
  }
}
