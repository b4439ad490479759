import type { Storage, TrackedDelivery, WorkerStatus } from '@screenplay/core';
import type { JobService, PushRules } from '@screenplay/core/jobs';

/** What the endpoints of jobs stand on. */
export interface JobsOptions {
  service: Pick<JobService, 'submit' | 'get' | 'list' | 'cancel' | 'tasks'>;
  /** What a push request may ask for. */
  rules: PushRules;
  /** Where inputs and outputs lie; listings stay within the prefixes of the rules. */
  storage: { input: Storage; output: Storage };
  /** Who works in the whole deployment. */
  workers: () => Promise<readonly WorkerStatus[]>;
  webhooks: {
    config: WebhookConfig;
    /** The newest deliveries, newest first. */
    recent: (limit: number) => Promise<readonly TrackedDelivery[]>;
  };
}

/** How webhooks are sent. Durations as settings have them: `15s`. */
export interface WebhookConfig {
  /** URLs by their names. */
  named: Readonly<Record<string, string>>;
  urls: readonly string[];
  timeout: string;
  maxRetry: number;
  retryMinWait: string;
  retryMaxWait: string;
  secret: 'set' | 'unset';
}
