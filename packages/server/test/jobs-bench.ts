import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { InProcessConverter } from '@screenplay/core';
import type { Runtime } from '@screenplay/core';
import { DeliverySender, JobSecrets, JobService, Worker } from '@screenplay/core/jobs';
import { MemoryJobStore, MemoryStorage, MemoryWorkerRegistry, MemoryWorkQueue } from '@screenplay/core/testing';
import { expect, onTestFinished } from 'vitest';
import type { JobsOptions } from '../src/index.js';

/** The world as it is. */
const runtime: Runtime = {
  now: () => new Date().toISOString(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal ? { signal } : {}).catch(() => undefined),
  random: (length) => randomBytes(length),
  log: () => undefined,
};

const HOOK = 'https://ops.example/secret-path';

/** A push request. */
export const JOB = {
  input_key: 'drafts/ferry.fountain',
  output_key: 'out/ferry',
  document_id: 'doc-1',
  tasks: ['convert-fountain-to-screenplay', 'validate-screenplay', 'export-to-fdx', 'zip-output'],
};

/** What the endpoints of jobs stand on, in memory. */
export interface JobsBench {
  options: JobsOptions;
  input: MemoryStorage;
  output: MemoryStorage;
  store: MemoryJobStore;
  registry: MemoryWorkerRegistry;
  /** Bodies of the webhooks that were sent. */
  told: string[];
  /** Works until nothing is left to do. */
  work(): Promise<void>;
}

export function jobsBench(rules: Partial<JobsOptions['rules']> = {}): JobsBench {
  const input = new MemoryStorage(runtime);
  const output = new MemoryStorage(runtime);
  const store = new MemoryJobStore(runtime);
  const registry = new MemoryWorkerRegistry(runtime);
  const ports = {
    runtime,
    input,
    output,
    store,
    registry,
    jobs: new MemoryWorkQueue(runtime),
    lanes: new MemoryWorkQueue(runtime),
    converter: new InProcessConverter(),
  };
  const secrets = new JobSecrets(['a secret of the deployment'], runtime);
  const told: string[] = [];
  const notifier = {
    send: async ({ body }: { body: string }) => {
      told.push(body);
      return { statusCode: 204 };
    },
  };
  const options: JobsOptions = {
    service: new JobService(ports, { secrets, defaultWebhooks: [HOOK] }),
    rules: { sharedStorage: false, ...rules },
    storage: { input, output },
    workers: () => registry.list(),
    webhooks: {
      config: {
        named: { ops: HOOK },
        urls: ['https://hooks.example/x'],
        timeout: '15s',
        maxRetry: 4,
        retryMinWait: '1s',
        retryMaxWait: '30s',
        secret: 'set',
      },
      recent: (limit) => store.recentDeliveries(limit),
    },
  };
  return {
    options,
    input,
    output,
    store,
    registry,
    told,
    async work() {
      const worker = new Worker(ports, { host: 'here', pid: 1, secrets, defaultWebhooks: [HOOK], slots: 1 });
      const sender = new DeliverySender({ ...ports, notifier });
      worker.start();
      sender.start();
      onTestFinished(async () => {
        await Promise.all([worker.stop(), sender.stop()]);
      });
      await expect
        .poll(async () => (await store.unfinished(10)).length + (await store.openLanes(10)).length, { timeout: 20_000 })
        .toBe(0);
    },
  };
}
