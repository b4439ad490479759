import { readFileSync } from 'node:fs';

/**
 * What a browser downloads, minified and gzipped, for whoever imports one subpath of the built core and reads and writes a
 * plain script with it: the static part, and beside it what `with` names, which every script of that format loads. What a
 * script may have or not (a title page, notes, emphasis, page settings, an earlier draft, ...) loads when it does and is
 * counted by the second table only; `test/formats/on-demand.test.ts` says which feature loads what. A limit is a little
 * above the present size, and goes down rather than up.
 *
 * @type {Record<string, { limit: string, what?: string, with?: RegExp }[]>}
 */
const PLAIN = {
  index: [{ limit: '25 kB' }],
  formats: [{ limit: '4 kB' }],
  fountain: [
    { what: 'a plain script read', limit: '18 kB', with: /^read-fountain-/ },
    { what: 'a plain script written', limit: '18 kB', with: /^write-fountain-/ },
    { what: 'a plain script read and written', limit: '25 kB', with: /^(?:read|write)-fountain-/ },
  ],
  fdx: [
    { what: 'a plain script read', limit: '35 kB', with: /^read-fdx-/ },
    { what: 'a plain script written', limit: '35 kB', with: /^write-fdx-/ },
  ],
  fadein: [
    { what: 'a plain script read', limit: '45 kB', with: /^read-fadein-/ },
    { what: 'a plain script written', limit: '45 kB', with: /^write-fadein-/ },
  ],
  json: [{ limit: '11 kB' }],
  yaml: [{ limit: '42 kB' }],
  pdf: [{ limit: '40 kB' }],
  jobs: [{ limit: '30 kB' }],
  schema: [{ limit: '13 kB' }],
  encryption: [{ limit: '14 kB' }],
};

/**
 * The same with all that any script may load, for the subpaths that have no libraries or fonts among it.
 *
 * @type {Record<string, string>}
 */
const WHOLE = {
  fountain: '81 kB',
  fdx: '103 kB',
  fadein: '96 kB',
  json: '26 kB',
  yaml: '57 kB',
  encryption: '20 kB',
};

/** @param {import('esbuild').BuildOptions} config @returns {import('esbuild').BuildOptions} */
const browser = (config) => ({ ...config, platform: 'browser', format: 'esm', target: 'es2022', logLevel: 'error' });

/**
 * Leaves out what is imported on demand, but for the files of these names.
 *
 * @param {RegExp | undefined} wanted
 * @returns {import('esbuild').Plugin}
 */
const staticPart = (wanted) => ({
  name: 'static part',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' && !wanted?.test(path.replace(/^.*\//, '')) ? { path, external: true } : undefined,
    );
  },
});

/** @type {{ exports: Record<string, string | { import: { default: string } }> }} */
const manifest = JSON.parse(readFileSync(new URL('packages/core/package.json', import.meta.url), 'utf8'));

const subpaths = Object.values(manifest.exports).flatMap((target) => {
  const file = typeof target === 'string' ? undefined : target.import.default;
  const name = file?.replace(/^.*\/|\.js$/g, '');
  return file === undefined || name === undefined || name === 'testing'
    ? []
    : [{ name, path: `packages/core/${file}` }];
});

/** @param {string} name @param {string} path @param {string} limit @param {import('esbuild').Plugin[]} plugins */
const check = (name, path, limit, plugins) => ({
  name,
  path,
  limit,
  gzip: true,
  modifyEsbuildConfig: (/** @type {import('esbuild').BuildOptions} */ config) => ({ ...browser(config), plugins }),
});

export default subpaths.flatMap(({ name, path }) => {
  const plain = PLAIN[name];
  if (plain === undefined) throw new Error(`.size-limit.mjs has no limit for ${name}`);
  const checks = plain.map(({ what, limit, with: wanted }) =>
    check(`core/${name}${what === undefined ? '' : `, ${what}`}`, path, limit, [staticPart(wanted)]),
  );
  const whole = WHOLE[name];
  if (whole !== undefined) checks.push(check(`core/${name}, with all that is loaded on demand`, path, whole, []));
  return checks;
});
