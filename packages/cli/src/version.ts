import { readFileSync } from 'node:fs';

/** The program's version, from the package.json one folder up, where the source and the build both have it. */
export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
