import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Real scripts beside the checkout, for measuring; never part of it. */
export const CORPUS = fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url));

/** Why tests over the corpus are skipped, or undefined when they run. */
export const NO_CORPUS = existsSync(CORPUS) ? undefined : 'no corpus of real scripts at ../shared/corpus';

export interface CorpusFile {
  name: string;
  bytes: Uint8Array;
}

/** The corpus files whose names end so, by path; none where there is no corpus. */
export function corpusFiles(...extensions: string[]): CorpusFile[] {
  if (NO_CORPUS !== undefined) return [];
  return readdirSync(CORPUS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extensions.some((extension) => entry.name.endsWith(extension)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ name: relative(CORPUS, path), bytes: new Uint8Array(readFileSync(path)) }));
}

/** One corpus file. */
export function corpusFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(CORPUS, name)));
}
