import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../scripts/servers.mjs';
import { PrivateRedis } from '../../../scripts/redis.mjs';
import { rejection } from './test-jobs.js';
import { LogBook, openPorts } from './test-redis.js';

const PASSWORD = 'correct-horse-battery';
const needsServer = PrivateRedis.available() ? '' : ' (skipped: no redis-server on this machine to set up)';

let redis: PrivateRedis | undefined;
afterEach(async () => {
  await redis?.stop();
  redis = undefined;
});

async function urlOf(...flags: string[]): Promise<string> {
  redis = await PrivateRedis.start({ flags });
  return redis.url;
}

describe.skipIf(needsServer !== '')(`opening a Redis${needsServer}`, () => {
  it.each(['allkeys-lru', 'volatile-ttl'])('refuses one that drops keys: %s', async (policy) => {
    const error = await rejection(openPorts({ url: await urlOf('--maxmemory-policy', policy) }));
    expect(error).toMatchObject({ code: 'bad_option', retryable: false });
    expect(error.message).toContain(`maxmemory-policy ${policy}`);
    expect(error.message).toContain('set maxmemory-policy to noeviction');
  });

  it('refuses a replica', async () => {
    const url = await urlOf('--replicaof', '127.0.0.1', String(await freePort()), '--replica-serve-stale-data', 'yes');
    const error = await rejection(openPorts({ url }));
    expect(error.message).toContain('name its primary');
  });

  it('refuses a cluster', async () => {
    const error = await rejection(openPorts({ url: await urlOf('--cluster-enabled', 'yes') }));
    expect(error).toMatchObject({ code: 'bad_option' });
    expect(error.message).toContain('cluster mode');
  });

  it('warns of one without a log', async () => {
    const book = new LogBook();
    const ports = await openPorts({ url: await urlOf('--appendonly', 'no'), log: book.log });
    await ports.close();
    expect(book.lines.join('\n')).toContain('keeps no append-only log');
  });

  it('uses the password and database of the URL', async () => {
    const url = new URL(await urlOf('--requirepass', PASSWORD));
    url.password = PASSWORD;
    url.pathname = '/3';
    const ports = await openPorts({ url: url.href });
    await ports.jobs.add(['a']);
    const lease = await ports.jobs.take(new AbortController().signal);
    expect(lease?.id).toBe('a');
    await lease?.done();
    await ports.close();
  });

  it.each([
    ['without a password', '', 'denied'],
    ['with a wrong one', `:wrong-${PASSWORD}`, 'denied'],
  ])('is refused at once %s, and does not repeat it', async (_, credentials, code) => {
    const book = new LogBook();
    const url = (await urlOf('--requirepass', PASSWORD)).replace('://', credentials ? `://${credentials}@` : '://');
    const start = performance.now();
    const error = await rejection(openPorts({ url, patienceMs: 8000, log: book.log }));
    expect(performance.now() - start).toBeLessThan(3000);
    expect(error.code).toBe(code);
    expect([error.message, error.stack, JSON.stringify(error.cause), ...book.lines].join('\n')).not.toContain(PASSWORD);
  });
});

describe('opening what is no Redis', () => {
  it('fails in time with what to look at', async () => {
    const port = await freePort();
    const error = await rejection(openPorts({ url: `redis://u:${PASSWORD}@127.0.0.1:${port}`, patienceMs: 400 }));
    expect(error).toMatchObject({ code: 'unavailable', retryable: true });
    expect(error.message).toContain(`Redis at 127.0.0.1:${port} cannot be reached: connect ECONNREFUSED`);
    expect(error.message + String(error.stack)).not.toContain(PASSWORD);
  });

  it.each([`::${PASSWORD}`, `http://u:${PASSWORD}@h`, `redis:/${PASSWORD} `])(
    'does not repeat a bad URL',
    async (url) => {
      const error = await rejection(openPorts({ url, patienceMs: 200 }));
      expect(error.message).not.toContain(PASSWORD);
    },
  );

  it('refuses a prefix that would not keep keys apart', async () => {
    for (const prefix of ['', 'a b', 'a}b', 'a:b']) {
      expect((await rejection(openPorts({ url: 'redis://127.0.0.1:1', prefix }))).code).toBe('bad_option');
    }
  });
});
