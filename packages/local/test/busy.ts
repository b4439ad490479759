import type { Delivery, StoredJob } from '@screenplay/core';
import type { Local } from '../src/index.js';

/** What has to be kept once it was told. */
export type Told =
  | { what: 'inserted'; job: string }
  | { what: 'written'; key: string }
  | { what: 'version'; job: string; version: number }
  | { what: 'finished'; job: string }
  | { what: 'delivered'; delivery: string };

/** A long text that only this job's output has. */
export function outputOf(jobId: string): string {
  return `${jobId} `.repeat(500 + (Number(jobId.slice(-4)) % 7) * 300);
}

function newJob(job_id: string): StoredJob {
  return {
    record: {
      job_id,
      document_id: `document ${job_id.slice(-1)}`,
      tenant_id: '',
      input_key: 'in/a.fountain',
      output_key: `out/${job_id}`,
      tasks: ['convert-fountain-to-screenplay'],
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

function told(jobId: string, event: Delivery['event']): Delivery {
  const lane = `${jobId} lane`;
  return {
    id: `${jobId} ${event}`,
    lane,
    event,
    jobId,
    url: 'https://example.org/',
    trusted: false,
    body: JSON.stringify({ event, jobId }),
  };
}

export async function submit(
  { store, jobs, deliveries }: Local,
  jobId: string,
  tell: (told: Told) => void,
): Promise<void> {
  const event = told(jobId, 'job.queued');
  await store.insert(newJob(jobId), [event], { key: `key of ${jobId}`, fingerprint: jobId });
  await Promise.all([jobs.add([jobId]), deliveries.add([event.lane])]);
  tell({ what: 'inserted', job: jobId });
}

/** Works on jobs until the signal is aborted: each is started, written and finished, whoever began with it. */
export async function work(local: Local, signal: AbortSignal, tell: (told: Told) => void): Promise<void> {
  const { store, jobs, deliveries, output } = local;
  for (;;) {
    const lease = await jobs.take(signal);
    if (!lease) return;
    const found = await store.get(lease.id);
    if (found && found.job.record.status !== 'success') {
      const { record } = found.job;
      const started = await store.replace(
        lease.id,
        found.version,
        { ...found.job, record: { ...record, status: 'running', attempt: record.attempt + 1 } },
        [told(lease.id, 'job.started')],
      );
      if (started === undefined) throw new Error(`another one has ${lease.id}`);
      tell({ what: 'version', job: lease.id, version: started });
      await output.write(record.output_key, new TextEncoder().encode(outputOf(lease.id)));
      tell({ what: 'written', key: record.output_key });
      const event = told(lease.id, 'job.completed');
      await store.replace(lease.id, started, { ...found.job, record: { ...record, status: 'success' } }, [event]);
      await deliveries.add([event.lane]);
      tell({ what: 'finished', job: lease.id });
    }
    await lease.done();
  }
}

/** Settles the deliveries of lanes until the signal is aborted. */
export async function send(
  { store, deliveries }: Local,
  signal: AbortSignal,
  tell: (told: Told) => void,
): Promise<void> {
  for (;;) {
    const lease = await deliveries.take(signal);
    if (!lease) return;
    for (let next = await store.nextDelivery(lease.id); next; next = await store.nextDelivery(lease.id)) {
      const attempt = { at: '2026-02-01T00:00:00.000Z', status_code: 200, duration_ms: 1, error: null };
      await store.noteAttempt(next.delivery, attempt, 'delivered');
      tell({ what: 'delivered', delivery: next.delivery.id });
    }
    await lease.done();
  }
}

/** Adds what a submission may not have come to: its job is there, its id is in no queue. */
export async function reconcile({ store, jobs, deliveries }: Local): Promise<void> {
  await jobs.add(await store.unfinished(100_000));
  await deliveries.add(await store.openLanes(100_000));
}
