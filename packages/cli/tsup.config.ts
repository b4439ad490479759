import { defineConfig } from 'tsup';
import { libraryBuild } from '../../tsup.base.js';

export default defineConfig(
  libraryBuild({
    // The program, and the program of its conversion threads beside it.
    entry: { main: 'src/main.ts', worker: 'src/conversion/worker.ts' },
    format: ['esm'],
    dts: false,
  }),
);
