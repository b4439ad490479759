import { InProcessConverter } from '@screenplay/core';
import type { JobRecord } from '@screenplay/core';
import { JobSecrets, Worker } from '@screenplay/core/jobs';
import { MemoryJobStore, MemoryStorage, MemoryWorkerRegistry, MemoryWorkQueue } from '@screenplay/core/testing';
import { nodeRuntime } from '../../../src/service/node-runtime.js';
import type { Order } from './orders.js';
import { until } from './until.js';

/** What a job comes to that nothing goes wrong around. */
export interface Expected {
  status: JobRecord['status'];
  code: string | undefined;
  completed: readonly string[];
  /** Every output, by its key below the job's output key. */
  objects: ReadonlyMap<string, Uint8Array>;
}

const runtime = nodeRuntime(() => undefined);

/** Does jobs in this process, with nothing but memory behind them. */
export class Reference {
  readonly #storage = new MemoryStorage(runtime);
  readonly #store = new MemoryJobStore(runtime);
  readonly #jobs = new MemoryWorkQueue(runtime);
  readonly #secrets = new JobSecrets(['the secret of the reference'], runtime);
  readonly #worker: Worker;
  readonly #known = new Map<string, Promise<Expected>>();

  constructor() {
    const ports = {
      store: this.#store,
      jobs: this.#jobs,
      lanes: new MemoryWorkQueue(runtime),
      registry: new MemoryWorkerRegistry(runtime),
      input: this.#storage,
      output: this.#storage,
      converter: new InProcessConverter(),
      runtime,
    };
    this.#worker = new Worker(ports, { host: 'reference', pid: 1, secrets: this.#secrets, slots: 1 });
    this.#worker.start();
  }

  /** The same conversions under the id of this job, which encryption depends on. */
  of(order: Order, record: JobRecord): Promise<Expected> {
    const { script, tasks, vars } = order;
    const own = 'encrypt_key' in vars ? record.job_id : '';
    const key = JSON.stringify([script.name, tasks, own]);
    const known = this.#known.get(key) ?? this.#perform(order, record);
    this.#known.set(key, known);
    return known;
  }

  async close(): Promise<void> {
    await this.#worker.stop();
  }

  async #perform({ script, tasks, vars }: Order, { job_id, input_key, output_key }: JobRecord): Promise<Expected> {
    await this.#storage.write(input_key, script.bytes);
    const resting = await this.#secrets.rest(vars, job_id);
    const record: JobRecord = {
      job_id,
      document_id: 'reference',
      tenant_id: '',
      input_key,
      output_key,
      tasks: [...tasks],
      status: 'queued',
      attempt: 1,
      worker: null,
      queued_at: runtime.now(),
      started_at: null,
      finished_at: null,
      completed_tasks: [],
      outputs: [],
      timings: [],
      warnings: [],
      warnings_total: 0,
      error: null,
    };
    await this.#store.insert(
      { record, vars: { ...resting.vars }, sealed: resting.sealed, webhook: null, emitted: [] },
      [],
    );
    await this.#jobs.add([job_id]);
    const { job } = await until('the reference has done a job', async () => {
      const found = await this.#store.get(job_id);
      return found?.job.record.finished_at == null ? undefined : found;
    });
    const objects = new Map<string, Uint8Array>();
    for (const key of job.record.outputs.flatMap(({ keys }) => keys)) {
      objects.set(key.slice(output_key.length + 1), await bytesOf(this.#storage, key));
    }
    const { status, error, completed_tasks: completed } = job.record;
    return { status, code: error?.code, completed, objects };
  }
}

/** All of an object. */
export async function bytesOf(storage: Pick<MemoryStorage, 'open'>, key: string): Promise<Uint8Array> {
  const { body } = await storage.open(key);
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}
