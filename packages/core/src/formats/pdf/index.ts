import { toDocument } from '../../conventions/manuscript/to-document.js';
import { Warnings } from '../../errors/index.js';
import { sourceId } from '../../model/ids.js';
import type { Codec } from '../../ports/index.js';
import { defineCodec } from '../codec.js';

export { pdfDescriptor } from './descriptor.js';

/** Prints screenplays as PDF, and reads printed ones. Who does one of both loads one of both. */
export const pdf: Required<Codec> = defineCodec({
  async decode(source, { lang, now, password, signal } = {}) {
    const warnings = new Warnings();
    const identity = sourceId(source);
    const { readPdf } = await import('./read/read-pdf.js');
    const manuscript = await readPdf(source, { password, signal }, warnings);
    const document = toDocument(manuscript, { sourceId: await identity, lang, now, warnings });
    return { document, warnings: warnings.list() };
  },

  async encode(document, options = {}) {
    const warnings = new Warnings();
    const { writePdf } = await import('./write/write-pdf.js');
    const bytes = await writePdf(document, options, warnings);
    return { bytes, warnings: warnings.list() };
  },
});
