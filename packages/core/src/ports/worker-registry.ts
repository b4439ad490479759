import type { WorkerStatus } from '../model/job.js';

/** Who works in the deployment. Methods throw ScreenplayError `unavailable`, nothing else. */
export interface WorkerRegistry {
  /** Says that these workers live; those that have not been heard of for a while are dropped. */
  beat(workers: readonly WorkerStatus[]): Promise<void>;
  leave(ids: readonly string[]): Promise<void>;
  /** By id. */
  list(): Promise<WorkerStatus[]>;
}
