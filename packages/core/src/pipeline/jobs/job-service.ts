import { Message } from '../../encryption/message.js';
import { encode } from '../../encryption/encodings.js';
import { ScreenplayError } from '../../errors/index.js';
import type { JobRecord } from '../../model/job.js';
import { sha256 } from '../../model/sha256.js';
import type { Inserted, JobPage, JobQuery } from '../../ports/index.js';
import { taskCatalogue } from '../tasks/catalogue.js';
import type { TaskDescription } from '../tasks/catalogue.js';
import { addOrLeave, announce } from './announce.js';
import { AttemptEnd } from './attempt-end.js';
import { badField } from './bad-field.js';
import { JobIds } from './derived-ids.js';
import type { JobServicePorts } from './job-ports.js';
import type { JobSecrets } from './job-secrets.js';
import { failedJob, isFinished, queuedJob } from './job-states.js';
import type { Moment } from './job-states.js';
import { JobWriter } from './job-writer.js';
import type { PushRequest } from './push-request.js';
import { patiently } from './trouble.js';
import type { Patience } from './trouble.js';
import { normaliseWebhooks } from './webhook-url.js';

export interface JobServiceOptions {
  secrets: JobSecrets;
  /** URLs that are told of every job. */
  defaultWebhooks?: readonly string[] | undefined;
}

/** How a submission is told from its repeat. */
export interface SubmitOptions {
  /** 1 to 255 characters. */
  idempotencyKey?: string | undefined;
  /** Whose key it is: keys of different scopes have nothing to do with each other. Kept as a hash only. */
  scope?: string | undefined;
}

export interface Submitted {
  record: JobRecord;
  /** The key was used before for the same request, and this is what became of the job. */
  repeated: boolean;
}

/** What waits and who works in the whole deployment, as last heard. */
export interface QueueState {
  pending: number;
  workers: number;
}

/** Somebody waits for the answer: what has waited for its service itself is not tried again. */
const PATIENCE: Patience = { tries: 3, firstMs: 100, longestMs: 500, withinMs: 1000 };
const LONGEST_KEY = 255;
/** For how many milliseconds the state of the queue is told again without asking. */
const FRESH_MS = 1000;
/** For how many milliseconds somebody waits for it. */
const WAIT_MS = 250;

/** Takes jobs on, tells about them and cancels them. */
export class JobService {
  readonly #ports: JobServicePorts;
  readonly #secrets: JobSecrets;
  readonly #defaults: readonly string[];
  readonly #ids: JobIds;
  #queue: QueueState = { pending: 0, workers: 0 };
  #heardAt = -Infinity;
  #asking: Promise<void> | undefined;

  constructor(ports: JobServicePorts, options: JobServiceOptions) {
    this.#ports = ports;
    this.#secrets = options.secrets;
    this.#defaults = normaliseWebhooks(options.defaultWebhooks);
    this.#ids = new JobIds(ports.runtime);
  }

  /**
   * Queues a job. Once it resolves the job is kept, and will be worked on.
   *
   * @throws ScreenplayError `conflict` when the key was used for another request; `bad_option` for a bad key;
   *   `unavailable`, with which the job may be queued all the same
   */
  async submit(request: PushRequest, options: SubmitOptions = {}): Promise<Submitted> {
    const { runtime, store, jobs, lanes } = this.#ports;
    const jobId = this.#ids.next();
    const resting = await this.#secrets.rest(request.vars, jobId);
    const { job, deliveries } = queuedJob(request, jobId, resting, this.#moment());
    // What a store in trouble did not answer may be there all the same: the same job is not inserted twice.
    const inserted = await this.#insert(request, options, (idempotency) =>
      patiently(runtime, PATIENCE, undefined, () => store.insert(job, deliveries, idempotency)),
    );
    if (inserted.outcome === 'conflict') {
      const message = 'The Idempotency-Key was used for another request: take a new one';
      throw new ScreenplayError('conflict', message, { retryable: false });
    }
    const { record } = inserted.outcome === 'repeated' ? inserted.job : job;
    // A repeat adds it again: the first submission may have ended between the two.
    if (record.status === 'queued') await addOrLeave(jobs, [record.job_id], runtime);
    if (record.job_id !== jobId) return { record, repeated: true };
    runtime.log('info', 'A job was queued', { job_id: jobId, tasks: record.tasks });
    await announce(lanes, deliveries, runtime);
    return { record, repeated: false };
  }

  /** The record of a job; undefined when there is none, or none any more. */
  async get(jobId: string): Promise<JobRecord | undefined> {
    return (await this.#ports.store.get(jobId))?.job.record;
  }

  /** Newest first. */
  list(query?: JobQuery): Promise<JobPage> {
    return this.#ports.store.list(query);
  }

  /**
   * Ends a job that has not ended: it fails with the code `cancelled`. A worker that is at it stops within a second or
   * two.
   *
   * @throws ScreenplayError `not_found`; `conflict` when it has ended already
   */
  async cancel(jobId: string): Promise<JobRecord> {
    const { store } = this.#ports;
    for (;;) {
      const found = await store.get(jobId);
      if (!found) throw new ScreenplayError('not_found', 'There is no such job', { retryable: false });
      if (isFinished(found.job)) {
        throw new ScreenplayError('conflict', 'The job has ended already', { retryable: false });
      }
      const error = { code: 'cancelled', message: 'The job was cancelled', task: null };
      const writer = new JobWriter(this.#ports, found, PATIENCE);
      try {
        await writer.write(failedJob(found.job, error, this.#moment()));
        this.#ports.runtime.log('info', 'A job was cancelled', { job_id: jobId });
        return writer.job.record;
      } catch (end) {
        if (!(end instanceof AttemptEnd)) throw end;
      }
    }
  }

  /** What a push request may ask for. */
  tasks(): TaskDescription[] {
    return taskCatalogue();
  }

  /** What waits and who works, heard within about a second; when they cannot be asked now, what was heard last. */
  async queue(): Promise<QueueState> {
    const { runtime } = this.#ports;
    if (runtime.elapsed() - this.#heardAt < FRESH_MS) return this.#queue;
    this.#asking ??= this.#ask();
    const enough = new AbortController();
    await Promise.race([this.#asking, runtime.sleep(WAIT_MS, enough.signal)]);
    enough.abort();
    return this.#queue;
  }

  async #ask(): Promise<void> {
    const { runtime, jobs, registry } = this.#ports;
    try {
      const [pending, workers] = await Promise.all([jobs.depth(), registry.list()]);
      this.#queue = { pending, workers: workers.length };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      runtime.log('warn', 'The queue could not be counted', { error: message });
    } finally {
      this.#heardAt = runtime.elapsed();
      this.#asking = undefined;
    }
  }

  /** Inserts a job, under its idempotency key if it has one. */
  async #insert(
    request: PushRequest,
    { idempotencyKey, scope = '' }: SubmitOptions,
    insert: (idempotency?: { key: string; fingerprint: string }) => Promise<Inserted>,
  ): Promise<Inserted> {
    if (idempotencyKey === undefined) return insert();
    if (idempotencyKey === '' || [...idempotencyKey].length > LONGEST_KEY) {
      throw badField('Idempotency-Key', `must be a text of 1 to ${LONGEST_KEY} characters`);
    }
    const key = encode(sha256(new Message().part(scope).part(idempotencyKey).bytes()), 'hex');
    // A fingerprint of before the secret was replaced is another one.
    let inserted: Inserted = { outcome: 'conflict' };
    for (const fingerprint of await this.#secrets.fingerprints(request)) {
      inserted = await insert({ key, fingerprint });
      if (inserted.outcome !== 'conflict') break;
    }
    return inserted;
  }

  #moment(): Moment {
    return { at: this.#ports.runtime.now(), defaults: this.#defaults };
  }
}
