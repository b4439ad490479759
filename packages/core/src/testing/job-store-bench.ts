import type { DeliveryAttempt, JobEvent, JobRecord } from '../model/job.js';
import type { Delivery, JobPage, JobQuery, JobStore, StoredJob } from '../ports/job-store.js';
import type { Runtime } from '../ports/runtime.js';
import { ensure } from './contract.js';

export interface JobStoreSettings {
  /** Milliseconds after which what is finished is forgotten. */
  resultsTtlMs: number;
}

/** A place for one store of jobs, new and empty for each promise. */
export interface JobStoreBench {
  readonly runtime: Pick<Runtime, 'sleep' | 'elapsed'>;
  /** Opens the store: whatever is opened on one bench is one store. Several are open at a time only where it is shared. */
  open(): Promise<JobStore>;
  /** Closes what is open and removes what is kept. */
  dispose(): Promise<void>;
}

export interface JobStoreTraits {
  /** Several can be open at a time, as from several processes. */
  shared: boolean;
  /** It outlives its being open. */
  durable: boolean;
}

/** A promise of a store: what it says, how it is checked, and whether it is made by stores with these traits. */
export type JobStorePromise = [
  name: string,
  run: (bench: JobStoreBench, traits: JobStoreTraits) => Promise<void>,
  made?: (traits: JobStoreTraits) => boolean,
];

/** The id of the n-th job; ids sort by time. */
export function jobId(n: number): string {
  return `j_${String(n).padStart(26, '0')}`;
}

/** The n-th job as it is submitted, with everything in it that has to be kept as it is. */
export function submittedJob(n: number, record: Partial<JobRecord> = {}): StoredJob {
  return {
    record: {
      job_id: jobId(n),
      document_id: 'doc',
      tenant_id: '',
      input_key: 'scripts/Łódź “draft” 2.fdx',
      output_key: 'out/{x}:1',
      tasks: ['convert-fdx-to-screenplay', 'zip-output'],
      status: 'queued',
      attempt: 1,
      worker: null,
      queued_at: '2026-02-01T00:00:00.000Z',
      started_at: null,
      finished_at: null,
      completed_tasks: [],
      outputs: [],
      timings: [],
      warnings: [],
      warnings_total: 0,
      error: null,
      ...record,
    },
    vars: { lang: 'pt-BR', nested: { list: [], empty: {}, number: 1.5e-7, none: null, text: '\u2028 "\\ 🎬' } },
    sealed: 'c2VhbGVk',
    webhook: 'https://example.org/hook?a=b',
    emitted: [],
  };
}

/** The job with another record, as a worker writes it. */
export function changedJob(job: StoredJob, record: Partial<JobRecord>, other: Partial<StoredJob> = {}): StoredJob {
  return { ...job, ...other, record: { ...job.record, ...record } };
}

/** The job as it is when it has ended. */
export function finishedJob(job: StoredJob, status: 'success' | 'failed' = 'success'): StoredJob {
  const finished_at = '2026-02-01T00:01:00.000Z';
  return changedJob(job, { status, finished_at }, { sealed: null });
}

export function delivery(id: string, lane: string, event: JobEvent = 'job.queued'): Delivery {
  const body = JSON.stringify({ event, delivery_id: id, text: 'é "quoted" \n 🎬' });
  return { id, lane, event, jobId: jobId(1), url: `https://example.org/${lane}`, trusted: lane.length % 2 === 0, body };
}

export function attempt(second: number, changes: Partial<DeliveryAttempt> = {}): DeliveryAttempt {
  const at = `2026-02-01T00:00:${String(second).padStart(2, '0')}.000Z`;
  return { at, status_code: 204, duration_ms: 12, error: null, ...changes };
}

/** Inserts a job that must not be there. */
export async function insert(
  store: JobStore,
  job: StoredJob,
  deliveries: readonly Delivery[] = [],
): Promise<StoredJob> {
  const { outcome } = await store.insert(job, deliveries);
  ensure(outcome === 'inserted', () => `the job was not inserted: ${outcome}`);
  return job;
}

/** Replaces a job that must have this version; answers the next one. */
export async function replace(
  store: JobStore,
  version: number,
  job: StoredJob,
  deliveries: readonly Delivery[] = [],
): Promise<number> {
  const next = await store.replace(job.record.job_id, version, job, deliveries);
  ensure(next !== undefined, () => `version ${version} of ${job.record.job_id} was not replaced`);
  ensure(next > version, () => `version ${next} came after ${version}`);
  return next;
}

/** All pages of a list, and what they were. */
export async function allPages(
  store: JobStore,
  query: JobQuery,
): Promise<{ ids: string[]; sizes: number[]; records: JobRecord[] }> {
  const records: JobRecord[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const page: JobPage = await store.list({ ...query, cursor });
    sizes.push(page.records.length);
    records.push(...page.records);
    ensure(page.cursor === undefined || page.cursor !== cursor, () => 'a cursor leads to its own page');
    ensure(sizes.length < 1000, () => 'a list has no end');
    cursor = page.cursor;
  } while (cursor !== undefined);
  return { ids: records.map((record) => record.job_id), sizes, records };
}

/** All of what is told in pages after an id. */
export async function allAfter(
  page: (after: string | undefined) => Promise<string[]>,
  limit: number,
): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    const some = await page(all.at(-1));
    ensure(some.length <= limit, () => `${some.length} in a page of ${limit}`);
    all.push(...some);
    if (some.length < limit) return all;
    ensure(all.length < 100_000, () => 'pages have no end');
  }
}
