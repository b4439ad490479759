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
  StoredJob,
  TrackedDelivery,
  VersionedJob,
} from '@screenplay/core';
import { randomUUID } from 'node:crypto';
import type { CallLimits, Connection, Script } from './connection.js';
import * as scripts from './job-scripts.js';

const DEFAULT_LIMIT = 50;

/** Jobs and deliveries in Redis, changed by scripts, so that what belongs together changes together. */
export class RedisJobStore implements JobStore {
  readonly #connection: Connection;
  readonly #prefix: string;
  readonly #ttlMs: number;
  readonly #limits: CallLimits | undefined;
  readonly #leave: () => Promise<void>;
  readonly #insert: Script;
  readonly #replace: Script;
  readonly #get: Script;
  readonly #list: Script;
  readonly #ids: Script;
  readonly #nextDelivery: Script;
  readonly #noteAttempt: Script;
  readonly #recentDeliveries: Script;

  /**
   * `prefix` begins all keys; `ttlMs`: milliseconds for which finished jobs and settled deliveries are kept; `limits`: how
   * long calls wait, where that is not as the connection has it.
   */
  constructor(connection: Connection, prefix: string, ttlMs: number, limits?: CallLimits) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#ttlMs = ttlMs;
    this.#limits = limits;
    this.#leave = connection.share();
    this.#insert = connection.define('screenplayInsertJob', scripts.INSERT_JOB);
    this.#replace = connection.define('screenplayReplaceJob', scripts.REPLACE_JOB);
    this.#get = connection.define('screenplayGetJob', scripts.GET_JOB);
    this.#list = connection.define('screenplayListJobs', scripts.LIST_JOBS);
    this.#ids = connection.define('screenplayListIds', scripts.LIST_IDS);
    this.#nextDelivery = connection.define('screenplayNextDelivery', scripts.NEXT_DELIVERY);
    this.#noteAttempt = connection.define('screenplayNoteAttempt', scripts.NOTE_ATTEMPT);
    this.#recentDeliveries = connection.define('screenplayRecentDeliveries', scripts.RECENT_DELIVERIES);
  }

  async insert(job: StoredJob, deliveries: readonly Delivery[], idempotency?: Idempotency): Promise<Inserted> {
    const { record } = job;
    const args = [
      record.job_id,
      JSON.stringify(record),
      restOf(job),
      record.status,
      isFinished(record),
      record.document_id,
      randomUUID(),
      this.#ttlMs,
      idempotency?.key ?? '',
      idempotency?.fingerprint ?? '',
      ...flat(deliveries),
    ];
    const [outcome, first = '', rest = ''] = (await this.#run('add a job', this.#insert, args)) as string[];
    if (outcome === 'repeated') return { outcome, job: jobOf(first, rest) };
    return { outcome: outcome === 'conflict' ? 'conflict' : 'inserted' };
  }

  async get(jobId: string): Promise<VersionedJob | undefined> {
    const [record, rest, version] = (await this.#run('read a job', this.#get, [jobId])) as (string | null)[];
    if (!record || !rest) return undefined;
    return { job: jobOf(record, rest), version: Number(version) };
  }

  async replace(
    jobId: string,
    version: number,
    job: StoredJob,
    deliveries: readonly Delivery[],
  ): Promise<number | undefined> {
    const { record } = job;
    const args = [
      jobId,
      version,
      JSON.stringify(record),
      restOf(job),
      record.status,
      isFinished(record),
      randomUUID(),
      this.#ttlMs,
      ...flat(deliveries),
    ];
    return ((await this.#run('change a job', this.#replace, args)) as number | null) ?? undefined;
  }

  async list(query: JobQuery = {}): Promise<JobPage> {
    const { limit = DEFAULT_LIMIT, cursor = '', status = '', documentId } = query;
    const args = [limit, cursor, status, documentId === undefined ? 0 : 1, documentId ?? ''];
    const answer = (await this.#run('list jobs', this.#list, args)) as [records: string[], stoppedAt: string];
    const [texts, stoppedAt] = answer;
    const records = texts.slice(0, limit).map((text) => JSON.parse(text) as JobRecord);
    const next = texts.length > limit ? records.at(-1)?.job_id : stoppedAt;
    return next ? { records, cursor: next } : { records };
  }

  async unfinished(limit: number, after = ''): Promise<string[]> {
    return (await this.#run('list unfinished jobs', this.#ids, ['open', limit, after])) as string[];
  }

  async nextDelivery(lane: string): Promise<TrackedDelivery | undefined> {
    const found = (await this.#run('read a delivery', this.#nextDelivery, [lane])) as string[] | null;
    return found ? trackedOf(found[0], found[1], found[2]) : undefined;
  }

  async noteAttempt(delivery: Delivery, attempt: DeliveryAttempt, status: DeliveryStatus): Promise<void> {
    const args = [delivery.id, JSON.stringify(attempt), status, this.#ttlMs];
    await this.#run('note a try of a delivery', this.#noteAttempt, args);
  }

  async openLanes(limit: number, after = ''): Promise<string[]> {
    return (await this.#run('list lanes of deliveries', this.#ids, ['lanes', limit, after])) as string[];
  }

  async recentDeliveries(limit: number): Promise<TrackedDelivery[]> {
    const parts = (await this.#run('list deliveries', this.#recentDeliveries, [limit])) as string[];
    const found: TrackedDelivery[] = [];
    for (let at = 0; at + 2 < parts.length; at += 3) found.push(trackedOf(parts[at], parts[at + 1], parts[at + 2]));
    return found;
  }

  async check(): Promise<void> {
    await this.#connection.run('answer', () => this.#connection.client.ping(), this.#limits);
  }

  async close(): Promise<void> {
    await this.#leave();
  }

  /** Repeats are safe: what a script has done it recognizes, by the job's id, the mark of the write, or the attempt. */
  #run(what: string, script: Script, args: (string | number)[]): Promise<unknown> {
    return this.#connection.run(what, () => script(this.#prefix, ...args), this.#limits);
  }
}

function isFinished({ status }: JobRecord): 0 | 1 {
  return status === 'success' || status === 'failed' ? 1 : 0;
}

/** What is not in the record, which alone is wanted for lists. */
function restOf(job: StoredJob): string {
  return JSON.stringify({ ...job, record: undefined });
}

function jobOf(record: string, rest: string): StoredJob {
  return { record: JSON.parse(record) as JobRecord, ...(JSON.parse(rest) as Omit<StoredJob, 'record'>) };
}

function flat(deliveries: readonly Delivery[]): string[] {
  return deliveries.flatMap((delivery) => [delivery.id, delivery.lane, JSON.stringify(delivery)]);
}

function trackedOf(delivery = '', status = '', attempts = ''): TrackedDelivery {
  return {
    delivery: JSON.parse(delivery) as Delivery,
    status: status as DeliveryStatus,
    attempts: JSON.parse(`[${attempts}]`) as DeliveryAttempt[],
  };
}
