import { expect } from 'vitest';
import type { JobRecord, Notification } from '../../src/index.js';

interface Told {
  event: string;
  attempt: number;
  job_id: string;
  delivery_id: string;
  completed_tasks?: string[];
  status: string;
  error: { code: string } | null;
}

/** What one receiver was told of one job: each delivery in the order in which it first came. */
export function historyOf(told: readonly Notification[], url: string, jobId: string): Told[] {
  const history = new Map<string, Told>();
  const bodies = new Map<string, string>();
  let last = '';
  for (const one of told) {
    const payload = JSON.parse(one.body) as Told;
    if (one.url !== url || payload.job_id !== jobId) continue;
    expect(payload.delivery_id).toBe(one.deliveryId);
    expect(payload.event).toBe(one.event);
    // A repeat is the same, byte for byte, and comes before anything newer.
    const before = bodies.get(one.deliveryId);
    if (before !== undefined) {
      expect(one.body).toBe(before);
      expect(one.deliveryId).toBe(last);
    }
    bodies.set(one.deliveryId, one.body);
    history.set(one.deliveryId, payload);
    last = one.deliveryId;
  }
  return [...history.values()];
}

/** Checks that a receiver was told the whole story of an ended job: nothing missing, nothing twice, nothing out of order. */
export function expectWholeStory(told: readonly Notification[], url: string, record: JobRecord): void {
  const history = historyOf(told, url, record.job_id);
  const names = history.map(({ event, attempt, completed_tasks: completed }) => {
    return `${attempt}/${event.slice('job.'.length)}${completed ? `/${completed.length}` : ''}`;
  });
  const expected = ['1/queued'];
  for (let attempt = 1; attempt <= record.attempt; attempt++) {
    const of = names.filter((name) => name.startsWith(`${attempt}/`));
    const started = of.includes(`${attempt}/started`);
    if (started) expected.push(`${attempt}/started`);
    const progress = of.filter((name) => name.includes('/progress/')).length;
    // As many as there were, but in order and from the first.
    for (let task = 1; task <= progress; task++) expected.push(`${attempt}/progress/${task}`);
    if (progress > 0) expect(started).toBe(true);
    if (attempt < record.attempt) expect(started).toBe(true);
  }
  const end = record.status === 'success' ? 'completed' : 'failed';
  expected.push(`${record.attempt}/${end}`);
  expect(names).toEqual(expected);
  if (record.status === 'success') {
    expect(names.filter((name) => name.startsWith(`${record.attempt}/progress/`))).toHaveLength(
      record.tasks.length - 1,
    );
  }
  const last = history.at(-1);
  expect(last?.status).toBe(record.status);
  expect(last?.error).toEqual(record.error);
}
