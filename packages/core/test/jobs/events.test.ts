import { describe, expect, it } from 'vitest';
import { tell } from '../../src/pipeline/jobs/events.js';
import { claimedJob, failedJob, progressedJob, queuedJob, requeuedJob } from '../../src/pipeline/jobs/job-states.js';
import { parsePush } from '../../src/pipeline/jobs/index.js';
import { DEFAULT_HOOK, OWN_HOOK, PUSH } from './deployment.js';

const at = '2026-03-01T12:00:00.000Z';
const moment = { at, defaults: [DEFAULT_HOOK] };
const request = parsePush({ ...PUSH, webhook: OWN_HOOK }, { sharedStorage: false });
const queued = () => queuedJob(request, 'j_1', { vars: {}, sealed: null }, moment);
const result = {
  output: { task: PUSH.tasks[0] ?? '', keys: ['a'] },
  timing: { task: '', started_at: at, finished_at: at, duration_ms: 1, bytes_in: 1, bytes_out: 1 },
  warnings: [],
};

describe('events of a job', () => {
  it('are told once for each attempt', () => {
    const { job, deliveries } = queued();
    expect(deliveries).toHaveLength(2);
    const started = claimedJob(job, 'w', 3, moment);
    const progressed = progressedJob(started.job, result, moment);
    expect(progressed.job.emitted).toEqual(['1/queued', '1/started', '1/progress/0']);
    // Handed back and taken again: the same attempt, of which all this is known.
    const again = claimedJob(requeuedJob(progressed.job), 'w2', 3, { ...moment, at: '2026-03-01T13:00:00.000Z' });
    expect(again.deliveries).toEqual([]);
    expect(again.job.record).toMatchObject({
      attempt: 1,
      started_at: at,
      completed_tasks: [],
      outputs: [],
      worker: 'w2',
    });
    expect(progressedJob(again.job, result, moment).deliveries).toEqual([]);
    // Lost: another attempt, with events of its own.
    const next = claimedJob(progressed.job, 'w3', 3, { ...moment, at: '2026-03-01T14:00:00.000Z' });
    expect(next.job.record).toMatchObject({ attempt: 2, started_at: '2026-03-01T14:00:00.000Z' });
    expect(next.deliveries.map(({ event }) => event)).toEqual(['job.started', 'job.started']);
    const before = started.deliveries.map(({ id }) => id);
    for (const { id } of next.deliveries) expect(before).not.toContain(id);
  });

  it('have ids and lanes that follow from what they are', () => {
    const ids = (deliveries: { id: string }[]): string[] => deliveries.map(({ id }) => id);
    const one = queued();
    expect(queued().deliveries).toEqual(one.deliveries);
    const other = queuedJob(request, 'j_2', { vars: {}, sealed: null }, moment);
    const started = claimedJob(one.job, 'w', 3, moment);
    const failed = failedJob(started.job, { code: 'x', message: 'y', task: null }, moment);
    const all = [one, other, started, failed].flatMap(({ deliveries }) => ids(deliveries));
    expect(new Set(all).size).toBe(8);
    const lanes = [one, started, failed].map(({ deliveries }) => deliveries.map(({ lane }) => lane));
    expect(new Set(lanes.map((lane) => lane.join())).size).toBe(1);
    expect(new Set(lanes[0]).size).toBe(2);
    expect(other.deliveries[0]?.lane).not.toBe(one.deliveries[0]?.lane);
  });

  it('need nobody to hear them', () => {
    const { job, deliveries } = queuedJob(
      { ...request, webhook: null },
      'j_1',
      { vars: {}, sealed: null },
      { at, defaults: [] },
    );
    expect(deliveries).toEqual([]);
    expect(tell(job, { event: 'job.started', at, defaults: [] }).job.emitted).toEqual(['1/queued', '1/started']);
  });
});
