import type { JobStatus } from '@screenplay/core';
import { createHash } from 'node:crypto';
import type { Range } from './level-database.js';

/**
 * What lies where in the embedded database. Keys sort by their UTF-8 bytes; numbers in them have one length; what others
 * choose stands at the end, is hashed, or is escaped.
 */

const DIGITS = 16;

function ordered(number: number): string {
  return String(number).padStart(DIGITS, '0');
}

/** The number that a key ends with. */
export function orderOf(key: string): number {
  return Number(key.slice(-DIGITS));
}

/** The keys that begin with a text, which ends with an ASCII character. */
function beginningWith(text: string): { gte: string; lt: string } {
  const last = text.charCodeAt(text.length - 1);
  return { gte: text, lt: `${text.slice(0, -1)}${String.fromCharCode(last + 1)}` };
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export interface QueueKeys {
  all: Range;
  at: (order: number) => string;
}

export function queueKeys(name: string): QueueKeys {
  const start = `queue/${name}/`;
  return { all: beginningWith(start), at: (order) => `${start}${ordered(order)}` };
}

/** An index of jobs: the keys of one thing to be found, each ending with a job's id. */
export interface JobIndex {
  at: (jobId: string) => string;
  all: { gte: string; lt: string };
}

function jobIndex(start: string): JobIndex {
  return { at: (jobId) => `${start}${jobId}`, all: beginningWith(start) };
}

export const JOBS = jobIndex('job/');
export const UNFINISHED = jobIndex('unfinished/');

export function jobsByStatus(status: JobStatus): JobIndex {
  return jobIndex(`status/${status}/`);
}

export function jobsByDocument(documentId: string, status?: JobStatus): JobIndex {
  return jobIndex(`document/${hashed(documentId)}/${status ?? 'any'}/`);
}

/** The id that a key of an index ends with. */
export function jobIdOf(key: string, { all }: JobIndex): string {
  return key.slice(all.gte.length);
}

export function idempotencyKey(key: string): string {
  return `idempotency/${hashed(key)}`;
}

/** What has ended, by when: `endedAt` are milliseconds. */
interface EndedKeys {
  at: (endedAt: number, name: string) => string;
  all: Range;
  until: (endedAt: number) => Range;
  endedAt: (key: string) => number;
  name: (key: string) => string;
}

function endedKeys(start: string): EndedKeys {
  const { gte, lt } = beginningWith(start);
  return {
    at: (endedAt, name) => `${gte}${ordered(Math.floor(endedAt))}/${name}`,
    all: { gte, lt },
    until: (endedAt) => ({ gte, lt: `${gte}${ordered(Math.floor(endedAt) + 1)}` }),
    endedAt: (key) => Number(key.slice(gte.length, gte.length + DIGITS)),
    name: (key) => key.slice(gte.length + DIGITS + 1),
  };
}

export const ENDED_JOBS = endedKeys('ended-job/');
export const SETTLED_DELIVERIES = endedKeys('settled-delivery/');

const DELIVERY = 'delivery/';
export const DELIVERIES: Range = beginningWith(DELIVERY);

export function deliveryKey(order: number): string {
  return `${DELIVERY}${ordered(order)}`;
}

/** Leads from a delivery's id to its order. */
export function deliveryIdKey(id: string): string {
  return `delivery-id/${id}`;
}

const LANE = 'lane/';
const LANES = beginningWith(LANE);
const END = '\0\u0001';
const ESCAPED_NUL = '\0\u0002';

/** Keeps the order of lanes: what goes on after a lane's name comes after its end. */
function laneStart(lane: string): string {
  return `${LANE}${lane.replaceAll('\0', ESCAPED_NUL)}${END}`;
}

export function laneKey(lane: string, order: number): string {
  return `${laneStart(lane)}${ordered(order)}`;
}

/** All keys of the lanes after one, or of all lanes. */
export function laneKeysAfter(lane: string | undefined): Range {
  return lane === undefined ? LANES : { gte: beginningWith(laneStart(lane)).lt, lt: LANES.lt };
}

export function laneOf(key: string): string {
  return key.slice(LANE.length, -DIGITS - END.length).replaceAll(ESCAPED_NUL, '\0');
}
