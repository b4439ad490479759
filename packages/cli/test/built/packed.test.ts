import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderWith, FOUNTAIN } from '../stand-in.js';
import { importNames, namedFiles, newConsumer, ROOT, sourcesOf } from './consumer.js';
import type { Consumer } from './consumer.js';
import { startService } from './running-service.js';

const PROGRAM = fileURLToPath(new URL('../programs/uses-everything.ts', import.meta.url));

const NODE = { target: 'es2022', lib: ['es2023'], types: ['node'], module: 'nodenext', moduleResolution: 'nodenext' };

const BROWSER_BUNDLER = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  noEmit: true,
};

const TOKEN = 'a-token-of-this-very-test';

/** Node loads two of them only when they are asked for: each is half a megabyte of code. */
const HEAVY = /node_modules\/(pdfjs-dist|pdfkit)\//;

const PRINTS = `
  const { bytes } = await convert(new TextEncoder().encode('INT. HALL - DAY'), { from: 'fountain', to: 'pdf' });
  await convert(bytes, { from: 'pdf' });`;

/** Tells, at the end of a program, the modules that it loaded. */
const LOADED = {
  hooks: `
    import { appendFileSync } from 'node:fs';
    export async function load(url, context, next) {
      appendFileSync('loaded.txt', url + '\\n');
      return next(url, context);
    }`,
  register: `import { register } from 'node:module'; register('./hooks.mjs', import.meta.url);`,
};

describe('the packages as npm publishes them, installed into an empty folder', { timeout: 300_000 }, () => {
  let consumer: Consumer;

  beforeAll(async () => {
    consumer = await newConsumer();
  }, 600_000);
  afterAll(async () => {
    await consumer.remove();
  });

  it('are all of the workspace', () => {
    expect(consumer.packages.map(({ manifest }) => manifest.name).sort()).toEqual([
      '@screenplay/cli',
      '@screenplay/core',
      '@screenplay/isolation',
      '@screenplay/local',
      '@screenplay/queue-redis',
      '@screenplay/server',
      '@screenplay/storage-s3',
    ]);
  });

  it('say what npm and its readers want to know', () => {
    const versions = new Set<string>();
    for (const { manifest, source } of consumer.packages) {
      const directory = `packages/${source.split(/[\\/]/).at(-1)}`;
      versions.add(manifest.version);
      expect(manifest).toMatchObject({
        description: expect.stringMatching(/^[A-Z].{40,}[^.]$/),
        keywords: expect.arrayContaining(['screenplay']),
        homepage: expect.stringContaining(directory),
        bugs: { url: expect.stringMatching(/\/issues$/) },
        repository: { type: 'git', url: expect.stringMatching(/^git\+https:.*\.git$/), directory },
        license: 'MIT',
        author: expect.any(String),
        type: 'module',
        engines: { node: '>=20.19.0' },
        publishConfig: { access: 'public', provenance: true },
      });
    }
    expect(versions.size).toBe(1);
  });

  it('hold what they name, what their users read, and nothing else', () => {
    for (const { manifest, files } of consumer.packages) {
      const paths = [...files.keys()];
      expect(paths, manifest.name).toEqual(expect.arrayContaining(['README.md', 'LICENSE', ...namedFiles(manifest)]));
      const strangers = paths.filter(
        (path) => !/^(dist|src|bin)\/|^(README|CHANGELOG)\.md$|^(LICENSE|package\.json)$/.test(path),
      );
      expect(strangers, manifest.name).toEqual([]);
      expect(paths.filter((path) => /\.(test|spec)\.|\.tsbuildinfo$|(^|\/)(test|fixtures)\//.test(path))).toEqual([]);
      expect(files.get('README.md')).toContain(`# ${manifest.name}\n`);
    }
  });

  it('have source maps whose sources are in them', () => {
    for (const { manifest, files } of consumer.packages) {
      for (const [path, text] of files) {
        const mapped = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(path.startsWith('dist/') ? text : '')?.[1];
        if (mapped !== undefined) expect(files.has(`dist/${mapped}`), `${manifest.name}/${path}`).toBe(true);
        if (!path.endsWith('.map')) continue;
        const missing = sourcesOf(path, text).filter((source) => !files.has(source));
        expect(missing, `${manifest.name}/${path}`).toEqual([]);
      }
    }
  });

  it('do not tell where they were built', () => {
    const home = ROOT.replace(/[\\/]$/, '');
    for (const { manifest, files } of consumer.packages) {
      const telling = [...files].filter(([, text]) => text.includes(home)).map(([path]) => path);
      expect(telling, manifest.name).toEqual([]);
    }
  });

  it('give the same exports to import and to require, by every subpath', async () => {
    const names = consumer.packages.flatMap(importNames);
    expect(names.length).toBeGreaterThan(15);
    const list = JSON.stringify(names);
    const told = 'exports => [name, Object.keys(exports).sort()]';
    const imported = await consumer.node(
      'imports.mjs',
      `console.log(JSON.stringify(await Promise.all(${list}.map(async (name) => (${told})(await import(name))))));`,
    );
    const required = await consumer.node(
      'requires.cjs',
      `console.log(JSON.stringify(${list}.map((name) => (${told})(require(name)))));`,
    );
    for (const [name, exports] of JSON.parse(imported) as [string, string[]][]) expect(exports, name).not.toEqual([]);
    expect(JSON.parse(required)).toEqual(JSON.parse(imported));
  });

  it('compile into a strict program, and run in it, as ES modules and as CommonJS alike', async () => {
    const program = await readFile(PROGRAM, 'utf8');
    await writeFile(join(consumer.folder, 'everything.mts'), program);
    await writeFile(join(consumer.folder, 'everything.cts'), program);
    expect(await consumer.typescript(NODE, ['everything.mts', 'everything.cts'])).toBe('');
    const run = async (file: string): Promise<unknown> =>
      JSON.parse(await consumer.node(file, await readFile(join(consumer.folder, file), 'utf8')));
    const facts = await run('everything.mjs');
    expect(facts).toMatchObject({
      headings: ['INT. LIGHTHOUSE - NIGHT', 'EXT. SHORE - DAY'],
      warnings: 0,
      valid: [true, false, true],
      pages: 1,
      encrypted: [false, true],
      sameSchema: true,
      formats: ['fdx', 'fadein', 'fountain', 'pdf', 'json', 'yaml'],
      pool: [expect.any(String), { from: 'fountain', to: 'fdx' }, 'empty_input'],
      server: [200, 200, 200, 401],
      storages: [[['in/lamp.fountain', expect.any(Number)]], 'unavailable', 'unavailable'],
    });
    expect(await run('everything.cjs')).toEqual(facts);
  });

  it('resolve for bundlers, and core without the types of Node', async () => {
    const program = await readFile(PROGRAM, 'utf8');
    await writeFile(join(consumer.folder, 'bundled.ts'), program);
    expect(await consumer.typescript({ ...BROWSER_BUNDLER, types: ['node'] }, ['bundled.ts'])).toBe('');
    const core = consumer.packages.filter(({ manifest }) => manifest.name === '@screenplay/core').flatMap(importNames);
    const imports = core.map((name, index) => `import * as room${index} from '${name}';`);
    const names = core.map((_, index) => `room${index}`);
    await writeFile(
      join(consumer.folder, 'browser.ts'),
      `${imports.join('\n')}\nexport const rooms = [${names.join(', ')}];\n`,
    );
    expect(await consumer.typescript({ ...BROWSER_BUNDLER, types: [] }, ['browser.ts'])).toBe('');
  });

  it('do what their READMEs say, as far as TypeScript can tell', async () => {
    const files: string[] = [];
    for (const { manifest, files: contents } of consumer.packages) {
      const snippets = [...(contents.get('README.md') ?? '').matchAll(/^```ts\n([\s\S]*?)^```$/gm)];
      if (manifest.exports) expect(snippets, manifest.name).toHaveLength(1);
      for (const [, snippet = ''] of snippets) {
        const file = `readme-${manifest.name.replace(/\W/g, '-')}.mts`;
        await writeFile(join(consumer.folder, file), snippet);
        files.push(file);
      }
    }
    expect(await consumer.typescript({ ...NODE, noEmit: true }, files)).toBe('');
  });

  it('load no codec and no library with the root of core, and pdfjs and pdfkit when they are needed', async () => {
    await writeFile(join(consumer.folder, 'hooks.mjs'), LOADED.hooks);
    await writeFile(join(consumer.folder, 'register.mjs'), LOADED.register);
    const loads = async (file: string, program: string): Promise<string[]> => {
      await writeFile(join(consumer.folder, 'loaded.txt'), '');
      await consumer.node(file, program, ['--import', './register.mjs']);
      const urls = (await readFile(join(consumer.folder, 'loaded.txt'), 'utf8')).trim().split('\n');
      return urls.filter((url) => url.includes('/node_modules/'));
    };
    const root = await loads('root.mjs', `import { convert } from '@screenplay/core';`);
    expect(root.length).toBeGreaterThan(0);
    expect(root.filter((url) => !url.includes('/node_modules/@screenplay/core/'))).toEqual([]);
    const printing = await loads('prints.mjs', `import { convert } from '@screenplay/core';${PRINTS}`);
    expect(new Set(printing.flatMap((url) => HEAVY.exec(url)?.[1] ?? []))).toEqual(new Set(['pdfjs-dist', 'pdfkit']));

    const cached = `console.log(Object.keys(require.cache).join('\\n'));`;
    const required = (await consumer.node('root.cjs', `require('@screenplay/core');${cached}`)).split('\n');
    expect(required.filter((path) => /node_modules.(?!@screenplay.core.)/.test(path))).toEqual([]);
  });

  it('bring the command, which converts, validates and counts pages', async () => {
    const { manifest } = consumer.packages.find(({ manifest: { bin } }) => bin !== undefined)!;
    expect(await consumer.command('screenplay', ['--version'])).toBe(manifest.version);
    await writeFile(join(consumer.folder, 'door.fountain'), FOUNTAIN);
    for (const output of ['door.fdx', 'door.fadein', 'door.pdf', 'door.yaml', 'door.json']) {
      await consumer.command('screenplay', ['convert', 'door.fountain', '-o', output]);
    }
    expect(await consumer.command('screenplay', ['convert', 'door.pdf', '-t', 'fountain'])).toContain('\n');
    expect(await consumer.command('screenplay', ['validate', 'door.json', '--strict'])).not.toContain('invalid');
    expect(await consumer.command('screenplay', ['pages', 'door.fdx'])).toContain('1');
    expect(await consumer.command('screenplay', ['tasks'])).toContain('convert-fdx-to-screenplay');
  });

  it('bring the service, with its queue, its workers and its isolated conversions', async () => {
    const cwd = await folderWith({ '.screenplay/storage/in/door.fountain': FOUNTAIN });
    const command = [join(consumer.folder, 'node_modules/.bin/screenplay'), 'serve'];
    const service = await startService(['--port', '0'], { cwd, command, env: { ACCESS_TOKEN: TOKEN } });
    const form = new FormData();
    form.append('file', new Blob([FOUNTAIN]), 'door.fountain');
    expect((await fetch(`${service.url}/convert`, { method: 'POST', body: form })).status).toBe(200);
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const tasks = ['convert-fountain-to-screenplay', 'export-to-fdx'];
    const job = { input_key: 'in/door.fountain', output_key: 'out', document_id: 'door', tasks };
    const pushed = await fetch(`${service.url}/push`, { method: 'POST', headers, body: JSON.stringify(job) });
    expect(pushed.status).toBe(202);
    const record = `${service.url}${pushed.headers.get('location')}`;
    await expect
      .poll(async () => (await fetch(record, { headers })).json(), { timeout: 120_000 })
      .toMatchObject({
        status: 'success',
      });
    expect(await readFile(join(cwd, '.screenplay/storage/out/fdx/door.fdx'), 'utf8')).toContain('<FinalDraft');
    expect((await service.stop()).code).toBe(0);
  });
});
