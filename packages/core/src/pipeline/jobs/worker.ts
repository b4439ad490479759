import type { WorkerStatus } from '../../model/job.js';
import type { Lease } from '../../ports/index.js';
import { JobAttempt } from './job-attempt.js';
import type { AttemptOptions, WorkerView } from './job-attempt.js';
import type { WorkerPorts } from './job-ports.js';
import type { JobSecrets } from './job-secrets.js';
import { isTrouble, waitFor } from './trouble.js';
import type { Patience } from './trouble.js';
import { normaliseWebhooks } from './webhook-url.js';

/** How a worker works. */
export interface WorkerOptions {
  /** Of the machine and the process, for people. */
  host: string;
  pid: number;
  secrets: JobSecrets;
  /** URLs that are told of every job. */
  defaultWebhooks?: readonly string[] | undefined;
  /** Jobs at a time. Default 4. */
  slots?: number | undefined;
  /** Milliseconds that an attempt may take. Default 30 min. */
  jobTimeoutMs?: number | undefined;
  /** Attempts of a job whose workers were lost. Default 3. */
  maxAttempts?: number | undefined;
  /** Bytes of an input. Default 200 MB. */
  maxInputBytes?: number | undefined;
  /** Milliseconds of one task's conversion. Default 60 s. */
  convertTimeoutMs?: number | undefined;
  /** Memory of one task's conversion, in units of 1,048,576 bytes; default: the converter's own cap. */
  convertMemoryMb?: number | undefined;
  /** How long trouble with a storage or the converter is waited out. Default: 6 tries within about 17 s. */
  patience?: Patience | undefined;
  /** Milliseconds after which a job comes again for which that was not long enough, or which has unknown tasks. Default 15 s. */
  requeueMs?: number | undefined;
}

const MB = 1_048_576;
const DEFAULTS = {
  slots: 4,
  jobTimeoutMs: 1_800_000,
  maxAttempts: 3,
  maxInputBytes: 200 * MB,
  convertTimeoutMs: 60_000,
  patience: { tries: 6, firstMs: 500, longestMs: 8000 },
  requeueMs: 15_000,
} as const;

/** Milliseconds between two signs of life. */
const BEAT_MS = 5000;
/** A change is told after so many. */
const SOON_MS = 1000;
/** What handing jobs back may take. */
const HAND_BACK_MS = 5000;
/** For taking jobs, and for a job that met a defect. */
const PATIENCE: Patience = { tries: Infinity, firstMs: 200, longestMs: 5000 };

/**
 * Works on queued jobs, several at a time. Each of its slots is a worker of its own for others.
 *
 * @example
 * const worker = new Worker(ports, { host: 'studio-1', pid: 4711, secrets });
 * worker.start();
 * await worker.stop(30_000); // what runs may end within 30 s, and is handed back then
 */
export class Worker {
  readonly #ports: WorkerPorts;
  readonly #options: AttemptOptions;
  readonly #slots: readonly Slot[];
  readonly #gone = new AbortController();
  #work: Promise<unknown> | undefined;
  #beats: Promise<void> | undefined;
  #changed = false;

  constructor(ports: WorkerPorts, options: WorkerOptions) {
    const { host, pid, slots = DEFAULTS.slots, ...rest } = options;
    this.#ports = ports;
    this.#options = {
      secrets: rest.secrets,
      defaultWebhooks: normaliseWebhooks(rest.defaultWebhooks),
      jobTimeoutMs: rest.jobTimeoutMs ?? DEFAULTS.jobTimeoutMs,
      maxAttempts: rest.maxAttempts ?? DEFAULTS.maxAttempts,
      maxInputBytes: rest.maxInputBytes ?? DEFAULTS.maxInputBytes,
      convertTimeoutMs: rest.convertTimeoutMs ?? DEFAULTS.convertTimeoutMs,
      convertMemoryMb: rest.convertMemoryMb,
      patience: rest.patience ?? DEFAULTS.patience,
      requeueMs: rest.requeueMs ?? DEFAULTS.requeueMs,
    };
    // Another process may get the same host and pid, in containers always.
    const salt = Array.from(ports.runtime.random(4), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const changed = (): void => {
      this.#changed = true;
    };
    this.#slots = Array.from(
      { length: slots },
      (_, at) => new Slot(`${host}-${pid}-${salt}-${at + 1}`, host, pid, () => ports.runtime.now(), changed),
    );
  }

  /** What each slot does. */
  get statuses(): WorkerStatus[] {
    return this.#slots.map((slot) => slot.status());
  }

  start(): void {
    if (this.#work) return;
    this.#work = Promise.all(this.#slots.map((slot) => this.#run(slot)));
    this.#beats = this.#beat();
  }

  /**
   * Takes nothing more; what runs may end within `graceMs`, and is handed back then without costing an attempt. Resolves
   * once nothing runs.
   */
  async stop(graceMs = 0): Promise<void> {
    for (const { taking } of this.#slots) taking.abort();
    await this.#within(graceMs);
    for (const { handBack } of this.#slots) handBack.abort();
    await this.#within(HAND_BACK_MS);
    for (const { abandon } of this.#slots) abandon.abort();
    await this.#within(HAND_BACK_MS);
    this.#gone.abort();
    await this.#beats;
  }

  /** Waits for the slots, so long at most. */
  async #within(ms: number): Promise<void> {
    const enough = new AbortController();
    await Promise.race([this.#work, this.#ports.runtime.sleep(ms, enough.signal)]);
    enough.abort();
  }

  async #run(slot: Slot): Promise<void> {
    const { jobs, runtime } = this.#ports;
    const taking = slot.taking.signal;
    for (let failures = 0; !taking.aborted; ) {
      try {
        const lease = await jobs.take(taking);
        failures = 0;
        if (!lease) return;
        await this.#attempt(lease, slot);
      } catch (error) {
        failures++;
        const message = error instanceof Error ? error.message : String(error);
        const level = isTrouble(error) ? 'warn' : 'error';
        runtime.log(level, 'A worker could not get on', { worker: slot.id, error: message });
        await runtime.sleep(waitFor(runtime, PATIENCE, failures), taking);
      }
    }
  }

  async #attempt(lease: Lease, slot: Slot): Promise<void> {
    const stop = { handBack: slot.handBack.signal, abandon: slot.abandon.signal };
    slot.busy(lease.id, null);
    let ended = false;
    try {
      ended = await new JobAttempt(this.#ports, this.#options, slot, lease, stop).run();
    } catch (error) {
      await lease.giveBack(this.#options.requeueMs);
      throw error;
    } finally {
      slot.idle(ended);
    }
  }

  /** Tells the registry what the slots do, every few seconds and soon after a change. */
  async #beat(): Promise<void> {
    const { registry, runtime } = this.#ports;
    const gone = this.#gone.signal;
    const beat = async (): Promise<void> => {
      this.#changed = false;
      await registry.beat(this.statuses);
    };
    const leave = (): Promise<void> => registry.leave(this.#slots.map(({ id }) => id));
    for (let waited = BEAT_MS; !gone.aborted; waited += SOON_MS) {
      if (waited >= BEAT_MS || this.#changed) {
        await this.#unlessTrouble(beat);
        waited = 0;
      }
      await runtime.sleep(SOON_MS, gone);
    }
    await this.#unlessTrouble(leave);
  }

  /** The registry only informs people: what it does not take is told again. */
  async #unlessTrouble(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#ports.runtime.log('warn', 'The registry of workers could not be told', { error: message });
    }
  }
}

/** One of the jobs that a worker can do at a time. */
class Slot implements WorkerView {
  readonly id: string;
  readonly taking = new AbortController();
  readonly handBack = new AbortController();
  readonly abandon = new AbortController();
  readonly #host: string;
  readonly #pid: number;
  readonly #now: () => string;
  readonly #changed: () => void;
  #jobId: string | null = null;
  #task: string | null = null;
  #since: string;
  #jobsDone = 0;

  constructor(id: string, host: string, pid: number, now: () => string, changed: () => void) {
    this.id = id;
    this.#host = host;
    this.#pid = pid;
    this.#now = now;
    this.#changed = changed;
    this.#since = now();
  }

  busy(jobId: string, task: string | null): void {
    this.#jobId = jobId;
    this.#task = task;
    this.#since = this.#now();
    this.#changed();
  }

  idle(ended: boolean): void {
    this.#jobId = null;
    this.#task = null;
    this.#since = this.#now();
    if (ended) this.#jobsDone++;
    this.#changed();
  }

  status(): WorkerStatus {
    return {
      id: this.id,
      host: this.#host,
      pid: this.#pid,
      status: this.#jobId === null ? 'idle' : 'busy',
      job_id: this.#jobId,
      task: this.#task,
      since: this.#since,
      jobs_done: this.#jobsDone,
      last_seen: this.#now(),
    };
  }
}
