import type { Converter, JobStore, Notifier, Runtime, Storage, WorkerRegistry, WorkQueue } from '../../ports/index.js';

/** What jobs are kept in, and what says that there is something to do. */
export interface JobPorts {
  store: JobStore;
  /** Ids of jobs. */
  jobs: WorkQueue;
  /** Ids of lanes in which deliveries wait. */
  lanes: WorkQueue;
  runtime: Runtime;
}

export interface JobServicePorts extends JobPorts {
  registry: WorkerRegistry;
}

export interface WorkerPorts extends JobPorts {
  registry: WorkerRegistry;
  input: Storage;
  output: Storage;
  converter: Converter;
}

export interface SenderPorts {
  store: JobStore;
  lanes: WorkQueue;
  notifier: Notifier;
  runtime: Runtime;
}
