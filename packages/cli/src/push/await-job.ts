import type { JobRecord } from '@screenplay/core';
import { setTimeout } from 'node:timers/promises';
import type { Io } from '../terminal/io.js';
import { writeTo } from '../terminal/io.js';
import type { ServiceClient } from './service-client.js';

/** Milliseconds between two looks: short at first, for most jobs are. */
const FIRST = 100;
const LONGEST = 2000;

/** Waits until a job has ended; what has been done by then is told on standard error, unless that is unwanted. */
export async function awaitJob(client: ServiceClient, jobId: string, io: Io, quiet: boolean): Promise<JobRecord> {
  let told = 0;
  let status = 'queued';
  for (let wait = FIRST; ; wait = Math.min(LONGEST, wait * 1.5)) {
    const record = await client.record(jobId);
    const lines: string[] = [];
    if (record.status === 'running' && status === 'queued') lines.push(`${jobId} is running`);
    for (const task of record.completed_tasks.slice(told))
      lines.push(`${jobId} ${task} (${++told} of ${record.tasks.length})`);
    status = record.status;
    if (!quiet && lines.length > 0) await writeTo(io.stderr, `${lines.join('\n')}\n`);
    if (record.finished_at !== null) return record;
    await setTimeout(wait);
  }
}
