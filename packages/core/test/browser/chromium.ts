import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** A page of its own for the tests: their program, and a file input. */
const TEST_PAGE = `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>
  <input id="file" type="file">`;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const TYPES: Readonly<Record<string, string>> = { '/': 'text/html', js: 'text/javascript', css: 'text/css' };

/** The Chromium that `npm test` found or installed, else Debian's. */
export const CHROMIUM = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
  (path) => path !== undefined && existsSync(path),
);

export const MISSING = process.env['CHROMIUM_MISSING'] ?? 'there is no Chromium here; `npm test` tells how to get one';

export interface OpenPage {
  page: Page;
  /** What went wrong on the page, and what its console was told of errors. */
  faults: readonly string[];
  close(): Promise<void>;
}

/**
 * Bundles the test page and its worker from the built package, as an application would, serves it on this machine
 * together with `files` (path to content), and opens it in a headless Chromium.
 */
export async function openPage(executablePath: string, files: ReadonlyMap<string, Uint8Array>): Promise<OpenPage> {
  const bundled = await bundle(HERE, ['page.ts', 'pdf-worker.ts'], '/');
  const site = new Map([...files, ...bundled, ['/', new TextEncoder().encode(TEST_PAGE)]]);
  return openSite(executablePath, site, 'typeof runCase === "function"');
}

/** Serves a site (path to content) on this machine and opens its `/`; waits until `ready`, an expression, is true. */
export async function openSite(
  executablePath: string,
  site: ReadonlyMap<string, Uint8Array>,
  ready: string,
): Promise<OpenPage> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/');
    const body = site.get(path);
    const type = TYPES[path] ?? TYPES[path.replace(/^.*\./, '')] ?? 'application/octet-stream';
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
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(ready, undefined, { timeout: 20_000 }).catch((error: unknown) => {
      throw new Error(`the page did not start: ${faults.join('; ') || String(error)}`);
    });
    return { page, faults, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Programs and styles of a folder, bundled for browsers with code splitting, by their paths on the site. */
export async function bundle(
  folder: string,
  entryPoints: readonly string[],
  prefix: string,
): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [...entryPoints],
    outdir: join(folder, 'out'),
    bundle: true,
    write: false,
    format: 'esm',
    splitting: true,
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
  });
  return new Map(outputFiles.map(({ path, contents }) => [path.replace(/^.*[\\/]/, prefix), contents]));
}
