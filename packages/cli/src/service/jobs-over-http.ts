import { JobSecrets, JobService } from '@screenplay/core/jobs';
import type { JobsOptions } from '@screenplay/server';
import { durationText } from '../settings/duration.js';
import type { Foundation } from './foundation.js';
import { defaultWebhooks } from './job-processing.js';

/** What the endpoints of jobs stand on. */
export interface HttpJobs {
  service: JobService;
  options: JobsOptions;
}

export function jobsOverHttp({ settings, backend, runtime, secrets }: Foundation): HttpJobs {
  const { values, namedWebhooks } = settings;
  const ports = backend.forRequests;
  const service = new JobService(
    { ...ports, runtime },
    { secrets: new JobSecrets(secrets.jobs, runtime), defaultWebhooks: defaultWebhooks(settings) },
  );
  const options: JobsOptions = {
    service,
    rules: {
      sharedStorage: backend.sharedStorage,
      inputPrefix: values.S3_INPUT_PREFIX,
      outputPrefix: values.S3_OUTPUT_PREFIX,
      ownWebhooks: secrets.webhooks !== undefined,
    },
    storage: { input: backend.input, output: backend.output },
    workers: () => ports.registry.list(),
    webhooks: {
      config: {
        named: Object.fromEntries(namedWebhooks),
        urls: values.DEFAULT_WEBHOOK_URLS ?? [],
        timeout: durationText(values.WEBHOOK_TIMEOUT),
        maxRetry: values.WEBHOOK_MAX_RETRY,
        retryMinWait: durationText(values.WEBHOOK_RETRY_MIN_WAIT),
        retryMaxWait: durationText(values.WEBHOOK_RETRY_MAX_WAIT),
        secret: secrets.webhooks === undefined ? 'unset' : 'set',
      },
      recent: (limit) => ports.store.recentDeliveries(limit),
    },
  };
  return { service, options };
}
