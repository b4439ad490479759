import { packages } from './scripts/workspace.mjs';

const CORE = '^packages/core/src/';

/** The rooms of core, in the order in which they may see each other: each imports itself and those before it. */
const RANKS = [['model', 'errors'], ['ports'], ['schema', 'syntax'], ['conventions'], ['layout'], ['encryption']];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const roomRules = RANKS.flatMap((rooms, rank) =>
  rooms.map((room) => {
    const seen = [room, ...RANKS.slice(0, rank).flat()];
    return {
      name: `core-${room}`,
      comment: `${room}/ imports ${seen.slice(1).join(', ') || 'nothing else'} of core.`,
      severity: 'error',
      from: { path: `${CORE}${room}/` },
      to: { path: CORE, pathNot: `${CORE}(${seen.join('|')})/` },
    };
  }),
);

/** What another package may reach of a package: the modules behind its `exports`. */
const doors = packages().flatMap(({ folder, manifest }) =>
  Object.values(manifest.exports ?? {}).flatMap((target) =>
    typeof target === 'string' ? [] : [`^packages/${folder}/${target['screenplay-source'].slice(2)}$`],
  ),
);

/**
 * Each third-party library has one module in each package that imports it.
 *
 * @type {import('dependency-cruiser').IForbiddenRuleType[]}
 */
const libraryRules = packages().flatMap(({ folder, manifest }) =>
  Object.keys(manifest.dependencies ?? {})
    .filter((name) => !name.startsWith('@screenplay/'))
    .map((name) => ({
      name: `one-door-to-${name}`,
      comment: `One named file of packages/${folder} wraps ${name}.`,
      severity: 'error',
      module: { path: `/node_modules/${name}/|^node_modules/${name}/`, numberOfDependentsMoreThan: 1 },
      from: { path: `^packages/${folder}/src/` },
    })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...roomRules,
    ...libraryRules,
    {
      name: 'core-formats-are-apart',
      comment: 'formats/X never imports formats/Y.',
      severity: 'error',
      from: { path: `${CORE}formats/([^/]+)/` },
      to: { path: `${CORE}formats/[^/]+/`, pathNot: `${CORE}formats/$1/` },
    },
    {
      name: 'core-format-sees-what-is-below',
      comment: 'A format is made of model, errors, ports, schema, syntax, conventions, layout and formats/codec.ts.',
      severity: 'error',
      from: { path: `${CORE}formats/[^/]+/` },
      to: {
        path: CORE,
        pathNot: `${CORE}(model|errors|ports|schema|syntax|conventions|layout|formats/[^/]+)/|${CORE}formats/codec\\.ts$`,
      },
    },
    {
      name: 'core-read-and-write-never-meet',
      comment: 'What reading and writing share is in tree.ts, mapping.ts and the like.',
      severity: 'error',
      from: { path: `${CORE}formats/([^/]+)/(read|write)/` },
      to: { path: `${CORE}formats/$1/(read|write)/`, pathNot: `${CORE}formats/$1/$2/` },
    },
    {
      name: 'core-format-doors',
      comment: 'A format is entered by its index.ts (the codec) or descriptor.ts.',
      severity: 'error',
      from: { path: CORE, pathNot: `${CORE}formats/[^/]+/` },
      to: { path: `${CORE}formats/[^/]+/`, pathNot: `${CORE}formats/[^/]+/(index|descriptor)\\.ts$` },
    },
    {
      name: 'core-only-the-registry-knows-formats',
      severity: 'error',
      from: { path: CORE, pathNot: `${CORE}(formats/[^/]+/|formats/(registry|descriptors)\\.ts$)` },
      to: { path: `${CORE}formats/[^/]+/` },
    },
    {
      name: 'core-registry-loads-codecs-on-demand',
      comment: 'So that the root entry stays small.',
      severity: 'error',
      from: { path: `${CORE}formats/(registry|descriptors)\\.ts$` },
      to: { path: `${CORE}formats/[^/]+/index\\.ts$`, dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'core-registry-sees-what-is-below',
      severity: 'error',
      from: { path: `${CORE}formats/[^/]+\\.ts$` },
      to: { path: `${CORE}(pipeline|encryption|testing|index\\.ts)` },
    },
    {
      name: 'core-testing-is-for-tests',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: `${CORE}testing/` },
      to: { path: `${CORE}testing/` },
    },
    {
      name: 'core-is-pure',
      comment: 'No Node modules in core.',
      severity: 'error',
      from: { path: CORE },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'packages-by-their-doors',
      comment: 'A package imports only what another one exports.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/[^/]+/', pathNot: ['^packages/$1/', ...doors] },
    },
    {
      name: 'packages-by-their-names',
      comment: 'A package is imported as @screenplay/name, not by a relative path.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'adapters-know-core-only',
      comment: 'Only the command line composes.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/', pathNot: '^packages/cli/' },
      to: { path: '^packages/[^/]+/', pathNot: ['^packages/$1/', '^packages/core/'] },
    },
    {
      name: 'sources-stand-alone',
      comment: 'Sources never import tests, scripts or configuration.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { path: '^(packages/[^/]+/(test|scripts|fixtures)/|scripts/|[^/]+\\.(ts|mjs|json)$)' },
    },
    {
      name: 'declared-dependencies',
      comment: 'Sources import what their own package.json lists under dependencies.',
      severity: 'error',
      // Generated scripts and PDFs are for the tests here, and are not published.
      from: { path: '^packages/[^/]+/src/', pathNot: `${CORE}testing/(manuscripts\\.ts|pdf-generator/)` },
      to: {
        pathNot: '^packages/',
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'undetermined'],
        dependencyTypesNot: ['type-only', 'npm-peer'],
      },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'telling-names',
      comment: 'Kebab-case file names that say what is in them.',
      severity: 'error',
      from: {},
      to: {
        path: '^packages/[^/]+/(src|test)/.*(/(utils?|helpers?|common|misc|lib)(/|\\.[a-z]+$)|/[^/]*([A-Z_]|[^/]+[A-Z])[^/]*\\.ts$)',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/(dist|fixtures)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['screenplay-source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.d.ts', '.json'],
    },
  },
};
