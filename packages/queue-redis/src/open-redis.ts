import { ScreenplayError } from '@screenplay/core';
import type { JobStore, WorkerRegistry, WorkQueue } from '@screenplay/core';
import { Connection } from './connection.js';
import type { CallLimits, Log } from './connection.js';
import { RedisJobStore } from './redis-job-store.js';
import { RedisWorkQueue } from './redis-work-queue.js';
import { RedisWorkerRegistry } from './redis-worker-registry.js';
import { readServerFacts, requireFit } from './server-facts.js';

export interface RedisOptions {
  /** `redis://` or, for TLS, `rediss://`; with user, password and database where they are needed. */
  url: string;
  /** Begins all keys, so that several deployments can share a Redis; default `screenplay`. */
  prefix?: string | undefined;
  /** Milliseconds for which finished jobs and settled deliveries are kept. */
  resultsTtlMs: number;
  /** Milliseconds after which an id comes again whose taker is not heard of; default 30 s. */
  leaseMs?: number | undefined;
  /** Milliseconds after which a worker is dropped that is not heard of; default 30 s. */
  silenceMs?: number | undefined;
  /** Milliseconds for which a call waits for a Redis that is away before it fails with `unavailable`; default 10 s. */
  patienceMs?: number | undefined;
  log: Log;
}

export interface JobPortsOnRedis {
  store: JobStore;
  /** Ids of jobs. */
  jobs: WorkQueue;
  /** Lanes of deliveries. */
  deliveries: WorkQueue;
  registry: WorkerRegistry;
}

/** The ports of jobs on one Redis. */
export interface RedisPorts extends JobPortsOnRedis {
  /**
   * The same ports for whoever has a client that waits: a call fails within 2.5 seconds, and at once when Redis has been
   * away for longer than one.
   */
  forRequests: JobPortsOnRedis;
  /** Resolves when Redis answers. @throws ScreenplayError `unavailable` */
  check(): Promise<void>;
  /** Closes all of them. */
  close(): Promise<void>;
}

/** So soon, a connection is not yet taken for dead that others are content with. */
const FOR_REQUESTS: CallLimits = { patienceMs: 2500, outageMs: 1000, renews: false };

/**
 * Opens the ports of jobs on a Redis, after a look at whether jobs may be trusted to it.
 *
 * @throws ScreenplayError `bad_option` for a Redis that is too old, drops keys when its memory is full, or is no single
 *   primary; `denied` when it does not let us in; `unavailable` when it does not answer
 */
export async function openRedis(options: RedisOptions): Promise<RedisPorts> {
  const { url, prefix = 'screenplay', log } = options;
  const { leaseMs = 30_000, silenceMs = 30_000, patienceMs = 10_000 } = options;
  if (!/^[\w.-]{1,100}$/.test(prefix)) {
    throw new ScreenplayError('bad_option', 'the prefix of Redis keys is made of letters, digits, `_`, `.` and `-`');
  }
  const connection = await Connection.open({ url, patienceMs, log });
  try {
    const facts = readServerFacts(await connection.run('tell of itself', () => connection.client.info()));
    requireFit(facts, connection.place);
    if (facts.appendOnly === false) {
      log(
        'warn',
        `Redis at ${connection.place} keeps no append-only log: what it was told last is lost when it crashes`,
      );
    }
    // In braces, so that all keys lie in one slot wherever keys are spread over servers.
    const root = `{${prefix}}:`;
    const queue = (name: string): Promise<RedisWorkQueue> =>
      RedisWorkQueue.open(connection, { name, prefix: `${root}queue`, leaseMs: Math.ceil(leaseMs), log });
    const [jobs, deliveries] = await Promise.all([queue('jobs'), queue('deliveries')]);
    const storeWithin = (limits?: CallLimits): RedisJobStore =>
      new RedisJobStore(connection, `${root}store:`, Math.ceil(options.resultsTtlMs), limits);
    const registryWithin = (limits?: CallLimits): RedisWorkerRegistry =>
      new RedisWorkerRegistry(connection, root, Math.ceil(silenceMs), limits);
    const store = storeWithin();
    return {
      store,
      jobs,
      deliveries,
      registry: registryWithin(),
      forRequests: {
        store: storeWithin(FOR_REQUESTS),
        jobs: jobs.within(FOR_REQUESTS),
        deliveries: deliveries.within(FOR_REQUESTS),
        registry: registryWithin(FOR_REQUESTS),
      },
      check: () => store.check(),
      async close() {
        await Promise.all([jobs.close(), deliveries.close()]);
        await connection.close();
      },
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
