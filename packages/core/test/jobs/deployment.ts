import { InProcessConverter, ScreenplayError } from '../../src/index.js';
import type {
  Converter,
  JobRecord,
  JobStore,
  Notification,
  NotificationAnswer,
  Storage,
  WorkerRegistry,
  WorkQueue,
} from '../../src/index.js';
import {
  DeliverySender,
  JobSecrets,
  JobService,
  parsePush,
  Reconciler,
  Worker,
} from '../../src/pipeline/jobs/index.js';
import type { DeliverySenderOptions, WorkerOptions } from '../../src/pipeline/jobs/index.js';
import {
  MemoryJobStore,
  MemoryRuntime,
  MemoryStorage,
  MemoryWorkerRegistry,
  MemoryWorkQueue,
} from '../../src/testing/index.js';

export const FOUNTAIN = 'Title: The Ferry\nAuthor: Ada Quill\n\nINT. FERRY - NIGHT\n\nWater.\n\nADA\nWe are *late*.\n';
export const DEFAULT_HOOK = 'https://ops.example/hook';
export const OWN_HOOK = 'https://studio.example/hook?token=secret';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Several turns of the event loop, in which cryptography and dynamic imports get on, too. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits for what the platform does by itself; time stands still here. */
export const realPause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** What each receiver was told, and what it answers. */
class Receivers {
  readonly told: Notification[] = [];
  answer: (
    notification: Notification,
    times: number,
    signal?: AbortSignal,
  ) => NotificationAnswer | Promise<NotificationAnswer> = () => ({ statusCode: 204 });

  async send(notification: Notification, signal?: AbortSignal): Promise<NotificationAnswer> {
    this.told.push(notification);
    const times = this.told.filter(({ deliveryId }) => deliveryId === notification.deliveryId).length;
    return this.answer(notification, times, signal);
  }

  /** The payloads that a URL was sent, in order. */
  at(url: string): Record<string, unknown>[] {
    return this.told.filter((one) => one.url === url).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  }

  eventsAt(url: string): string[] {
    return this.at(url).map((payload) => {
      const completed = payload['completed_tasks'] as string[] | undefined;
      return completed ? `${String(payload['event'])} ${completed.length}` : String(payload['event']);
    });
  }
}

export interface DeploymentOptions {
  seed?: number;
  converter?: Converter;
  worker?: Partial<WorkerOptions>;
  sender?: DeliverySenderOptions;
  defaultWebhooks?: string[];
  secrets?: string[];
}

export interface ProcessPorts {
  input: Storage;
  output: Storage;
  store: JobStore;
  jobs: WorkQueue;
  lanes: WorkQueue;
  registry: WorkerRegistry;
  converter: Converter;
  runtime: MemoryRuntime;
}

/** A whole deployment in memory, in which time passes by itself when nothing else happens. */
export class Deployment {
  readonly runtime: MemoryRuntime;
  readonly input: MemoryStorage;
  readonly output: MemoryStorage;
  readonly store: MemoryJobStore;
  readonly jobs: MemoryWorkQueue;
  readonly lanes: MemoryWorkQueue;
  readonly registry: MemoryWorkerRegistry;
  readonly receivers = new Receivers();
  readonly secrets: JobSecrets;
  readonly service: JobService;
  readonly options: DeploymentOptions;
  readonly #running: { stop(graceMs?: number): Promise<void> }[] = [];

  constructor(options: DeploymentOptions = {}) {
    this.options = { defaultWebhooks: [DEFAULT_HOOK], ...options };
    this.runtime = new MemoryRuntime({ seed: options.seed ?? 7, idle });
    this.input = new MemoryStorage(this.runtime);
    this.output = new MemoryStorage(this.runtime);
    this.store = new MemoryJobStore(this.runtime);
    this.jobs = new MemoryWorkQueue(this.runtime);
    this.lanes = new MemoryWorkQueue(this.runtime);
    this.registry = new MemoryWorkerRegistry(this.runtime);
    this.secrets = new JobSecrets(options.secrets ?? ['a secret of the deployment'], this.runtime);
    this.service = new JobService(this.ports(), {
      secrets: this.secrets,
      defaultWebhooks: this.options.defaultWebhooks,
    });
  }

  /** What a process of its own has. */
  ports(jobs = this.jobs.connect(), lanes = this.lanes.connect()): ProcessPorts {
    const { runtime, input, output } = this;
    const held = new InProcessConverter();
    const converter: Converter = this.options.converter ?? {
      run: (operation, source, options, call) => runtime.during(() => held.run(operation, source, options, call)),
      close: () => held.close(),
    };
    return {
      runtime,
      input,
      output,
      converter,
      store: this.store.connect(),
      jobs,
      lanes,
      registry: this.registry,
    };
  }

  worker(ports: ProcessPorts = this.ports(), options: Partial<WorkerOptions> = {}): Worker {
    const worker = new Worker(ports, {
      host: 'studio',
      pid: 42,
      secrets: this.secrets,
      defaultWebhooks: this.options.defaultWebhooks,
      ...this.options.worker,
      ...options,
    });
    worker.start();
    this.#running.push(worker);
    return worker;
  }

  sender(ports: ProcessPorts = this.ports()): DeliverySender {
    const sender = new DeliverySender({ ...ports, notifier: this.receivers }, this.options.sender);
    sender.start();
    this.#running.push(sender);
    return sender;
  }

  reconciler(ports: ProcessPorts = this.ports()): Reconciler {
    const reconciler = new Reconciler(ports);
    reconciler.start();
    this.#running.push(reconciler);
    return reconciler;
  }

  async stop(): Promise<void> {
    // What has died never stops.
    const { runtime } = this;
    await Promise.all(this.#running.splice(0).map((one) => Promise.race([one.stop(0), runtime.sleep(60_000)])));
  }

  async push(body: object = {}): Promise<string> {
    const request = parsePush({ ...PUSH, ...body }, { sharedStorage: false });
    return (await this.service.submit(request)).record.job_id;
  }

  async record(jobId: string): Promise<JobRecord> {
    const record = await this.service.get(jobId);
    if (!record) throw new Error(`there is no job ${jobId}`);
    return record;
  }

  /** Waits, in the time of the deployment, until something holds. */
  async until(holds: () => boolean | Promise<boolean>, withinMs = 600_000): Promise<void> {
    const end = this.runtime.elapsed() + withinMs;
    while (!(await holds())) {
      if (this.runtime.elapsed() > end) throw new Error(`it does not hold after ${withinMs} ms`);
      await this.runtime.sleep(100);
    }
  }

  /** Waits until a job has ended and everybody was told. */
  async ended(jobId: string, withinMs?: number): Promise<JobRecord> {
    await this.until(async () => (await this.record(jobId)).finished_at !== null, withinMs);
    return this.record(jobId);
  }

  async told(withinMs?: number): Promise<void> {
    await this.until(async () => (await this.store.openLanes(1)).length === 0, withinMs);
  }

  text(key: string): string {
    const found = this.output.peek(key);
    if (!found) throw new Error(`there is no ${key}: there are ${this.output.keys.join(', ')}`);
    return new TextDecoder().decode(found.bytes);
  }
}

export const PUSH = {
  input_key: 'in/ferry.fountain',
  output_key: 'out/ferry',
  document_id: 'doc-1',
  tasks: ['convert-fountain-to-screenplay', 'validate-screenplay', 'export-to-fdx'],
};

export async function rejection(work: Promise<unknown>): Promise<ScreenplayError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ScreenplayError)) throw new Error(`no coded error: ${String(error)}`);
  return error;
}
