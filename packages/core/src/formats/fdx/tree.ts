/** A Final Draft file as its elements, between XML and the manuscript. */
import type { PlainElement } from '../../syntax/xml-element.js';
import type { XmlAttributes } from '../../syntax/xml-tree.js';

export type FdxAttributes = XmlAttributes;
export type FdxElement = PlainElement;

export interface FdxFile {
  /** Of the root: `DocumentType`, `Template`, `Version`. */
  readonly attributes: FdxAttributes;
  /** The script: the direct children of `Content`, nearly all of them `Paragraph`. */
  readonly content: readonly FdxElement[];
  /** The other children of the root, in the file's order. */
  readonly parts: readonly FdxElement[];
}
