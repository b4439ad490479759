import { ScreenplayError } from '@screenplay/core';
import type { Delivery, StoredJob } from '@screenplay/core';
import { expect } from 'vitest';

/** The n-th job as it is submitted. */
export function job(n: number): StoredJob {
  return {
    record: {
      job_id: `j_${String(n).padStart(26, '0')}`,
      document_id: 'doc',
      tenant_id: '',
      input_key: 'in',
      output_key: 'out',
      tasks: [],
      status: 'queued',
      attempt: 1,
      worker: null,
      queued_at: '2026-02-01T00:00:00.000Z',
      started_at: null,
      finished_at: null,
      completed_tasks: [],
      outputs: [],
      timings: [],
      warnings: [],
      warnings_total: 0,
      error: null,
    },
    vars: {},
    sealed: null,
    webhook: null,
    emitted: [],
  };
}

export function delivery(id: string, lane = 'lane'): Delivery {
  return { id, lane, event: 'job.queued', jobId: 'j_1', url: 'https://example.org', trusted: false, body: '{}' };
}

/** The coded error that a call ends with. */
export async function rejection(work: Promise<unknown>): Promise<ScreenplayError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScreenplayError);
  return error as ScreenplayError;
}
