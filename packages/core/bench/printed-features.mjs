import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fdx } from '@screenplay/core/fdx';
import { pdf } from '@screenplay/core/pdf';
import { feature } from './feature.mjs';

const PAIRS = new URL('../../../../shared/corpus/pairs/', import.meta.url);

/**
 * Features as PDF: as Fade In and Final Draft printed them where the corpus lies beside the checkout, and one that this
 * package prints, which is the only one elsewhere.
 * @returns {Promise<{ name: string, path: string }[]>}
 */
export async function printedFeatures() {
  const real = [
    { name: 'His Girl Friday, printed by Fade In (195 pages)', path: 'his-girl-friday-1940/fadein4.pdf' },
    { name: 'Mostly Genius, printed by Final Draft 11 (53 pages)', path: 'mostly-genius/fd11-sanitized.pdf' },
  ].map(({ name, path }) => ({ name, path: fileURLToPath(new URL(path, PAIRS)) }));
  const { name, fdx: source } = feature();
  const decoded = await fdx.decode?.(source);
  const encoded = decoded && (await pdf.encode?.(decoded.document));
  if (!encoded) throw new Error('nothing was printed');
  const folder = mkdtempSync(join(tmpdir(), 'printed-feature-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  const path = join(folder, 'feature.pdf');
  writeFileSync(path, encoded.bytes);
  return [...real.filter((file) => existsSync(file.path)), { name: `${name}, printed by this package`, path }];
}
