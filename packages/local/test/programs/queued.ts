import { openLocal } from '../../src/index.js';
import { realRuntime } from '../bench.js';
import { send, submit, work } from '../busy.js';
import type { Told } from '../busy.js';

/** Queues so many jobs, works off some of them, and tells how long that took and how much the process grew. */
const [folder = '', count = '', worked = ''] = process.argv.slice(2);
const total = Number(count);
const local = await openLocal({ folder, resultsTtlMs: 3_600_000, runtime: realRuntime });
const nothing = (): void => undefined;
// What the first jobs load is not what the queued ones take.
for (let n = 0; n < 50; n++) await submit(local, `j_0${String(n).padStart(8, '0')}`, nothing);
const memory = (): number => Math.round(process.memoryUsage.rss() / 1_048_576);

let next = 0;
const submitter = async (): Promise<void> => {
  while (next < total) await submit(local, `j_1${String(next++).padStart(8, '0')}`, nothing);
};
const before = memory();
const cpu = process.cpuUsage();
const start = performance.now();
await Promise.all(Array.from({ length: 32 }, submitter));
const queuedMs = performance.now() - start;
const queuedCpu = process.cpuUsage(cpu);
const after = memory();
const depth = await local.jobs.depth();

const end = new AbortController();
let finished = 0;
const startWork = performance.now();
const workCpu = process.cpuUsage();
const tell = (told: Told): void => {
  if (told.what === 'finished' && ++finished >= Number(worked)) end.abort();
};
if (Number(worked) > 0)
  await Promise.all([1, 2, 3, 4].flatMap(() => [work(local, end.signal, tell), send(local, end.signal, nothing)]));
const workedMs = performance.now() - startWork;
const workedCpu = process.cpuUsage(workCpu);
const perJob = (usage: NodeJS.CpuUsage, jobs: number): number => Math.round((usage.user + usage.system) / jobs);
console.log(
  JSON.stringify({
    depth,
    grownMb: after - before,
    queuedPerSecond: Math.round((total / queuedMs) * 1000),
    queuedCpuUs: perJob(queuedCpu, total),
    workedPerSecond: Math.round((finished / workedMs) * 1000),
    workedCpuUs: perJob(workedCpu, Math.max(finished, 1)),
    grownMbAfterWork: memory() - before,
  }),
);
await local.close();
