import { build } from 'esbuild';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Programs {
  /** A child program with operations that do harm. */
  misbehaving: string;
  /** A child program that does not start. */
  broken: string;
  /** A program that has a pool. */
  parent: string;
  /** The child program of the package. */
  child: string;
  remove(): void;
}

/** Builds the programs that run in processes of their own from the sources, for Node does not run those. */
export async function buildPrograms(): Promise<Programs> {
  // Below the package, so that what stays outside the bundles is found.
  const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(join(cache, 'programs-'));
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }');
  const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  await build({
    entryPoints: {
      misbehaving: source('programs/misbehaving.ts'),
      broken: source('programs/broken.ts'),
      parent: source('programs/parent.ts'),
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
  const program = (name: string): string => join(outdir, `${name}.js`);
  return {
    misbehaving: program('misbehaving'),
    broken: program('broken'),
    parent: program('parent'),
    child: program('child'),
    remove: () => rmSync(outdir, { recursive: true, force: true }),
  };
}
