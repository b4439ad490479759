import { ScreenplayError } from '@screenplay/core';
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryStatus,
  Idempotency,
  Inserted,
  JobPage,
  JobQuery,
  JobRecord,
  JobStore,
  Runtime,
  StoredJob,
  TrackedDelivery,
  VersionedJob,
} from '@screenplay/core';
import { DeliveryLog } from './delivery-log.js';
import { Forgetting } from './forgetting.js';
import {
  ENDED_JOBS,
  idempotencyKey,
  jobIdOf,
  JOBS,
  jobsByDocument,
  jobsByStatus,
  SETTLED_DELIVERIES,
  UNFINISHED,
} from './keys.js';
import type { JobIndex } from './keys.js';
import type { Change, LevelDatabase } from './level-database.js';
import { SteadyClock } from './steady-clock.js';
import { Turns } from './turns.js';

/** A job as it lies in the database. */
interface KeptJob extends VersionedJob {
  /** Where its idempotency key lies. */
  idempotency?: string;
  /** When it ended; milliseconds. */
  endedAt?: number;
}

interface KeptKey {
  fingerprint: string;
  jobId: string;
}

/** Jobs and deliveries in the embedded database, of which only what is asked for is in memory. */
export class LevelJobStore implements JobStore {
  readonly #database: LevelDatabase;
  readonly #clock: SteadyClock;
  readonly #log: DeliveryLog;
  readonly #forgetting: Forgetting;
  readonly #turns = new Turns();
  #closed = false;

  private constructor(database: LevelDatabase, clock: SteadyClock, log: DeliveryLog, runtime: Runtime, ttlMs: number) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    this.#forgetting = new Forgetting(database, clock, runtime, ttlMs, [
      { keys: ENDED_JOBS, removals: (key) => this.#removals(key) },
      { keys: SETTLED_DELIVERIES, removals: (key) => log.removals(key) },
    ]);
  }

  /**
   * @param ttlMs - for how long what has ended is kept
   * @throws ScreenplayError `unavailable`
   */
  static async open(database: LevelDatabase, runtime: Runtime, ttlMs: number): Promise<LevelJobStore> {
    const clock = new SteadyClock(runtime);
    const log = await DeliveryLog.open(database, clock);
    const store = new LevelJobStore(database, clock, log, runtime, ttlMs);
    await store.#forgetting.start();
    return store;
  }

  async insert(job: StoredJob, deliveries: readonly Delivery[], idempotency?: Idempotency): Promise<Inserted> {
    await this.#ready();
    const once = (): Promise<Inserted> => this.#insert(job, deliveries, idempotency);
    const inTurn = (): Promise<Inserted> => this.#turns.take(jobTurn(job.record.job_id), once);
    return idempotency ? this.#turns.take(`key ${idempotency.key}`, inTurn) : inTurn();
  }

  async get(jobId: string): Promise<VersionedJob | undefined> {
    await this.#ready();
    const kept = this.#read(jobId);
    return kept && { job: kept.job, version: kept.version };
  }

  async replace(
    jobId: string,
    version: number,
    job: StoredJob,
    deliveries: readonly Delivery[],
  ): Promise<number | undefined> {
    await this.#ready();
    return this.#turns.take(jobTurn(jobId), async () => {
      const kept = this.#read(jobId);
      if (kept?.version !== version) return undefined;
      await this.#log.commit(this.#changes(kept, job), deliveries);
      return version + 1;
    });
  }

  async list({ limit = 50, cursor, status, documentId }: JobQuery = {}): Promise<JobPage> {
    await this.#ready();
    const index = indexFor(status, documentId);
    const { gte, lt } = index.all;
    const range = { gte, lt: cursor === undefined ? lt : index.at(cursor), reverse: true, limit: limit + 1 };
    return this.#database.at(async (view) => {
      const ids = (await view.keys(range)).map((key) => jobIdOf(key, index));
      const page = ids.slice(0, limit);
      const records: JobRecord[] = [];
      for (const text of await view.getMany(page.map(JOBS.at))) {
        if (text !== undefined) records.push(keptOf(text).job.record);
      }
      const last = page.at(-1);
      return ids.length > limit && last !== undefined ? { records, cursor: last } : { records };
    });
  }

  async unfinished(limit: number, after?: string): Promise<string[]> {
    await this.#ready();
    const { gte, lt } = UNFINISHED.all;
    const range = after === undefined ? { gte, lt, limit } : { gt: UNFINISHED.at(after), lt, limit };
    return (await this.#database.now.keys(range)).map((key) => jobIdOf(key, UNFINISHED));
  }

  async nextDelivery(lane: string): Promise<TrackedDelivery | undefined> {
    await this.#ready();
    return this.#log.next(lane);
  }

  async noteAttempt(delivery: Delivery, attempt: DeliveryAttempt, status: DeliveryStatus): Promise<void> {
    await this.#ready();
    await this.#log.note(delivery, attempt, status);
    if (status !== 'pending') this.#forgetting.hasEnded();
  }

  async openLanes(limit: number, after?: string): Promise<string[]> {
    await this.#ready();
    return this.#log.openLanes(limit, after);
  }

  async recentDeliveries(limit: number): Promise<TrackedDelivery[]> {
    await this.#ready();
    return this.#log.recent(limit);
  }

  async check(): Promise<void> {
    // After a failed write (a full disk) this is what finds out that it is over.
    await this.#database.commit([], false);
    await this.#ready();
    await this.#database.now.keys({ ...JOBS.all, limit: 1 });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#forgetting.stop();
  }

  /** Whatever is asked is answered without what is to be forgotten. */
  async #ready(): Promise<void> {
    if (this.#closed) throw new ScreenplayError('unavailable', 'the store of jobs is closed');
    await this.#forgetting.upToNow();
  }

  async #insert(job: StoredJob, deliveries: readonly Delivery[], idempotency?: Idempotency): Promise<Inserted> {
    const place = idempotency && idempotencyKey(idempotency.key);
    const text = place === undefined ? undefined : this.#database.now.get(place);
    if (idempotency && text !== undefined) {
      const first = JSON.parse(text) as KeptKey;
      if (first.fingerprint !== idempotency.fingerprint) return { outcome: 'conflict' };
      const kept = this.#read(first.jobId);
      if (kept) return { outcome: 'repeated', job: kept.job };
    }
    const { job_id } = job.record;
    if (this.#read(job_id)) return { outcome: 'inserted' };
    const kept: KeptJob = { job, version: 0, ...(place === undefined ? {} : { idempotency: place }) };
    const changes = this.#changes(kept, job, true);
    if (idempotency && place !== undefined) {
      const first: KeptKey = { fingerprint: idempotency.fingerprint, jobId: job_id };
      changes.push([place, JSON.stringify(first)]);
    }
    await this.#log.commit(changes, deliveries);
    return { outcome: 'inserted' };
  }

  #read(jobId: string): KeptJob | undefined {
    const text = this.#database.now.get(JOBS.at(jobId));
    return text === undefined ? undefined : keptOf(text);
  }

  /** What puts a job in the place of the one that is kept. */
  #changes(kept: KeptJob, job: StoredJob, isNew = false): Change[] {
    const { job_id, status } = job.record;
    const { idempotency } = kept;
    const ended = hasEnded(status);
    const endedAt = ended ? (kept.endedAt ?? this.#clock.now()) : undefined;
    const next: KeptJob = {
      job,
      version: kept.version + 1,
      ...(idempotency === undefined ? {} : { idempotency }),
      ...(endedAt === undefined ? {} : { endedAt }),
    };
    const changes: Change[] = [[JOBS.at(job_id), JSON.stringify(next)]];
    const before = isNew ? [] : indexKeys(kept);
    const after = indexKeys(next);
    for (const key of before) if (!after.includes(key)) changes.push([key, undefined]);
    for (const key of after) if (!before.includes(key)) changes.push([key, '']);
    if (endedAt !== undefined) this.#forgetting.hasEnded();
    return changes;
  }

  /** What forgets a job that has ended: the key is its one of {@link ENDED_JOBS}. */
  #removals(key: string): Change[] {
    const jobId = ENDED_JOBS.name(key);
    const kept = this.#read(jobId);
    if (kept?.endedAt !== ENDED_JOBS.endedAt(key)) return [[key, undefined]];
    const { idempotency } = kept;
    return [JOBS.at(jobId), ...indexKeys(kept), ...(idempotency === undefined ? [] : [idempotency])].map((gone) => [
      gone,
      undefined,
    ]);
  }
}

function jobTurn(jobId: string): string {
  return `job ${jobId}`;
}

function keptOf(text: string): KeptJob {
  return JSON.parse(text) as KeptJob;
}

function hasEnded(status: JobRecord['status']): boolean {
  return status === 'success' || status === 'failed';
}

function indexFor(status: JobQuery['status'], documentId: string | undefined): JobIndex {
  if (documentId !== undefined) return jobsByDocument(documentId, status);
  return status === undefined ? JOBS : jobsByStatus(status);
}

/** Where a job is found, beside its own key. */
function indexKeys({ job, endedAt }: KeptJob): string[] {
  const { job_id, document_id, status } = job.record;
  return [
    jobsByStatus(status).at(job_id),
    jobsByDocument(document_id).at(job_id),
    jobsByDocument(document_id, status).at(job_id),
    endedAt === undefined ? UNFINISHED.at(job_id) : ENDED_JOBS.at(endedAt, job_id),
  ];
}
