/**
 * What HTTP costs: processor time of a conversion by way of the service (raw body; the server and its children
 * together) and of the same in one process, as they take turns; then how many conversions a second several clients get.
 * Run it on the built packages: `node packages/cli/bench/http.mjs`. Exit code 1 when the bound is not kept.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { InProcessConverter } from '@screenplay/core';
import { feature } from '../../core/bench/feature.mjs';
import { processorTime } from './processes.mjs';
import { makeClient, startService } from './service.mjs';

const HERE = fileURLToPath(import.meta.url);
const WARM_UP = 100;
const TURNS = 25;
const CONVERSIONS = 8;
const CLIENTS = 8;
const SECONDS = 5;
const BOUND = 1.25;

if (process.argv[2]) await convertInThisProcess(process.argv[2]);
else await report();

async function report() {
  const { name, fdx, fountain } = feature();
  process.stdout.write(`${name} to native JSON; node ${process.version}, ${availableParallelism()} cores\n\n`);
  const service = await startService({});
  const client = makeClient(service.url);
  for (const [format, bytes] of /** @type {const} */ ([
    ['fdx', fdx],
    ['fountain', fountain],
  ])) {
    const path = `/convert?format=${format}`;
    const reference = fork(HERE, [format]);
    const inProcess = () => {
      const result = new Promise((resolve) => reference.once('message', resolve));
      reference.send('go');
      return result;
    };
    const overHttp = async (/** @type {number} */ count) => {
      const before = processorTime(service.pid);
      for (let n = 0; n < count; n++) {
        const { status } = await client.call(path, bytes);
        if (status !== 200) throw new Error(`${path} answers ${status}`);
      }
      const after = processorTime(service.pid);
      return { own: (after.own - before.own) / count, children: (after.children - before.children) / count };
    };
    await inProcess();
    await overHttp(WARM_UP);
    /** @type {{ own: number, children: number }[]} */
    const http = [];
    /** @type {number[]} */
    const bare = [];
    for (let turn = 0; turn < TURNS; turn++) {
      bare.push(/** @type {any} */ (await inProcess()));
      http.push(await overHttp(CONVERSIONS));
    }
    reference.kill();
    const [own, children] = [median(http.map((turn) => turn.own)), median(http.map((turn) => turn.children))];
    const ratio = (own + children) / median(bare);
    process.stdout.write(
      `${format.padEnd(9)} in one process ${median(bare).toFixed(2)} ms, over HTTP ${(own + children).toFixed(2)} ms ` +
        `(server ${own.toFixed(2)}, children ${children.toFixed(2)}) of processor time: ` +
        `${ratio.toFixed(2)} x (bound ${BOUND})\n`,
    );
    if (ratio > BOUND) process.exitCode = 1;
    const before = processorTime(service.pid);
    const { done, seconds } = await throughput(service.url, path, bytes);
    const after = processorTime(service.pid);
    const busy = (after.own + after.children - before.own - before.children) / 1000 / seconds;
    process.stdout.write(
      `${''.padEnd(9)} ${CLIENTS} clients: ${(done / seconds).toFixed(1)} conversions a second ` +
        `(one process: ${(1000 / median(bare)).toFixed(1)}); the service used ${busy.toFixed(2)} cores\n`,
    );
  }
  client.close();
  await service.stop();
}

/** @param {URL} url @param {string} path @param {Uint8Array} bytes */
async function throughput(url, path, bytes) {
  const start = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = makeClient(url);
      while (performance.now() - start < SECONDS * 1000) {
        const { status } = await client.call(path, bytes);
        if (status === 200) done++;
      }
      client.close();
    }),
  );
  return { done, seconds: (performance.now() - start) / 1000 };
}

/** Converts some when told to, and tells milliseconds of processor time for each. @param {string} format */
async function convertInThisProcess(format) {
  const files = feature();
  const source = new Uint8Array(format === 'fdx' ? files.fdx : files.fountain);
  const converter = new InProcessConverter();
  const name = `a.${format}`;
  let warm = false;
  process.on('message', async () => {
    const count = warm ? CONVERSIONS : WARM_UP;
    warm = true;
    const before = process.cpuUsage();
    for (let n = 0; n < count; n++) await converter.run('convert', source, { name });
    const { user, system } = process.cpuUsage(before);
    process.send?.((user + system) / 1000 / count);
  });
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
