/** Elements without their places in a file: what formats in XML read, keep and write. */
import type { XmlAttributes } from './xml-tree.js';

/** An element; `text` is its character data when it has no children. */
export interface PlainElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly PlainElement[];
  readonly text: string;
}

const NONE: XmlAttributes = Object.freeze({});
const CHILDLESS: readonly PlainElement[] = Object.freeze([]);

/** An element that holds elements, or nothing. */
export function branch(name: string, attributes?: XmlAttributes, children?: readonly PlainElement[]): PlainElement {
  return { name, attributes: attributes ?? NONE, children: children ?? CHILDLESS, text: '' };
}

/** An element that holds text. */
export function leaf(name: string, attributes: XmlAttributes | undefined, text: string): PlainElement {
  return { name, attributes: attributes ?? NONE, children: CHILDLESS, text };
}

/** The first child of that name. */
export function childOf(parent: PlainElement | undefined, name: string): PlainElement | undefined {
  return parent?.children.find((child) => child.name === name);
}

export function childrenOf(parent: PlainElement | undefined, name: string): PlainElement[] {
  return parent ? parent.children.filter((child) => child.name === name) : [];
}

/** All character data inside, in order. */
export function textOf(element: PlainElement): string {
  if (element.children.length === 0) return element.text;
  return element.children.map(textOf).join('');
}

/** The attributes but for those named, in their order; undefined when none is left. */
export function attributesBut(attributes: XmlAttributes, known: ReadonlySet<string>): XmlAttributes | undefined {
  let rest: Record<string, string> | undefined;
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || known.has(name)) continue;
    (rest ??= Object.create(null) as Record<string, string>)[name] = value;
  }
  return rest;
}
