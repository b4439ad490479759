import { toDocument } from '../../../src/conventions/manuscript/to-document.js';
import { fromDocument } from '../../../src/conventions/manuscript/from-document.js';
import type { Block, Manuscript } from '../../../src/conventions/manuscript/types.js';
import { Warnings } from '../../../src/errors/index.js';
import type { Warning } from '../../../src/errors/index.js';
import { pdf } from '../../../src/formats/pdf/index.js';
import { layOut } from '../../../src/layout/index.js';
import type { LaidOut } from '../../../src/layout/index.js';
import type { ScreenplayDocument } from '../../../src/model/document.js';
import { sourceId } from '../../../src/model/ids.js';
import type { EncodeOptions } from '../../../src/ports/index.js';
import { SeenPdf } from './pdf-pages.js';

/** A document of these blocks and whatever else a manuscript has. */
export async function documentOf(
  blocks: readonly Block[],
  rest: Omit<Manuscript, 'blocks'> = {},
): Promise<ScreenplayDocument> {
  return toDocument({ blocks, ...rest }, { sourceId: await sourceId(new Uint8Array([1])), warnings: new Warnings() });
}

export async function bytesOf(document: ScreenplayDocument, options: EncodeOptions = {}): Promise<Uint8Array> {
  return (await encode(document, options)).bytes;
}

export async function encode(
  document: ScreenplayDocument,
  options: EncodeOptions = {},
): Promise<{ bytes: Uint8Array; warnings: Warning[] }> {
  return pdf.encode(document, options);
}

/** The printed document, and the pages that it was printed from. */
export async function print(
  document: ScreenplayDocument,
  options: EncodeOptions = {},
): Promise<{ seen: SeenPdf; laid: LaidOut; warnings: Warning[] }> {
  const { bytes, warnings } = await encode(document, options);
  const manuscript = fromDocument(document, { lang: options.lang, warnings: new Warnings() });
  const { paper, sceneNumbers, titlePage, continueds, date } = options;
  const laid = layOut(manuscript, { paper, sceneNumbers, titlePage, continueds, date });
  return { seen: new SeenPdf(bytes), laid, warnings };
}

/** Words parted by blanks of any kind, marks of direction left out. */
export function words(text: string): string[] {
  return text
    .replace(/[\u200e\u200f\u202a-\u202e]/g, '')
    .split(/[\s\u00a0]+/)
    .filter((word) => word !== '');
}
