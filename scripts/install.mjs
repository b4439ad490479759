import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly, step } from './progress.mjs';
import { readJson, ROOT } from './workspace.mjs';

/** Installs the locked packages unless exactly these are there. */
export async function install() {
  if (isInstalled()) return;
  await step('installing packages from the npm registry (npm ci)', () =>
    runQuietly('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: ROOT }),
  );
}

function isInstalled() {
  const hidden = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = readJson(join(ROOT, 'package-lock.json')).packages;
  const present = readJson(hidden).packages;
  return Object.entries(wanted).every(([path, { version, link, optional }]) => {
    if (!path.includes('node_modules/')) return true;
    if (!present[path]) return optional === true;
    return link ? existsSync(join(ROOT, path)) : present[path].version === version;
  });
}
