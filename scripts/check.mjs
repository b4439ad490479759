import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { CommandFailed, runMain, runQuietly, step } from './progress.mjs';
import { readJson, ROOT } from './workspace.mjs';

/** `npm run check`: every `check:*` script of package.json, all of them even when one fails. */
async function check() {
  await prepare();
  const names = Object.keys(readJson(join(ROOT, 'package.json')).scripts).filter((name) => name.startsWith('check:'));
  /** @type {string[]} */
  const failed = [];
  for (const name of names) {
    try {
      await step(name, () => runQuietly('npm', ['run', '--silent', name], { cwd: ROOT, label: name }));
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      console.error(`${error.output.trimEnd()}\n`);
      failed.push(name);
    }
  }
  console.log(failed.length === 0 ? `all ${names.length} checks passed` : `failed: ${failed.join(', ')}`);
  return failed.length > 0 ? 1 : 0;
}

await runMain(check);
