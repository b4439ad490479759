import type { JobEvent, JobRecord } from '../../model/job.js';
import type { Delivery, StoredJob } from '../../ports/index.js';
import { derivedId } from './derived-ids.js';

/** A change of a job: what it becomes, and what is told about it, both or neither. */
export interface JobChange {
  job: StoredJob;
  deliveries: Delivery[];
}

/** An event of a job, and when it happened. */
export interface Happening {
  event: JobEvent;
  /** ISO 8601. */
  at: string;
  /** Of the deployment: the URLs that are told of every job, normalised. */
  defaults: readonly string[];
}

/**
 * Adds an event to a changed job: a delivery for each receiver. An event of an attempt is told once, so that work which
 * is done again tells nothing again: the job notes what it has told.
 */
export function tell(job: StoredJob, { event, at, defaults }: Happening): JobChange {
  const { record } = job;
  const index = event === 'job.progress' ? String(record.completed_tasks.length - 1) : '';
  const name = `${record.attempt}/${event.slice('job.'.length)}${index === '' ? '' : `/${index}`}`;
  if (job.emitted.includes(name)) return { job, deliveries: [] };
  const deliveries = receivers(job, defaults).map(({ url, trusted }): Delivery => {
    const id = derivedId('d', record.job_id, String(record.attempt), event, index, url);
    const body = JSON.stringify(payloadOf(record, event, id, at));
    return { id, lane: laneOf(record.job_id, url), event, jobId: record.job_id, url, trusted, body };
  });
  return { job: { ...job, emitted: [...job.emitted, name] }, deliveries };
}

/** The deployment's own URLs, and the job's unless it is one of them. */
function receivers({ webhook }: StoredJob, defaults: readonly string[]): { url: string; trusted: boolean }[] {
  const trusted = defaults.map((url) => ({ url, trusted: true }));
  if (webhook === null || defaults.includes(webhook)) return trusted;
  return [...trusted, { url: webhook, trusted: false }];
}

/** What orders the deliveries of one job to one URL. */
function laneOf(jobId: string, url: string): string {
  return derivedId('l', jobId, url);
}

function payloadOf(record: JobRecord, event: JobEvent, deliveryId: string, at: string): object {
  return {
    event,
    delivery_id: deliveryId,
    job_id: record.job_id,
    document_id: record.document_id,
    tenant_id: record.tenant_id,
    tasks: record.tasks,
    status: record.status,
    attempt: record.attempt,
    ...(event === 'job.progress' ? { completed_tasks: record.completed_tasks } : {}),
    started_at: record.started_at,
    finished_at: record.finished_at,
    outputs: record.outputs,
    error: record.error,
    occurred_at: at,
  };
}
