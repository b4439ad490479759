import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Codec } from '../../src/ports/index.js';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = /^src\/(.*)\.ts$/;

export interface WatchedCodec {
  codec: Codec;
  /** The modules that were loaded on demand since it was asked last, by their path in `src`. */
  loaded(): string[];
  /** Bytes of all that was downloaded so far, minified and gzipped as one. */
  downloaded(): number;
}

/** The codec of a subpath, bundled for browsers with code splitting as applications do, and watched as it loads. */
export async function watchedCodec(name: string): Promise<WatchedCodec> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PACKAGE,
    entryPoints: [`src/formats/${name}/index.ts`],
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    outdir: 'out',
    logLevel: 'error',
  });
  const folder = mkdtempSync(join(tmpdir(), 'screenplay-on-demand-'));
  const files = new Set<string>();
  Object.assign(globalThis, { [folder]: files });
  const texts = new Map<string, string>();
  for (const { path, text } of outputFiles) {
    const file = basename(path);
    texts.set(file, text);
    // Says that it was loaded.
    const tell = `globalThis[${JSON.stringify(folder)}].add(${JSON.stringify(file)});`;
    writeFileSync(
      join(folder, file.replace(/\.js$/, '.mjs')),
      tell + text.replaceAll(/(["'])(\.\/[^"']*)\.js\1/g, '"$2.mjs"'),
    );
  }
  const modules = new Map(
    Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [
      basename(path),
      entryPoint?.replace(SOURCE, '$1'),
    ]),
  );
  const exports = (await import(pathToFileURL(join(folder, 'index.mjs')).href)) as Record<string, Codec>;
  const codec = exports[name];
  if (!codec) throw new Error(`${name} exports no codec of that name`);
  const told = new Set(files);
  return {
    codec,
    loaded() {
      const fresh = [...files].filter((file) => !told.has(file));
      for (const file of fresh) told.add(file);
      return fresh.flatMap((file) => modules.get(file) ?? []).sort();
    },
    downloaded: () => gzipSync([...files].map((file) => texts.get(file) ?? '').join('')).length,
  };
}
