import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { InProcessConverter, ScreenplayError } from '@screenplay/core';
import type { Runtime } from '@screenplay/core';
import { DeliverySender, JobSecrets, JobService, Worker } from '@screenplay/core/jobs';
import { MemoryJobStore, MemoryStorage, MemoryWorkerRegistry, MemoryWorkQueue } from '@screenplay/core/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JobsOptions } from '../src/index.js';
import { call } from './client.js';
import type { Answer, Json } from './client.js';
import { FOUNTAIN } from './scripts.js';
import { serve, WITH_TOKEN } from './service.js';
import type { TestService } from './service.js';

/** The world as it is. */
const runtime: Runtime = {
  now: () => new Date().toISOString(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal ? { signal } : {}).catch(() => undefined),
  random: (length) => randomBytes(length),
  log: () => undefined,
};

const HOOK = 'https://ops.example/secret-path';

interface Bench extends TestService {
  jobs: JobsOptions;
  input: MemoryStorage;
  output: MemoryStorage;
  store: MemoryJobStore;
  registry: MemoryWorkerRegistry;
  told: string[];
  /** Works until nothing is left to do. */
  work(): Promise<void>;
  push(body: object | string, headers?: Record<string, string>): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** Asserts that an answer is what the OpenAPI document says of its path. */
  documented(answer: Answer, method: string, template: string): Promise<void>;
}

async function bench(rules: Partial<JobsOptions['rules']> = {}): Promise<Bench> {
  const input = new MemoryStorage(runtime);
  const output = new MemoryStorage(runtime);
  const store = new MemoryJobStore(runtime);
  const registry = new MemoryWorkerRegistry(runtime);
  const ports = {
    runtime,
    input,
    output,
    store,
    registry,
    jobs: new MemoryWorkQueue(runtime),
    lanes: new MemoryWorkQueue(runtime),
    converter: new InProcessConverter(),
  };
  const secrets = new JobSecrets(['a secret of the deployment'], runtime);
  const told: string[] = [];
  const notifier = {
    send: async ({ body }: { body: string }) => {
      told.push(body);
      return { statusCode: 204 };
    },
  };
  const jobs: JobsOptions = {
    service: new JobService(ports, { secrets, defaultWebhooks: [HOOK] }),
    rules: { sharedStorage: false, ...rules },
    storage: { input, output },
    workers: () => registry.list(),
    webhooks: {
      config: {
        named: { ops: HOOK },
        urls: ['https://hooks.example/x'],
        timeout: '15s',
        maxRetry: 4,
        retryMinWait: '1s',
        retryMaxWait: '30s',
        secret: 'set',
      },
      recent: (limit) => store.recentDeliveries(limit),
    },
  };
  const service = await serve({ jobs });
  const api = (await call(`${service.url}/openapi.json`)).json();
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(api, 'api');
  return {
    ...service,
    jobs,
    input,
    output,
    store,
    registry,
    told,
    async work() {
      const worker = new Worker(ports, { host: 'here', pid: 1, secrets, defaultWebhooks: [HOOK], slots: 1 });
      const sender = new DeliverySender({ ...ports, notifier });
      worker.start();
      sender.start();
      onTestFinished(async () => {
        await Promise.all([worker.stop(), sender.stop()]);
      });
      await expect
        .poll(async () => (await store.unfinished(10)).length + (await store.openLanes(10)).length, { timeout: 20_000 })
        .toBe(0);
    },
    push: (body, headers = {}) =>
      call(`${service.url}/push`, {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...WITH_TOKEN, ...headers },
      }),
    get: (path) => call(`${service.url}${path}`, { headers: WITH_TOKEN }),
    async documented(answer, method, template) {
      const responses = api.paths[template][method].responses as Record<string, Json>;
      expect(Object.keys(responses)).toContain(String(answer.status));
      const pointer = ['paths', template, method, 'responses', String(answer.status), 'content', 'application/json'];
      const fragment = [...pointer, 'schema'].map((part) =>
        encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1')),
      );
      const check = ajv.compile({ $ref: `api#/${fragment.join('/')}` });
      expect(check(answer.json()), JSON.stringify(check.errors)).toBe(true);
    },
  };
}

const JOB = {
  input_key: 'drafts/ferry.fountain',
  output_key: 'out/ferry',
  document_id: 'doc-1',
  tasks: ['convert-fountain-to-screenplay', 'validate-screenplay', 'export-to-fdx', 'zip-output'],
};

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('jobs over HTTP', () => {
  it('are pushed, done, and told of', async () => {
    const at = await bench();
    await at.input.write(JOB.input_key, bytes(FOUNTAIN));
    const pushed = await at.push({ ...JOB, webhook: 'https://caller.example/hook?key=very-secret', tenant_id: 't' });
    expect(pushed.status).toBe(202);
    await at.documented(pushed, 'post', '/push');
    const { job_id: id, status } = pushed.json();
    expect(status).toBe('queued');
    expect(pushed.headers.location).toBe(`/results/${id}`);

    await at.work();
    const done = await at.get(`/results/${id}`);
    await at.documented(done, 'get', '/results/{id}');
    expect(done.json()).toMatchObject({
      job_id: id,
      status: 'success',
      attempt: 1,
      completed_tasks: JOB.tasks,
      outputs: [
        { task: JOB.tasks[0], keys: ['out/ferry/json/ferry.json'] },
        { task: JOB.tasks[1], keys: ['out/ferry/validation/ferry_validation.json'] },
        { task: JOB.tasks[2], keys: ['out/ferry/fdx/ferry.fdx'] },
        { task: JOB.tasks[3], keys: ['out/ferry/package.zip'] },
      ],
      error: null,
    });

    const listed = await at.get('/results?status=success&document_id=doc-1');
    await at.documented(listed, 'get', '/results');
    expect(listed.json()).toEqual([done.json()]);
    expect((await at.get('/results?status=failed')).json()).toEqual([]);

    const stored = await at.get('/storage?bucket=output&prefix=out/ferry/&limit=2');
    await at.documented(stored, 'get', '/storage');
    expect(stored.json().objects.map(({ key }: Json) => key)).toEqual([
      'out/ferry/fdx/ferry.fdx',
      'out/ferry/json/ferry.json',
    ]);
    const rest = await at.get(
      `/storage?bucket=output&prefix=out/ferry/&cursor=${encodeURIComponent(stored.json().next_cursor)}`,
    );
    expect(rest.json().objects).toHaveLength(2);
    expect(rest.json().next_cursor).toBeNull();

    const hooks = await at.get('/webhooks');
    await at.documented(hooks, 'get', '/webhooks');
    expect(hooks.text).not.toMatch(/secret-path|very-secret/);
    expect(hooks.json().config.named.ops).toMatch(/^https:\/\/ops\.example#[0-9a-f]{8}$/);
    expect(hooks.json().deliveries).toHaveLength(12);
    expect(hooks.json().deliveries[0]).toMatchObject({ event: 'job.completed', status: 'delivered', job_id: id });

    const workers = await at.get('/workers');
    await at.documented(workers, 'get', '/workers');
    expect(workers.json()).toMatchObject([{ host: 'here', pid: 1, job_id: null }]);

    const tasks = await at.get('/tasks');
    await at.documented(tasks, 'get', '/tasks');
    expect(tasks.json()).toHaveLength(15);
  });

  it('tell events as the OpenAPI document says', async () => {
    const at = await bench();
    await at.push(JOB);
    await at.work();
    const api = (await call(`${at.url}/openapi.json`)).json();
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const check = ajv.addSchema(api, 'api').compile({ $ref: 'api#/components/schemas/WebhookEvent' });
    expect(at.told.map((body) => JSON.parse(body).event)).toEqual(['job.queued', 'job.started', 'job.failed']);
    for (const body of at.told) expect(check(JSON.parse(body)), JSON.stringify(check.errors)).toBe(true);
  });

  it('answer a repeat with the first job, and another request under the same key with 409', async () => {
    const at = await bench();
    const key = { 'idempotency-key': 'once' };
    const first = await at.push(JOB, key);
    const again = await at.push(JOB, key);
    expect(again.status).toBe(202);
    expect(again.json().job_id).toBe(first.json().job_id);
    const other = await at.push({ ...JOB, document_id: 'doc-2' }, key);
    expect(other).toMatchObject({ status: 409 });
    await at.documented(other, 'post', '/push');
    expect((await at.push(JOB, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
  });

  it('are cancelled', async () => {
    const at = await bench();
    const { job_id: id } = (await at.push(JOB)).json();
    const cancel = (): Promise<Answer> => call(`${at.url}/results/${id}`, { method: 'DELETE', headers: WITH_TOKEN });
    const cancelled = await cancel();
    expect(cancelled.status).toBe(202);
    await at.documented(cancelled, 'delete', '/results/{id}');
    expect(cancelled.json()).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
    const twice = await cancel();
    expect(twice.status).toBe(409);
    await at.documented(twice, 'delete', '/results/{id}');
    const missing = await call(`${at.url}/results/j_none`, { method: 'DELETE', headers: WITH_TOKEN });
    expect(missing.status).toBe(404);
    await at.documented(missing, 'delete', '/results/{id}');
  });

  it('are refused with the field that is wrong, and then nothing is queued', async () => {
    const at = await bench();
    const cases: [object | string, string | undefined][] = [
      ['{', undefined],
      ['', undefined],
      [{}, 'input_key'],
      [{ ...JOB, color: 'red' }, 'color'],
      [{ ...JOB, tasks: ['convert-word-to-screenplay'] }, 'tasks[0]'],
      [{ ...JOB, input_key: '../etc/passwd' }, 'input_key'],
      [{ ...JOB, webhook: 'ftp://x' }, 'webhook'],
      [{ ...JOB, tasks: ['encrypt-screenplay'] }, 'vars.encrypt_key'],
    ];
    for (const [body, field] of cases) {
      const answer = await at.push(body);
      expect([answer.status, answer.json().field], JSON.stringify(body)).toEqual([400, field]);
      await at.documented(answer, 'post', '/push');
    }
    expect((await at.get('/results')).json()).toEqual([]);
    expect((await at.push('x'.repeat(1_048_577))).status).toBe(413);
    expect((await at.push(JOB, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('are listed page by page', async () => {
    const at = await bench();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift((await at.push(JOB)).json().job_id);
    const seen: string[] = [];
    for (let path: string | undefined = '/results?limit=2'; path !== undefined; ) {
      const page: Answer = await at.get(path);
      seen.push(...page.json().map(({ job_id }: Json) => job_id));
      path = /^<(\/results\?[^>]*)>; rel="next"$/.exec(page.headers.link as string)?.[1];
    }
    expect(seen).toEqual(ids);
    expect((await at.get('/results?limit=501')).status).toBe(400);
  });

  it('show storage within the prefixes of the settings only', async () => {
    const at = await bench({ inputPrefix: 'in', outputPrefix: 'out' });
    await at.input.write('in/a', bytes('a'));
    await at.input.write('other/b', bytes('b'));
    const listed = await at.get('/storage');
    expect(listed.json()).toMatchObject({ bucket: 'input', objects: [{ key: 'in/a' }] });
    for (const prefix of ['other/', 'i', '/']) {
      const answer = await at.get(`/storage?prefix=${encodeURIComponent(prefix)}`);
      expect(answer.status).toBe(400);
      await at.documented(answer, 'get', '/storage');
    }
  });

  it('want a token', async () => {
    const at = await bench();
    for (const path of ['/push', '/results', '/results/x', '/storage', '/workers', '/tasks', '/webhooks']) {
      const answer = await call(`${at.url}${path}`, path === '/push' ? { method: 'POST', body: '{}' } : {});
      expect([path, answer.status, answer.headers['www-authenticate']?.slice(0, 6)]).toEqual([path, 401, 'Bearer']);
    }
  });

  it('say when what they stand on is down', async () => {
    const at = await bench();
    const down = async (): Promise<never> => {
      throw new ScreenplayError('unavailable', 'The store of jobs does not answer');
    };
    at.store.list = at.store.get = at.store.recentDeliveries = at.registry.list = down;
    for (const path of ['/results', '/results/x', '/webhooks', '/workers']) {
      const answer = await at.get(path);
      expect([path, answer.status, answer.json().code]).toEqual([path, 503, 'unavailable']);
      expect(answer.headers['retry-after']).toBeDefined();
      await at.documented(answer, 'get', path.replace('/x', '/{id}'));
    }
  });
});
