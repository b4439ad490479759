import type { WorkerRegistry, WorkerStatus } from '@screenplay/core';
import type { CallLimits, Connection, Script } from './connection.js';
import { LIST_WORKERS, NOTE_WORKERS, REMOVE_WORKERS } from './worker-scripts.js';

/** Workers as keys that expire when they are not heard of. */
export class RedisWorkerRegistry implements WorkerRegistry {
  readonly #connection: Connection;
  readonly #prefix: string;
  readonly #silenceMs: number;
  readonly #limits: CallLimits | undefined;
  readonly #note: Script;
  readonly #remove: Script;
  readonly #list: Script;

  /** `prefix` begins all keys; `silenceMs`: who is not heard of for so long is dropped; `limits`: how long calls wait. */
  constructor(connection: Connection, prefix: string, silenceMs: number, limits?: CallLimits) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#silenceMs = silenceMs;
    this.#limits = limits;
    this.#note = connection.define('screenplayNoteWorkers', NOTE_WORKERS);
    this.#remove = connection.define('screenplayRemoveWorkers', REMOVE_WORKERS);
    this.#list = connection.define('screenplayListWorkers', LIST_WORKERS);
  }

  async beat(workers: readonly WorkerStatus[]): Promise<void> {
    if (workers.length === 0) return;
    const args = workers.flatMap((worker) => [worker.id, JSON.stringify(worker)]);
    await this.#run('note workers', () => this.#note(this.#prefix, this.#silenceMs, ...args));
  }

  async leave(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#run('forget workers', () => this.#remove(this.#prefix, ...ids));
  }

  async list(): Promise<WorkerStatus[]> {
    const texts = (await this.#run('list workers', () => this.#list(this.#prefix))) as string[];
    return texts.map((text) => JSON.parse(text) as WorkerStatus);
  }

  #run(what: string, call: () => Promise<unknown>): Promise<unknown> {
    return this.#connection.run(what, call, this.#limits);
  }
}
