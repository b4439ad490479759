import { existsSync, mkdtempSync, rmSync } from 'node:fs';
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
  const tally = join(folder, 'tally.json');
  try {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'scripts/tally-reporter.mjs')}`];
    const code = await runInForeground(process.execPath, [vitest, 'run', ...reporters, ...process.argv.slice(2)], {
      cwd: ROOT,
      env: {
        ...process.env,
        TALLY: tally,
        ...('path' in chromium ? { CHROMIUM_PATH: chromium.path } : { CHROMIUM_MISSING: chromium.missing }),
      },
    });
    const { passed, failed } = existsSync(tally) ? readJson(tally) : { passed: 0, failed: 0 };
    // vitest can fail without a failed test, for example when it finds no test at all.
    console.log(`${passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed`);
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await runMain(test);
