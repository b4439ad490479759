// Draws the pictures of docs/pdf.md: prints scripts of this repository with the built package and has poppler
// (pdftoppm) draw one page of each. Run it by hand when what pages look like has changed.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convert } from '@screenplay/core';

const ROOT = new URL('../../../', import.meta.url);
const FERRY = 'packages/core/fixtures/pdf/night-ferry/input.fdx';
const LAMP = 'examples/scripts/the-last-lamp.fountain';

/** @type {readonly { picture: string, script: string, page: string, options?: import('@screenplay/core').EncodeOptions }[]} */
const PICTURES = [
  { picture: 'title-page', script: FERRY, page: 'i' },
  { picture: 'split-speech', script: FERRY, page: '1', options: { tintPages: true } },
  { picture: 'dual-dialogue', script: FERRY, page: '2' },
  { picture: 'watermark', script: LAMP, page: '1', options: { watermark: 'DRAFT', sceneNumbers: 'both' } },
  { picture: 'cyrillic', script: 'examples/scripts/zimniy-avtobus.fountain', page: '1' },
];

const folder = mkdtempSync(join(tmpdir(), 'screenplay-pictures-'));
try {
  for (const { picture, script, page, options } of PICTURES) {
    const source = new Uint8Array(readFileSync(new URL(script, ROOT)));
    const { bytes } = await convert(source, { name: script, to: 'pdf', ...options, pages: page });
    const file = join(folder, 'page.pdf');
    writeFileSync(file, bytes);
    const target = fileURLToPath(new URL(`docs/pictures/${picture}`, ROOT));
    execFileSync('pdftoppm', ['-r', '72', '-png', '-singlefile', file, target]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
