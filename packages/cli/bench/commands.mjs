/**
 * Whole commands as people run them, from the start of the process to its end: what the start of the program takes
 * against a Node that does nothing, and what printing a feature takes against afterwriting, which does the same from
 * Fountain. Afterwriting brings 140 MB along, so it is no dependency: it is fetched into the temporary folder when first
 * needed, without its scripts. Run it on the built packages: `node packages/cli/bench/commands.mjs [start] [printing]`.
 * Exit code 1 when a bound is not kept.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { feature } from '../../core/bench/feature.mjs';
import { medians, ratioLine } from '../../core/bench/measure.mjs';

const PROGRAM = fileURLToPath(new URL('../bin/screenplay.js', import.meta.url));
const AFTERWRITING = 'afterwriting@1.17.3';
const START_BOUND = 1.6;

const { name, fountain } = feature();
const folder = mkdtempSync(join(tmpdir(), 'screenplay-bench-'));
const source = join(folder, 'feature.fountain');
writeFileSync(source, fountain);
process.stdout.write(`${name}; node ${process.version}\n\n`);

/** @type {Record<string, () => Promise<void>>} */
const PARTS = { start, printing };
const wanted = process.argv.slice(2);
for (const [part, run] of Object.entries(PARTS)) if (wanted.length === 0 || wanted.includes(part)) await run();
rmSync(folder, { recursive: true });

async function start() {
  const time = await medians(
    [
      { name: 'node', run: () => node('-e', '0') },
      { name: 'version', run: () => node(PROGRAM, '--version') },
      { name: 'help', run: () => node(PROGRAM, '--help') },
      { name: 'formats', run: () => node(PROGRAM, 'formats') },
      { name: 'convert', run: () => node(PROGRAM, 'convert', source, '-o', join(folder, 'feature.json')) },
    ],
    { rounds: 21, warmup: 3 },
  );
  const bare = time('node');
  process.stdout.write(`${ratioLine('node -e 0', bare, bare, 'bare Node')}\n`);
  for (const [part, command] of /** @type {const} */ ([
    ['version', 'screenplay --version'],
    ['help', 'screenplay --help'],
    ['formats', 'screenplay formats'],
  ])) {
    process.stdout.write(`${ratioLine(command, time(part), bare, 'bare Node', START_BOUND)}\n`);
    if (time(part) > START_BOUND * bare) process.exitCode = 1;
  }
  process.stdout.write(`${ratioLine('screenplay convert, the feature', time('convert'), bare, 'bare Node')}\n`);
}

async function printing() {
  const peer = afterwriting();
  const printed = { ours: join(folder, 'ours.pdf'), theirs: join(folder, 'theirs.pdf') };
  const time = await medians(
    [
      { name: 'ours', run: () => node(PROGRAM, 'convert', source, '-o', printed.ours) },
      ...(peer === undefined
        ? []
        : [{ name: 'theirs', run: () => node(peer, '--source', source, '--pdf', printed.theirs, '--overwrite') }]),
    ],
    { rounds: 9, warmup: 1 },
  );
  const size = (/** @type {string} */ path) => `${(statSync(path).size / 1000).toFixed(0)} kB`;
  const reference = peer === undefined ? time('ours') : time('theirs');
  if (peer !== undefined) {
    process.stdout.write(
      `${ratioLine('afterwriting, Fountain to PDF', reference, reference, 'afterwriting')}   ${size(printed.theirs)}\n`,
    );
  }
  process.stdout.write(
    `${ratioLine('screenplay convert, Fountain to PDF', time('ours'), reference, 'afterwriting')}   ${size(printed.ours)}\n`,
  );
}

/** Its program; undefined, and a line that says so, where it cannot be fetched. */
function afterwriting() {
  const home = join(tmpdir(), 'screenplay-bench-peers');
  const program = join(home, 'node_modules/afterwriting/awc.js');
  if (!existsSync(program)) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), '{ "private": true }');
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status } = spawnSync('npm', ['install', ...flags, AFTERWRITING], { cwd: home, stdio: 'ignore' });
    if (status !== 0) {
      process.stdout.write('afterwriting could not be fetched from the npm registry\n');
      return undefined;
    }
  }
  return program;
}

/** Runs Node to its end. @param {string[]} args */
function node(...args) {
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}\n${String(stderr)}`);
}
