import { ScreenplayError } from '@screenplay/core';
import type { ErrorCode } from '@screenplay/core';
import { parsePush } from '@screenplay/core/jobs';
import type { JobsOptions } from '../src/index.js';
import { broken, failuresOfBody, JSON_TYPE, MB } from './drives.js';
import type { Drive } from './drives.js';
import { JOB, jobsBench } from './jobs-bench.js';
import { FOUNTAIN } from './scripts.js';

/** What the endpoints of jobs stand on when all of it fails. */
function failingJobs({ rules, webhooks }: JobsOptions, code: string): JobsOptions {
  const fail =
    code === 'internal'
      ? broken
      : (): never => {
          throw new ScreenplayError(code as ErrorCode, 'As asked for');
        };
  const storage = { open: fail, write: fail, list: fail, check: fail, close: fail };
  return {
    rules,
    service: { submit: fail, get: fail, list: fail, cancel: fail, tasks: fail },
    storage: { input: storage, output: storage },
    workers: fail,
    webhooks: { config: webhooks.config, recent: fail },
  };
}

/** Every answer of the endpoints of jobs, by `method path`, over one job that is done, one that failed and one that waits. */
export async function jobDrives(): Promise<Record<string, Drive[]>> {
  const bench = jobsBench();
  await bench.input.write(JOB.input_key, new TextEncoder().encode(FOUNTAIN));
  const submit = async (changes: object = {}): Promise<string> => {
    const request = parsePush({ ...JOB, ...changes }, bench.options.rules);
    return (await bench.options.service.submit(request)).record.job_id;
  };
  const done = await submit();
  const failed = await submit({ input_key: 'drafts/none.fountain', webhook: 'https://caller.example/hook' });
  await bench.work();
  const options = { jobs: bench.options };
  // In no queue, so that nobody takes it.
  const waiting = 'j_waiting';
  const { record, ...rest } = (await bench.store.get(done))!.job;
  const queued = { ...record, job_id: waiting, status: 'queued' as const, finished_at: null };
  await bench.store.insert({ ...rest, record: queued }, []);

  const failing = (path: string, ...codes: string[]): Drive[] =>
    codes.map((code) => ({ path, code, options: { jobs: failingJobs(bench.options, code) } }));
  const push = (body: unknown, code?: string, key?: string): Drive => ({
    path: '/push',
    options,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { ...JSON_TYPE, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(code === undefined ? {} : { code }),
  });
  return {
    'post /push': [
      push(JOB, undefined, 'once'),
      push(JOB, undefined, 'once'),
      push({ ...JOB, document_id: 'other' }, 'conflict', 'once'),
      push({ ...JOB, tasks: [] }, 'bad_option'),
      push('{', 'malformed_input'),
      ...failuresOfBody('/push', JSON_TYPE, MB).map((drive) => ({
        ...drive,
        options: { ...options, ...drive.options },
      })),
      ...failing('/push', 'internal', 'unavailable').map((drive) => ({ ...push(JOB), ...drive })),
    ],
    'get /results': [
      { path: '/results', options },
      { path: '/results?limit=1', options },
      { path: '/results?status=done', options, code: 'bad_option' },
      ...failing('/results', 'internal', 'unavailable'),
    ],
    'get /results/{id}': [
      ...[done, failed, waiting].map((id) => ({ path: `/results/${id}`, options })),
      { path: '/results/j_none', options, code: 'not_found' },
      ...failing(`/results/${done}`, 'internal', 'unavailable'),
    ],
    'delete /results/{id}': [
      { path: `/results/${waiting}`, options },
      { path: `/results/${waiting}`, options, code: 'conflict' },
      { path: '/results/j_none', options, code: 'not_found' },
      ...failing(`/results/${done}`, 'internal', 'unavailable'),
    ],
    'get /tasks': [{ path: '/tasks', options }, ...failing('/tasks', 'internal')],
    'get /storage': [
      { path: '/storage', options },
      { path: '/storage?bucket=output&limit=1', options },
      { path: '/storage?bucket=third', options, code: 'bad_option' },
      ...failing('/storage', 'internal', 'not_found', 'denied', 'unavailable'),
    ],
    'get /workers': [{ path: '/workers', options }, ...failing('/workers', 'internal', 'unavailable')],
    'get /webhooks': [{ path: '/webhooks', options }, ...failing('/webhooks', 'internal', 'unavailable')],
  };
}
