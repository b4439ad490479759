/** An Open Screenplay Format document as its elements, between XML and the manuscript. */
import type { PlainElement } from '../../syntax/xml-element.js';
import type { XmlAttributes } from '../../syntax/xml-tree.js';

export type OsfAttributes = XmlAttributes;

/** An element under the names of version 40, whatever the file's own dialect. */
export type OsfElement = PlainElement;

export interface OsfFile {
  /** Of the root; 12 to 50 have been seen. 0 when the file does not say. */
  version: number;
  /** The script: children of `paragraphs`, nearly all of them `para`. */
  paragraphs: readonly OsfElement[];
  /** The other children of the root, in the file's order. */
  parts: readonly OsfElement[];
  /** The file's tags are indented with tabs, and so are the lines of its texts. */
  tabbed: boolean;
}
