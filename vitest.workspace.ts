import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * Three projects for each package that has tests: its tests over the sources, under the package's name; those in
 * `test/built` and `test/browser`, which want the built package (`npm test` builds it first), under `name:built`; and
 * those that measure time, which run one by one after the others, under `name:timing`.
 */
const packages = readdirSync('packages').filter((name) => existsSync(`packages/${name}/test`));

/**
 * In the sources `@screenplay/*` means the sources too, so that no test runs against a stale build. Without the condition
 * `module`, which leads to what bundlers want and Node cannot load.
 */
const sources = {
  resolve: { conditions: ['screenplay-source', 'development|production'] },
  ssr: { resolve: { conditions: ['screenplay-source', 'node', 'development|production'] } },
};

const needsBuild = ['test/built/**/*.test.ts', 'test/browser/**/*.test.ts'];

const measuresTime = ['test/**/{speed,growth,hostile,poison}.test.ts'];

const setupFiles = fileURLToPath(new URL('vitest.setup.ts', import.meta.url));

export default defineConfig({
  test: {
    globalSetup: './scripts/generate.mjs',
    projects: packages.flatMap((name) => [
      {
        ...sources,
        test: {
          name,
          root: `./packages/${name}`,
          include: ['test/**/*.test.ts'],
          exclude: [...needsBuild, ...measuresTime],
          setupFiles,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: `${name}:built`,
          root: `./packages/${name}`,
          include: needsBuild,
          exclude: measuresTime,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
        },
      },
      {
        ...sources,
        test: {
          name: `${name}:timing`,
          root: `./packages/${name}`,
          include: measuresTime,
          setupFiles,
          testTimeout: 60_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          // Whatever else the machine does must not fail them; what is slow by its nature fails every time.
          retry: 2,
        },
      },
    ]),
    coverage: { include: ['packages/*/src/**/*.ts'], reportsDirectory: 'coverage' },
  },
});
