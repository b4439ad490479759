import { fromDocument } from '../../conventions/manuscript/from-document.js';
import { Warnings } from '../../errors/index.js';
import { layOut } from '../../layout/index.js';
import type { Codec } from '../../ports/index.js';
import { defineCodec } from '../codec.js';
import { pdfFacts } from './mapping.js';
import { checkPrintOptions } from './write/print-options.js';
import { printPdf } from './write/print-pdf.js';

export { pdfDescriptor } from './descriptor.js';

/** Prints screenplays as PDF. */
export const pdf: Codec = defineCodec({
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
