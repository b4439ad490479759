import { defineConfig } from 'tsup';
import { libraryBuild } from '../../tsup.base.js';

export default defineConfig([
  // Two builds into one folder, neither of which may empty it: no file of theirs has a changing name.
  libraryBuild({ shims: true, splitting: false, clean: false }),
  // The programs that child processes and their watch threads run, beside the library: Node starts them by path.
  libraryBuild({
    entry: { child: 'src/program/child.ts', watch: 'src/program/watch.ts' },
    format: ['esm'],
    splitting: false,
    dts: false,
    clean: false,
  }),
]);
