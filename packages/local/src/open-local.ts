import type { JobStore, Runtime, Storage, WorkerRegistry, WorkQueue } from '@screenplay/core';
import { join } from 'node:path';
import { FileStorage } from './file-storage.js';
import { LevelDatabase } from './level-database.js';
import { LevelJobStore } from './level-job-store.js';
import { LevelWorkQueue } from './level-work-queue.js';
import { LocalWorkerRegistry } from './local-worker-registry.js';

export interface LocalOptions {
  /** Where everything is kept. One process at a time works there. */
  folder: string;
  /** Milliseconds for which finished jobs and settled deliveries are kept. */
  resultsTtlMs: number;
  runtime: Runtime;
}

/** The ports of jobs on one machine. */
export interface Local {
  /** Files below `storage`; inputs and outputs lie in one place. */
  input: Storage;
  output: Storage;
  store: JobStore;
  jobs: WorkQueue;
  deliveries: WorkQueue;
  registry: WorkerRegistry;
  /** Lets go of everything; leases still held come again when it is opened next. */
  close(): Promise<void>;
}

/** Milliseconds after which a worker is dropped that was not heard of. */
const SILENCE_MS = 30_000;

/**
 * Opens the ports of jobs in a folder, which is made where it is missing; the folder is for its owner only.
 *
 * @throws ScreenplayError `conflict` when another process works there, `unavailable` when it cannot be used
 */
export async function openLocal({ folder, resultsTtlMs, runtime }: LocalOptions): Promise<Local> {
  const database = await LevelDatabase.open(join(folder, 'jobs'));
  try {
    const storage = await FileStorage.open(join(folder, 'storage'));
    const jobs = await LevelWorkQueue.open(database, 'jobs', runtime);
    const deliveries = await LevelWorkQueue.open(database, 'deliveries', runtime);
    const store = await LevelJobStore.open(database, runtime, resultsTtlMs);
    return {
      input: storage,
      output: storage,
      store,
      jobs,
      deliveries,
      registry: new LocalWorkerRegistry(runtime, SILENCE_MS),
      async close() {
        await Promise.all([jobs.close(), deliveries.close(), store.close(), storage.close()]);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
