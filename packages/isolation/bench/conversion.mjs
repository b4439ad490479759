/**
 * What isolation costs: processor time of a conversion in the calling thread, in a worker thread and in the pool, the
 * bytes' way there and back included. Each way has a process of its own; they take turns, so that a noisy machine is
 * noisy for all of them. Run it on the built packages: `node packages/isolation/bench/conversion.mjs`.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { InProcessConverter } from '@screenplay/core';
import { ConverterPool } from '@screenplay/isolation';
import { feature } from '../../core/bench/feature.mjs';

const HERE = fileURLToPath(import.meta.url);
const WARM_UP = 100;
const TURNS = 15;
const CONVERSIONS = 20;
/** Of /proc/<pid>/stat. */
const TICKS_PER_SECOND = 100;

/** @typedef {{ convert: (bytes: Uint8Array, name: string) => Promise<Uint8Array>, pids: () => number[] }} Way */

/** @type {Record<string, () => Promise<Way>>} */
const WAYS = {
  async 'in the calling thread'() {
    const converter = new InProcessConverter();
    return { convert: async (bytes, name) => (await converter.run('convert', bytes, { name })).bytes, pids: () => [] };
  },
  async 'in a worker thread'() {
    const worker = new Worker(HERE);
    return {
      convert: (bytes, name) =>
        new Promise((resolve) => {
          worker.once('message', resolve);
          const copy = bytes.slice();
          worker.postMessage({ bytes: copy, name }, [copy.buffer]);
        }),
      pids: () => [],
    };
  },
  async 'in the pool'() {
    const pool = new ConverterPool({ size: 1, recycleAfter: 1e6 });
    await pool.ready();
    return {
      convert: async (bytes, name) => (await pool.run('convert', bytes, { name })).bytes,
      pids: () => pool.stats().processes.map(({ pid }) => pid),
    };
  },
};

if (!isMainThread) serveThread();
else if (process.argv[2]) await takeTurns(process.argv[2], process.argv[3] ?? '');
else await report();

async function report() {
  process.stdout.write(`${feature().name} to native JSON; node ${process.version}\n\n`);
  for (const file of ['feature.fdx', 'feature.fountain']) {
    const names = Object.keys(WAYS);
    const ways = names.map((name) => fork(HERE, [name, file]));
    /** @type {Promise<{ cpu: number, wall: number }>[][]} */
    const turns = names.map(() => []);
    for (let turn = 0; turn <= TURNS; turn++) {
      for (const [at, way] of ways.entries()) {
        const result = new Promise((resolve) => way.once('message', resolve));
        way.send('go');
        await result;
        // The first turn is the warm-up.
        if (turn > 0) turns[at]?.push(/** @type {any} */ (result));
      }
    }
    for (const way of ways) way.kill();
    let reference = 0;
    for (const [at, name] of names.entries()) {
      const done = await Promise.all(turns[at] ?? []);
      const cpu = median(done.map((turn) => turn.cpu));
      const wall = median(done.map((turn) => turn.wall));
      reference ||= cpu;
      process.stdout.write(
        `${`${file} ${name}`.padEnd(42)} ${cpu.toFixed(2).padStart(6)} ms of processor time ` +
          `${(cpu / reference).toFixed(2)} x  ${wall.toFixed(2).padStart(6)} ms on the clock\n`,
      );
    }
  }
}

/** Converts some when told to, and tells milliseconds for each. @param {string} name @param {string} file */
async function takeTurns(name, file) {
  const { fdx, fountain } = feature();
  const bytes = new Uint8Array(file.endsWith('fdx') ? fdx : fountain);
  const { convert, pids } = await /** @type {() => Promise<Way>} */ (WAYS[name])();
  let warm = false;
  process.on('message', async () => {
    const count = warm ? CONVERSIONS : WARM_UP;
    warm = true;
    const start = performance.now();
    const before = processorTime(pids());
    for (let n = 0; n < count; n++) await convert(bytes, file);
    const cpu = (processorTime(pids()) - before) / count;
    process.send?.({ cpu, wall: (performance.now() - start) / count });
  });
}

function serveThread() {
  const converter = new InProcessConverter();
  parentPort?.on('message', async ({ bytes, name }) => {
    const { bytes: out } = await converter.run('convert', bytes, { name });
    const whole = /** @type {ArrayBuffer} */ (out.buffer);
    parentPort?.postMessage(out, whole.byteLength === out.byteLength ? [whole] : []);
  });
}

/** Milliseconds of processor time that this process and others have had. @param {number[]} pids */
function processorTime(pids) {
  const { user, system } = process.cpuUsage();
  return pids.reduce(
    (sum, pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /, '')
        .split(' ');
      return sum + ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
    },
    (user + system) / 1000,
  );
}

/** @param {number[]} values */
function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
