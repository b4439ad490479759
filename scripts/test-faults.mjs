import { join } from 'node:path';
import { runInForeground, runMain } from './progress.mjs';
import { ROOT } from './workspace.mjs';

/** `npm run test:faults`: what `npm test` does with 30 jobs for each fault, with 500, or as many as `JOBS` says. */
async function testFaults() {
  const { JOBS = '500' } = process.env;
  const args = ['--project', 'cli:built', '--project', 'cli:timing', 'test/built/faults', ...process.argv.slice(2)];
  return runInForeground(process.execPath, [join(ROOT, 'scripts/test.mjs'), ...args], {
    cwd: ROOT,
    env: { ...process.env, JOBS },
  });
}

await runMain(testFaults);
