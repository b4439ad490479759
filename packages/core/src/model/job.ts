/**
 * Jobs: what is asked for, what is known of one, and what others are told about it. Names are those of the HTTP
 * interface, for these records are what it answers.
 */

export const JOB_STATUSES = ['queued', 'running', 'success', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** What a task wrote: keys of the output store. */
export interface TaskOutput {
  task: string;
  keys: string[];
}

export interface TaskTiming {
  task: string;
  started_at: string;
  finished_at: string;
  duration_ms: number;
  /** Size of the document that the task read. */
  bytes_in: number;
  /** Size of what it wrote. */
  bytes_out: number;
}

export interface JobWarning {
  task: string;
  code: string;
  message: string;
  /** Line, paragraph or page, where known. */
  at: string | null;
}

export interface JobError {
  code: string;
  message: string;
  /** The task that failed; null when it was none of them. */
  task: string | null;
}

/** The public record of a job. It holds no options: they may be secret. */
export interface JobRecord {
  job_id: string;
  document_id: string;
  /** A label; `""` when none was given. */
  tenant_id: string;
  input_key: string;
  output_key: string;
  tasks: string[];
  status: JobStatus;
  /** Counts from 1; a lost worker costs one. */
  attempt: number;
  /** Who works or worked on it. */
  worker: string | null;
  queued_at: string;
  started_at: string | null;
  finished_at: string | null;
  completed_tasks: string[];
  outputs: TaskOutput[];
  timings: TaskTiming[];
  /** At most 100. */
  warnings: JobWarning[];
  warnings_total: number;
  error: JobError | null;
}

export const JOB_EVENTS = ['job.queued', 'job.started', 'job.progress', 'job.completed', 'job.failed'] as const;
export type JobEvent = (typeof JOB_EVENTS)[number];

/** One try to tell a receiver. */
export interface DeliveryAttempt {
  at: string;
  /** Null when there was no answer. */
  status_code: number | null;
  duration_ms: number;
  error: string | null;
  /** When there is to be another one; absent for the last. */
  retry_at?: string;
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface WorkerStatus {
  id: string;
  host: string;
  pid: number;
  status: 'idle' | 'busy';
  job_id: string | null;
  task: string | null;
  /** Since when it is idle or busy with this. */
  since: string;
  jobs_done: number;
  last_seen: string;
}
