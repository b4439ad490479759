import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { runMain } from './progress.mjs';
import { ROOT } from './workspace.mjs';

const PAGE = join(ROOT, 'docs/benchmarks.md');
const BEGIN = '<!-- figures: npm run bench -- --record -->\n';
const END = '<!-- end of figures -->';

const CODECS = 'packages/core/bench/codecs.mjs';

/**
 * Every benchmark, each in a process of its own, so that none finds a heap that another one filled.
 *
 * @type {Record<string, { title: string, command: string[] }>}
 */
const BENCHMARKS = {
  fountain: { title: 'Fountain', command: [CODECS, 'fountain'] },
  fdx: { title: 'Final Draft', command: [CODECS, 'fdx'] },
  fadein: { title: 'Fade In', command: [CODECS, 'fadein'] },
  json: { title: 'JSON', command: [CODECS, 'json'] },
  yaml: { title: 'YAML', command: [CODECS, 'yaml'] },
  validation: { title: 'Validation', command: [CODECS, 'validation'] },
  growth: { title: 'Growth, from one copy to fifty', command: [CODECS, 'growth'] },
  pdf: { title: 'Writing PDF', command: ['packages/core/bench/pdf.mjs'] },
  'pdf-read': { title: 'Reading PDF', command: ['packages/core/bench/pdf-read.mjs'] },
  commands: { title: 'Whole commands', command: ['packages/cli/bench/commands.mjs'] },
  conversion: { title: 'Converting in a child process', command: ['packages/isolation/bench/conversion.mjs'] },
  http: { title: 'HTTP', command: ['packages/cli/bench/http.mjs'] },
  jobs: { title: 'Jobs', command: ['packages/cli/bench/jobs.mjs'] },
  poison: { title: 'Poison beside good clients', command: ['packages/cli/bench/poison.mjs', '60'] },
};

/**
 * `npm run bench [-- [--record] [name ...]]`: runs the benchmarks named, or all. `--record` puts what they printed, and
 * what machine this is, into `docs/benchmarks.md`; what was recorded of the others stays.
 */
async function bench() {
  const args = process.argv.slice(2);
  const record = args.includes('--record');
  const names = args.filter((arg) => arg !== '--record');
  const unknown = names.find((name) => !(name in BENCHMARKS));
  if (unknown !== undefined) {
    console.error(`no benchmark is called ${unknown}; there are ${Object.keys(BENCHMARKS).join(', ')}`);
    return 1;
  }
  await prepare();
  /** @type {string[]} */
  const broken = [];
  /** @type {Map<string, string>} */
  const figures = new Map();
  for (const [name, { title, command }] of Object.entries(BENCHMARKS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    process.stdout.write(`\n# ${title} (node ${command.join(' ')})\n`);
    const { code, printed } = await show(command);
    if (code !== 0 || printed.includes('BROKEN')) broken.push(name);
    figures.set(title, `### ${title}\n\n\`node ${command.join(' ')}\`\n\n\`\`\`\n${printed.trim()}\n\`\`\`\n`);
  }
  if (record) writeFigures(figures);
  process.stdout.write(broken.length === 0 ? '\nall bounds held\n' : `\nbounds broken: ${broken.join(', ')}\n`);
  return broken.length === 0 ? 0 : 1;
}

/** Runs a program, shows what it prints as it comes, and gives it. @param {string[]} command */
function show(command) {
  const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
    process.stdout.write(text);
  });
  return /** @type {Promise<{ code: number, printed: string }>} */ (
    new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code: code ?? 1, printed }));
    })
  );
}

function machine() {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `Measured on ${date}: ${cpus().length} cores of ${model}, ${memory} GiB, ${type()} (${arch()}), Node ${process.version}.\n`;
}

/** @param {Map<string, string>} figures What was measured, by its title. */
function writeFigures(figures) {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const [recorded, after] = rest?.split(END) ?? [];
  if (before === undefined || recorded === undefined || after === undefined) {
    throw new Error(`${PAGE} has no place for figures`);
  }
  const blocks = Object.values(BENCHMARKS).flatMap(({ title }) => {
    const block =
      figures.get(title) ?? new RegExp(`^### ${title}\n[^]*?^\`\`\`\n[^]*?^\`\`\`\n`, 'm').exec(recorded)?.[0];
    return block === undefined ? [] : [block];
  });
  writeFileSync(PAGE, `${before}${BEGIN}\n${[machine(), ...blocks].join('\n')}\n${END}${after}`);
}

await runMain(bench);
