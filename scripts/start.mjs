import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';
import { runMain } from './progress.mjs';
import { ROOT } from './workspace.mjs';

const PROGRAM = pathToFileURL(join(ROOT, 'packages/cli/bin/screenplay.js')).href;

/** `npm start`: the service, as `screenplay serve` starts it; arguments go there (`npm start -- --port 9000`). */
async function start() {
  await prepare();
  process.argv.splice(2, 0, 'serve');
  // In this process, so that signals reach it without a detour. It ends when the service has ended.
  await import(PROGRAM);
  return Number(process.exitCode ?? 0);
}

await runMain(start);
