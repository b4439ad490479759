import type { Runtime, WorkerRegistry, WorkerStatus } from '@screenplay/core';

interface Heard {
  worker: WorkerStatus;
  at: number;
}

/** The workers of this process: where there is no other, nothing has to be kept. */
export class LocalWorkerRegistry implements WorkerRegistry {
  readonly #runtime: Pick<Runtime, 'elapsed'>;
  readonly #silenceMs: number;
  readonly #workers = new Map<string, Heard>();

  /** @param silenceMs - milliseconds after which a worker is dropped that was not heard of */
  constructor(runtime: Pick<Runtime, 'elapsed'>, silenceMs: number) {
    this.#runtime = runtime;
    this.#silenceMs = silenceMs;
  }

  async beat(workers: readonly WorkerStatus[]): Promise<void> {
    const at = this.#runtime.elapsed();
    for (const worker of workers) this.#workers.set(worker.id, { worker: { ...worker }, at });
  }

  async leave(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#workers.delete(id);
  }

  async list(): Promise<WorkerStatus[]> {
    const oldest = this.#runtime.elapsed() - this.#silenceMs;
    for (const [id, { at }] of this.#workers) if (at <= oldest) this.#workers.delete(id);
    const workers = [...this.#workers.values()].map(({ worker }) => ({ ...worker }));
    return workers.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}
