import { fromDocument } from '../../conventions/manuscript/from-document.js';
import { toDocument } from '../../conventions/manuscript/to-document.js';
import { Warnings } from '../../errors/index.js';
import { layOut } from '../../layout/index.js';
import type { Codec } from '../../ports/index.js';
import { sourceId } from '../../model/ids.js';
import { defineCodec } from '../codec.js';
import { pdfFacts } from './mapping.js';
import { checkPrintOptions } from './write/print-options.js';
import { printPdf } from './write/print-pdf.js';

export { pdfDescriptor } from './descriptor.js';

/** Prints screenplays as PDF, and reads printed ones. */
export const pdf: Codec = defineCodec({
  async decode(source, { lang, now, password, signal } = {}) {
    const warnings = new Warnings();
    const identity = sourceId(source);
    const { readPdf } = await import('./read/read-pdf.js');
    const manuscript = await readPdf(source, { password, signal }, warnings);
    const document = toDocument(manuscript, { sourceId: await identity, lang, now, warnings });
    return { document, warnings: warnings.list() };
  },

  async encode(document, options = {}) {
    checkPrintOptions(options);
    const warnings = new Warnings();
    const manuscript = fromDocument(document, { lang: options.lang, warnings });
    const { paper, sceneNumbers, titlePage, continueds, date } = options;
    const laid = layOut(manuscript, { paper, sceneNumbers, titlePage, continueds, date });
    const facts = pdfFacts(document, manuscript, options.lang);
    const bytes = await printPdf(laid, manuscript.blocks, facts, options, warnings);
    return { bytes, warnings: warnings.list() };
  },
});
