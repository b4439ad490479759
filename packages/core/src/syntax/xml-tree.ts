/** The tree that XML is read into, and what builds it from tags and text. */
import { ScreenplayError } from '../errors/index.js';
import type { Position } from '../errors/index.js';

/** Attribute values by name, without a prototype, so that no name means anything to the language. */
export type XmlAttributes = Readonly<Record<string, string | undefined>>;

/**
 * An element. `text` is its character data when it has no element children. In mixed content each stretch of text
 * that is not mere white space stands among the children as an element named {@link XML_TEXT}.
 */
export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly XmlElement[];
  readonly text: string;
  /** Where its start tag begins in the text that was read, UTF-16 units from 0. */
  readonly offset: number;
}

/** Name of the stand-in for text between element children. */
export const XML_TEXT = '#text';

/** Something in the source that is not XML, and what was done about it. */
export interface XmlProblem {
  message: string;
  at: Position;
}

export interface XmlDocument {
  /** Absent when no element could be read. */
  readonly root: XmlElement | undefined;
  /** Empty when the source is well-formed; at most 100. */
  readonly problems: readonly XmlProblem[];
  /** The file ends inside an element: what comes after is lost. */
  readonly truncated: boolean;
  /** Line and column of an element's offset. */
  position(offset: number): Position;
}

export interface XmlLimits {
  /** Elements inside one another. */
  depth?: number;
  /** Elements in all. */
  elements?: number;
  /** UTF-16 units of one attribute's value. */
  attribute?: number;
}

/** Deep and big enough for every screenplay seen, by a factor of ten. */
export const XML_LIMITS: Required<XmlLimits> = { depth: 256, elements: 2_000_000, attribute: 16_777_216 };

interface Node extends XmlElement {
  children: Node[];
  text: string;
}

export const NO_ATTRIBUTES: XmlAttributes = Object.freeze(Object.create(null) as Record<string, string>);
/** Shared by all elements without children; never written to. */
const NO_CHILDREN: Node[] = [];

/** White space as XML has it: no-break and other wide spaces are text. */
export function isXmlBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isXmlSpace(text.charCodeAt(i))) return false;
  return true;
}

export function isXmlSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;
}

/** Builds the tree from start tags, text and end tags. */
export class XmlTreeBuilder {
  root: Node | undefined;
  /** The elements that are open, outermost first. */
  readonly open: Node[] = [];
  #top: Node | undefined;
  #elements = 0;
  readonly #limits: Required<XmlLimits>;
  readonly #locate: (offset: number) => Position;

  constructor(limits: Required<XmlLimits>, locate: (offset: number) => Position) {
    this.#limits = limits;
    this.#locate = locate;
  }

  get top(): XmlElement | undefined {
    return this.#top;
  }

  /** Whether the innermost open element has element children. */
  get hasChildren(): boolean {
    return this.#top !== undefined && this.#top.children !== NO_CHILDREN;
  }

  /** @throws ScreenplayError `limit_exceeded` */
  start(name: string, attributes: XmlAttributes, offset: number): void {
    const node: Node = { name, attributes, children: NO_CHILDREN, text: '', offset };
    this.#attach(node);
    if (this.open.length >= this.#limits.depth) {
      throw new ScreenplayError('limit_exceeded', `The XML nests more than ${this.#limits.depth} elements deep`, {
        at: this.#locate(offset),
      });
    }
    this.open.push(node);
    this.#top = node;
  }

  /** An element without content. */
  empty(name: string, attributes: XmlAttributes, offset: number): void {
    this.#attach({ name, attributes, children: NO_CHILDREN, text: '', offset });
  }

  text(text: string, offset: number): void {
    const top = this.#top;
    if (top === undefined) return;
    if (top.children === NO_CHILDREN) top.text = top.text === '' ? text : top.text + text;
    else if (!isXmlBlank(text)) top.children.push(textNode(text, offset));
  }

  end(): void {
    this.open.pop();
    this.#top = this.open[this.open.length - 1];
  }

  #attach(node: Node): void {
    if (++this.#elements > this.#limits.elements) {
      throw new ScreenplayError('limit_exceeded', `The XML has more than ${this.#limits.elements} elements`, {
        at: this.#locate(node.offset),
      });
    }
    const parent = this.#top;
    if (parent === undefined) this.root ??= node;
    else if (parent.children !== NO_CHILDREN) parent.children.push(node);
    else {
      parent.children = isXmlBlank(parent.text) ? [node] : [textNode(parent.text, parent.offset), node];
      parent.text = '';
    }
  }
}

function textNode(text: string, offset: number): Node {
  return { name: XML_TEXT, attributes: NO_ATTRIBUTES, children: NO_CHILDREN, text, offset };
}
