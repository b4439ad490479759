import type { WorkQueue } from '@screenplay/core';
import { jobStoreContract, workerRegistryContract, workQueueContract } from '@screenplay/core/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'vitest';
import type { RedisPorts } from '../src/index.js';
import { Passage } from './passage.js';
import { clock, freshPrefix, openPorts, removeKeys, useRedis } from './test-redis.js';

const redis = useRedis();
const LEASE_MS = 1200;
const SILENCE_MS = 1500;

/** What is opened of one prefix, each by a connection of its own. */
function deployment(): { prefix: string; opened: RedisPorts[]; dispose(): Promise<void> } {
  const prefix = freshPrefix();
  const opened: RedisPorts[] = [];
  return {
    prefix,
    opened,
    async dispose() {
      await Promise.all(opened.map((ports) => ports.close()));
      await removeKeys(redis.admin(), prefix);
    },
  };
}

describe.concurrent.each(['jobs', 'deliveries'] as const)('the queue of %s', (name) => {
  const start = async () => {
    const { prefix, opened, dispose } = deployment();
    const passages = new Map<WorkQueue, Passage>();
    return {
      runtime: clock,
      async open() {
        const passage = await Passage.to(redis.url());
        const ports = await openPorts({ url: passage.urlOf(redis.url()), prefix, leaseMs: LEASE_MS });
        opened.push(ports);
        passages.set(ports[name], passage);
        return ports[name];
      },
      async cutOff(queue: WorkQueue) {
        const passage = passages.get(queue);
        passage?.block();
        await sleep(LEASE_MS * 1.5);
        passage?.unblock();
      },
      async dispose() {
        await dispose();
        await Promise.all([...passages.values()].map((passage) => passage.close()));
      },
    };
  };
  for (const { name: promise, run } of workQueueContract(start, { shared: true, durable: true, leaseMs: LEASE_MS })) {
    it(promise, run, 60_000);
  }
});

describe.concurrent('the store of jobs', () => {
  const start = async ({ resultsTtlMs }: { resultsTtlMs: number }) => {
    const { prefix, opened, dispose } = deployment();
    return {
      runtime: clock,
      async open() {
        const ports = await openPorts({ url: redis.url(), prefix, resultsTtlMs });
        opened.push(ports);
        return ports.store;
      },
      dispose,
    };
  };
  for (const { name, run } of jobStoreContract(start, { shared: true, durable: true })) it(name, run, 60_000);
});

describe.concurrent('the registry of workers', () => {
  const start = async () => {
    const { prefix, opened, dispose } = deployment();
    return {
      runtime: clock,
      async open() {
        const ports = await openPorts({ url: redis.url(), prefix, silenceMs: SILENCE_MS });
        opened.push(ports);
        return ports.registry;
      },
      dispose,
    };
  };
  for (const { name, run } of workerRegistryContract(start, { silenceMs: SILENCE_MS })) it(name, run);
});
