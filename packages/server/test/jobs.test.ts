import { ScreenplayError } from '@screenplay/core';
import { describe, expect, it } from 'vitest';
import type { JobsOptions } from '../src/index.js';
import { call } from './client.js';
import type { Answer, Json } from './client.js';
import { Documentation } from './documented.js';
import { JOB, jobsBench } from './jobs-bench.js';
import type { JobsBench } from './jobs-bench.js';
import { FOUNTAIN } from './scripts.js';
import { serve, WITH_TOKEN } from './service.js';
import type { TestService } from './service.js';

interface Bench extends TestService, JobsBench {
  documentation: Documentation;
  push(body: object | string, headers?: Record<string, string>): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** Asserts that an answer is what the OpenAPI document says of its path. */
  documented(answer: Answer, method: string, template: string): void;
}

async function bench(rules: Partial<JobsOptions['rules']> = {}): Promise<Bench> {
  const jobs = jobsBench(rules);
  const service = await serve({ jobs: jobs.options });
  const documentation = await Documentation.of(service.url);
  return {
    ...service,
    ...jobs,
    documentation,
    push: (body, headers = {}) =>
      call(`${service.url}/push`, {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...WITH_TOKEN, ...headers },
      }),
    get: (path) => call(`${service.url}${path}`, { headers: WITH_TOKEN }),
    documented(answer, method, template) {
      expect(documentation.faultsIn(answer, method, template), answer.text).toEqual([]);
    },
  };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('jobs over HTTP', () => {
  it('are pushed, done, and told of', async () => {
    const at = await bench();
    await at.input.write(JOB.input_key, bytes(FOUNTAIN));
    const pushed = await at.push({ ...JOB, webhook: 'https://caller.example/hook?key=very-secret', tenant_id: 't' });
    expect(pushed.status).toBe(202);
    at.documented(pushed, 'post', '/push');
    const { job_id: id, status } = pushed.json();
    expect(status).toBe('queued');
    expect(pushed.headers.location).toBe(`/results/${id}`);

    await at.work();
    const done = await at.get(`/results/${id}`);
    at.documented(done, 'get', '/results/{id}');
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
    at.documented(listed, 'get', '/results');
    expect(listed.json()).toEqual([done.json()]);
    expect((await at.get('/results?status=failed')).json()).toEqual([]);

    const stored = await at.get('/storage?bucket=output&prefix=out/ferry/&limit=2');
    at.documented(stored, 'get', '/storage');
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
    at.documented(hooks, 'get', '/webhooks');
    expect(hooks.text).not.toMatch(/secret-path|very-secret/);
    expect(hooks.json().config.named.ops).toMatch(/^https:\/\/ops\.example#[0-9a-f]{8}$/);
    expect(hooks.json().deliveries).toHaveLength(12);
    expect(hooks.json().deliveries[0]).toMatchObject({ event: 'job.completed', status: 'delivered', job_id: id });

    const workers = await at.get('/workers');
    at.documented(workers, 'get', '/workers');
    expect(workers.json()).toMatchObject([{ host: 'here', pid: 1, job_id: null }]);

    const tasks = await at.get('/tasks');
    at.documented(tasks, 'get', '/tasks');
    expect(tasks.json()).toHaveLength(15);
  });

  it('tell events as the OpenAPI document says', async () => {
    const at = await bench();
    await at.push(JOB);
    await at.work();
    const check = at.documentation.check({ $ref: '#/components/schemas/WebhookEvent' });
    expect(at.told.map((body) => JSON.parse(body).event)).toEqual(['job.queued', 'job.started', 'job.failed']);
    for (const body of at.told) expect(check(JSON.parse(body))).toBe('');
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
    at.documented(other, 'post', '/push');
    expect((await at.push(JOB, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
  });

  it('are cancelled', async () => {
    const at = await bench();
    const { job_id: id } = (await at.push(JOB)).json();
    const cancel = (): Promise<Answer> => call(`${at.url}/results/${id}`, { method: 'DELETE', headers: WITH_TOKEN });
    const cancelled = await cancel();
    expect(cancelled.status).toBe(202);
    at.documented(cancelled, 'delete', '/results/{id}');
    expect(cancelled.json()).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
    const twice = await cancel();
    expect(twice.status).toBe(409);
    at.documented(twice, 'delete', '/results/{id}');
    const missing = await call(`${at.url}/results/j_none`, { method: 'DELETE', headers: WITH_TOKEN });
    expect(missing.status).toBe(404);
    at.documented(missing, 'delete', '/results/{id}');
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
      at.documented(answer, 'post', '/push');
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
      at.documented(answer, 'get', '/storage');
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
      at.documented(answer, 'get', path.replace('/x', '/{id}'));
    }
  });
});
