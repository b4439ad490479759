import { build } from 'esbuild';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Builds one of `programs/`, for Node does not run the sources. Answers its path and how to remove it. */
export async function buildProgram(name: string): Promise<{ path: string; remove(): void }> {
  // Below the package, so that what stays outside the bundle is found.
  const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(join(cache, 'programs-'));
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }');
  const source = fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url));
  await build({
    entryPoints: [source],
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['screenplay-source'],
    external: ['bullmq', 'ioredis'],
    logLevel: 'error',
  });
  return {
    path: join(outdir, `${basename(source, '.ts')}.js`),
    remove: () => rmSync(outdir, { recursive: true, force: true }),
  };
}
