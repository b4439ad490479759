import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lastDone, markDone, stateOf } from './freshness.mjs';
import { generate } from './generate.mjs';
import { install } from './install.mjs';
import { runMain, runQuietly, step } from './progress.mjs';
import { packages, ROOT } from './workspace.mjs';

/** Makes a checkout ready to run: installs, generates and builds what is missing or out of date, and only that. */
export async function prepare() {
  await install();
  await generate();
  await build();
}

async function build() {
  const shared = ['package-lock.json', 'tsconfig.base.json', 'tsup.base.ts'].map((name) => join(ROOT, name));
  for (const { folder, path, manifest } of packages()) {
    if (!manifest.scripts?.build) continue;
    const own = ['src', 'package.json', 'tsconfig.json', 'tsup.config.ts'].map((name) => join(path, name));
    const state = stateOf([...shared, ...own]);
    if (existsSync(join(path, 'dist')) && lastDone(`build ${folder}`) === state) continue;
    await step(`building ${manifest.name}`, () =>
      runQuietly('npm', ['run', '--silent', 'build'], { cwd: path, label: `the build of ${manifest.name}` }),
    );
    markDone(`build ${folder}`, state);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(prepare);
