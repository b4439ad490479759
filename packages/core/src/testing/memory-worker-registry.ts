import type { WorkerStatus } from '../model/job.js';
import type { Runtime } from '../ports/runtime.js';
import type { WorkerRegistry } from '../ports/worker-registry.js';

/** Who works, in memory. */
export class MemoryWorkerRegistry implements WorkerRegistry {
  readonly #runtime: Pick<Runtime, 'elapsed'>;
  readonly #silenceMs: number;
  readonly #heard = new Map<string, { status: WorkerStatus; at: number }>();

  /** @param silenceMs milliseconds after which a worker that is not heard of is dropped */
  constructor(runtime: Pick<Runtime, 'elapsed'>, silenceMs = 15_000) {
    this.#runtime = runtime;
    this.#silenceMs = silenceMs;
  }

  async beat(workers: readonly WorkerStatus[]): Promise<void> {
    const at = this.#runtime.elapsed();
    for (const status of workers) this.#heard.set(status.id, { status: { ...status }, at });
  }

  async leave(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#heard.delete(id);
  }

  async list(): Promise<WorkerStatus[]> {
    const oldest = this.#runtime.elapsed() - this.#silenceMs;
    const heard = [...this.#heard.values()].filter(({ at }) => at > oldest);
    return heard.map(({ status }) => ({ ...status })).sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}
