/**
 * Printing a feature as PDF, against what bare pdfkit takes for as many lines of plain text, in one process.
 * Run it on the built package: `node packages/core/bench/pdf.mjs`.
 */
import { PDFDocument } from 'pdfkit';
import { fdx } from '@screenplay/core/fdx';
import { pdf } from '@screenplay/core/pdf';
import { feature } from './feature.mjs';
import { medians, ratioLine } from './measure.mjs';

const LINES_OF_A_PAGE = 53;
const MOST = 60;

const { name, fountain, fdx: source } = feature();
const decoded = await fdx.decode?.(source);
if (!decoded) throw new Error('nothing was read');
const { document } = decoded;
// Fewer lines than the pages have, whose speeches are narrow: the bound is the harder for it.
const lines = wrapped(new TextDecoder().decode(fountain));
const bytes = (await pdf.encode?.(document))?.bytes.length ?? 0;
process.stdout.write(`${name}: ${lines.length} lines, PDF ${bytes} bytes; node ${process.version}\n\n`);

const times = await medians(
  [
    { name: 'bare', run: () => bare({ lineBreak: false }) },
    { name: 'wrapping', run: () => bare({}) },
    { name: 'ours', run: () => pdf.encode?.(document) },
    { name: 'watermark', run: () => pdf.encode?.(document, { watermark: 'DRAFT', sceneNumbers: 'both' }) },
  ],
  { rounds: 9, warmup: 3 },
);
const reference = Math.min(times('bare'), times('wrapping'));
process.stdout.write(`${ratioLine('bare pdfkit, one text call a line', times('bare'), reference, 'bare')}\n`);
process.stdout.write(`${ratioLine('bare pdfkit, its own line wrapping', times('wrapping'), reference, 'bare')}\n`);
process.stdout.write(`${ratioLine('native document to PDF', times('ours'), reference, 'bare', 1.3)}\n`);
process.stdout.write(
  `${ratioLine('the same, numbered and watermarked', times('watermark'), reference, 'bare', 1.3)}\n`,
);

/** Plain text in a font that need not be embedded. @param {{ lineBreak?: false }} options */
async function bare(options) {
  const out = new PDFDocument({ size: 'letter', margin: 72, autoFirstPage: false, font: 'Courier' });
  let length = 0;
  out.on('data', (/** @type {Uint8Array} */ chunk) => (length += chunk.length));
  const ended = new Promise((resolve) => out.on('end', () => resolve(undefined)));
  out.fontSize(12);
  for (let at = 0; at < lines.length; at += LINES_OF_A_PAGE) {
    out.addPage();
    lines.slice(at, at + LINES_OF_A_PAGE).forEach((line, row) => out.text(line, 108, 72 + row * 12, options));
  }
  out.end();
  await ended;
  return length;
}

/** @param {string} text */
function wrapped(text) {
  const found = [];
  for (const paragraph of text.split('\n')) {
    for (let rest = paragraph.trim(); rest !== ''; ) {
      const cut =
        rest.length <= MOST ? rest.length : rest.lastIndexOf(' ', MOST) > 0 ? rest.lastIndexOf(' ', MOST) : MOST;
      found.push(rest.slice(0, cut));
      rest = rest.slice(cut).trim();
    }
  }
  return found;
}
