import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PrivateRedis } from '../../../../scripts/redis.mjs';
import { folderWith } from '../stand-in.js';
import { startService } from './running-service.js';

const TOKEN = 'the-token-of-these-tests';
const PUSH = {
  input_key: 'in/a.fountain',
  output_key: 'out/a',
  document_id: 'a',
  tasks: ['convert-fountain-to-screenplay'],
};

const missing = PrivateRedis.available() ? '' : ' (skipped: no redis-server on this machine to stop)';

interface Asked {
  status: number;
  ms: number;
  text: string;
  retryAfter: string | null;
}

interface Bench {
  redis: PrivateRedis;
  stderr(): string;
  ask(method: string, path: string, headers?: Record<string, string>): Promise<Asked>;
}

/** A server that works on no jobs itself, so that those pushed stay as they are. */
async function bench(): Promise<Bench> {
  const redis = await PrivateRedis.start();
  onTestFinished(() => redis.stop());
  const env = { REDIS_URL: redis.url, JOB_SECRET: 'the-job-secret-of-these-tests', ACCESS_TOKEN: TOKEN };
  const service = await startService(['--port', '0', '--host', '127.0.0.1', '--no-workers'], {
    cwd: await folderWith(),
    env,
  });
  return {
    redis,
    stderr: () => service.stderr(),
    async ask(method, path, headers = {}) {
      const body = path === '/push' ? JSON.stringify(PUSH) : undefined;
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const start = performance.now();
      const answer = await fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${TOKEN}`, ...json, ...headers },
        ...(body === undefined ? {} : { body }),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        ms: performance.now() - start,
        text,
        retryAfter: answer.headers.get('retry-after'),
      };
    },
  };
}

async function tell({ port }: PrivateRedis, command: string): Promise<void> {
  const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
  expect(String((await once(socket, 'data'))[0])).toBe('+OK\r\n');
  socket.destroy();
}

describe.skipIf(missing !== '')(`a server whose Redis is in trouble${missing}`, { timeout: 60_000 }, () => {
  it('says so within seconds, then at once, and goes on when Redis is back', async () => {
    const { redis, ask } = await bench();
    const pushed = await ask('POST', '/push', { 'idempotency-key': 'before' });
    expect(pushed.status).toBe(202);
    const { job_id } = JSON.parse(pushed.text) as { job_id: string };
    const asked = (): Promise<Asked[]> =>
      Promise.all([
        ask('POST', '/push', { 'idempotency-key': 'meanwhile' }),
        ask('GET', '/results'),
        ask('GET', `/results/${job_id}`),
        ask('DELETE', `/results/${job_id}`),
        ask('GET', '/workers'),
        ask('GET', '/webhooks'),
      ]);
    const expectRefusals = (answers: readonly Asked[], within: number): void => {
      for (const { status, ms, text, retryAfter } of answers) {
        expect([status, (JSON.parse(text) as { code: string }).code], text).toEqual([503, 'unavailable']);
        expect(Number(retryAfter)).toBeGreaterThan(0);
        expect(ms, text).toBeLessThan(within);
      }
    };
    await redis.kill();
    expectRefusals(await asked(), 3000);
    await sleep(1000);
    expectRefusals(await asked(), 1000);
    for (const path of ['/', '/tail', '/tasks', '/formats']) expect((await ask('GET', path)).status, path).toBe(200);

    await redis.restart();
    let again = await ask('POST', '/push', { 'idempotency-key': 'meanwhile' });
    for (let tries = 0; again.status === 503 && tries < 50; tries++) {
      await sleep(100);
      again = await ask('POST', '/push', { 'idempotency-key': 'meanwhile' });
    }
    expect(again.status).toBe(202);
    // What was refused was not done behind the back of who asked.
    const jobs = JSON.parse((await ask('GET', '/results')).text) as { status: string }[];
    expect(jobs.map(({ status }) => status)).toEqual(['queued', 'queued']);

    redis.pause();
    expectRefusals(await asked(), 3000);
    redis.resume();
  });

  it('quotes nothing of what a full one says, but in the log', async () => {
    const { redis, ask, stderr } = await bench();
    await tell(redis, 'CONFIG SET maxmemory 1');
    const { status, text } = await ask('POST', '/push');
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([503, 'unavailable']);
    expect(text).toContain('its memory is full');
    expect(text).not.toMatch(/OOM|maxmemory|command/);
    expect(stderr()).toContain('OOM command not allowed');
  });
});
