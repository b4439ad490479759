import { join, relative } from 'node:path';
import { CommandFailed, runMain, runQuietly } from './progress.mjs';
import { packages, ROOT } from './workspace.mjs';

/**
 * Lints each package, then everything else. One process each: the rules that ask for types hold a program for every
 * tsconfig.json they meet, and all packages at once outgrow Node's heap.
 */
async function checkLint() {
  const parts = packages().map(({ path }) => [relative(ROOT, path)]);
  parts.push(['.', '--ignore-pattern', 'packages']);
  let failed = 0;
  for (const part of parts) {
    try {
      await runQuietly(process.execPath, [join(ROOT, 'node_modules/eslint/bin/eslint.js'), ...part], { cwd: ROOT });
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      console.error(error.output.trimEnd() || error.message);
      failed++;
    }
  }
  return failed > 0 ? 1 : 0;
}

await runMain(checkLint);
