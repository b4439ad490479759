import { convert, decode, formats, pages } from '@screenplay/core';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDFDocument } from 'pdfkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle, CHROMIUM, MISSING, openSite } from './chromium.js';
import type { OpenPage } from './chromium.js';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/browser', import.meta.url));
const SCRIPTS = fileURLToPath(new URL('../../../../examples/scripts', import.meta.url));

/** A PDF that opens with a password only. */
async function locked(userPassword: string): Promise<Buffer> {
  const options = { userPassword, font: 'Courier', pdfVersion: '1.7' };
  const document = new PDFDocument(options as never) as unknown as {
    on(event: string, listener: (chunk: Uint8Array) => void): void;
    text(text: string, x: number, y: number): void;
    end(): void;
  };
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => {
    document.on('end', () => {
      resolve();
    });
  });
  document.text('INT. HARBOUR - NIGHT', 108, 72);
  document.text('Rain falls on the boats.', 108, 96);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

if (CHROMIUM === undefined && process.env['CI'] === undefined) {
  describe('the example page', () => {
    it.skip(MISSING, () => undefined);
  });
} else {
  describe('the example page', () => {
    let open: OpenPage;

    /** Does something that gives the page a file, and waits until it has done with it; what it says then. */
    async function after(giving: () => Promise<unknown>): Promise<string> {
      const status = open.page.locator('#status');
      await status.evaluate((shown) => {
        shown.removeAttribute('class');
      });
      await giving();
      await open.page.waitForSelector('#status.done, #status.failed', { timeout: 60_000 });
      return status.innerText();
    }

    beforeAll(async () => {
      if (CHROMIUM === undefined) throw new Error(MISSING);
      const site = await bundle(EXAMPLE, ['page.ts', 'convert-worker.ts', 'style.css'], '/out/');
      site.set('/', new Uint8Array(readFileSync(join(EXAMPLE, 'index.html'))));
      open = await openSite(CHROMIUM, site, 'document.querySelector("#file").accept !== ""');
    });
    afterAll(async () => {
      await open.close();
    });

    it('converts a picked file and offers it in every format', async () => {
      const path = join(SCRIPTS, 'platform-nine.fdx');
      const bytes = new Uint8Array(readFileSync(path));
      const { document } = await decode(bytes);
      const script = await pages(document);
      expect(await after(() => open.page.setInputFiles('#file', path))).toMatch(/^platform-nine\.fdx: done/);

      expect(await open.page.locator('dd').allInnerTexts()).toEqual([
        String(script.pages),
        script.length,
        String(script.scenes.length),
        String(document.characters?.length),
        'valid',
      ]);
      const headings = await open.page.locator('#scenes td:nth-child(2)').allInnerTexts();
      expect(headings).toEqual(script.scenes.map(({ heading }) => heading));

      for (const { name, extensions } of formats()) {
        const { bytes: expected, warnings } = await convert(bytes, { to: name });
        const item = open.page.locator(`[data-format="${name}"]`);
        const download = open.page.waitForEvent('download');
        await item.locator('a').click();
        const saved = await download;
        expect(saved.suggestedFilename()).toBe(`platform-nine${extensions[0] ?? ''}`);
        expect(Buffer.compare(await readFile(await saved.path()), expected), name).toBe(0);
        expect(await item.locator('details li').allTextContents()).toEqual(
          warnings.map(({ message }) => expect.stringContaining(message)),
        );
      }
      expect(open.faults).toEqual([]);
    });

    it('takes a dropped file', async () => {
      const text = 'INT. HARBOUR - NIGHT\n\nRain.\n';
      const dropped = await open.page.evaluateHandle((content) => {
        const files = new DataTransfer();
        files.items.add(new File([content], 'harbour.fountain'));
        return files;
      }, text);
      const said = await after(() => open.page.dispatchEvent('#drop', 'drop', { dataTransfer: dropped }));
      expect(said).toMatch(/^harbour\.fountain: done/);
      expect(await open.page.locator('#scenes td:nth-child(2)').allInnerTexts()).toEqual(['INT. HARBOUR - NIGHT']);
    });

    it('says what was found while reading', async () => {
      // As old programs for Windows wrote it.
      const buffer = Buffer.from('INT. CAF\xc9 - NIGHT\n\nRain.\n', 'latin1');
      const { warnings } = await decode(new Uint8Array(buffer), { name: 'a.txt' });
      expect(warnings.length).toBeGreaterThan(0);
      await after(() => open.page.setInputFiles('#file', { name: 'a.txt', mimeType: 'text/plain', buffer }));
      expect(await open.page.locator('#findings li').allTextContents()).toEqual(
        warnings.map(({ message }) => expect.stringContaining(message)),
      );
    });

    it('says what is wrong with a file, and shows nothing of the last one', async () => {
      const file = { name: 'photo.fdx', mimeType: 'text/xml', buffer: Buffer.from('<html></html>') };
      const said = await after(() => open.page.setInputFiles('#file', file));
      await expect(decode(new Uint8Array(file.buffer), { name: file.name })).rejects.toThrow(said);
      expect(await open.page.locator('#result').isVisible()).toBe(false);
    });

    it('asks for the password of a PDF', async () => {
      const file = { name: 'locked.pdf', mimeType: 'application/pdf', buffer: await locked('open') };
      expect(await after(() => open.page.setInputFiles('#file', file))).toContain('password');
      await open.page.fill('#password', 'open');
      expect(await after(() => open.page.click('#unlock button'))).toMatch(/^locked\.pdf: done/);
      expect(await open.page.locator('#unlock').isVisible()).toBe(false);
      expect(open.faults).toEqual([]);
    });
  });
}
