/** A Final Draft file as its elements, between XML and the manuscript. */

export type FdxAttributes = Readonly<Record<string, string | undefined>>;

/** An element; `text` is its character data when it has no children. */
export interface FdxElement {
  readonly name: string;
  readonly attributes: FdxAttributes;
  readonly children: readonly FdxElement[];
  readonly text: string;
}

export interface FdxFile {
  /** Of the root: `DocumentType`, `Template`, `Version`. */
  readonly attributes: FdxAttributes;
  /** The script: the direct children of `Content`, nearly all of them `Paragraph`. */
  readonly content: readonly FdxElement[];
  /** The other children of the root, in the file's order. */
  readonly parts: readonly FdxElement[];
}

const NONE: FdxAttributes = Object.freeze({});
const CHILDLESS: readonly FdxElement[] = Object.freeze([]);

/** An element that holds elements, or nothing. */
export function branch(name: string, attributes?: FdxAttributes, children?: readonly FdxElement[]): FdxElement {
  return { name, attributes: attributes ?? NONE, children: children ?? CHILDLESS, text: '' };
}

/** An element that holds text. */
export function leaf(name: string, attributes: FdxAttributes | undefined, text: string): FdxElement {
  return { name, attributes: attributes ?? NONE, children: CHILDLESS, text };
}

/** The first child of that name. */
export function childOf(parent: FdxElement | undefined, name: string): FdxElement | undefined {
  return parent?.children.find((child) => child.name === name);
}

export function childrenOf(parent: FdxElement | undefined, name: string): FdxElement[] {
  return parent ? parent.children.filter((child) => child.name === name) : [];
}

/** All character data inside, in order. */
export function textOf(element: FdxElement): string {
  if (element.children.length === 0) return element.text;
  return element.children.map(textOf).join('');
}

/** The attributes but for those named, in their order; undefined when none is left. */
export function attributesBut(attributes: FdxAttributes, known: ReadonlySet<string>): FdxAttributes | undefined {
  let rest: Record<string, string> | undefined;
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || known.has(name)) continue;
    (rest ??= Object.create(null) as Record<string, string>)[name] = value;
  }
  return rest;
}
