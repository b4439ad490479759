/**
 * What jobs cost, on embedded defaults: processor time of a job (the service and its children together) and of the same
 * conversions in one process, jobs a second, and what ten thousand queued jobs take of the API's memory. Run it on the
 * built packages: `node packages/cli/bench/jobs.mjs`.
 */
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InProcessConverter } from '@screenplay/core';
import { feature } from '../../core/bench/feature.mjs';
import { processorTime, residentMemory } from './processes.mjs';
import { makeClient, startService } from './service.mjs';

const HERE = fileURLToPath(import.meta.url);
const TASKS = ['convert-fdx-to-screenplay', 'validate-screenplay', 'export-to-fountain', 'export-to-fdx'];
const QUEUED = 10_000;
const BOUND = 1.4;
const MEMORY_BOUND = 150;

const SMALL = `<?xml version="1.0" encoding="UTF-8"?>
<FinalDraft DocumentType="Script" Template="No" Version="4"><Content>
<Paragraph Type="Scene Heading"><Text>INT. FERRY - NIGHT</Text></Paragraph>
<Paragraph Type="Action"><Text>Water, and a lamp that swings.</Text></Paragraph>
<Paragraph Type="Character"><Text>ADA</Text></Paragraph>
<Paragraph Type="Dialogue"><Text>We are late.</Text></Paragraph>
</Content></FinalDraft>
`;

/** @type {Record<string, { bytes: Uint8Array, jobs: number, warmUp: number, bound?: number }>} */
const SCRIPTS = {
  feature: { bytes: feature().fdx, jobs: 60, warmUp: 40, bound: BOUND },
  small: { bytes: Buffer.from(SMALL), jobs: 600, warmUp: 400 },
};

if (process.argv[2]) await convertInThisProcess(process.argv[2]);
else await report();

async function report() {
  process.stdout.write(`${feature().name}; node ${process.version}, ${availableParallelism()} cores\n`);
  process.stdout.write(`each job: ${TASKS.join(', ')}\n\n`);
  for (const [name, { bytes, jobs, warmUp, bound }] of Object.entries(SCRIPTS)) {
    const service = await startService({});
    const input = join(service.dataFolder, 'storage/in');
    mkdirSync(input, { recursive: true });
    writeFileSync(join(input, 'a.fdx'), bytes);
    const client = jobClient(service);
    await client.finish(await client.push(warmUp));
    const reference = await inProcess(name);
    const before = processorTime(service.pid);
    const start = performance.now();
    await client.finish(await client.push(jobs));
    const seconds = (performance.now() - start) / 1000;
    const after = processorTime(service.pid);
    const again = await inProcess(name);
    const bare = (reference + again) / 2;
    const [own, children] = [(after.own - before.own) / jobs, (after.children - before.children) / jobs];
    const ratio = (own + children) / bare;
    const verdict = bound === undefined ? '' : ` (bound ${bound}: ${ratio <= bound ? 'held' : 'BROKEN'})`;
    process.stdout.write(
      `${name.padEnd(8)} in one process ${bare.toFixed(2)} ms, as a job ${(own + children).toFixed(2)} ms ` +
        `(service ${own.toFixed(2)}, children ${children.toFixed(2)}) of processor time: ${ratio.toFixed(2)} x${verdict}; ` +
        `${(jobs / seconds).toFixed(1)} jobs a second\n`,
    );
    client.close();
    await service.stop();
  }
  await queueMany();
}

async function queueMany() {
  const service = await startService({}, ['--no-workers']);
  const client = jobClient(service);
  await client.push(500);
  const before = residentMemory(service.pid).own;
  const start = performance.now();
  await client.push(QUEUED);
  const seconds = (performance.now() - start) / 1000;
  const grown = residentMemory(service.pid).own - before;
  process.stdout.write(
    `${QUEUED} queued jobs: the API's memory grew by ${grown.toFixed(0)} MB ` +
      `(bound ${MEMORY_BOUND}: ${grown <= MEMORY_BOUND ? 'held' : 'BROKEN'}); ${(QUEUED / seconds).toFixed(0)} pushes a second\n`,
  );
  client.close();
  await service.stop();
}

/** @param {{ url: URL, token: string }} service */
function jobClient({ url, token }) {
  const clients = Array.from({ length: 8 }, () => makeClient(url));
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  let made = 0;
  return {
    /** Pushes so many jobs, and tells their ids. @param {number} count */
    async push(count) {
      /** @type {string[]} */
      const ids = [];
      await Promise.all(
        clients.map(async (client) => {
          while (ids.length < count) {
            const number = made++;
            ids.push('');
            const at = ids.length - 1;
            const job = { input_key: 'in/a.fdx', output_key: `out/${number}`, document_id: `${number}`, tasks: TASKS };
            const { status, body } = await client.call('/push', Buffer.from(JSON.stringify(job)), headers);
            if (status !== 202) throw new Error(`/push answers ${status}: ${body.toString()}`);
            ids[at] = JSON.parse(body.toString()).job_id;
          }
        }),
      );
      return ids;
    },
    /** Waits until the last one has ended, with few questions; then looks whether all went well. @param {string[]} ids */
    async finish(ids) {
      const client = makeClient(url);
      for (const id of ids.reverse()) {
        for (;;) {
          const { body } = await client.call(`/results/${id}`, undefined, headers);
          const { status, error } = JSON.parse(body.toString());
          if (status === 'failed') throw new Error(`a job failed: ${error.code} ${error.message}`);
          if (status === 'success') break;
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      }
      client.close();
    },
    close: () => clients.forEach((client) => client.close()),
  };
}

/** Milliseconds of processor time of a job's conversions in a process of their own. @param {string} name */
function inProcess(name) {
  const reference = fork(HERE, [name]);
  return /** @type {Promise<number>} */ (new Promise((resolve) => reference.once('message', resolve)));
}

/** @param {string} name */
async function convertInThisProcess(name) {
  const { bytes, jobs, warmUp } = SCRIPTS[name] ?? { bytes: new Uint8Array(), jobs: 0, warmUp: 0 };
  const source = new Uint8Array(bytes);
  const converter = new InProcessConverter();
  const job = async () => {
    const native = (await converter.run('convert', source, { name: 'a.fdx' })).bytes;
    await converter.run('validate', native, {});
    await converter.run('export', native, { to: 'fountain' });
    await converter.run('export', native, { to: 'fdx' });
  };
  for (let n = 0; n < warmUp; n++) await job();
  const before = process.cpuUsage();
  for (let n = 0; n < jobs; n++) await job();
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / 1000 / jobs);
  process.disconnect?.();
}
