/** Elements and attributes that only their own format understands, as text: kept on reading, put back on writing. */
import { Warnings } from '../errors/index.js';
import type { PlainElement } from './xml-element.js';
import { XmlPrinter } from './xml-print.js';
import type { XmlAttributes } from './xml-tree.js';
import { parseXml } from './xml.js';

/** XML of the elements, one after the other; on one line, or laid out for people to read. */
export function printFragments(elements: readonly PlainElement[], oneLine = true): string {
  const printer = new XmlPrinter({ declaration: '', oneLine, warnings: new Warnings() });
  for (const element of elements) printer.element(element);
  return printer.toString().replace(/^\n|\n$/g, '');
}

/** The elements that {@link printFragments} wrote; undefined when somebody broke them. */
export function parseFragments(text: string): readonly PlainElement[] | undefined {
  try {
    const { root, problems } = parseXml(`<r>${text}</r>`);
    return problems.length === 0 ? root?.children : undefined;
  } catch {
    return undefined;
  }
}

/** Attributes in one line: `name=value other=value`, values percent-encoded. */
export function printAttributes(attributes: XmlAttributes): string {
  let out = '';
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined) out += `${out === '' ? '' : ' '}${name}=${encodeURIComponent(value)}`;
  }
  return out;
}

/** The attributes that {@link printAttributes} wrote. */
export function parseAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const piece of text.split(' ')) {
    const equals = piece.indexOf('=');
    const name = piece.slice(0, Math.max(0, equals));
    if (!/^[A-Za-z_][A-Za-z0-9_.:-]*$/.test(name)) continue;
    try {
      attributes[name] = decodeURIComponent(piece.slice(equals + 1));
    } catch {
      // A hint that somebody broke says nothing.
    }
  }
  return attributes;
}
