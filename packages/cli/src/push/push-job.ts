import { FailureError } from '../failure.js';
import type { ExitCode } from '../exit-codes.js';
import { EXIT } from '../exit-codes.js';
import type { Io } from '../terminal/io.js';
import { writeTo } from '../terminal/io.js';
import { awaitJob } from './await-job.js';
import { findToken } from './find-token.js';
import { ServiceClient } from './service-client.js';

export interface PushSettings {
  /** The body of POST /push. */
  request: object;
  url: string;
  tokenFile: string | undefined;
  idempotencyKey: string | undefined;
  /** Whether to wait until the job has ended, and print its record instead of its id. */
  wait: boolean;
  quiet: boolean;
}

/**
 * Submits a job to a service.
 *
 * @throws FailureError when the service refuses it or cannot be reached, and when a job that was waited for has failed
 */
export async function pushJob(
  { request, url, tokenFile, idempotencyKey, wait, quiet }: PushSettings,
  io: Io,
): Promise<ExitCode> {
  const client = new ServiceClient({ url, token: await findToken(tokenFile, io) });
  const { job_id: jobId } = await client.push(request, idempotencyKey);
  if (!wait) {
    await writeTo(io.stdout, `${jobId}\n`);
    return EXIT.done;
  }
  const record = await awaitJob(client, jobId, io, quiet);
  await writeTo(io.stdout, `${JSON.stringify(record, null, 2)}\n`);
  const { error } = record;
  if (error === null) return EXIT.done;
  const where = error.task === null ? '' : ` in ${error.task}`;
  throw new FailureError({ code: 'unavailable', message: `the job failed${where}: ${error.message} (${error.code})` });
}
