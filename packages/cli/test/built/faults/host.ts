import type { JobRecord, Storage } from '@screenplay/core';
import type { Receiver } from './receiver.js';

/** Where all jobs of these tests are told of. */
export const TOLD_OF_ALL = '/all';

/** What a wave of jobs is pushed to. */
export interface Host {
  readonly receiver: Receiver;
  readonly storage: Storage;
  /** Pushes a job until it is taken on. Answers its id. */
  push(request: object, idempotencyKey: string): Promise<string>;
  record(jobId: string): Promise<JobRecord>;
  /** The records of all jobs there are, or of those in one state. */
  results(status?: JobRecord['status']): Promise<JobRecord[]>;
}

/** The settings of every service of these tests, by the variables of the environment. */
export function settingsFor(receiver: Receiver): Record<string, string> {
  return {
    WEBHOOK_SECRET: receiver.secret,
    DEFAULT_WEBHOOK_URLS: receiver.url(TOLD_OF_ALL),
    WEBHOOK_ALLOW_HOSTS: receiver.host,
    // Retries for minutes, but soon after each other.
    WEBHOOK_TIMEOUT: '2s',
    WEBHOOK_MAX_RETRY: '100',
    WEBHOOK_RETRY_MIN_WAIT: '200ms',
    WEBHOOK_RETRY_MAX_WAIT: '2s',
    MAX_WORKERS: '2',
    JOB_MAX_ATTEMPTS: '10',
  };
}
