import type { JobError, JobWarning, TaskOutput, TaskTiming } from '../../model/job.js';
import type { StoredJob } from '../../ports/index.js';
import { tell } from './events.js';
import type { JobChange } from './events.js';
import type { RestingVars } from './job-secrets.js';
import type { PushRequest } from './push-request.js';

/** The most warnings that a record keeps; of the others it keeps the count. */
const MOST_WARNINGS = 100;

/** When a change is made, and who else is told. */
export interface Moment {
  /** ISO 8601. */
  at: string;
  /** Of the deployment: the URLs that are told of every job. */
  defaults: readonly string[];
}

/** What a task did. */
export interface TaskResult {
  output: TaskOutput;
  timing: TaskTiming;
  warnings: readonly JobWarning[];
}

export function isFinished({ record }: StoredJob): boolean {
  return record.status === 'success' || record.status === 'failed';
}

/** A job out of a request. */
export function queuedJob(request: PushRequest, jobId: string, resting: RestingVars, moment: Moment): JobChange {
  const job: StoredJob = {
    record: {
      job_id: jobId,
      document_id: request.documentId,
      tenant_id: request.tenantId,
      input_key: request.inputKey,
      output_key: request.outputKey,
      tasks: [...request.tasks],
      status: 'queued',
      attempt: 1,
      worker: null,
      queued_at: moment.at,
      started_at: null,
      finished_at: null,
      completed_tasks: [],
      outputs: [],
      timings: [],
      warnings: [],
      warnings_total: 0,
      error: null,
    },
    vars: { ...resting.vars },
    sealed: resting.sealed,
    webhook: request.webhook,
    emitted: [],
  };
  return tell(job, { event: 'job.queued', ...moment });
}

/**
 * A job taken on by a worker, from its first task. One that was running has lost its worker, which costs an attempt:
 * when there is none left it fails.
 */
export function claimedJob(job: StoredJob, worker: string, maxAttempts: number, moment: Moment): JobChange {
  const { record } = job;
  const lost = record.status === 'running';
  if (lost && record.attempt >= maxAttempts) {
    const message = `The worker was lost in the middle of the job, in each of ${record.attempt} attempts`;
    return failedJob(job, { code: 'worker_lost', message, task: nextTask(job) }, moment);
  }
  const claimed: StoredJob = {
    ...job,
    postponed: 0,
    record: {
      ...record,
      status: 'running',
      attempt: lost ? record.attempt + 1 : record.attempt,
      worker,
      // Handed back and taken again, an attempt goes on.
      started_at: lost ? moment.at : (record.started_at ?? moment.at),
      completed_tasks: [],
      outputs: [],
      timings: [],
      warnings: [],
      warnings_total: 0,
    },
  };
  return tell(claimed, { event: 'job.started', ...moment });
}

/** A job after one more of its tasks, which was not the last one. */
export function progressedJob(job: StoredJob, result: TaskResult, moment: Moment): JobChange {
  return tell(completed(job, result), { event: 'job.progress', ...moment });
}

/** A job after its last task. */
export function succeededJob(job: StoredJob, result: TaskResult, moment: Moment): JobChange {
  const { record, ...rest } = completed(job, result);
  const done = ended({ ...rest, record: { ...record, status: 'success', finished_at: moment.at } });
  return tell(done, { event: 'job.completed', ...moment });
}

/** A job that ended otherwise. */
export function failedJob(job: StoredJob, error: JobError, moment: Moment): JobChange {
  const record = { ...job.record, status: 'failed' as const, finished_at: moment.at, error };
  return tell(ended({ ...job, record }), { event: 'job.failed', ...moment });
}

/** A job whose task wrote an output and failed all the same. */
export function withOutput(job: StoredJob, result: TaskResult): StoredJob {
  const { record } = job;
  const warnings = [...record.warnings, ...result.warnings].slice(0, MOST_WARNINGS);
  return {
    ...job,
    record: {
      ...record,
      outputs: [...record.outputs, result.output],
      timings: [...record.timings, result.timing],
      warnings,
      warnings_total: record.warnings_total + result.warnings.length,
    },
  };
}

/** A job that waits for a worker again, in the same attempt. */
export function requeuedJob(job: StoredJob): StoredJob {
  return { ...job, record: { ...job.record, status: 'queued' } };
}

/** A job that waits for a worker that knows its tasks; it costs no attempt. */
export function postponedJob(job: StoredJob): StoredJob {
  return { ...job, postponed: (job.postponed ?? 0) + 1 };
}

function completed(job: StoredJob, result: TaskResult): StoredJob {
  const { record, ...rest } = withOutput(job, result);
  return { ...rest, record: { ...record, completed_tasks: [...record.completed_tasks, result.output.task] } };
}

/** Nobody needs the options of a job that has ended. */
function ended(job: StoredJob): StoredJob {
  return { ...job, vars: {}, sealed: null };
}

function nextTask({ record }: StoredJob): string | null {
  return record.tasks[record.completed_tasks.length] ?? null;
}
