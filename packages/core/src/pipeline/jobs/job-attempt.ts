import { ScreenplayError } from '../../errors/index.js';
import type { JobError } from '../../model/job.js';
import type { Lease, StoredJob, VersionedJob } from '../../ports/index.js';
import { taskNamed } from '../tasks/catalogue.js';
import { AttemptEnd } from './attempt-end.js';
import type { WorkerPorts } from './job-ports.js';
import type { JobSecrets } from './job-secrets.js';
import {
  claimedJob,
  failedJob,
  isFinished,
  postponedJob,
  progressedJob,
  requeuedJob,
  succeededJob,
  withOutput,
} from './job-states.js';
import type { Moment } from './job-states.js';
import { JobWriter } from './job-writer.js';
import { TaskFailure, TaskRunner } from './run-tasks.js';
import type { TaskLimits } from './run-tasks.js';
import { LinkedSignal } from './signals.js';
import { isTrouble, patiently } from './trouble.js';
import type { Patience } from './trouble.js';

/** How often the store is asked whether the job is still this worker's. */
const WATCH_MS = 1000;
/** For the job store and the queue: without them nothing can be done anyway. */
const PATIENCE: Patience = { tries: Infinity, firstMs: 200, longestMs: 5000 };

/**
 * How often a job is left to a worker that knows its tasks; `requeueMs` lie between. With 15 s that makes ten minutes, in
 * which an upgrade should get from the server that took the job to the workers. Counted, for clocks jump.
 */
const MOST_POSTPONEMENTS = 40;

export interface AttemptOptions extends TaskLimits {
  secrets: JobSecrets;
  /** URLs that are told of every job. */
  defaultWebhooks: readonly string[];
  jobTimeoutMs: number;
  maxAttempts: number;
  /** Milliseconds after which a job comes again that could not be done for trouble with a service, or by this worker. */
  requeueMs: number;
}

/** What a worker tells about itself. */
export interface WorkerView {
  readonly id: string;
  busy(jobId: string, task: string | null): void;
}

/** When a worker has to stop. */
export interface StopSignals {
  /** Hand the job back. */
  handBack: AbortSignal;
  /** Wait for nothing any more. */
  abandon: AbortSignal;
}

/** One leased job, from the lease to its end. */
export class JobAttempt {
  readonly #ports: WorkerPorts;
  readonly #options: AttemptOptions;
  readonly #worker: WorkerView;
  readonly #lease: Lease;
  readonly #stop: StopSignals;
  /** Ends waiting for the store. */
  readonly #patience: LinkedSignal;

  constructor(ports: WorkerPorts, options: AttemptOptions, worker: WorkerView, lease: Lease, stop: StopSignals) {
    this.#ports = ports;
    this.#options = options;
    this.#worker = worker;
    this.#lease = lease;
    this.#stop = stop;
    this.#patience = new LinkedSignal();
    this.#patience.follow(lease.lost, () => new AttemptEnd('lease lost'));
    this.#patience.follow(stop.abandon, () => new AttemptEnd('abandoned'));
  }

  /** Does what is to be done about the job, and ends the lease. True when the job has ended by it. */
  async run(): Promise<boolean> {
    try {
      return await this.#attempt();
    } catch (error) {
      if (!(error instanceof AttemptEnd)) throw error;
      this.#log('Work on a job ended before it', { why: error.kind });
      await this.#end(() => this.#lease.giveBack());
      return false;
    } finally {
      this.#patience.release();
    }
  }

  async #attempt(): Promise<boolean> {
    const found = await this.#find();
    if (!found || isFinished(found.job)) {
      await this.#end(() => this.#lease.done());
      return false;
    }
    const writer = new JobWriter(this.#ports, found);
    const unknown = unknownTask(found.job);
    if (unknown !== undefined && (found.job.postponed ?? 0) < MOST_POSTPONEMENTS) {
      await this.#leaveToNewer(writer, unknown);
      return false;
    }
    const { maxAttempts } = this.#options;
    await writer.write(claimedJob(found.job, this.#worker.id, maxAttempts, this.#moment()), this.#patience.signal);
    if (!isFinished(writer.job)) {
      this.#log('A job was taken on', { attempt: writer.job.record.attempt });
      const cause = await this.#work(writer);
      if (cause !== undefined) await this.#settle(writer, cause);
    }
    if (!isFinished(writer.job)) return false;
    const { status, error } = writer.job.record;
    this.#log('A job has ended', { status, ...(error ? { code: error.code, task: error.task } : {}) });
    await this.#end(() => this.#lease.done());
    return true;
  }

  async #leaveToNewer(writer: JobWriter, task: string): Promise<void> {
    this.#log('A job was left to a newer worker', { task });
    await writer.write({ job: postponedJob(writer.job), deliveries: [] }, this.#patience.signal);
    await this.#end(() => this.#lease.giveBack(this.#options.requeueMs));
  }

  async #find(): Promise<VersionedJob | undefined> {
    const { runtime, store } = this.#ports;
    const ends = this.#ends();
    try {
      return await patiently(runtime, PATIENCE, ends.signal, () => store.get(this.#lease.id));
    } finally {
      ends.release();
    }
  }

  /** Ends the lease. One that is never ended blocks the job for as long as this worker lives. */
  async #end(how: () => Promise<void>): Promise<void> {
    try {
      await patiently(this.#ports.runtime, PATIENCE, this.#patience.signal, how);
    } catch (error) {
      if (!(error instanceof AttemptEnd)) throw error;
    }
  }

  /** Aborted when work on the job is to end. */
  #ends(): LinkedSignal {
    const ends = new LinkedSignal(this.#patience.signal);
    ends.follow(this.#stop.handBack, () => new AttemptEnd('handed back'));
    return ends;
  }

  /** Does the tasks. Answers why that ended early, if it did. */
  async #work(writer: JobWriter): Promise<unknown> {
    const ends = this.#ends();
    const over = new AbortController();
    void this.#keepTime(ends, over.signal);
    void this.#watch(writer, ends, over.signal);
    try {
      await this.#runTasks(writer, ends.signal);
      return undefined;
    } catch (error) {
      // What was aborted ends with all kinds of errors.
      const { aborted, reason } = ends.signal;
      const cause: unknown = error instanceof TaskFailure ? error.cause : error;
      if (!aborted || cause instanceof AttemptEnd) return error;
      return error instanceof TaskFailure ? new TaskFailure(error.task, reason) : reason;
    } finally {
      over.abort();
      ends.release();
    }
  }

  async #runTasks(writer: JobWriter, signal: AbortSignal): Promise<void> {
    const { record } = writer.job;
    const vars = await this.#options.secrets.open(writer.job, record.job_id);
    const input = {
      jobId: record.job_id,
      inputKey: record.input_key,
      outputKey: record.output_key,
      tasks: record.tasks,
      vars,
    };
    await new TaskRunner(this.#ports, this.#options, input, signal).run({
      started: (task) => {
        this.#worker.busy(record.job_id, task);
      },
      writing: () => {
        // After a pause another worker may be past this, and the output a newer job's.
        if (this.#lease.lost.aborted) signal.throwIfAborted();
      },
      completed: async (result, last) => {
        signal.throwIfAborted();
        const change = last ? succeededJob : progressedJob;
        await writer.write(change(writer.job, result, this.#moment()), this.#patience.signal);
      },
    });
  }

  /** Writes what an early end means for the job. */
  async #settle(writer: JobWriter, cause: unknown): Promise<void> {
    const reason: unknown = cause instanceof TaskFailure ? cause.cause : cause;
    if (reason instanceof AttemptEnd && reason.kind === 'lease lost') await this.#requeueUnheld(writer);
    if (reason instanceof AttemptEnd && reason.kind !== 'handed back') throw reason;
    const signal = this.#patience.signal;
    if (reason instanceof AttemptEnd || isTrouble(reason)) {
      const delay = reason instanceof AttemptEnd ? 0 : this.#options.requeueMs;
      this.#log('A job was handed back', { why: reason.message });
      await writer.write({ job: requeuedJob(writer.job), deliveries: [] }, signal);
      await this.#end(() => this.#lease.giveBack(delay));
      return;
    }
    const error = jobError(reason, cause instanceof TaskFailure ? cause.task : null);
    if (error.code === 'internal') this.#log('A job failed by a defect', { cause: traceOf(reason) }, 'error');
    const result = cause instanceof TaskFailure ? cause.result : undefined;
    const job = result ? withOutput(writer.job, result) : writer.job;
    await writer.write(failedJob(job, error, this.#moment()), signal);
  }

  /**
   * Says that a job whose lease is lost has not lost its worker, which would cost it an attempt: a queue that was away for
   * long ends leases, too. Whoever takes the job, and has not begun, finds it waiting; whoever has begun keeps it.
   */
  async #requeueUnheld(writer: JobWriter): Promise<void> {
    const waits = new LinkedSignal();
    waits.follow(this.#stop.abandon, () => new AttemptEnd('abandoned'));
    try {
      await writer.write({ job: requeuedJob(writer.job), deliveries: [] }, waits.signal);
    } finally {
      waits.release();
    }
    this.#log('A job was handed back', { why: 'its lease is lost' });
  }

  async #keepTime(ends: LinkedSignal, over: AbortSignal): Promise<void> {
    const { jobTimeoutMs } = this.#options;
    await this.#ports.runtime.sleep(jobTimeoutMs, over);
    if (over.aborted) return;
    const message = `The job took more than ${Math.round(jobTimeoutMs / 1000)} seconds and was stopped: split it`;
    ends.abort(new ScreenplayError('timeout', message, { details: { limit: 'jobTimeoutMs', max: jobTimeoutMs } }));
  }

  /** Looks whether somebody else has written the record: it was cancelled, or another worker has it. */
  async #watch(writer: JobWriter, ends: LinkedSignal, over: AbortSignal): Promise<void> {
    const { runtime, store } = this.#ports;
    for (;;) {
      await runtime.sleep(WATCH_MS, over);
      if (over.aborted) return;
      const expected = writer.version;
      if (expected === undefined) continue;
      // A store in trouble is asked again.
      const found = await store.get(writer.jobId).catch((): undefined => undefined);
      if (found && found.version !== expected && writer.version === expected) ends.abort(new AttemptEnd('superseded'));
    }
  }

  #log(message: string, fields: Readonly<Record<string, unknown>>, level: 'info' | 'error' = 'info'): void {
    this.#ports.runtime.log(level, message, { job_id: this.#lease.id, worker: this.#worker.id, ...fields });
  }

  #moment(): Moment {
    return { at: this.#ports.runtime.now(), defaults: this.#options.defaultWebhooks };
  }
}

/** A task that only newer workers know. */
function unknownTask({ record }: StoredJob): string | undefined {
  return record.tasks.find((name) => !taskNamed(name));
}

function jobError(reason: unknown, task: string | null): JobError {
  if (!(reason instanceof ScreenplayError)) {
    return { code: 'internal', message: 'This is a bug in the service, not in your file: please report it', task };
  }
  return { code: reason.code, message: reason.message, task };
}

/** Where a defect lies, without what it says: that may quote the script. */
function traceOf(reason: unknown): string {
  const cause = reason instanceof ScreenplayError ? (reason.cause ?? reason) : reason;
  if (!(cause instanceof Error)) return typeof cause;
  const frames = cause.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return [cause.name, ...frames.map((line) => line.trim())].join('\n');
}
