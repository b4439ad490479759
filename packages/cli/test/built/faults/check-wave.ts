import type { JobRecord, Storage } from '@screenplay/core';
import { expect } from 'vitest';
import type { Arrival, Payload } from './receiver.js';
import { bytesOf } from './reference.js';
import type { Reference } from './reference.js';
import type { Ordered, Wave } from './wave.js';

/** What came of a wave. */
export interface Counts {
  jobs: number;
  /** Those that a worker had to begin again. */
  attempts: number;
  outputs: number;
  /** Each for one receiver. */
  events: number;
  deliveries: number;
  /** Deliveries of an event that had come before, answered or not. */
  repeats: number;
}

/**
 * Checks what must hold after every fault: each job finished once, every output is right byte for byte and there are no
 * others, every event came to every receiver, under one id and in order, signed.
 */
export async function checkWave(wave: Wave, reference: Reference): Promise<Counts> {
  const all = await wave.records();
  const records = new Map(all.map((record) => [record.document_id, record]));
  expect(all.map(({ document_id }) => document_id).sort()).toEqual(wave.ordered.map(({ documentId }) => documentId));
  expect(wave.ids.size).toBe(wave.ordered.length);

  const counts: Counts = { jobs: all.length, attempts: 0, outputs: 0, events: 0, deliveries: 0, repeats: 0 };
  const lanes = lanesOf(wave);
  const written = await keysBelow(wave.host.storage, `out/${wave.name}/`);
  for (const ordered of wave.ordered) {
    const record = records.get(ordered.documentId)!;
    expect(record.job_id).toBe(wave.ids.get(ordered.documentId));
    counts.attempts += record.attempt;
    counts.outputs += await checkOutputs(ordered, record, wave, reference, written);
    for (const path of ordered.paths) {
      const lane = lanes.get(laneName(record.job_id, path)) ?? [];
      lanes.delete(laneName(record.job_id, path));
      counts.deliveries += lane.length;
      counts.events += checkLane(record, lane);
    }
  }
  // Nothing was written, and nobody was told, of anything else.
  expect([...written]).toEqual([]);
  expect([...lanes.keys()]).toEqual([]);
  counts.repeats = counts.deliveries - counts.events;
  return counts;
}

/** Counts as a line for people. */
export function countsText(what: string, { jobs, attempts, outputs, events, deliveries, repeats }: Counts): string {
  const begun = `${jobs} jobs finished once in ${attempts} attempts`;
  return `${what}: ${begun}, ${outputs} outputs right, ${events} events in order, ${deliveries} deliveries, ${repeats} of them repeated`;
}

async function checkOutputs(
  { order, outputKey }: Ordered,
  record: JobRecord,
  wave: Wave,
  reference: Reference,
  written: Set<string>,
): Promise<number> {
  const { status, code, completed, objects } = await reference.of(order, record);
  const place = JSON.stringify(record);
  expect([record.status, record.error?.code], place).toEqual([status, code]);
  expect(record.completed_tasks, place).toEqual(completed);
  expect(record.started_at && record.finished_at, place).toBeTruthy();
  const keys = [...objects.keys()].map((key) => `${outputKey}/${key}`);
  expect(
    record.outputs.flatMap((output) => output.keys),
    place,
  ).toEqual(keys);
  for (const [key, bytes] of objects) {
    const whole = `${outputKey}/${key}`;
    expect(written.delete(whole), `${whole} is there`).toBe(true);
    const found = await bytesOf(wave.host.storage, whole);
    if (!Buffer.from(found).equals(bytes)) throw new Error(`${whole} is not what it should be: ${place}`);
  }
  return objects.size;
}

/** Checks what one receiver was told of one job. Answers how many events there were. */
function checkLane(record: JobRecord, lane: readonly Arrival[]): number {
  const place = `${record.document_id}: ${lane.map(({ payload }) => summaryOf(payload)).join(', ')}`;
  const bodies = new Map<string, string>();
  const names: string[] = [];
  let last = '';
  for (const { body, headers, payload, signed } of lane) {
    expect(signed, place).toBe(true);
    expect(headers['x-service-delivery'], place).toBe(payload.delivery_id);
    expect(headers['x-service-event'], place).toBe(payload.event);
    const known = bodies.get(payload.delivery_id);
    if (known === undefined) {
      bodies.set(payload.delivery_id, body);
      names.push(nameOf(payload));
    } else {
      // A repeat: the same bytes, before anything newer.
      expect(body, place).toBe(known);
      expect(payload.delivery_id, `a late repeat: ${place}`).toBe(last);
    }
    last = payload.delivery_id;
  }
  expect(names, place).toEqual(eventsOf(record, names));
  expect(lane.at(-1)?.answered, place).toBe(204);
  return names.length;
}

/** The events of a job in their order; of attempts that were broken off as far as they came. */
function eventsOf({ tasks, attempt, status, completed_tasks }: JobRecord, told: readonly string[]): string[] {
  const names: string[] = [];
  for (let number = 1; number <= attempt; number++) {
    const last = number === attempt;
    const steps = last
      ? completed_tasks.length - (status === 'success' ? 1 : 0)
      : told.filter((name) => name.startsWith(`${number} job.progress`)).length;
    if (number === 1) names.push('1 job.queued');
    names.push(`${number} job.started`);
    for (let step = 1; step <= Math.min(steps, tasks.length - 1); step++) names.push(`${number} job.progress ${step}`);
    if (last) names.push(`${number} ${status === 'success' ? 'job.completed' : 'job.failed'}`);
  }
  return names;
}

function nameOf({ attempt, event, completed_tasks }: Payload): string {
  return `${attempt} ${event}${completed_tasks ? ` ${completed_tasks.length}` : ''}`;
}

function summaryOf(payload: Payload): string {
  return `${nameOf(payload)} (${payload.delivery_id.slice(-4)})`;
}

function laneName(jobId: string, path: string): string {
  return `${jobId} ${path}`;
}

/** The requests of a wave by job and receiver, in the order in which they came. */
function lanesOf(wave: Wave): Map<string, Arrival[]> {
  const lanes = new Map<string, Arrival[]>();
  for (const arrival of wave.arrivals) {
    const name = laneName(arrival.payload.job_id, arrival.path);
    const lane = lanes.get(name);
    if (lane) lane.push(arrival);
    else lanes.set(name, [arrival]);
  }
  return lanes;
}

async function keysBelow(storage: Storage, prefix: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page = await storage.list({ prefix, limit: 1000, ...(cursor === undefined ? {} : { cursor }) });
    for (const { key } of page.objects) keys.add(key);
    if (page.cursor === undefined) return keys;
    cursor = page.cursor;
  }
}
