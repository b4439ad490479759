import type { FormatDescriptor } from '../../ports/index.js';
import { xmlRootName } from '../../syntax/xml.js';
import { isZip } from '../../syntax/zip-table.js';

/** The file in a Fade In archive that holds the script. */
export const DOCUMENT = 'document.xml';

/** Fade In's own files (ZIP), and the Open Screenplay Format (XML) that is in them. */
export const fadeinDescriptor: FormatDescriptor = {
  name: 'fadein',
  extensions: ['.fadein', '.osf'],
  mimeTypes: ['application/x-fadein', 'application/x-osf+xml'],
  canDecode: true,
  canEncode: true,
  description: 'Fade In, and Open Screenplay Format (XML)',
  sniff(head, text, files = []) {
    if (isZip(head)) return files.includes(DOCUMENT) || firstEntry(head) === DOCUMENT ? 1 : 0;
    if (xmlRootName(text) !== 'document') return 0;
    const from = text.indexOf('<document');
    if (/^<document\b[^<>]*\btype\s*=\s*["']Open Screenplay Format/i.test(text.slice(from, from + 500))) return 1;
    return text.includes('<paragraphs') ? 0.5 : 0;
  },
};

/** Name of the first file in an archive, from its local header (APPNOTE.TXT 4.3.7). */
function firstEntry(head: Uint8Array): string {
  const length = (head[26] ?? 0) | ((head[27] ?? 0) << 8);
  return String.fromCharCode(...head.subarray(30, 30 + Math.min(length, 100)));
}
