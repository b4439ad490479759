import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleScripts } from '../../../../src/testing/pdf-generator/index.js';
import type { SampleElement } from '../../../../src/testing/pdf-generator/index.js';
import { CHROMIUM } from '../../../browser/chromium.js';
import { officeText } from './programs/office.js';
import { isInstalled, printWith } from './programs/printers.js';
import { typesetterInput } from './programs/typesetter.js';
import { webPage } from './programs/web-page.js';
import { joinedAlike, readScript, seenBlocks, seenSample } from './seen.js';

const SCRIPTS = fc.sample(sampleScripts, { seed: 1911, numRuns: 3 });
const FONTS = ['12pt/1 "Liberation Mono", monospace', '11.5pt/1.25 "DejaVu Serif", serif', '12pt/1.15 "DejaVu Sans"'];

/** Without what a program is not asked to print. */
function without(script: readonly SampleElement[], ...names: (keyof SampleElement)[]): SampleElement[] {
  return script
    .filter(({ dual }) => dual === undefined || !names.includes('dual'))
    .map((element) => {
      const copy = { ...element };
      for (const name of names) delete copy[name];
      return copy;
    });
}

async function expectRead(bytes: Uint8Array, script: readonly SampleElement[]): Promise<void> {
  const { manuscript } = await readScript(bytes);
  const found = seenBlocks(manuscript);
  expect(found).toEqual(joinedAlike(seenSample(script, { numbers: 'left' }), found));
}

const NO_CHROMIUM =
  CHROMIUM === undefined ? (process.env['CHROMIUM_MISSING'] ?? 'there is no Chromium here') : undefined;
const NO_OFFICE = isInstalled('lowriter') ? undefined : 'LibreOffice Writer is not installed';
const NO_GROFF = isInstalled('gropdf') ? undefined : 'groff and its PDF device are not installed';

function named(name: string, reason: string | undefined): string {
  return reason === undefined ? name : `${name} (skipped: ${reason})`;
}

describe.skipIf(NO_CHROMIUM !== undefined)(named('web pages that Chromium prints', NO_CHROMIUM), () => {
  it.each(FONTS.map((font, at) => [font, SCRIPTS[at] as SampleElement[]] as const))(
    'in %s',
    async (font, sample) => {
      const script = without(sample, 'revised');
      const bytes = printWith(webPage(script, font), 'html', (file, folder) => [
        CHROMIUM ?? '',
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--no-pdf-header-footer',
        `--print-to-pdf=${folder}/script.pdf`,
        file,
      ]);
      await expectRead(bytes, script);
    },
    150_000,
  );
});

describe.skipIf(NO_OFFICE !== undefined)(named('texts that LibreOffice prints', NO_OFFICE), () => {
  it('in a fixed-pitch font', async () => {
    const script = without(SCRIPTS[0] as SampleElement[], 'revised', 'dual', 'number');
    const bytes = printWith(officeText(script, 'Liberation Mono'), 'fodt', (file, folder) => [
      'soffice',
      '--headless',
      '--convert-to',
      'pdf',
      '--outdir',
      folder,
      file,
    ]);
    await expectRead(bytes, script);
  }, 150_000);
});

describe.skipIf(NO_GROFF !== undefined)(named('what groff sets', NO_GROFF), () => {
  it.each(SCRIPTS.map((sample, at) => [at, sample] as const))(
    'script %i',
    async (_, sample) => {
      const script = without(sample, 'revised', 'dual', 'number').map((element) =>
        element.emphasis?.look === 'underline'
          ? { ...element, emphasis: { ...element.emphasis, look: 'italic' as const } }
          : element,
      );
      const bytes = printWith(typesetterInput(script), 'roff', (file) => ['groff', '-Tpdf', '-k', file]);
      await expectRead(bytes, script);
    },
    150_000,
  );
});
