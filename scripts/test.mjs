import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { installPaperPrograms } from './paper-programs.mjs';
import { prepare } from './prepare.mjs';
import { runInForeground, runMain } from './progress.mjs';
import { ensureRedis } from './redis.mjs';
import { ensureS3 } from './s3.mjs';
import { packages, readJson, ROOT } from './workspace.mjs';

/** Tests that run over the sources with nothing but Node: `npm run test:unit`. */
const UNIT = '--unit';
const WANT_SERVERS = ['queue-redis', 'storage-s3'];

/** @typedef {{ environment: Record<string, string>, stop: () => Promise<unknown> }} Surroundings */

/**
 * `npm test`: prepares the checkout, starts what the tests talk to, runs vitest with the given arguments and ends with
 * `N passed, N failed`. With `--unit` only the tests that need no server, no browser and no build, and none that time.
 */
async function test() {
  await prepare();
  const given = process.argv.slice(2);
  const unit = given.includes(UNIT);
  const surroundings = unit ? nothing() : await startServers();
  if ('missing' in surroundings) {
    console.error(surroundings.missing);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'screenplay-tests-'));
  const tally = join(folder, 'tally.json');
  try {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'scripts/tally-reporter.mjs')}`];
    const wanted = [...given.filter((argument) => argument !== UNIT), ...(unit ? unitProjects() : [])];
    const code = await runInForeground(process.execPath, [vitest, 'run', ...reporters, ...wanted], {
      cwd: ROOT,
      env: { ...process.env, TALLY: tally, ...surroundings.environment },
    });
    const { passed, failed } = existsSync(tally) ? readJson(tally) : { passed: 0, failed: 0 };
    // vitest can fail without a failed test, for example when it finds no test at all.
    console.log(`${passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed`);
    return code;
  } finally {
    await surroundings.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Surroundings} */
function nothing() {
  return { environment: { CHROMIUM_MISSING: 'these tests use no browser' }, stop: () => Promise.resolve() };
}

/** @returns {Promise<Surroundings | { missing: string }>} A browser, a Redis and an S3 store, or what is missing. */
async function startServers() {
  const chromium = await ensureChromium();
  await installPaperPrograms();
  const redis = await ensureRedis();
  if ('missing' in redis) return redis;
  const s3 = await ensureS3();
  if ('missing' in s3) {
    await redis.stop();
    return s3;
  }
  return {
    environment: {
      TEST_REDIS_URL: redis.url,
      ...s3.environment,
      ...('path' in chromium ? { CHROMIUM_PATH: chromium.path } : { CHROMIUM_MISSING: chromium.missing }),
    },
    stop: () => Promise.all([redis.stop(), s3.stop()]),
  };
}

function unitProjects() {
  return packages()
    .filter(({ folder, path }) => !WANT_SERVERS.includes(folder) && existsSync(join(path, 'test')))
    .flatMap(({ folder }) => ['--project', folder]);
}

await runMain(test);
