import { fromDocument } from '../../../conventions/manuscript/from-document.js';
import type { Warnings } from '../../../errors/index.js';
import { layOut } from '../../../layout/index.js';
import type { ScreenplayDocument } from '../../../model/document.js';
import type { EncodeOptions } from '../../../ports/index.js';
import { pdfFacts } from '../mapping.js';
import { checkPrintOptions } from './print-options.js';
import { printPdf } from './print-pdf.js';

/** Prints a document: lays it out on pages and draws those. */
export async function writePdf(
  document: ScreenplayDocument,
  options: EncodeOptions,
  warnings: Warnings,
): Promise<Uint8Array> {
  checkPrintOptions(options);
  const manuscript = fromDocument(document, { lang: options.lang, warnings });
  const { paper, sceneNumbers, titlePage, continueds, date } = options;
  const laid = layOut(manuscript, { paper, sceneNumbers, titlePage, continueds, date });
  const facts = pdfFacts(document, manuscript, options.lang);
  return printPdf(laid, manuscript.blocks, facts, options, warnings);
}
