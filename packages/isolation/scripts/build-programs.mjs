import { build } from 'esbuild';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @param {string} path */
const source = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds the programs that tests and benchmarks run in processes of their own from the sources, for Node does not run
 * those: a child that does harm, one that does not start, the package's own, and a parent.
 */
export async function buildPrograms() {
  // Below the package, so that what stays outside the bundles is found.
  const cache = source('../node_modules/.cache/');
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(join(cache, 'programs-'));
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }');
  await build({
    entryPoints: {
      misbehaving: source('../test/programs/misbehaving.ts'),
      broken: source('../test/programs/broken.ts'),
      parent: source('../test/programs/parent.ts'),
      child: source('../src/program/child.ts'),
      watch: source('../src/program/watch.ts'),
    },
    outdir,
    bundle: true,
    splitting: true,
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
  /** @param {string} name */
  const program = (name) => join(outdir, `${name}.js`);
  return {
    misbehaving: program('misbehaving'),
    broken: program('broken'),
    parent: program('parent'),
    child: program('child'),
    remove: () => rmSync(outdir, { recursive: true, force: true }),
  };
}
