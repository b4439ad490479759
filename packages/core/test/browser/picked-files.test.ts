import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode, encode, formats } from '@screenplay/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, MISSING, openPage } from './chromium.js';
import type { OpenPage } from './chromium.js';
import { convertEverywhere } from './convert-everywhere.js';

const EXAMPLES = fileURLToPath(new URL('../../../../examples/scripts', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** One script in every format, a PDF of another program, a script in another alphabet, and what is no script. */
async function files(): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  const read = (folder: string, name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));
  const { document } = await decode(read(EXAMPLES, 'platform-nine.fdx'), { name: 'platform-nine.fdx' });
  for (const { name: to, extensions } of formats()) {
    found.set(`platform-nine${extensions[0] ?? ''}`, (await encode(document, { to })).bytes);
  }
  found.set('zimniy-avtobus.fountain', read(EXAMPLES, 'zimniy-avtobus.fountain'));
  found.set('web-page.pdf', read(join(FIXTURES, 'pdf/web-page'), 'input.pdf'));
  found.set('no-script.fdx', new TextEncoder().encode('<html></html>'));
  return found;
}

if (CHROMIUM === undefined && process.env['CI'] === undefined) {
  describe('files picked in Chromium', () => {
    it.skip(MISSING, () => undefined);
  });
} else {
  const sources = await files();

  describe('files picked in Chromium', () => {
    const folder = mkdtempSync(join(tmpdir(), 'screenplay-picked-'));
    let open: OpenPage;

    beforeAll(async () => {
      if (CHROMIUM === undefined) throw new Error(MISSING);
      open = await openPage(CHROMIUM, new Map());
    });
    afterAll(async () => {
      await open.close();
      rmSync(folder, { recursive: true });
    });

    it.each([...sources])('%s: into every format, validated, counted and encrypted as in Node', async (name, bytes) => {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      await open.page.setInputFiles('#file', path);
      const found = await open.page.evaluate('pickedCase()');
      expect(found).toBe(await convertEverywhere(bytes, name));
      expect(open.faults).toEqual([]);
      if (name !== 'no-script.fdx') expect(found).toContain('"validation":{"valid":true}');
    });
  });
}
