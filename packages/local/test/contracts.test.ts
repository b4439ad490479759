import { jobStoreContract, workerRegistryContract, workQueueContract } from '@screenplay/core/testing';
import { describe, it } from 'vitest';
import { LevelDatabase } from '../src/level-database.js';
import { LevelJobStore } from '../src/level-job-store.js';
import { LevelWorkQueue } from '../src/level-work-queue.js';
import { LocalWorkerRegistry } from '../src/local-worker-registry.js';
import { realRuntime, testFolder } from './bench.js';

interface Closing {
  close(): Promise<void>;
}

/** A new folder in which a thing can be opened, closed and opened again. */
function startBench<T extends Closing>(openIn: (database: LevelDatabase) => Promise<T>) {
  const folder = testFolder();
  const opened: Closing[] = [];
  const closeAll = async (): Promise<void> => {
    for (let one = opened.pop(); one; one = opened.pop()) await one.close();
  };
  return {
    runtime: realRuntime,
    async open(): Promise<T> {
      await closeAll();
      const database = await LevelDatabase.open(folder.path);
      opened.push(database);
      const thing = await openIn(database);
      opened.push(thing);
      return thing;
    },
    async dispose(): Promise<void> {
      await closeAll();
      folder.remove();
    },
  };
}

describe('the embedded queue', () => {
  const start = async () => startBench((database) => LevelWorkQueue.open(database, 'jobs', realRuntime));
  const cases = workQueueContract(start, { shared: false, durable: true });
  it.concurrent.each(cases)('$name', ({ run }) => run(), 60_000);
});

describe('the embedded store of jobs', () => {
  const cases = jobStoreContract(
    async ({ resultsTtlMs }) => startBench((database) => LevelJobStore.open(database, realRuntime, resultsTtlMs)),
    { shared: false, durable: true },
  );
  it.concurrent.each(cases)('$name', ({ run }) => run(), 60_000);
});

describe('the registry of one process', () => {
  const silenceMs = 600;
  const cases = workerRegistryContract(
    async () => {
      const registry = new LocalWorkerRegistry(realRuntime, silenceMs);
      return { runtime: realRuntime, open: async () => registry, dispose: async () => undefined };
    },
    { silenceMs },
  );
  it.concurrent.each(cases)('$name', ({ run }) => run());
});
