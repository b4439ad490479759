import type { JobStore, Runtime, Storage, WorkerRegistry, WorkQueue } from '@screenplay/core';
import { join } from 'node:path';
import type { SettingValues } from '../settings/settings.js';

/** What jobs are kept in, and what says that there is something to do: ports, whatever is behind them. */
export interface JobPortsOfBackend {
  store: JobStore;
  jobs: WorkQueue;
  lanes: WorkQueue;
  registry: WorkerRegistry;
}

/** Where jobs and their files are kept. */
export interface JobBackend extends JobPortsOfBackend {
  input: Storage;
  output: Storage;
  /** Whether an output could lie where an input lies. */
  sharedStorage: boolean;
  /** The same for requests, whose clients wait: what is away is said to be so within seconds. */
  forRequests: JobPortsOfBackend;
  /** By the name of what stands behind the ports: whether it can be reached. */
  checks: Readonly<Record<string, () => Promise<void>>>;
  close(): Promise<void>;
}

type Storages = Pick<JobBackend, 'input' | 'output' | 'sharedStorage' | 'checks' | 'close'>;
type Queues = Pick<JobBackend, keyof JobPortsOfBackend | 'forRequests' | 'checks' | 'close'>;
type Opened = Omit<JobPortsOfBackend, 'lanes'> & { deliveries: WorkQueue };

/**
 * Opens what the settings name: Redis or the embedded queue, S3 or files.
 *
 * @param folder where the embedded queue and files are
 * @throws ScreenplayError when a part cannot be used
 */
export async function openBackend(values: SettingValues, folder: string, runtime: Runtime): Promise<JobBackend> {
  const queues = await openQueues(values, folder, runtime);
  try {
    const storages = values.S3_BUCKET === undefined ? await openFiles(folder) : await openS3(values, values.S3_BUCKET);
    return {
      ...queues,
      ...storages,
      checks: { ...queues.checks, ...storages.checks },
      async close() {
        await queues.close();
        await storages.close();
      },
    };
  } catch (error) {
    await queues.close();
    throw error;
  }
}

async function openQueues(values: SettingValues, folder: string, runtime: Runtime): Promise<Queues> {
  const resultsTtlMs = values.RESULTS_TTL;
  if (values.REDIS_URL === undefined) {
    const { openLocal } = await import('@screenplay/local');
    const local = await openLocal({ folder, resultsTtlMs, runtime });
    return queuesOf(local, local, { queue: () => local.store.check() }, () => local.close());
  }
  const { openRedis } = await import('@screenplay/queue-redis');
  const log: Runtime['log'] = (level, message, fields) => runtime.log(level, message, fields);
  const redis = await openRedis({ url: values.REDIS_URL, resultsTtlMs, leaseMs: values.JOB_LEASE, log });
  return queuesOf(redis, redis.forRequests, { redis: () => redis.check() }, () => redis.close());
}

function queuesOf(opened: Opened, forRequests: Opened, checks: Queues['checks'], close: Queues['close']): Queues {
  return { ...portsOf(opened), forRequests: portsOf(forRequests), checks, close };
}

function portsOf({ store, jobs, deliveries: lanes, registry }: Opened): JobPortsOfBackend {
  return { store, jobs, lanes, registry };
}

async function openFiles(folder: string): Promise<Storages> {
  const { FileStorage } = await import('@screenplay/local');
  const files = await FileStorage.open(join(folder, 'storage'));
  return storagesOf({ storage: files }, files, files);
}

async function openS3(values: SettingValues, bucket: string): Promise<Storages> {
  const { S3Storage } = await import('@screenplay/storage-s3');
  const open = (name: string): Storage =>
    new S3Storage({
      bucket: name,
      endpoint: values.S3_ENDPOINT,
      region: values.S3_REGION,
      forcePathStyle: values.S3_FORCE_PATH_STYLE,
      credentials:
        values.S3_ACCESS_KEY_ID === undefined || values.S3_SECRET_ACCESS_KEY === undefined
          ? undefined
          : { accessKeyId: values.S3_ACCESS_KEY_ID, secretAccessKey: values.S3_SECRET_ACCESS_KEY },
    });
  const inputBucket = values.S3_INPUT_BUCKET ?? bucket;
  const outputBucket = values.S3_OUTPUT_BUCKET ?? bucket;
  const input = open(inputBucket);
  if (inputBucket === outputBucket) return storagesOf({ s3: input }, input, input);
  const output = open(outputBucket);
  return storagesOf({ s3_input: input, s3_output: output }, input, output);
}

function storagesOf(named: Readonly<Record<string, Storage>>, input: Storage, output: Storage): Storages {
  return {
    input,
    output,
    sharedStorage: input === output,
    checks: Object.fromEntries(Object.entries(named).map(([name, storage]) => [name, () => storage.check()])),
    async close() {
      await Promise.all(Object.values(named).map((storage) => storage.close()));
    },
  };
}
