/** Tags and text -> XML, laid out as screenplay programs lay it out: one element a line, text never indented. */
import type { Warnings } from '../errors/index.js';
import { firstIllegal, replaceIllegal } from './xml-characters.js';
import { XML_TEXT } from './xml-tree.js';
import type { XmlAttributes } from './xml-tree.js';

/** An element as the printer takes it: with children, or with text. */
export interface PrintableElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly PrintableElement[];
  readonly text: string;
}

export interface XmlPrintOptions {
  /** First line, e.g. `<?xml version="1.0" encoding="UTF-8"?>`. */
  declaration: string;
  /** Of each level; default two spaces. */
  indent?: string;
  /** No line breaks between elements. */
  oneLine?: boolean;
  warnings: Warnings;
}

/** Writes one document from its first tag to its last. Attributes are written in the order given. */
export class XmlPrinter {
  readonly #indent: string;
  readonly #warnings: Warnings;
  readonly #open: string[] = [];
  #margin: string;
  #out: string;

  constructor(options: XmlPrintOptions) {
    this.#out = options.declaration;
    this.#margin = options.oneLine ? '' : '\n';
    this.#indent = options.oneLine ? '' : (options.indent ?? '  ');
    this.#warnings = options.warnings;
  }

  start(name: string, attributes?: XmlAttributes): void {
    this.#out += `${this.#margin}<${name}${this.#attributes(attributes)}>`;
    this.#open.push(name);
    this.#margin += this.#indent;
  }

  end(): void {
    const name = this.#open.pop() ?? '';
    this.#margin = this.#margin.slice(0, this.#margin.length - this.#indent.length);
    this.#out += `${this.#margin}</${name}>`;
  }

  empty(name: string, attributes?: XmlAttributes): void {
    this.#out += `${this.#margin}<${name}${this.#attributes(attributes)}/>`;
  }

  /** An element that holds text only. */
  leaf(name: string, attributes: XmlAttributes | undefined, text: string): void {
    this.#out += `${this.#margin}<${name}${this.#attributes(attributes)}>${this.#text(text)}</${name}>`;
  }

  /** A blank line between parts. */
  gap(): void {
    this.#out += '\n';
  }

  /** An element with all that is in it. */
  element(element: PrintableElement): void {
    if (element.children.length === 0) {
      if (element.text === '') this.empty(element.name, element.attributes);
      else this.leaf(element.name, element.attributes, element.text);
      return;
    }
    if (element.children.some((child) => child.name === XML_TEXT)) {
      this.#out += this.#margin + this.#inline(element);
      return;
    }
    this.start(element.name, element.attributes);
    for (const child of element.children) this.element(child);
    this.end();
  }

  /** The document; every element must be closed. */
  toString(): string {
    return `${this.#out}\n`;
  }

  /** Mixed content keeps its white space, so nothing is indented in it. */
  #inline(element: PrintableElement): string {
    if (element.name === XML_TEXT) return this.#text(element.text);
    const content =
      element.children.length > 0
        ? element.children.map((child) => this.#inline(child)).join('')
        : this.#text(element.text);
    return `<${element.name}${this.#attributes(element.attributes)}>${content}</${element.name}>`;
  }

  #attributes(attributes: XmlAttributes | undefined): string {
    if (attributes === undefined) return '';
    let out = '';
    for (const name in attributes) {
      const value = attributes[name];
      if (value !== undefined) out += ` ${name}="${this.#value(value)}"`;
    }
    return out;
  }

  #value(value: string): string {
    return /[&<>"\t\n\r]/.test(value)
      ? this.#legal(value).replace(/[&<>"\t\n\r]/g, escapeCharacter)
      : this.#legal(value);
  }

  #text(text: string): string {
    return /[&<>\r]/.test(text) ? this.#legal(text).replace(/[&<>\r]/g, escapeCharacter) : this.#legal(text);
  }

  #legal(text: string): string {
    if (firstIllegal(text) < 0 && !LONE_SURROGATE.test(text)) return text;
    this.#warnings.once('not_carried', 'Characters that XML cannot hold were left out or replaced');
    return replaceIllegal(text);
  }
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function escapeCharacter(c: string): string {
  switch (c) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '"':
      return '&quot;';
    default:
      return `&#${c.charCodeAt(0)};`;
  }
}
