import { openZip, packZip } from '../../../src/syntax/zip.js';

/** The script in a Fade In file. */
export function unpacked(bytes: Uint8Array): string {
  return new TextDecoder().decode(openZip(bytes).read('document.xml'));
}

/** A Fade In file around a script. */
export function packed(xml: string): Uint8Array {
  return packZip([{ name: 'document.xml', bytes: new TextEncoder().encode(xml) }]);
}

/** A document of version 40 with these paragraphs, and what else stands in it. */
export function osf(paragraphs: string, parts = '', version = '40'): Uint8Array {
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>\n<document type="Open Screenplay Format document" version="${version}">${parts}<paragraphs>${paragraphs}</paragraphs></document>`,
  );
}

/** One paragraph in a style. */
export function para(style: string, text: string, attributes = '', styling = ''): string {
  return `<para ${attributes}><style basestyle="${style}" ${styling}/><text>${text}</text></para>`;
}
