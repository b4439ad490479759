/**
 * What poison costs others over HTTP: 57 clients that convert good files one after the other, first alone and then
 * beside 7 that send nothing but bombs, endless work and garbage. Run it on the built packages:
 * `node packages/cli/bench/poison.mjs [seconds]`. Exit code 1 when a bound is not kept.
 */
import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { InProcessConverter } from '@screenplay/core';
import { feature } from '../../core/bench/feature.mjs';
import { residentMemory } from './processes.mjs';
import { makeClient, startService } from './service.mjs';

const SECONDS = Number(process.argv[2] ?? 60);
const GOOD = 57;
const POISON = 7;
const LEAST_GOODPUT = 0.7;
const MOST_DELAY = 0.05;
/** MB that the server itself may grow by after the first third. */
const MOST_GROWTH = 32;

/** What an answer to poison may be; anything else is our fault. */
const REFUSALS = new Set([200, 400, 413, 415, 422, 503, 504]);

/** @typedef {{ path: string, bytes: Uint8Array, expected: Uint8Array }} GoodFile */

const bombs = Object.entries(await loadBombs());
const good = await goodFiles();
const alone = await run(0);
const beside = await run(POISON);
const goodput = beside.good / alone.good;
process.stdout.write(`goodput beside poison: ${(goodput * 100).toFixed(0)} % of that without\n`);
const faults = [...alone.faults, ...beside.faults];
if (goodput < LEAST_GOODPUT) faults.push(`goodput under ${LEAST_GOODPUT * 100} %`);
for (const fault of faults) process.stdout.write(`FAULT: ${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** @param {number} poisoners */
async function run(poisoners) {
  const service = await startService({ CONVERT_TIMEOUT: '2s' });
  /** @type {string[]} */
  const faults = [];
  /** @type {Map<string, number>} */
  const outcomes = new Map();
  const count = (/** @type {string} */ name) => outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
  /** @type {number[]} */
  const waits = [];
  let running = true;
  let done = 0;
  const begin = performance.now();

  const goodClient = async (/** @type {number} */ at) => {
    const client = makeClient(service.url);
    const file = /** @type {GoodFile} */ (good[at % good.length]);
    while (running) {
      const start = performance.now();
      try {
        const { status, body } = await client.call(file.path, file.bytes);
        if (!running) break;
        if (status !== 200) count(`good file: ${status} ${codeOf(body)}`);
        else if (body.equals(file.expected)) done++;
        else faults.push(`a wrong answer of ${body.length} bytes`);
        waits.push(performance.now() - start);
        if (status === 503) await sleep(1000);
      } catch (error) {
        if (running) faults.push(`good file: ${error}`);
        await sleep(100);
      }
    }
    client.close();
  };
  let serial = 0;
  /** Bytes of poison that were sent and not answered yet: the server holds them. */
  let underWay = 0;
  const poisoner = async (/** @type {number} */ at) => {
    for (let n = at; running; n++) {
      const client = makeClient(service.url);
      const [name, bytes] = /** @type {[string, Uint8Array]} */ (bombs[n % bombs.length]);
      // Every other one is new to the service.
      const sent = serial++ % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(`\n${serial}`)]);
      underWay += sent.length;
      try {
        const { status, body } = await client.call(`/convert?format=${name.replace(/^.*\./, '')}`, sent);
        if (running) count(`${name}: ${status} ${codeOf(body)}`);
        if (!REFUSALS.has(status)) faults.push(`${name} is answered ${status} ${codeOf(body)}`);
      } catch (error) {
        if (running) faults.push(`${name}: ${error}`);
        await sleep(100);
      }
      underWay -= sent.length;
      client.close();
      // Nobody sends more than a network carries.
      await sleep(5);
    }
  };

  /** @type {{ at: number, own: number, all: number, held: number }[]} */
  const memory = [];
  const watch = setInterval(() => {
    const at = (performance.now() - begin) / 1000;
    memory.push({ at, ...residentMemory(service.pid), held: underWay / 1_048_576 });
  }, 500);
  const clients = [
    ...Array.from({ length: GOOD }, (_, at) => goodClient(at)),
    ...Array.from({ length: poisoners }, (_, at) => poisoner(at * 2)),
  ];
  const probe = makeClient(service.url);
  const metrics = () => probe.call('/metrics', undefined, { Authorization: `Bearer ${service.token}` });
  // Reading it starts it anew.
  await metrics();
  await sleep(SECONDS * 1000);
  const delay = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(String((await metrics()).body))?.[1]);
  running = false;
  clearInterval(watch);
  await Promise.all(clients);
  probe.close();
  if (!service.alive()) faults.push('the service crashed');
  const left = service.temporaryFiles();
  if (left.length > 0) faults.push(`temporary files were left: ${left.join(', ')}`);
  const code = await service.stop();
  if (code !== 0) faults.push(`the service ended with ${code}`);

  const third = (/** @type {number} */ from) =>
    memory.filter(({ at }) => at >= (SECONDS * from) / 3 && at < (SECONDS * (from + 1)) / 3);
  // Poison that waits is no growth: a few clients with 26 MB each come and go.
  const [first, middle, last] = /** @type {[number, number, number]} */ (
    [0, 1, 2].map((from) => median(third(from).map(({ own, held }) => own - held)))
  );
  if (last - middle > MOST_GROWTH) faults.push(`the server grew by ${(last - middle).toFixed(0)} MB`);
  if (!(delay < MOST_DELAY)) faults.push(`the event loop was late by ${(delay * 1000).toFixed(0)} ms at p99`);
  waits.sort((a, b) => a - b);
  process.stdout.write(
    `${GOOD} good clients, ${poisoners} poisoners, ${SECONDS} s: ${(done / SECONDS).toFixed(1)} good conversions a second, ` +
      `answered in ${median(waits).toFixed(0)} ms at the median and ${(waits[Math.floor(waits.length * 0.99)] ?? 0).toFixed(0)} ms at p99\n` +
      `  event loop late by ${(delay * 1000).toFixed(0)} ms at p99; memory of the server in MB but for waiting poison, by thirds ` +
      `of the time: ${[first, middle, last].map((own) => own.toFixed(0)).join(', ')}; with it at most ` +
      `${Math.max(...memory.map(({ own }) => own)).toFixed(0)}, with its children at most ${Math.max(...memory.map(({ all }) => all)).toFixed(0)}\n`,
  );
  for (const [name, times] of [...outcomes].sort()) process.stdout.write(`  ${name} ${times}\n`);
  return { good: done / SECONDS, faults };
}

/** The corpus' feature and a short script, with what must come back. @returns {Promise<GoodFile[]>} */
async function goodFiles() {
  const { fdx, fountain } = feature();
  const short = new TextEncoder().encode('INT. FERRY - NIGHT\n\nWater.\n\nMARA\nWho is there?\n\n'.repeat(40));
  const converter = new InProcessConverter();
  return Promise.all(
    /** @type {const} */ ([
      ['fdx', fdx],
      ['fountain', fountain],
      ['fountain', short],
    ]).map(async ([format, file]) => {
      const bytes = new Uint8Array(file);
      const { bytes: expected } = await converter.run('convert', bytes, { from: format, lang: 'en' });
      return { path: `/convert?format=${format}`, bytes, expected };
    }),
  );
}

/** The bombs that isolation is tested with. @returns {Promise<Record<string, Uint8Array>>} */
async function loadBombs() {
  const folder = mkdtempSync(join(tmpdir(), 'screenplay-bombs-'));
  const outfile = join(folder, 'bombs.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('../../isolation/test/bombs.ts', import.meta.url))],
    outfile,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  const { bombs } = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  return bombs();
}

/** @param {Buffer} body */
function codeOf(body) {
  try {
    return JSON.parse(body.toString()).code ?? '';
  } catch {
    return '';
  }
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
