import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

const TYPESCRIPT = join(ROOT, 'node_modules/typescript/bin/tsc');

const run = promisify(execFile);

export interface PublishedManifest {
  name: string;
  version: string;
  description: string;
  exports?: Record<string, unknown>;
  bin?: Record<string, string>;
  [field: string]: unknown;
}

export interface Published {
  /** Folder of its sources, and of what was installed of it. */
  source: string;
  installed: string;
  manifest: PublishedManifest;
  /** Path to text of all that was published. */
  files: ReadonlyMap<string, string>;
}

/** A project of somebody who installed the packages as npm would publish them. */
export interface Consumer {
  folder: string;
  packages: readonly Published[];
  /** Writes a program there and runs it; what it printed. */
  node(file: string, program: string, flags?: readonly string[]): Promise<string>;
  /** Runs a command that a package brought; what it printed. */
  command(name: string, args: readonly string[]): Promise<string>;
  /** Compiles or checks by the given compiler options; what TypeScript says against it, or nothing. */
  typescript(compilerOptions: object, files: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Packs every package of the workspace and installs the tarballs, with what they depend on, into an empty folder. */
export async function newConsumer(): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'screenplay-consumer-'));
  const npm = (args: readonly string[], cwd: string): Promise<{ stdout: string }> =>
    run('npm', [...args], { cwd, maxBuffer: 2 ** 26, shell: process.platform === 'win32' });
  const packed = await npm(['pack', '--workspaces', '--json', '--silent', '--pack-destination', folder], ROOT);
  const tarballs = (JSON.parse(packed.stdout) as { filename: string }[]).map(({ filename }) => `./${filename}`);
  const { devDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const types = `@types/node@${String(devDependencies['@types/node'])}`;
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs, types], folder);
  return {
    folder,
    packages: await published(folder),
    async node(file, program, flags = []) {
      await writeFile(join(folder, file), program);
      return (await run(process.execPath, [...flags, file], { cwd: folder })).stdout.trim();
    },
    async command(name, args) {
      return (await run(join(folder, 'node_modules/.bin', name), [...args], { cwd: folder })).stdout.trim();
    },
    async typescript(compilerOptions, files) {
      const project = join(folder, 'tsconfig.json');
      await writeFile(project, JSON.stringify({ compilerOptions: { strict: true, ...compilerOptions }, files }));
      try {
        await run(process.execPath, [TYPESCRIPT, '-p', project], { cwd: folder });
        return '';
      } catch (error) {
        return (error as { stdout: string }).stdout;
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function published(folder: string): Promise<Published[]> {
  const scope = join(folder, 'node_modules/@screenplay');
  const names = await readdir(scope);
  return Promise.all(
    names.map(async (name) => {
      const installed = join(scope, name);
      const files = new Map<string, string>();
      for (const entry of await readdir(installed, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        files.set(path.slice(installed.length + 1).replaceAll('\\', '/'), await readFile(path, 'utf8'));
      }
      const manifest = JSON.parse(files.get('package.json') ?? '{}') as PublishedManifest;
      return { source: join(ROOT, 'packages', name), installed, manifest, files };
    }),
  );
}

/** Of every package, each name that it can be imported by. */
export function importNames({ manifest }: Published): string[] {
  const subpaths = Object.keys(manifest.exports ?? {}).filter((path) => path !== './package.json');
  return subpaths.map((path) => manifest.name + path.slice(1));
}

/** Paths of the files that the manifest names: exports by all conditions, and programs. */
export function namedFiles(manifest: PublishedManifest): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') found.push(value.replace(/^\.\//, ''));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(manifest.exports);
  visit(manifest.bin);
  return found;
}

/** Of a source map, the paths of its sources in the package. */
export function sourcesOf(path: string, map: string): string[] {
  const { sources, sourceRoot = '' } = JSON.parse(map) as { sources: string[]; sourceRoot?: string };
  return sources.map((source) => join(dirname(path), sourceRoot, source).replaceAll('\\', '/'));
}
