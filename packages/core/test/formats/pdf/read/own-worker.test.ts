import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { pdf } from '../../../../src/formats/pdf/index.js';

const FIXTURE = new URL('../../../../fixtures/pdf/web-page/', import.meta.url);

interface PdfJs {
  GlobalWorkerOptions: { workerSrc: string };
}

it('reads the same where the application names the worker of pdfjs itself', async () => {
  // As a page that shows PDFs does it, before the first one is read.
  const stand = class {};
  Object.assign(globalThis, { DOMMatrix: stand, Path2D: stand, ImageData: stand });
  const { GlobalWorkerOptions } = (await import('pdfjs-dist/legacy/build/pdf.mjs')) as unknown as PdfJs;
  const path = createRequire(import.meta.url).resolve('pdfjs-dist/legacy/build/pdf.worker.mjs');
  GlobalWorkerOptions.workerSrc = pathToFileURL(path).href;
  const bytes = new Uint8Array(readFileSync(new URL('input.pdf', FIXTURE)));
  const { document } = await pdf.decode(bytes);
  expect(document).toEqual(JSON.parse(readFileSync(new URL('document.json', FIXTURE), 'utf8')));
});
