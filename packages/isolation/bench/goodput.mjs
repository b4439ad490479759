/**
 * What poison costs others: 57 clients that convert good files one after the other, first alone and then beside 7 whose
 * files hang, fill memory, crash the process or are garbage. Nobody says who he is, so that only the work itself tells
 * one from the other. Run it with a built core: `node packages/isolation/bench/goodput.mjs [seconds]`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ConverterPool } from '@screenplay/isolation';
import { feature } from '../../core/bench/feature.mjs';
import { buildPrograms } from '../scripts/build-programs.mjs';

const SECONDS = Number(process.argv[2] ?? 20);
const GOOD = 57;
const POISON = ['hang', 'fillBuffers', 'fillHeap', 'hang', 'abort', 'garbage', 'fresh hang'];

const { fdx, fountain } = feature();
const programs = await buildPrograms();
const alone = await run([]);
process.stdout.write(`without poison  ${alone.toFixed(1)} good conversions a second\n\n`);
const beside = await run(POISON);
process.stdout.write(
  `beside poison   ${beside.toFixed(1)} good conversions a second, ${((beside / alone) * 100).toFixed(0)} %\n`,
);
programs.remove();

/** @param {string[]} poison @returns {Promise<number>} Good conversions a second. */
async function run(poison) {
  const pool = new ConverterPool({ timeoutMs: 2000, memoryMb: 512, program: programs.misbehaving });
  await pool.ready();
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  let running = true;
  let good = 0;
  /** @type {Map<string, number>} */
  const outcomes = new Map();
  /** @type {number[]} */
  const waits = [];
  const count = (/** @type {string} */ name) => outcomes.set(name, (outcomes.get(name) ?? 0) + 1);

  const goodClient = async (/** @type {number} */ at) => {
    const [bytes, name] = at % 2 === 0 ? [fdx, 'a.fdx'] : [fountain, 'a.fountain'];
    while (running) {
      const start = performance.now();
      const { code } = await pool.run('convert', bytes, { name }).then(
        () => ({ code: 'good' }),
        (error) => error,
      );
      if (!running) break;
      waits.push(performance.now() - start);
      if (code === 'good') good++;
      else count(`good file: ${code}`);
    }
  };
  let serial = 0;
  const poisoner = async (/** @type {string} */ misdeed) => {
    while (running) {
      const bytes = new TextEncoder().encode(misdeed === 'fresh hang' ? `poison ${serial++}` : 'poison');
      const operation = misdeed === 'garbage' ? 'convert' : misdeed.replace('fresh ', '');
      const { code } = await pool.run(/** @type {any} */ (operation), bytes, {}).then(
        () => ({ code: 'done' }),
        (error) => error,
      );
      if (running) count(`${misdeed}: ${code}`);
      // Garbage is answered at once; nobody sends more than a network carries.
      if (misdeed === 'garbage') await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const clients = [...Array.from({ length: GOOD }, (_, at) => goodClient(at)), ...poison.map(poisoner)];
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  running = false;
  const { stopped, postponed, started } = pool.stats();
  lag.disable();
  await pool.close();
  await Promise.all(clients);
  waits.sort((a, b) => a - b);
  const share = (/** @type {number} */ part) => (waits[Math.floor(waits.length * part)] ?? 0).toFixed(0);
  process.stdout.write(
    `answers in ${share(0.5)} ms at the median, ${share(0.99)} ms at p99, ${share(0.9999)} ms at most; `,
  );
  process.stdout.write(`event loop late by ${(lag.percentile(99) / 1e6).toFixed(1)} ms at p99\n`);
  process.stdout.write(`${JSON.stringify({ stopped, postponed, started })}\n`);
  for (const [name, times] of [...outcomes].sort()) process.stdout.write(`  ${name} ${times}\n`);
  return good / SECONDS;
}
