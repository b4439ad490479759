import { InProcessConverter } from '@screenplay/core';
import type { JobRecord, Runtime, Storage } from '@screenplay/core';
import { JobSecrets, JobService, parsePush } from '@screenplay/core/jobs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBackend } from '../../../src/service/job-backend.js';
import type { JobBackend } from '../../../src/service/job-backend.js';
import { defaultWebhooks, startJobs } from '../../../src/service/job-processing.js';
import type { JobProcessing } from '../../../src/service/job-processing.js';
import { readSettings } from '../../../src/settings/read-settings.js';
import { settingsFor } from './host.js';
import type { Host } from './host.js';
import { Receiver } from './receiver.js';

const SECRETS = { jobs: ['the-job-secret-of-these-tests'] };

/** What `screenplay serve` does for jobs, in this process and under a runtime of the tests. */
export class InProcess implements Host {
  readonly receiver: Receiver;
  readonly #folder: string;
  readonly #backend: JobBackend;
  readonly #processing: JobProcessing;
  readonly #service: JobService;

  private constructor(
    folder: string,
    receiver: Receiver,
    backend: JobBackend,
    processing: JobProcessing,
    service: JobService,
  ) {
    this.#folder = folder;
    this.receiver = receiver;
    this.#backend = backend;
    this.#processing = processing;
    this.#service = service;
  }

  static async start(env: Record<string, string>, runtime: Runtime): Promise<InProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'screenplay-faults-'));
    const receiver = await Receiver.start();
    const settings = readSettings({ env: { ...settingsFor(receiver), JOB_SECRET: SECRETS.jobs.join(), ...env } });
    const backend = await openBackend(settings.values, folder, runtime);
    const secrets = { ...SECRETS, webhooks: receiver.secret };
    const converter = new InProcessConverter();
    const processing = startJobs({ settings, backend, converter, runtime, secrets, works: true });
    const service = new JobService(
      { ...backend, runtime },
      { secrets: new JobSecrets(secrets.jobs, runtime), defaultWebhooks: defaultWebhooks(settings) },
    );
    return new InProcess(folder, receiver, backend, processing, service);
  }

  get storage(): Storage {
    return this.#backend.output;
  }

  async push(request: object, idempotencyKey: string): Promise<string> {
    const parsed = parsePush(request, { sharedStorage: true });
    return (await this.#service.submit(parsed, { idempotencyKey })).record.job_id;
  }

  async record(jobId: string): Promise<JobRecord> {
    const record = await this.#service.get(jobId);
    if (!record) throw new Error(`there is no job ${jobId}`);
    return record;
  }

  async results(status?: JobRecord['status']): Promise<JobRecord[]> {
    const all: JobRecord[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await this.#service.list({ limit: 500, status, cursor });
      all.push(...page.records);
      if (page.cursor === undefined) return all;
      cursor = page.cursor;
    }
  }

  async close(): Promise<void> {
    await this.#processing.stop(0);
    await this.#backend.close();
    await this.receiver.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
