import type { Converter, Runtime } from '@screenplay/core';
import { DeliverySender, JobSecrets, normaliseWebhook, Reconciler, Worker } from '@screenplay/core/jobs';
import { WebhookNotifier } from '@screenplay/server';
import { hostname } from 'node:os';
import { variableOfWebhook } from '../settings/contradictions.js';
import type { Settings } from '../settings/settings.js';
import { readVersion } from '../version.js';
import type { JobBackend } from './job-backend.js';

/** Secrets of jobs, as set or generated. */
export interface ServiceSecrets {
  /** The first seals the options of jobs, all open them. */
  jobs: readonly string[];
  /** Signs webhooks; none where nothing is sent. */
  webhooks: string | undefined;
}

export interface JobProcessingOptions {
  settings: Settings;
  backend: JobBackend;
  converter: Converter;
  runtime: Runtime;
  secrets: ServiceSecrets;
  /** Whether this process works on jobs. In any case it tells of them and keeps queue and store in line. */
  works: boolean;
}

export interface JobProcessing {
  /** Takes nothing more; what runs may end within `graceMs`, and is handed back then. */
  stop(graceMs: number): Promise<void>;
}

/** The webhooks of every job, each in its one spelling. */
export function defaultWebhooks({ values, namedWebhooks }: Settings): string[] {
  const named = (values.DEFAULT_WEBHOOKS ?? []).flatMap((name) => namedWebhooks.get(variableOfWebhook(name)) ?? []);
  return [...new Set([...named, ...(values.DEFAULT_WEBHOOK_URLS ?? [])].flatMap((url) => normaliseWebhook(url) ?? []))];
}

/** Starts what this process does for jobs. */
export function startJobs({
  settings,
  backend,
  converter,
  runtime,
  secrets,
  works,
}: JobProcessingOptions): JobProcessing {
  const { values } = settings;
  const ports = { ...backend, converter, runtime };
  const reconciler = new Reconciler(ports);
  const worker = works ? new Worker(ports, workerOptions(settings, secrets, runtime)) : undefined;
  const notifier =
    secrets.webhooks === undefined
      ? undefined
      : new WebhookNotifier({
          secret: secrets.webhooks,
          timeoutMs: values.WEBHOOK_TIMEOUT,
          allowHosts: values.WEBHOOK_ALLOW_HOSTS,
          allowPrivate: values.WEBHOOK_ALLOW_PRIVATE,
          userAgent: `screenplay/${readVersion()}`,
        });
  const sender = notifier
    ? new DeliverySender(
        { ...ports, notifier },
        {
          maxRetry: values.WEBHOOK_MAX_RETRY,
          minWaitMs: values.WEBHOOK_RETRY_MIN_WAIT,
          maxWaitMs: values.WEBHOOK_RETRY_MAX_WAIT,
        },
      )
    : undefined;
  reconciler.start();
  sender?.start();
  worker?.start();
  return {
    async stop(graceMs) {
      await Promise.all([
        reconciler.stop(),
        worker?.stop(graceMs),
        sender?.stop(Math.min(graceMs, values.WEBHOOK_TIMEOUT)),
      ]);
      await notifier?.close();
    },
  };
}

function workerOptions(
  settings: Settings,
  secrets: ServiceSecrets,
  runtime: Runtime,
): ConstructorParameters<typeof Worker>[1] {
  const { values } = settings;
  return {
    host: hostname(),
    pid: process.pid,
    secrets: new JobSecrets(secrets.jobs, runtime),
    defaultWebhooks: defaultWebhooks(settings),
    slots: values.MAX_WORKERS,
    jobTimeoutMs: values.JOB_TIMEOUT,
    maxAttempts: values.JOB_MAX_ATTEMPTS,
    maxInputBytes: values.JOB_MAX_INPUT,
    convertTimeoutMs: values.CONVERT_TIMEOUT,
    convertMemoryMb: values.CONVERT_MEMORY_MB,
  };
}
