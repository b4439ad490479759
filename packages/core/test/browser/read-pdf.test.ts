import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pdf } from '@screenplay/core/pdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, MISSING, openPage } from './chromium.js';
import type { OpenPage } from './chromium.js';
import { codecOf } from './codec-of.js';
import { readPdf } from './read-pdf.js';
import { rooms, samples } from './samples.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/pdf', import.meta.url));

/** PDFs of other programs, one of this package, and what is none. */
async function files(): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const name of readdirSync(FIXTURES)) {
    const path = join(FIXTURES, name, 'input.pdf');
    if (existsSync(path)) found.set(name, new Uint8Array(readFileSync(path)));
  }
  const script = (await samples()).find(({ format }) => format === 'fountain') ?? expect.fail();
  const decoded = await codecOf(rooms.fountain).decode?.(script.bytes);
  const printed = decoded && (await pdf.encode(decoded.document));
  found.set('own', printed?.bytes ?? expect.fail());
  const cut = found.get('web-page') ?? expect.fail();
  found.set('cut-off', cut.slice(0, cut.length - 2000));
  found.set('no-pages', new TextEncoder().encode('%PDF-1.7\n%%EOF\n'));
  return found;
}

if (CHROMIUM === undefined && process.env['CI'] === undefined) {
  describe('PDFs read in Chromium', () => {
    it.skip(MISSING, () => undefined);
  });
} else {
  const sources = await files();

  describe.each(['page', 'worker'])('PDFs read in Chromium, on the thread of a %s', (thread) => {
    let open: OpenPage;

    beforeAll(async () => {
      if (CHROMIUM === undefined) throw new Error(MISSING);
      open = await openPage(CHROMIUM, new Map([...sources].map(([name, bytes]) => [`/samples/pdf/${name}`, bytes])));
    });
    afterAll(async () => {
      await open.close();
    });

    it.each([...sources])('%s: the same as in Node', async (name, bytes) => {
      const call = `readCase(${JSON.stringify(name)}, ${JSON.stringify(thread)})`;
      const found: unknown = await open.page.evaluate(call);
      expect(found).toBe(await readPdf(bytes));
    });
  });
}
