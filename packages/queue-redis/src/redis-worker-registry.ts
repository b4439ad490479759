import type { WorkerRegistry, WorkerStatus } from '@screenplay/core';
import type { Connection, Script } from './connection.js';
import { LIST_WORKERS, NOTE_WORKERS, REMOVE_WORKERS } from './worker-scripts.js';

/** Workers as keys that expire when they are not heard of. */
export class RedisWorkerRegistry implements WorkerRegistry {
  readonly #connection: Connection;
  readonly #prefix: string;
  readonly #silenceMs: number;
  readonly #note: Script;
  readonly #remove: Script;
  readonly #list: Script;

  /** `prefix` begins all keys; `silenceMs`: who is not heard of for so long is dropped. */
  constructor(connection: Connection, prefix: string, silenceMs: number) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#silenceMs = silenceMs;
    this.#note = connection.define('screenplayNoteWorkers', NOTE_WORKERS);
    this.#remove = connection.define('screenplayRemoveWorkers', REMOVE_WORKERS);
    this.#list = connection.define('screenplayListWorkers', LIST_WORKERS);
  }

  async beat(workers: readonly WorkerStatus[]): Promise<void> {
    if (workers.length === 0) return;
    const args = workers.flatMap((worker) => [worker.id, JSON.stringify(worker)]);
    await this.#connection.run('note workers', () => this.#note(this.#prefix, this.#silenceMs, ...args));
  }

  async leave(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#connection.run('forget workers', () => this.#remove(this.#prefix, ...ids));
  }

  async list(): Promise<WorkerStatus[]> {
    const texts = (await this.#connection.run('list workers', () => this.#list(this.#prefix))) as string[];
    return texts.map((text) => JSON.parse(text) as WorkerStatus);
  }
}
