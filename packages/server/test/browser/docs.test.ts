import { InProcessConverter } from '@screenplay/core';
import { createLog, createServer } from '@screenplay/server';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const CHROMIUM = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
  (path) => path !== undefined && existsSync(path),
);

const missing = process.env['CHROMIUM_MISSING'] ?? 'there is no Chromium here; `npm test` tells how to get one';

describe('GET /docs', () => {
  it('shows every endpoint, and nothing that its policy forbids', async (context) => {
    if (CHROMIUM === undefined && process.env['CI'] === undefined) context.skip(missing);
    if (CHROMIUM === undefined) throw new Error(missing);
    const server = createServer({
      converter: new InProcessConverter(),
      log: createLog({ level: 'silent' }),
      version: '0.0.0',
      tokens: [],
      requireToken: 'protected',
      corsOrigin: ['*'],
      setup: () => [],
    });
    const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close());
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const complaints: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${url}/docs`);
    await page.waitForSelector('.opblock', { timeout: 60_000 });
    const shown = await page.locator('.opblock-summary-path').allInnerTexts();
    const documented = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object };
    expect(shown.map((path) => path.replaceAll('\u200b', '')).sort()).toEqual(Object.keys(documented.paths).sort());

    // Tried out from the page itself.
    await page.locator('.opblock', { hasText: '/formats' }).first().click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.waitForSelector('.live-responses-table');
    expect(await page.locator('.live-responses-table').innerText()).toContain('200');

    expect(complaints).toEqual([]);
    for (const address of asked) expect(address.startsWith(`${url}/`) || address.startsWith('data:')).toBe(true);
  });
});
