import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram } from '../scripts/build-program.mjs';

/**
 * `node packages/local/bench/queued-jobs.mjs [queued] [worked off]`: what the embedded queue, store and files cost for jobs
 * that do nothing but write a small output and tell of it, in processor microseconds and jobs a second.
 */
const [queued = '10000', worked = '2000'] = process.argv.slice(2);
const program = await buildProgram('queued');
const folder = mkdtempSync(join(tmpdir(), 'screenplay-bench-'));
try {
  const told = execFileSync(process.execPath, [program.path, join(folder, 'data'), queued, worked], {
    encoding: 'utf8',
  });
  for (const [name, value] of Object.entries(JSON.parse(told))) console.log(`${name.padEnd(18)} ${value}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
  program.remove();
}
