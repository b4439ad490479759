/**
 * What a browser downloads, minified and gzipped, for whoever imports one subpath of the built core: all of it, what
 * it loads on demand included. A limit is a little above the present size, and only ever goes down.
 */
const LIMITS = {
  fountain: '72 kB',
  fdx: '85 kB',
  fadein: '91 kB',
  json: '23 kB',
  yaml: '54 kB',
  schema: '13 kB',
};

/** @param {import('esbuild').BuildOptions} config @returns {import('esbuild').BuildOptions} */
const browser = (config) => ({ ...config, platform: 'browser', format: 'esm', target: 'es2022', logLevel: 'error' });

/**
 * Leaves out what the root imports on demand.
 *
 * @type {import('esbuild').Plugin}
 */
const staticPart = {
  name: 'static part',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

export default [
  {
    name: '@screenplay/core, static part',
    path: 'packages/core/dist/index.js',
    limit: '60 kB',
    gzip: true,
    modifyEsbuildConfig: (/** @type {import('esbuild').BuildOptions} */ config) => ({
      ...browser(config),
      plugins: [staticPart],
    }),
  },
  ...Object.entries(LIMITS).map(([name, limit]) => ({
    name: `@screenplay/core/${name}`,
    path: `packages/core/dist/${name}.js`,
    limit,
    gzip: true,
    modifyEsbuildConfig: browser,
  })),
];
