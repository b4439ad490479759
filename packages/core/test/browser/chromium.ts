import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';

const PROGRAM = fileURLToPath(new URL('page.ts', import.meta.url));

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium that `npm test` found or installed, else Debian's. */
export const CHROMIUM = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
  (path) => path !== undefined && existsSync(path),
);

export interface OpenPage {
  page: Page;
  close(): Promise<void>;
}

/**
 * Bundles the test page from the built package, as an application would, serves it on this machine together with
 * `files` (path to content), and opens it in a headless Chromium.
 */
export async function openPage(executablePath: string, files: ReadonlyMap<string, Uint8Array>): Promise<OpenPage> {
  const served = new Map([...files, ...(await bundle())]);
  served.set('/', new TextEncoder().encode('<!doctype html><script type="module" src="/page.js"></script>'));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/');
    const body = served.get(path);
    const type = path.endsWith('.js') ? 'text/javascript' : path === '/' ? 'text/html' : 'application/octet-stream';
    response.writeHead(body ? 200 : 404, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const close = async (): Promise<void> => {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
  };
  try {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page
      .waitForFunction('typeof runCase === "function"', undefined, { timeout: 20_000 })
      .catch((error: unknown) => {
        throw new Error(`the page did not start: ${faults.join('; ') || String(error)}`);
      });
    return { page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function bundle(): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: [PROGRAM],
    outdir: '/',
    bundle: true,
    write: false,
    format: 'esm',
    splitting: true,
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
  });
  return new Map(outputFiles.map(({ path, contents }) => [path.replace(/^.*[\\/]/, '/'), contents]));
}
