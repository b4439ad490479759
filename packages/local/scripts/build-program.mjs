import { build } from 'esbuild';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @param {string} path */
const source = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds a program of `test/programs` from the sources, for Node does not run those.
 *
 * @param {string} name
 */
export async function buildProgram(name) {
  // Below the package, so that what stays outside the bundle is found.
  const cache = source('../node_modules/.cache/');
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(join(cache, 'program-'));
  const path = join(outdir, `${name}.mjs`);
  await build({
    entryPoints: [source(`../test/programs/${name}.ts`)],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['screenplay-source'],
    logLevel: 'error',
    plugins: [
      {
        name: 'third parties stay outside',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@screenplay/') ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  return { path, remove: () => rmSync(outdir, { recursive: true, force: true }) };
}
