import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Options } from 'tsup';

interface Conditions {
  'screenplay-source': string;
  import: { default: string };
}

interface Manifest {
  exports?: Record<string, Conditions | string>;
}

type Plugin = NonNullable<Options['plugins']>[number];

/**
 * CommonJS goes without source maps: those that tsup makes of it name not the sources but its own files, by where they
 * lay on the machine that built them.
 */
const noMapsOfCommonJs: Plugin = {
  name: 'no maps of CommonJS',
  async buildEnd({ writtenFiles }) {
    if (this.format !== 'cjs') return;
    for (const { name } of writtenFiles) {
      if (name.endsWith('.map')) await rm(name);
      else await writeFile(name, (await readFile(name, 'utf8')).replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'));
    }
  },
};

/**
 * The build of a library: one output for each subpath of `exports` in the package.json of the working directory,
 * named as that table says, as ES modules and CommonJS with types for both. What entries share, and what they import
 * dynamically, lies in chunks of its own.
 */
export function libraryBuild(overrides: Options = {}): Options {
  return {
    entry: entriesOf(JSON.parse(readFileSync('package.json', 'utf8')) as Manifest),
    format: ['esm', 'cjs'],
    target: 'es2022',
    splitting: true,
    sourcemap: true,
    clean: true,
    silent: true,
    dts: { compilerOptions: { ignoreDeprecations: '6.0', customConditions: [] } },
    plugins: [noMapsOfCommonJs],
    esbuildOptions(options) {
      options.sourcesContent = false;
    },
    ...overrides,
  };
}

function entriesOf(manifest: Manifest): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const target of Object.values(manifest.exports ?? {})) {
    if (typeof target === 'string') continue;
    entries[basename(target.import.default, '.js')] = target['screenplay-source'];
  }
  return entries;
}
