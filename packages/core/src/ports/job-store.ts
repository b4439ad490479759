import type { DeliveryAttempt, DeliveryStatus, JobEvent, JobRecord, JobStatus } from '../model/job.js';

/** A job as it is kept: the public record and what is only for those who work on it. Plain JSON. */
export interface StoredJob {
  record: JobRecord;
  /** The options that are no secret. */
  vars: Readonly<Record<string, unknown>>;
  /** The secret ones, sealed; null when there are none or the job has ended. */
  sealed: string | null;
  /** The job's own webhook. */
  webhook: string | null;
  /** Names of the events that have been handed to lanes, so that none is handed over twice. */
  emitted: string[];
  /** How often it was handed back, since a worker last took it on, by workers that do not know all of its tasks. */
  postponed?: number | undefined;
}

/** A job as it was at one moment; each change makes its version greater. */
export interface VersionedJob {
  job: StoredJob;
  version: number;
}

/** Makes a repeated submission answer with the first one's job. */
export interface Idempotency {
  /** Opaque: whose key, and the key. */
  key: string;
  /** Opaque: the same only for the same request. */
  fingerprint: string;
}

export type Inserted =
  | { outcome: 'inserted' }
  /** The key was used for the same request: this is its job. */
  | { outcome: 'repeated'; job: StoredJob }
  /** The key was used for another request. */
  | { outcome: 'conflict' };

export interface JobQuery {
  /** At most so many, 1 to 500; default 50. */
  limit?: number | undefined;
  /** Where an earlier page ended. */
  cursor?: string | undefined;
  status?: JobStatus | undefined;
  documentId?: string | undefined;
}

export interface JobPage {
  /** Newest first, by id, for ids sort by time. */
  records: JobRecord[];
  cursor?: string;
}

/** One event for one receiver, with the very bytes that will be sent. */
export interface Delivery {
  id: string;
  /** The lane it waits in: one for each job and URL. */
  lane: string;
  event: JobEvent;
  jobId: string;
  url: string;
  /** The URL is the operator's own: it may lie on a private network. */
  trusted: boolean;
  /** JSON text. */
  body: string;
}

/** A delivery with what became of it. */
export interface TrackedDelivery {
  delivery: Delivery;
  status: DeliveryStatus;
  attempts: DeliveryAttempt[];
}

/**
 * Jobs and the events that wait to be told, in one durable store, because they change together: a job's change and the
 * deliveries it causes are kept both or neither. Finished jobs, what their idempotency keys point at and settled
 * deliveries are forgotten after a time that the adapter is told.
 *
 * A write says which version it saw. That is the fencing token: whoever was paused or cut off while another went on with
 * the job cannot write any more.
 *
 * Methods throw ScreenplayError `unavailable`, nothing else.
 */
export interface JobStore {
  /** Adds a job as version 1, with its deliveries at the end of their lanes. */
  insert(job: StoredJob, deliveries: readonly Delivery[], idempotency?: Idempotency): Promise<Inserted>;
  get(jobId: string): Promise<VersionedJob | undefined>;
  /** Changes a job, unless `version` is not its version any more. Answers the new version, or undefined. */
  replace(jobId: string, version: number, job: StoredJob, deliveries: readonly Delivery[]): Promise<number | undefined>;
  list(query?: JobQuery): Promise<JobPage>;
  /** Ids of jobs that are queued or running, oldest first, after `after`. */
  unfinished(limit: number, after?: string): Promise<string[]>;

  /** The first delivery of a lane that is not settled. */
  nextDelivery(lane: string): Promise<TrackedDelivery | undefined>;
  /** Notes a try of a delivery; unless it stays `pending`, it is settled and its lane goes on with the next one. */
  noteAttempt(delivery: Delivery, attempt: DeliveryAttempt, status: DeliveryStatus): Promise<void>;
  /** Lanes with unsettled deliveries, in some fixed order, after `after`. */
  openLanes(limit: number, after?: string): Promise<string[]>;
  /** The newest deliveries, settled or not, newest first. */
  recentDeliveries(limit: number): Promise<TrackedDelivery[]>;

  /** Resolves when the store can be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}
