import { describe, expect, it } from 'vitest';
import { pdf } from '../../../../src/formats/pdf/index.js';
import { printSample } from '../../../../src/testing/pdf-generator/index.js';
import type { SampleElement } from '../../../../src/testing/pdf-generator/index.js';
import { NO_CORPUS, corpusFile } from '../../../corpus/files.js';
import { PLAIN_DRAW, PLAIN_TYPE } from './seen.js';

/** Times bare pdfjs takes for the text of every page; a fifth above what is promised, for machines that do other work. */
const BOUND = 1.7 * 1.2;
const ROUNDS = 7;

interface PdfJs {
  getDocument(options: object): {
    promise: Promise<{
      numPages: number;
      getPage(number: number): Promise<{ getTextContent(): Promise<unknown> }>;
    }>;
    destroy(): Promise<void>;
  };
}

async function bareText({ getDocument }: PdfJs, bytes: Uint8Array): Promise<void> {
  const task = getDocument({ data: bytes.slice(), verbosity: 0 });
  const document = await task.promise;
  for (let number = 1; number <= document.numPages; number++) await (await document.getPage(number)).getTextContent();
  await task.destroy();
}

async function expectFast(bytes: Uint8Array): Promise<void> {
  // The reader loads pdfjs, with what it wants of the platform.
  await pdf.decode(bytes);
  const pdfjs = (await import('pdfjs-dist/legacy/build/pdf.mjs')) as unknown as PdfJs;
  await bareText(pdfjs, bytes);
  let bare = Infinity;
  let ours = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await bareText(pdfjs, bytes);
    const middle = performance.now();
    await pdf.decode(bytes);
    bare = Math.min(bare, middle - start);
    ours = Math.min(ours, performance.now() - middle);
  }
  expect(ours / bare).toBeLessThan(BOUND);
}

/** A scene that is not like any other: what returns in one place on all pages is no script. */
function scene(number: number): SampleElement[] {
  const late = ' late'.repeat(number % 7);
  return [
    { kind: 'heading', text: `INT. HARBOUR ${number} - NIGHT` },
    { kind: 'action', text: `Mara waits for boat ${number}, which is${late}, and the harbour waits with her.` },
    { kind: 'character', text: 'MARA' },
    { kind: 'dialogue', text: `It is${late}. It was late yesterday, and the day before it did not come at all.` },
  ];
}

describe('reading takes little longer than extracting the text', () => {
  it('of a generated feature', async () => {
    const script = Array.from({ length: 400 }, (_, at) => scene(at)).flat();
    await expectFast(printSample(script, PLAIN_TYPE, PLAIN_DRAW, 1));
  }, 120_000);

  it.skipIf(NO_CORPUS !== undefined)(
    `of real ones${NO_CORPUS ? ` (skipped: ${NO_CORPUS})` : ''}`,
    async () => {
      await expectFast(corpusFile('pairs/his-girl-friday-1940/fadein4.pdf'));
      await expectFast(corpusFile('pairs/mostly-genius/fd11-sanitized.pdf'));
    },
    120_000,
  );
});
