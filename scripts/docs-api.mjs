import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Application, Converter } from 'typedoc';
import { load as markdown } from 'typedoc-plugin-markdown';
import { runMain } from './progress.mjs';
import { packages, ROOT } from './workspace.mjs';

/** Each public entry of the packages: its source file, and the name by which it is imported. */
function entries() {
  return packages().flatMap(({ path, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([subpath, entry]) =>
      typeof entry === 'string'
        ? []
        : [{ file: join(path, entry['screenplay-source']), name: manifest.name + subpath.slice(1) }],
    ),
  );
}

/**
 * Writes the reference of all packages as Markdown into `docs/api`, a page for each public entry.
 *
 * @returns {Promise<string[]>} The names of the entries.
 */
export async function writeReference() {
  const all = entries();
  const app = await Application.bootstrapWithPlugins({
    plugin: [markdown],
    entryPoints: all.map(({ file }) => file),
    tsconfig: join(ROOT, 'docs/tsconfig.json'),
    // `check:types` does it, by each package's own settings.
    skipErrorChecking: true,
    name: 'API reference',
    readme: 'none',
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    logLevel: 'Error',
    outputs: [{ name: 'markdown', path: join(ROOT, 'docs/api') }],
    ...MARKDOWN,
  });
  // TypeDoc calls modules by their files.
  const names = new Map(
    all.map(({ file, name }) => [relative(join(ROOT, 'packages'), file).replace(/(\/index)?\.ts$/, ''), name]),
  );
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) module.name = names.get(module.name) ?? module.name;
  });
  const project = await app.convert();
  if (!project) throw new Error('TypeDoc read no package');
  await app.generateOutputs(project);
  return all.map(({ name }) => name);
}

/** Settings of typedoc-plugin-markdown. */
const MARKDOWN = {
  outputFileStrategy: 'modules',
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  sanitizeComments: true,
  // Places as VitePress makes them of headings, were all headings different.
  useCustomAnchors: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  propertiesFormat: 'table',
  enumMembersFormat: 'table',
  typeDeclarationFormat: 'table',
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runMain(async () => void (await writeReference()));
