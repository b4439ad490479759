/**
 * What is used of pdfjs here.
 * @typedef {object} PdfJs
 * @property {(options: { data: Uint8Array, verbosity: number }) => { promise: Promise<PdfDocument>, destroy: () => Promise<void> }} getDocument
 * @typedef {{ numPages: number, getPage: (number: number) => Promise<PdfPage> }} PdfDocument
 * @typedef {{ getTextContent: () => Promise<{ items: readonly { str?: string }[] }> }} PdfPage
 */

/** @type {Record<string, unknown>} */
const platform = globalThis;
const missing = ['DOMMatrix', 'Path2D', 'ImageData'].filter((name) => platform[name] === undefined);
for (const name of missing) platform[name] = class {};
const { getDocument } = /** @type {PdfJs} */ (/** @type {unknown} */ (await import('pdfjs-dist/legacy/build/pdf.mjs')));
for (const name of missing) delete platform[name];

/**
 * What pdfjs alone makes of a file: the text of every page, which is not kept. The number of its letters.
 * @param {Uint8Array} bytes
 */
export async function bareText(bytes) {
  const task = getDocument({ data: bytes.slice(), verbosity: 0 });
  const document = await task.promise;
  let letters = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    for (const { str = '' } of items) letters += str.length;
  }
  await task.destroy();
  return letters;
}
