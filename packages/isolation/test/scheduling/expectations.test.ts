import { describe, expect, it } from 'vitest';
import { Expectations } from '../../src/scheduling/expectations.js';
import { makeJob } from '../../src/scheduling/job.js';
import type { Job, JobFacts } from '../../src/scheduling/job.js';

const MAX = 400;
let serial = 0;

function jobOf(expectations: Expectations, facts: Partial<JobFacts> = {}): Job {
  const { job, promise } = makeJob(
    {
      operation: 'convert',
      head: new Uint8Array(0),
      source: new Uint8Array(10_000),
      timeoutMs: 1000,
      memoryMb: 100,
      client: undefined,
      kind: 'convert fdx ',
      fingerprint: `file ${serial++}`,
      ...facts,
    },
    () => undefined,
  );
  void promise;
  return Object.assign(job, expectations.of(job));
}

const good = (ms: number) => ({ ms, good: true, warm: true });

describe('expecting', () => {
  it('takes what is unknown for short', () => {
    expect(jobOf(new Expectations(MAX))).toMatchObject({ lane: 'short', suspect: false, fresh: true });
  });

  it('knows a file again by how long it took', () => {
    const expectations = new Expectations(MAX);
    expectations.ended(jobOf(expectations, { fingerprint: 'slow' }), good(900));
    expectations.ended(jobOf(expectations, { fingerprint: 'quick' }), good(9));
    expect(jobOf(expectations, { fingerprint: 'slow' })).toMatchObject({ lane: 'long', suspect: false, fresh: false });
    expect(jobOf(expectations, { fingerprint: 'quick' })).toMatchObject({ lane: 'short', fresh: false });
    expectations.ended(jobOf(expectations, { fingerprint: 'slow' }), good(9));
    expect(jobOf(expectations, { fingerprint: 'slow' })).toMatchObject({ lane: 'short' });
  });

  it('foresees by size and kind what will take long', () => {
    const expectations = new Expectations(MAX);
    for (let n = 0; n < 20; n++) expectations.ended(jobOf(expectations), good(12));
    expect(jobOf(expectations, { source: new Uint8Array(5_000_000) })).toMatchObject({ lane: 'long' });
    expect(jobOf(expectations, { source: new Uint8Array(5_000_000), kind: 'other' })).toMatchObject({ lane: 'short' });
    expect(jobOf(expectations, { source: new Uint8Array(100_000) })).toMatchObject({ lane: 'short' });
  });

  it('learns what short means from short jobs, and lets a child that has just started take longer', () => {
    const expectations = new Expectations(MAX);
    expect(expectations.shortMs(true)).toBe(MAX);
    for (let n = 0; n < 50; n++) expectations.ended(jobOf(expectations), good(15));
    expect(expectations.shortMs(true)).toBeGreaterThan(100);
    expect(expectations.shortMs(true)).toBeLessThan(200);
    expect(expectations.shortMs(false)).toBe(MAX);
    for (let n = 0; n < 50; n++) expectations.ended(jobOf(expectations), good(1));
    expect(expectations.shortMs(true)).toBe(100);
  });

  it('is wary of new files of a kind that did harm, as long as they do, and not of known ones', () => {
    const expectations = new Expectations(MAX);
    expectations.ended(jobOf(expectations, { fingerprint: 'known' }), good(9));
    for (let n = 0; n < 3; n++) expectations.harmed(jobOf(expectations));
    expect(jobOf(expectations)).toMatchObject({ lane: 'long', suspect: false });
    expect(jobOf(expectations, { fingerprint: 'known' })).toMatchObject({ lane: 'short' });
    expect(jobOf(expectations, { kind: 'convert fountain ' })).toMatchObject({ lane: 'short' });
    for (let n = 0; n < 5; n++) expectations.ended(jobOf(expectations), good(9));
    expect(jobOf(expectations)).toMatchObject({ lane: 'short' });
  });

  it('is wary of new files of a kind of which new ones were not short, each counted once', () => {
    const expectations = new Expectations(MAX);
    const slow = (): void => {
      const job = jobOf(expectations, { kind: 'convert pdf ' });
      for (let look = 0; look < 5; look++) expectations.tookLong(job);
      expectations.ended(job, { ms: 200, good: false, warm: true });
    };
    for (let n = 0; n < 50; n++) expectations.ended(jobOf(expectations), good(10));
    slow();
    expect(jobOf(expectations, { kind: 'convert pdf ' })).toMatchObject({ lane: 'short' });
    slow();
    expect(jobOf(expectations, { kind: 'convert pdf ' })).toMatchObject({ lane: 'long', suspect: false });
    expectations.ended(jobOf(expectations, { kind: 'convert pdf ' }), good(9));
    expect(jobOf(expectations, { kind: 'convert pdf ' })).toMatchObject({ lane: 'short' });
  });

  it('lets a harmful file wait for others, in the long lane', () => {
    const expectations = new Expectations(MAX);
    expectations.harmed(jobOf(expectations, { fingerprint: 'bomb' }));
    expect(jobOf(expectations, { fingerprint: 'bomb' })).toMatchObject({ lane: 'long', suspect: true });
  });

  it('remembers clients that do harm, and forgives those that do good as well', () => {
    const expectations = new Expectations(MAX);
    const harm = (client: string): void => expectations.harmed(jobOf(expectations, { client, kind: `of ${client}` }));
    const kind = 'convert fountain ';
    harm('mixed');
    expect(jobOf(expectations, { client: 'mixed', kind })).toMatchObject({ lane: 'short', suspect: true });
    expectations.ended(jobOf(expectations, { client: 'mixed', kind }), good(9));
    expect(jobOf(expectations, { client: 'mixed', kind })).toMatchObject({ suspect: false });
    for (let n = 0; n < 3; n++) harm('vandal');
    expect(jobOf(expectations, { client: 'vandal', kind })).toMatchObject({ lane: 'long', suspect: true });
    expect(jobOf(expectations, { client: 'other', kind })).toMatchObject({ lane: 'short', suspect: false });
  });
});
