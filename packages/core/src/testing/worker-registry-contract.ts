import type { WorkerStatus } from '../model/job.js';
import type { Runtime } from '../ports/runtime.js';
import type { WorkerRegistry } from '../ports/worker-registry.js';
import { ensureSame } from './contract.js';
import type { ContractCase } from './contract.js';

/** A place for one registry, new and empty for each promise. */
export interface WorkerRegistryBench {
  readonly runtime: Pick<Runtime, 'sleep'>;
  /** Opens the registry; whatever is opened on one bench shows the same workers. */
  open(): Promise<WorkerRegistry>;
  dispose(): Promise<void>;
}

export interface WorkerRegistryTraits {
  /** Milliseconds after which a worker that is not heard of is dropped. */
  silenceMs: number;
}

type Run = (bench: WorkerRegistryBench, traits: WorkerRegistryTraits) => Promise<void>;

/** The promises of a {@link WorkerRegistry}. */
export function workerRegistryContract(
  start: () => Promise<WorkerRegistryBench>,
  traits: WorkerRegistryTraits,
): ContractCase[] {
  const promises: [name: string, run: Run][] = [
    ['lists who said that they live, by id', listsById],
    ['shows what was said last', showsTheLatest],
    ['forgets who left', leaves],
    ['shows the workers of all processes', acrossProcesses],
    ['drops who has not been heard of for a while', dropsTheSilent],
  ];
  return promises.map(([name, run]) => ({
    name,
    run: async () => {
      const bench = await start();
      try {
        await run(bench, traits);
      } finally {
        await bench.dispose();
      }
    },
  }));
}

function worker(id: string, changes: Partial<WorkerStatus> = {}): WorkerStatus {
  return {
    id,
    host: 'böx "one"',
    pid: 4242,
    status: 'idle',
    job_id: null,
    task: null,
    since: '2026-01-31T23:59:59.999Z',
    jobs_done: 0,
    last_seen: '2026-02-01T00:00:00.000Z',
    ...changes,
  };
}

async function listsById(bench: WorkerRegistryBench): Promise<void> {
  const registry = await bench.open();
  ensureSame(await registry.list(), [], 'a new registry');
  await registry.beat([]);
  ensureSame(await registry.list(), [], 'nobody said anything');
  await registry.beat([worker('w:2'), worker('w:10')]);
  await registry.beat([worker('a/1', { pid: 7 })]);
  ensureSame(await registry.list(), [worker('a/1', { pid: 7 }), worker('w:10'), worker('w:2')], 'other workers');
}

async function showsTheLatest(bench: WorkerRegistryBench): Promise<void> {
  const registry = await bench.open();
  await registry.beat([worker('a'), worker('b')]);
  const busy = worker('a', {
    status: 'busy',
    job_id: 'j_1',
    task: 'export-to-pdf',
    jobs_done: 3,
    last_seen: '2026-02-01T00:00:05.000Z',
  });
  await registry.beat([busy]);
  ensureSame(await registry.list(), [busy, worker('b')], 'what a worker said before');
}

async function leaves(bench: WorkerRegistryBench): Promise<void> {
  const registry = await bench.open();
  await registry.beat([worker('a'), worker('b'), worker('c')]);
  await registry.leave(['a', 'c', 'never-seen']);
  await registry.leave([]);
  ensureSame(await registry.list(), [worker('b')], 'who left is there');
  await registry.beat([worker('a')]);
  ensureSame(await registry.list(), [worker('a'), worker('b')], 'who came back is not there');
}

async function acrossProcesses(bench: WorkerRegistryBench): Promise<void> {
  const one = await bench.open();
  const other = await bench.open();
  await Promise.all([one.beat([worker('a')]), other.beat([worker('b')])]);
  ensureSame(await one.list(), [worker('a'), worker('b')], 'one sees others');
  await one.leave(['b']);
  ensureSame(await other.list(), [worker('a')], 'the other sees others');
}

async function dropsTheSilent(bench: WorkerRegistryBench, { silenceMs }: WorkerRegistryTraits): Promise<void> {
  const registry = await bench.open();
  await registry.beat([worker('alive'), worker('silent')]);
  // Beating at a third of the time allowed, one stays.
  for (let n = 0; n < 5; n++) {
    await bench.runtime.sleep(silenceMs / 3);
    await registry.beat([worker('alive', { jobs_done: n })]);
  }
  ensureSame(
    await registry.list(),
    [worker('alive', { jobs_done: 4 })],
    'who is silent is not dropped, or another one is',
  );
  await registry.beat([worker('silent')]);
  ensureSame(
    (await registry.list()).map(({ id }) => id),
    ['alive', 'silent'],
    'who is heard of again is not there',
  );
  await bench.runtime.sleep(silenceMs * 1.5);
  ensureSame(await registry.list(), [], 'all are silent');
}
