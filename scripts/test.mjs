import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { prepare } from './prepare.mjs';
import { runInForeground, runMain } from './progress.mjs';
import { readJson, ROOT } from './workspace.mjs';

/** `npm test`: prepares the checkout, runs vitest with the given arguments and ends with `N passed, N failed`. */
async function test() {
  await prepare();
  const chromium = await ensureChromium();
  const folder = mkdtempSync(join(tmpdir(), 'screenplay-tests-'));
  try {
    const report = join(folder, 'report.json');
    const code = await runInForeground(
      process.execPath,
      [
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...process.argv.slice(2),
      ],
      {
        cwd: ROOT,
        env:
          'path' in chromium
            ? { ...process.env, CHROMIUM_PATH: chromium.path }
            : { ...process.env, CHROMIUM_MISSING: chromium.missing },
      },
    );
    const { passed, failed } = count(report);
    // A file that does not load, or an error outside any test, fails the run too.
    const counted = code !== 0 && failed === 0 ? 1 : failed;
    console.log(`${passed} passed, ${counted} failed`);
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} report */
function count(report) {
  try {
    const { numPassedTests, numFailedTests } = readJson(report);
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

await runMain(test);
