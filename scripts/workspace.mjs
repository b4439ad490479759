import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {Record<string, string>} [scripts]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, string | { import: { default: string }, 'screenplay-source': string }>} [exports]
 *
 * @typedef {object} Package
 * @property {string} folder Name of its folder under `packages`.
 * @property {string} path Its absolute path.
 * @property {Manifest} manifest
 */

/** @returns {Package[]} Every package, those that others depend on first. */
export function packages() {
  const found = readdirSync(join(ROOT, 'packages'))
    .filter((folder) => existsSync(join(ROOT, 'packages', folder, 'package.json')))
    .map((folder) => {
      const path = join(ROOT, 'packages', folder);
      return { folder, path, manifest: readJson(join(path, 'package.json')) };
    });
  /** @type {Set<Package>} */
  const sorted = new Set();
  /** @param {Package} item */
  const place = (item) => {
    for (const other of found) if (other !== item && dependsOn(item, other)) place(other);
    sorted.add(item);
  };
  found.forEach(place);
  return [...sorted];
}

/** @param {Package} item @param {Package} other */
function dependsOn(item, other) {
  return other.manifest.name in { ...item.manifest.dependencies, ...item.manifest.peerDependencies };
}

/** @param {string} path @returns {any} */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
