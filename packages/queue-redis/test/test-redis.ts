import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { ensureRedis } from '../../../scripts/redis.mjs';
import { openRedis } from '../src/index.js';
import type { RedisOptions, RedisPorts } from '../src/index.js';

/** The clock of tests. */
export const clock = {
  elapsed: () => performance.now(),
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await sleep(ms, undefined, signal ? { signal } : undefined).catch(() => undefined);
  },
};

/** The Redis of a file of tests: that of the whole run, or, where there is none, one of its own. */
export function useRedis(): { url(): string; admin(): Redis } {
  let url = '';
  let admin: Redis | undefined;
  let stop = async (): Promise<void> => undefined;
  beforeAll(async () => {
    const redis = await ensureRedis();
    if ('missing' in redis) throw new Error(redis.missing);
    url = redis.url;
    stop = () => redis.stop();
    admin = new Redis(url);
  }, 120_000);
  afterAll(async () => {
    await admin?.quit();
    await stop();
  });
  return {
    url: () => url,
    admin: () => {
      if (!admin) throw new Error('there is no Redis yet');
      return admin;
    },
  };
}

let prefixes = 0;

/** A prefix that nothing else uses. */
export function freshPrefix(): string {
  return `test-${process.pid}-${Date.now()}-${++prefixes}`;
}

export async function removeKeys(admin: Redis, prefix: string): Promise<void> {
  for await (const keys of admin.scanStream({ match: `{${prefix}}*`, count: 1000 })) {
    if ((keys as string[]).length > 0) await admin.del(...(keys as string[]));
  }
}

/** What was logged. */
export class LogBook {
  readonly lines: string[] = [];
  readonly log: RedisOptions['log'] = (level, message, fields) => {
    this.lines.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`);
  };
}

/** Opens ports with what tests do not care about filled in. */
export function openPorts(options: Partial<RedisOptions> & { url: string }): Promise<RedisPorts> {
  return openRedis({ prefix: freshPrefix(), resultsTtlMs: 3_600_000, log: () => undefined, ...options });
}
