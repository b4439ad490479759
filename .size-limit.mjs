import { readFileSync } from 'node:fs';

/**
 * What a browser downloads, minified and gzipped, for whoever imports one subpath of the built core: all of it, what
 * it loads on demand included. A limit is a little above the present size, and goes down rather than up.
 *
 * @type {Record<string, string>}
 */
const WHOLE = {
  fountain: '75 kB',
  fdx: '100 kB',
  fadein: '94 kB',
  json: '23 kB',
  yaml: '54 kB',
  schema: '13 kB',
  encryption: '20 kB',
};

/**
 * The same without what is loaded on demand: the codecs of the root, the libraries and fonts of PDF.
 *
 * @type {Record<string, string>}
 */
const STATIC_PART = {
  index: '60 kB',
  pdf: '79 kB',
};

/** @param {import('esbuild').BuildOptions} config @returns {import('esbuild').BuildOptions} */
const browser = (config) => ({ ...config, platform: 'browser', format: 'esm', target: 'es2022', logLevel: 'error' });

/**
 * Leaves out what is imported on demand.
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

/** @type {{ exports: Record<string, string | { import: { default: string } }> }} */
const manifest = JSON.parse(readFileSync(new URL('packages/core/package.json', import.meta.url), 'utf8'));

export default Object.values(manifest.exports).flatMap((target) => {
  const file = typeof target === 'string' ? undefined : target.import.default;
  const name = file?.replace(/^.*\/|\.js$/g, '');
  if (file === undefined || name === undefined || name === 'testing') return [];
  const limit = WHOLE[name] ?? STATIC_PART[name];
  if (limit === undefined) throw new Error(`.size-limit.mjs has no limit for ${name}`);
  const whole = name in WHOLE;
  return {
    name: `core/${name}${whole ? '' : ', static part'}`,
    path: `packages/core/${file}`,
    limit,
    gzip: true,
    modifyEsbuildConfig: (/** @type {import('esbuild').BuildOptions} */ config) =>
      whole ? browser(config) : { ...browser(config), plugins: [staticPart] },
  };
});
