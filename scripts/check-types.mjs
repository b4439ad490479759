import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CommandFailed, runMain, runQuietly } from './progress.mjs';
import { packages, ROOT } from './workspace.mjs';

/** Type-checks the scripts, configurations and examples, and each package's sources and tests, by their own tsconfig.json. */
async function checkTypes() {
  const folders = [
    ROOT,
    join(ROOT, 'examples'),
    ...packages().flatMap(({ path }) => [path, join(path, 'test'), join(path, 'test/browser')]),
  ];
  const projects = folders.map((folder) => join(folder, 'tsconfig.json')).filter(existsSync);
  let failed = 0;
  for (const project of projects) {
    try {
      await runQuietly(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', project], {
        cwd: ROOT,
      });
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      console.error(error.output.trimEnd() || error.message);
      failed++;
    }
  }
  console.log(
    `${projects.length} projects type-checked (${projects.map((path) => relative(ROOT, path)).join(', ')}), ${failed} with errors`,
  );
  return failed > 0 ? 1 : 0;
}

await runMain(checkTypes);
