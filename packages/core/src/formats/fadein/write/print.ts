import type { Warnings } from '../../../errors/index.js';
import { encodeText } from '../../../syntax/text.js';
import { XmlPrinter } from '../../../syntax/xml-print.js';
import { packZip } from '../../../syntax/zip.js';
import { DOCUMENT } from '../descriptor.js';
import { VERSION } from '../mapping.js';
import type { OsfElement } from '../tree.js';

/** The parts of a document -> the bytes of a Fade In file. */
export function printFadeIn(parts: readonly OsfElement[], warnings: Warnings): Uint8Array {
  const printer = new XmlPrinter({ declaration: '<?xml version="1.0" encoding="UTF-8"?>', warnings });
  printer.start('document', { type: 'Open Screenplay Format document', version: VERSION });
  for (const part of parts) print(printer, part);
  printer.end();
  return packZip([{ name: DOCUMENT, bytes: encodeText(printer.toString()) }]);
}

function print(printer: XmlPrinter, element: OsfElement): void {
  const { name, attributes, children, text } = element;
  // A text is written with both tags even when it is empty.
  if (name === 'text' && children.length === 0) printer.leaf(name, attributes, text);
  else if (children.length === 0 || children.some((child) => child.name.startsWith('#'))) printer.element(element);
  else {
    printer.start(name, attributes);
    for (const child of children) print(printer, child);
    printer.end();
  }
}
