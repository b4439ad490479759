import { build } from 'esbuild';
import { defineConfig } from 'tsup';
import { libraryBuild } from '../../tsup.base.js';

export default defineConfig(
  libraryBuild({
    async onSuccess() {
      // The list of formats, which command lines load at every start, is one file and not one for each format.
      for (const [format, extension] of [
        ['esm', 'js'],
        ['cjs', 'cjs'],
      ] as const) {
        const outfile = `dist/formats.${extension}`;
        const entry = 'src/formats/index.ts';
        await build({ entryPoints: [entry], outfile, format, bundle: true, sourcemap: true, sourcesContent: false });
      }
    },
  }),
);
