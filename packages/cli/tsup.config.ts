import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { defineConfig } from 'tsup';
import { libraryBuild } from '../../tsup.base.js';

/** Every start of the program loads it: built in, it is found and linked in no time. */
const BUILT_IN = 'commander';

/** It can start programs of their own for subcommands. There are none, so what starts them is not loaded. */
const noSubprograms: Plugin = {
  name: 'no subprograms',
  setup(build) {
    build.onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      importer.split(/[\\/]/).includes(BUILT_IN) ? { path, namespace: 'nothing' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'nothing' }, () => ({ contents: 'module.exports = {};' }));
  },
};

export default defineConfig(
  libraryBuild({
    // The program, and the program of its conversion threads beside it.
    entry: { main: 'src/main.ts', worker: 'src/conversion/worker.ts' },
    format: ['esm'],
    dts: false,
    // Its sources are not published.
    sourcemap: false,
    noExternal: [BUILT_IN],
    removeNodeProtocol: false,
    esbuildPlugins: [noSubprograms],
    // What is built in is CommonJS, and modules have no `require` of their own.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    async onSuccess() {
      // Its licence goes where its code goes.
      const { resolve } = createRequire(import.meta.url);
      copyFileSync(join(dirname(resolve(BUILT_IN)), 'LICENSE'), `dist/${BUILT_IN}.LICENSE`);
    },
  }),
);
