import { ScreenplayError } from '../errors/index.js';
import type { DeliveryAttempt, DeliveryStatus, JobRecord } from '../model/job.js';
import type {
  Delivery,
  Idempotency,
  Inserted,
  JobPage,
  JobQuery,
  JobStore,
  StoredJob,
  TrackedDelivery,
  VersionedJob,
} from '../ports/job-store.js';
import type { Runtime } from '../ports/runtime.js';

export interface MemoryJobStoreOptions {
  /** Milliseconds after which what is finished is forgotten. Default: never. */
  resultsTtlMs?: number | undefined;
}

interface KeptJob extends VersionedJob {
  key: string | undefined;
  /** When it had ended, by the time that passes. */
  endedAt: number | undefined;
}

interface KeptDelivery extends TrackedDelivery {
  settledAt: number | undefined;
}

/** What is kept, for all who have the store open. */
class Kept {
  readonly jobs = new Map<string, KeptJob>();
  readonly keys = new Map<string, { fingerprint: string; jobId: string }>();
  /** In the order in which they were added. */
  readonly deliveries = new Map<string, KeptDelivery>();
}

/** Jobs and deliveries in memory. Whatever was connected to one is the same store. */
export class MemoryJobStore implements JobStore {
  readonly #runtime: Pick<Runtime, 'elapsed'>;
  readonly #ttl: number;
  readonly #kept: Kept;
  #closed = false;

  /** @param same a store that this one is, too */
  constructor(
    runtime: Pick<Runtime, 'elapsed'>,
    { resultsTtlMs = Infinity }: MemoryJobStoreOptions = {},
    same?: MemoryJobStore,
  ) {
    this.#runtime = runtime;
    this.#ttl = resultsTtlMs;
    this.#kept = same ? same.#kept : new Kept();
  }

  /** Opens the same store once more. */
  connect(): MemoryJobStore {
    return new MemoryJobStore(this.#runtime, { resultsTtlMs: this.#ttl }, this);
  }

  async insert(job: StoredJob, deliveries: readonly Delivery[], idempotency?: Idempotency): Promise<Inserted> {
    const { jobs, keys } = this.#open();
    const id = job.record.job_id;
    const first = idempotency && keys.get(idempotency.key);
    if (first && first.fingerprint !== idempotency.fingerprint) return { outcome: 'conflict' };
    const firstJob = first && jobs.get(first.jobId);
    if (firstJob) return { outcome: 'repeated', job: structuredClone(firstJob.job) };
    if (jobs.has(id)) return { outcome: 'inserted' };
    if (idempotency) keys.set(idempotency.key, { fingerprint: idempotency.fingerprint, jobId: id });
    this.#keep(job, 1, idempotency?.key);
    this.#append(deliveries);
    return { outcome: 'inserted' };
  }

  async get(jobId: string): Promise<VersionedJob | undefined> {
    const found = this.#open().jobs.get(jobId);
    return found && { job: structuredClone(found.job), version: found.version };
  }

  async replace(
    jobId: string,
    version: number,
    job: StoredJob,
    deliveries: readonly Delivery[],
  ): Promise<number | undefined> {
    const found = this.#open().jobs.get(jobId);
    if (found?.version !== version) return undefined;
    this.#keep(job, version + 1, found.key);
    this.#append(deliveries);
    return version + 1;
  }

  async list({ limit = 50, cursor, status, documentId }: JobQuery = {}): Promise<JobPage> {
    const found = this.#records().filter(
      (record) =>
        (cursor === undefined || record.job_id < cursor) &&
        (status === undefined || record.status === status) &&
        (documentId === undefined || record.document_id === documentId),
    );
    const records = found.slice(0, limit).map((record) => structuredClone(record));
    const last = records.at(-1);
    return found.length > limit && last ? { records, cursor: last.job_id } : { records };
  }

  async unfinished(limit: number, after?: string): Promise<string[]> {
    return this.#records()
      .filter(({ status }) => status === 'queued' || status === 'running')
      .map((record) => record.job_id)
      .filter((id) => after === undefined || id > after)
      .reverse()
      .slice(0, limit);
  }

  async nextDelivery(lane: string): Promise<TrackedDelivery | undefined> {
    for (const kept of this.#open().deliveries.values()) {
      if (kept.delivery.lane === lane && kept.status === 'pending') return tracked(kept);
    }
    return undefined;
  }

  async noteAttempt(delivery: Delivery, attempt: DeliveryAttempt, status: DeliveryStatus): Promise<void> {
    const kept = this.#open().deliveries.get(delivery.id);
    if (kept?.status !== 'pending') return;
    kept.attempts.push({ ...attempt });
    kept.status = status;
    if (status !== 'pending') kept.settledAt = this.#runtime.elapsed();
  }

  async openLanes(limit: number, after?: string): Promise<string[]> {
    const pending = [...this.#open().deliveries.values()].filter(({ status }) => status === 'pending');
    return [...new Set(pending.map(({ delivery }) => delivery.lane))]
      .sort()
      .filter((lane) => after === undefined || lane > after)
      .slice(0, limit);
  }

  async recentDeliveries(limit: number): Promise<TrackedDelivery[]> {
    return [...this.#open().deliveries.values()].reverse().slice(0, limit).map(tracked);
  }

  async check(): Promise<void> {
    this.#open();
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  /** What is kept, without what is to be forgotten. */
  #open(): Kept {
    if (this.#closed) throw new ScreenplayError('unavailable', 'The store is closed');
    const kept = this.#kept;
    const oldest = this.#runtime.elapsed() - this.#ttl;
    for (const [id, { endedAt, key }] of kept.jobs) {
      if (endedAt === undefined || endedAt > oldest) continue;
      kept.jobs.delete(id);
      if (key !== undefined) kept.keys.delete(key);
    }
    for (const [id, { settledAt }] of kept.deliveries) {
      if (settledAt !== undefined && settledAt <= oldest) kept.deliveries.delete(id);
    }
    return kept;
  }

  /** Newest first. */
  #records(): JobRecord[] {
    const records = [...this.#open().jobs.values()].map(({ job }) => job.record);
    return records.sort((a, b) => (a.job_id < b.job_id ? 1 : -1));
  }

  #keep(job: StoredJob, version: number, key: string | undefined): void {
    const { status } = job.record;
    const ended = status === 'success' || status === 'failed';
    const endedAt = ended ? this.#runtime.elapsed() : undefined;
    this.#kept.jobs.set(job.record.job_id, { job: structuredClone(job), version, key, endedAt });
  }

  #append(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) {
      if (this.#kept.deliveries.has(delivery.id)) continue;
      this.#kept.deliveries.set(delivery.id, {
        delivery: { ...delivery },
        status: 'pending',
        attempts: [],
        settledAt: undefined,
      });
    }
  }
}

function tracked({ delivery, status, attempts }: KeptDelivery): TrackedDelivery {
  return structuredClone({ delivery, status, attempts });
}
