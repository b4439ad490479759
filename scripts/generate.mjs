import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lastDone, markDone, stateOf } from './freshness.mjs';
import { runMain, runQuietly, step } from './progress.mjs';
import { packages, ROOT } from './workspace.mjs';

/**
 * Writes the sources that are made by programs: runs each `packages/<name>/scripts/generate-*.mjs` whose inputs (the
 * package's scripts and data files, the lockfile) or outputs (its `*.generated.*` files) changed since it last ran.
 */
export async function generate() {
  for (const { folder, path } of packages()) {
    const scripts = join(path, 'scripts');
    if (!existsSync(scripts)) continue;
    const state = () => stateOf([scripts, join(path, 'src'), join(ROOT, 'package-lock.json')], isInputOrOutput);
    if (lastDone(`generate ${folder}`) === state()) continue;
    for (const name of readdirSync(scripts).filter((file) => /^generate-.*\.mjs$/.test(file))) {
      await step(`generating sources of packages/${folder} (${name})`, () =>
        runQuietly(process.execPath, [join(scripts, name)], { cwd: path, label: name }),
      );
    }
    markDone(`generate ${folder}`, state());
  }
}

/** @param {string} path */
function isInputOrOutput(path) {
  return path.includes('.generated.') || !path.endsWith('.ts');
}

/** For vitest: tests that are run by hand see current sources too. */
export { generate as setup };

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(generate);
