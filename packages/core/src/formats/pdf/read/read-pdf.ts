import type { Manuscript } from '../../../conventions/manuscript/types.js';
import { ScreenplayError } from '../../../errors/index.js';
import type { Warnings } from '../../../errors/index.js';
import type { PdfPage } from '../tree.js';
import { liftPages } from './lift.js';
import { LineReader } from './lines.js';
import { readPages } from './pdfjs.js';
import type { OpenOptions, PdfFacts } from './pdfjs.js';

/** Letters of a page below which a file of images is a scan whose few letters are a stamp. */
const SCANNED = 12;

/**
 * Reads a printed script back.
 *
 * @throws ScreenplayError `pdf_no_text`, `not_a_screenplay`, and what {@link readPages} throws.
 */
export async function readPdf(bytes: Uint8Array, options: OpenOptions, warnings: Warnings): Promise<Manuscript> {
  const reader = new LineReader();
  const pages: PdfPage[] = [];
  let letters = 0;
  let unknown = 0;
  let images = 0;
  const facts = await readPages(bytes, options, (ink) => {
    const page: PdfPage = {
      number: ink.number,
      width: ink.width,
      height: ink.height,
      lines: reader.read(ink),
      images: ink.images,
    };
    letters += ink.count;
    unknown += ink.unknown;
    images += ink.images;
    pages.push(page);
  });
  checkText(pages.length, letters, unknown, images);
  const manuscript = liftPages({ pages, unknown: unknown / Math.max(1, letters + unknown) }, warnings);
  const generator = generatorOf(facts);
  if (generator) manuscript.generator = generator;
  return manuscript;
}

function checkText(pages: number, letters: number, unknown: number, images: number): void {
  if (letters >= (images > 0 ? SCANNED * pages : 1) && unknown <= letters) return;
  const [what, remedy] =
    unknown > letters
      ? [
          'The fonts of this PDF do not say which letters they draw',
          'print it again with other fonts, or run text recognition (OCR) over it',
        ]
      : images > 0
        ? ['This PDF holds images of pages and no text', 'run text recognition (OCR) over it first']
        : ['This PDF holds no text', 'export it again from the program that wrote the script'];
  throw new ScreenplayError('pdf_no_text', `${what}: ${remedy}`);
}

/** `Final Draft 11` is Final Draft, version 11. */
function generatorOf({ creator, producer }: PdfFacts): Manuscript['generator'] {
  const match = /^(.*?[\p{L})])[\s,]+(?:version\s+)?(v?\d[\w.]*)/iu.exec(creator ?? producer ?? '');
  return match ? { name: match[1] as string, version: match[2] as string } : undefined;
}
