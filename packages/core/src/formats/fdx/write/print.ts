import type { Warnings } from '../../../errors/index.js';
import { encodeText } from '../../../syntax/text.js';
import { XmlPrinter } from '../../../syntax/xml-print.js';
import { ROOT_ORDER } from '../mapping.js';
import type { FdxElement, FdxFile } from '../tree.js';

/** Elements that hold text: written with both tags even when empty. */
const TEXTS = new Set(['Text', 'AltId', 'DefId', 'Match']);

/** A Final Draft file as UTF-8 bytes, laid out as Final Draft lays it out. */
export function printFdx(file: FdxFile, warnings: Warnings): Uint8Array {
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="no" ?>';
  const printer = new XmlPrinter({ declaration, warnings });
  printer.start('FinalDraft', file.attributes);
  const script = ROOT_ORDER.indexOf('Content');
  let written = false;
  for (const part of file.parts) {
    const rank = ROOT_ORDER.indexOf(part.name);
    if (!written && (rank < 0 || rank > script)) {
      printContent(printer, file.content);
      written = true;
    }
    printer.gap();
    print(printer, part);
  }
  if (!written) printContent(printer, file.content);
  printer.gap();
  printer.end();
  return encodeText(printer.toString());
}

function printContent(printer: XmlPrinter, content: readonly FdxElement[]): void {
  printer.gap();
  printer.start('Content');
  for (const element of content) print(printer, element);
  printer.end();
}

function print(printer: XmlPrinter, element: FdxElement): void {
  if (element.children.length > 0) {
    if (element.children.some((child) => child.name.startsWith('#'))) {
      printer.element(element);
      return;
    }
    printer.start(element.name, element.attributes);
    for (const child of element.children) print(printer, child);
    printer.end();
  } else if (element.text !== '' || TEXTS.has(element.name))
    printer.leaf(element.name, element.attributes, element.text);
  else printer.empty(element.name, element.attributes);
}
