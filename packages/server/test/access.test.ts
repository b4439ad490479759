import { describe, expect, it } from 'vitest';
import { call } from './client.js';
import { FOUNTAIN } from './scripts.js';
import { serve, TOKEN, WITH_TOKEN } from './service.js';

const PROTECTED = [
  ['POST', '/push'],
  ['GET', '/results'],
  ['GET', '/results/j_1'],
  ['DELETE', '/results/j_1'],
  ['GET', '/storage'],
  ['GET', '/setup'],
  ['GET', '/workers'],
  ['GET', '/tasks'],
  ['GET', '/tail'],
  ['GET', '/up'],
  ['GET', '/webhooks'],
  ['GET', '/metrics'],
] as const;

const OPEN = [
  ['GET', '/'],
  ['GET', '/health'],
  ['GET', '/formats'],
  ['GET', '/openapi.json'],
  ['GET', '/docs'],
  ['POST', '/convert?format=fountain'],
  ['POST', '/export?format=json'],
  ['POST', '/validate'],
] as const;

describe('tokens', () => {
  it.each(PROTECTED)('%s %s wants one', async (method, path) => {
    const { url } = await serve();
    for (const authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Bearer wrong-token-of-16',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(0, -1)}`,
      `Bearer ${TOKEN} ${TOKEN}`,
      `Basic ${TOKEN}`,
      TOKEN,
      `Bearer ${TOKEN.toUpperCase()}`,
    ]) {
      const answer = await call(url + path, { method, headers: authorization === undefined ? {} : { authorization } });
      expect(answer.status, authorization).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="screenplay"/);
      expect(answer.json()).toEqual({ error: expect.any(String), code: 'unauthorized' });
    }
    for (const scheme of ['Bearer', 'bearer']) {
      expect((await call(url + path, { method, headers: { authorization: `${scheme} ${TOKEN}` } })).status).not.toBe(
        401,
      );
    }
  });

  it('open the door one by one, so that they can be replaced', async () => {
    const { url } = await serve({ tokens: ['the-old-token-of-us', 'the-new-token-of-us'] });
    for (const token of ['the-old-token-of-us', 'the-new-token-of-us']) {
      expect((await call(`${url}/up`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    }
    expect((await call(`${url}/up`, { headers: WITH_TOKEN })).status).toBe(401);
  });

  it('that are not configured open nothing', async () => {
    const { url } = await serve({ tokens: [] });
    for (const authorization of ['Bearer undefined', 'Bearer ', `Bearer ${TOKEN}`]) {
      expect((await call(`${url}/up`, { headers: { authorization } })).status).toBe(401);
    }
  });

  it.each(OPEN)('%s %s wants none, and does not look at wrong ones', async (method, path) => {
    const { url } = await serve();
    for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
      expect((await call(url + path, { method, headers })).status).not.toBe(401);
    }
  });

  it('are wanted everywhere but at /health where all is to be protected', async () => {
    const { url } = await serve({ requireToken: 'all' });
    for (const [method, path] of [...OPEN, ...PROTECTED, ['GET', '/nowhere'], ['GET', '/docs/start.js']] as const) {
      const { status } = await call(url + path, { method });
      expect(status, path).toBe(path === '/health' ? 200 : 401);
      expect((await call(url + path, { method, headers: WITH_TOKEN })).status, path).not.toBe(401);
    }
  });

  it('are asked for before the body is read and before the method is looked at', async () => {
    const { url } = await serve({ requireToken: 'all' });
    expect((await call(`${url}/convert?format=fountain`, { body: FOUNTAIN })).status).toBe(401);
    expect((await call(`${url}/convert`, { method: 'PUT' })).status).toBe(401);
  });
});

describe('endpoints of jobs without jobs', () => {
  it.each(['/results', '/results/j_1', '/storage', '/workers', '/tasks', '/webhooks'])(
    '%s is not there',
    async (path) => {
      const { url } = await serve();
      const answer = await call(url + path, { headers: WITH_TOKEN });
      expect([answer.status, answer.json().code]).toEqual([501, 'not_implemented']);
    },
  );
});

describe('methods and paths', () => {
  it.each([
    ['/', 'GET, HEAD, OPTIONS'],
    ['/health', 'GET, HEAD, OPTIONS'],
    ['/convert', 'POST, OPTIONS'],
    ['/results/j_1', 'GET, HEAD, OPTIONS, DELETE'],
  ])('%s takes %s', async (path, allow) => {
    const { url } = await serve();
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE']) {
      if (allow.split(', ').includes(method)) continue;
      const answer = await call(url + path, { method, headers: WITH_TOKEN });
      expect(answer.status, method).toBe(405);
      expect(answer.headers.allow).toBe(allow);
      if (method !== 'HEAD') expect(answer.json().code).toBe('method_not_allowed');
    }
    const options = await call(url + path, { method: 'OPTIONS' });
    expect([options.status, options.headers.allow, options.text]).toEqual([204, allow, '']);
  });

  it.each([
    '/nowhere',
    '/Convert',
    '/convert/x',
    '/docs/../server.ts',
    '/%00',
    '/%E0%A4%A',
    '/results/a/b',
    '/docs/package.json',
  ])('%s is not found', async (path) => {
    const { url } = await serve();
    const answer = await call(url + path, { headers: WITH_TOKEN });
    expect([answer.status, answer.json().code]).toEqual([404, 'not_found']);
    expect((await call(url + path, { method: 'OPTIONS' })).status).toBe(404);
  });

  it.each(['/', '/health', '/formats', '/openapi.json', '/docs', '/up'])(
    'HEAD %s answers the head of GET',
    async (path) => {
      const { url } = await serve();
      const head = await call(url + path, { method: 'HEAD', headers: WITH_TOKEN });
      const get = await call(url + path, { headers: WITH_TOKEN });
      expect([head.status, head.text]).toEqual([200, '']);
      const { date: _date, 'x-request-id': _id, ...expected } = get.headers;
      expect(head.headers).toMatchObject(expected);
    },
  );
});

describe('every answer', () => {
  it('has an id, taken from the request where it can be', async () => {
    const { url, requests } = await serve();
    const given = await call(`${url}/formats`, { headers: { 'x-request-id': 'a1:B-2_c.3' } });
    expect(given.headers['x-request-id']).toBe('a1:B-2_c.3');
    for (const id of ['', 'a b', 'x'.repeat(129), '{"a":1}', 'é', '-x']) {
      const answer = await call(`${url}/nowhere`, { headers: { 'x-request-id': id } });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
    await expect.poll(() => requests().length).toBe(7);
    expect(requests()[0]).toMatchObject({ id: 'a1:B-2_c.3', route: '/formats', status: 200 });
  });

  it('tells browsers to do nothing with it', async () => {
    const { url } = await serve();
    for (const path of ['/', '/nowhere', '/up', '/docs', '/convert']) {
      const { headers } = await call(url + path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers.server).toBeUndefined();
    }
  });
});

describe('CORS', () => {
  const ORIGIN = 'https://app.example';
  const PREFLIGHT = { origin: ORIGIN, 'access-control-request-method': 'POST' };

  it('lets any page in by default, without credentials', async () => {
    const { url } = await serve();
    for (const path of ['/formats', '/nowhere', '/up']) {
      const { headers } = await call(url + path, { headers: { origin: ORIGIN } });
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers['access-control-expose-headers']?.split(',').sort()).toEqual([
        'Content-Disposition',
        'Link',
        'Location',
        'Retry-After',
        'X-Request-Id',
        'X-Service-Warnings',
      ]);
    }
  });

  it('answers preflights, where a token is needed too', async () => {
    const { url } = await serve({ requireToken: 'all' });
    const { status, headers } = await call(`${url}/push`, { method: 'OPTIONS', headers: PREFLIGHT });
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-methods']).toBe('GET,HEAD,POST,DELETE');
    expect(headers['access-control-allow-headers']?.split(',').sort()).toEqual([
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'X-Encrypt-Key',
      'X-Pdf-Password',
      'X-Request-Id',
    ]);
  });

  it('lets in only the pages that are named', async () => {
    const { url } = await serve({ corsOrigin: [ORIGIN, 'https://other.example'] });
    for (const origin of [ORIGIN, 'https://other.example']) {
      const { headers } = await call(`${url}/formats`, { headers: { origin } });
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers.vary).toContain('Origin');
    }
    for (const origin of ['https://evil.example', `${ORIGIN}.evil.example`, 'null', '']) {
      expect(
        (await call(`${url}/formats`, { headers: { origin } })).headers['access-control-allow-origin'],
      ).toBeUndefined();
      const preflight = await call(`${url}/convert`, { method: 'OPTIONS', headers: { ...PREFLIGHT, origin } });
      expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});
