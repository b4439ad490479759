import { describe, expect, it } from 'vitest';
import { ScreenplayError } from '../../../../src/errors/index.js';
import { pdf } from '../../../../src/formats/pdf/index.js';
import { pdfBytes, printSample } from '../../../../src/testing/pdf-generator/index.js';
import type { SampleElement } from '../../../../src/testing/pdf-generator/index.js';
import { PLAIN_DRAW, PLAIN_TYPE } from './seen.js';

/** Milliseconds that any file may take, on a machine that has other things to do. */
const PATIENCE = 20_000;

function many(count: number, part: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => part(at)).join('\n');
}

function show(text: string, x: number | string, y: number | string, size: number | string = 12): string {
  return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`;
}

/** Contents of one page that is nobody's script. */
const PAGES: Readonly<Record<string, () => string>> = {
  'one line again and again': () => many(150_000, () => show('INT. A', 72, 700)),
  'letters everywhere': () => many(150_000, (at) => show('INT. A', at % 600, `${at % 790}.${at % 97}`)),
  'letters too small to see': () => many(150_000, (at) => show('ab', 72, (at / 400).toFixed(3), 0.01)),
  'a size for each letter': () => many(150_000, (at) => show('a', 72, at % 790, at / 7)),
  'blanks without end': () =>
    `BT /F1 12 Tf 1 0 0 1 72 700 Tm ${many(3000, () => `(${' '.repeat(60)}) Tj`)} (a) Tj ET ${show('b', 72, 600)}`,
  'letters far off the page': () => many(1000, (at) => `${show('a', '90000', 700)} ${show('b', `1e${at % 40}`, 600)}`),
  'numbers that are none': () => `q 1e300 0 0 1e300 0 0 cm 1e300 0 0 1e300 0 0 cm ${show('INT. A', 72, 700)} Q`,
  'a line under each letter': () => many(90_000, (at) => `${show('a', 72, at % 790)} 72 ${at % 790} 90 1 re f`),
  'white letters over boxes': () =>
    `${many(5000, (at) => `0 g ${at % 600} ${at % 790} 9 9 re f`)} 1 g ${many(90_000, (at) => show('ab', at % 600, at % 790))}`,
  'a mark for each letter': () => many(90_000, (at) => `/sp:action:::${at % 9} BMC ${show('a', 72, 700)} EMC`),
  'states saved in states': () => 'q '.repeat(600_000),
  'marks in marks': () => `${'/P BMC '.repeat(300_000)} ${show('INT. A', 72, 700)}`,
  'drawings without end': () => '0 0 m 9 9 l S\n'.repeat(900_000),
};

describe('pages that are made to last', () => {
  it.each(Object.entries(PAGES))(
    '%s: end in a document or a coded error',
    async (_, content) => {
      const bytes = pdfBytes({ width: 612, height: 792, pages: [content()], fonts: { F1: 'Courier' } });
      const start = performance.now();
      const error: unknown = await pdf.decode(bytes).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(performance.now() - start).toBeLessThan(PATIENCE);
      if (error === undefined) return;
      expect(error).toBeInstanceOf(ScreenplayError);
      expect(['limit_exceeded', 'not_a_screenplay', 'pdf_no_text']).toContain((error as ScreenplayError).code);
    },
    2 * PATIENCE,
  );

  it.each([
    ['drawings without end', 'pdfPageOperators'],
    ['one line again and again', 'pdfPageGlyphs'],
    ['states saved in states', 'pdfSavedStates'],
  ])('%s: the limit is %s', async (name, limit) => {
    const content = PAGES[name]?.() ?? expect.fail();
    const bytes = pdfBytes({ width: 612, height: 792, pages: [content], fonts: { F1: 'Courier' } });
    await expect(pdf.decode(bytes)).rejects.toMatchObject({
      code: 'limit_exceeded',
      details: { limit },
      at: { page: 1 },
    });
  });
});

describe('long scripts', () => {
  const scene = (number: number): SampleElement[] => [
    { kind: 'heading', text: `INT. HARBOUR ${number} - NIGHT` },
    { kind: 'action', text: 'Mara waits for the boat, which is late, and the harbour waits with her.' },
    { kind: 'character', text: 'MARA' },
    { kind: 'dialogue', text: 'It is late. It was late yesterday, and the day before it did not come at all.' },
    { kind: 'character', text: 'TOM' },
    { kind: 'parenthetical', text: '(without looking)' },
    { kind: 'dialogue', text: 'It will come when it comes.' },
  ];
  const script = (scenes: number): Uint8Array =>
    printSample(Array.from({ length: scenes }, (_, at) => scene(at)).flat(), PLAIN_TYPE, PLAIN_DRAW, 1);

  it('take as much longer as they are longer', async () => {
    const sources = [script(150), script(1200)];
    const times = [Infinity, Infinity];
    for (let round = 0; round < 4; round++) {
      for (const [at, bytes] of sources.entries()) {
        const start = performance.now();
        await pdf.decode(bytes);
        times[at] = Math.min(times[at] as number, performance.now() - start);
      }
    }
    expect((times[1] as number) / (times[0] as number)).toBeLessThan(8 * 1.8);
  }, 120_000);
});
