import type { Block } from '../../../conventions/manuscript/types.js';
import type { Warnings } from '../../../errors/index.js';
import type { LaidOut, LaidPage } from '../../../layout/index.js';
import type { PrintOptions } from '../../../ports/index.js';
import type { PdfFacts } from '../mapping.js';
import { loadLineOrder } from './bidi.js';
import { Census } from './census.js';
import { hasRightToLeft } from './characters.js';
import { embedFace } from './embed-face.js';
import { FontSet } from './font-set.js';
import type { Face } from './face.js';
import { addBookmarks } from './bookmarks.js';
import { LineMarks } from './line-marks.js';
import { pageLabels } from './page-labels.js';
import { PagePrinter, WATERMARK } from './page-printer.js';
import type { RuleMetrics } from './page-printer.js';
import { PdfFile } from './pdf-file.js';
import { selectPages } from './print-options.js';
import { LineSetter } from './set-line.js';
import { TextPen } from './text-pen.js';
import { drawWatermark } from './watermark.js';

/**
 * Laid-out pages of the script that has these blocks, as the bytes of a PDF.
 *
 * @throws ScreenplayError `bad_option` when the range of pages holds none or a font cannot be used.
 */
export async function printPdf(
  laid: LaidOut,
  blocks: readonly Block[],
  facts: PdfFacts,
  options: PrintOptions,
  warnings: Warnings,
): Promise<Uint8Array> {
  const pages = selectPages(laid.pages, options.pages);
  const fonts = await FontSet.open(new Census(pages, options.watermark), options);
  warnOfMissing(fonts, pages, warnings);
  const order = pages.some(isBidirectional) ? await loadLineOrder() : undefined;
  const file = await PdfFile.start(facts);
  const pen = new TextPen();
  const watermark = options.watermark === undefined ? undefined : drawWatermark(file, options.watermark, laid, fonts);
  if (watermark) file.shareDrawing(WATERMARK, watermark);
  const printer = new PagePrinter(file, pen, new LineSetter(pen, fonts, order), new LineMarks(blocks, pages), {
    width: laid.width,
    height: laid.height,
    tint: options.tintPages ?? false,
    watermark: watermark !== undefined,
    rules: ruleMetrics(fonts.chain('regular')[0]),
  });
  for (const page of pages) file.addPage(printer.print(page));
  for (const face of fonts.used()) file.shareFont(face.name, embedFace(file, face));
  file.setRoot('PageLabels', pageLabels(pages));
  addBookmarks(file, laid, pages);
  return file.finish();
}

function isBidirectional({ lines }: LaidPage): boolean {
  return lines.some(({ text, direction }) => direction === 'rtl' || hasRightToLeft(text));
}

/** Lines under and through text, by what the font says of itself. */
function ruleMetrics(face: Face): RuleMetrics {
  const usual = { underlineAt: -0.1, strikeAt: 0.25, thickness: 0.05 };
  const { unitsPerEm, underlinePosition, underlineThickness, xHeight } = face.font;
  const sane = (units: number | undefined, least: number, most: number, otherwise: number): number => {
    const ems = (units ?? NaN) / unitsPerEm;
    return ems >= least && ems <= most ? ems : otherwise;
  };
  return {
    underlineAt: sane(underlinePosition, -0.3, -0.02, usual.underlineAt),
    strikeAt: sane(xHeight, 0.2, 0.8, usual.strikeAt * 2) / 2,
    thickness: sane(underlineThickness, 0.02, 0.1, usual.thickness),
  };
}

/** Most characters that a warning names. */
const NAMED = 40;

function warnOfMissing({ missing }: FontSet, pages: readonly LaidPage[], warnings: Warnings): void {
  if (missing.size === 0) return;
  const named = [...missing].slice(0, NAMED).map((point) => `${String.fromCodePoint(point)} (${codeName(point)})`);
  const more = missing.size > NAMED ? ` and ${missing.size - NAMED} more` : '';
  const first = pages.findIndex(({ lines }) =>
    lines.some(({ text }) => [...text].some((char) => missing.has(char.codePointAt(0) ?? 0))),
  );
  const message = `No font at hand draws ${named.join(', ')}${more}: give one that does (fallbackFonts)`;
  warnings.add('missing_glyphs', message, first < 0 ? undefined : { page: first + 1 });
}

function codeName(point: number): string {
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}
