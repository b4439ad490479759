import type { Delivery, StoredJob, VersionedJob } from '../../ports/index.js';
import { announce } from './announce.js';
import { AttemptEnd } from './attempt-end.js';
import type { JobChange } from './events.js';
import type { JobPorts } from './job-ports.js';
import { isOver, isTrouble, waitFor } from './trouble.js';
import type { Patience } from './trouble.js';

const PATIENCE: Patience = { tries: Infinity, firstMs: 200, longestMs: 5000 };

/** Writes the record of one job, as long as nobody else does. */
export class JobWriter {
  readonly #ports: JobPorts;
  readonly #patience: Patience;
  #now: VersionedJob;
  #writing = false;

  /** @param patience for trouble with the store; default: as long as it takes */
  constructor(ports: JobPorts, seen: VersionedJob, patience = PATIENCE) {
    this.#ports = ports;
    this.#patience = patience;
    this.#now = seen;
  }

  get job(): StoredJob {
    return this.#now.job;
  }

  get jobId(): string {
    return this.#now.job.record.job_id;
  }

  /** What the store must hold as long as nobody else writes; undefined while it is about to change. */
  get version(): number | undefined {
    return this.#writing ? undefined : this.#now.version;
  }

  /**
   * Writes a change with its deliveries.
   *
   * @throws AttemptEnd `superseded` when somebody else has written; the reason of the signal once that is aborted
   */
  async write({ job, deliveries }: JobChange, signal?: AbortSignal): Promise<void> {
    this.#writing = true;
    try {
      this.#now = { job, version: await this.#replace(job, deliveries, signal) };
    } finally {
      this.#writing = false;
    }
    await announce(this.#ports.lanes, deliveries, this.#ports.runtime);
  }

  async #replace(job: StoredJob, deliveries: readonly Delivery[], signal?: AbortSignal): Promise<number> {
    const { store, runtime } = this.#ports;
    const start = runtime.elapsed();
    let unsure = false;
    for (let tried = 1; ; tried++) {
      signal?.throwIfAborted();
      try {
        const written = await store.replace(this.jobId, this.#now.version, job, deliveries);
        // What a store in trouble did not answer it may have done all the same.
        const version = written ?? (unsure ? await this.#versionOf(job) : undefined);
        if (version === undefined) throw new AttemptEnd('superseded');
        return version;
      } catch (error) {
        if (!isTrouble(error) || isOver(runtime, this.#patience, tried, start)) throw error;
        unsure = true;
        runtime.log('warn', 'The record of a job could not be written: trying again', {
          job_id: this.jobId,
          error: error.message,
        });
        await runtime.sleep(waitFor(runtime, this.#patience, tried), signal);
      }
    }
  }

  /** The version under which the store holds this very job. */
  async #versionOf(job: StoredJob): Promise<number | undefined> {
    const found = await this.#ports.store.get(this.jobId);
    return found && sameJson(found.job, job) ? found.version : undefined;
  }
}

function sameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = definedMembers(a);
  const right = new Map(definedMembers(b));
  return left.length === right.size && left.every(([name, part]) => right.has(name) && sameJson(part, right.get(name)));
}

/** JSON has no members without a value. */
function definedMembers(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, part]) => part !== undefined);
}
