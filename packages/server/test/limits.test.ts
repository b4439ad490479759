import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Converter } from '@screenplay/core';
import { call, formOf } from './client.js';
import { listen, serve } from './service.js';
import type { TestService } from './service.js';

const MB = 1_048_576;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Takes anything, and says how much it was. */
const weighing = {
  run: async (operation: string, source: Uint8Array) => ({
    bytes: new TextEncoder().encode(String(source.length)),
    warnings: [],
    facts: { from: 'fountain', to: 'json', fileName: 'weight.json', valid: true, operation },
  }),
  close: () => Promise.resolve(),
} as unknown as Converter;

const ENDPOINTS = [
  { path: '/convert?format=fountain', limit: 50 * MB, headers: { 'content-type': 'text/plain' } },
  { path: '/export?format=json', limit: 50 * MB, headers: JSON_TYPE },
  { path: '/validate', limit: 10 * MB, headers: JSON_TYPE },
];

describe('body limits', { timeout: 120_000 }, () => {
  let service: TestService;

  beforeAll(async () => {
    service = await listen({ converter: weighing });
  });
  afterAll(() => service.server.close());

  describe.each(ENDPOINTS)('POST $path', ({ path, limit, headers }) => {
    it.each([
      ['with Content-Length', false],
      ['in chunks', true],
    ])('%s', async (_, chunked) => {
      const most = randomBytes(limit + 1);
      for (const length of [limit - 1, limit]) {
        const answer = await call(service.url + path, { body: most.subarray(0, length), headers, chunked });
        expect([answer.status, answer.text]).toEqual([200, String(length)]);
      }
      const answer = await call(service.url + path, { body: most, headers, chunked });
      expect(answer.status).toBe(413);
      expect(answer.json()).toEqual({
        error: expect.stringContaining(`${limit / MB} MB`),
        code: 'limit_exceeded',
        limit: 'bodyBytes',
        max: limit,
      });
    });
  });

  it.each([
    ['gzip', (bytes: Uint8Array) => gzipSync(bytes, { level: 1 })],
    ['br', (bytes: Uint8Array) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('count %s inflated, whether it packs well or not at all', async (coding, pack) => {
    const limit = 10 * MB;
    const headers = { ...JSON_TYPE, 'content-encoding': coding };
    for (const content of [Buffer.alloc(limit + 1), randomBytes(limit + 1)]) {
      const exactly = await call(`${service.url}/validate`, { body: pack(content.subarray(0, limit)), headers });
      expect([exactly.status, exactly.text]).toEqual([200, String(limit)]);
      expect((await call(`${service.url}/validate`, { body: pack(content), headers })).status).toBe(413);
    }
  });

  it.each([false, true])('count the framing of a form (in chunks: %s)', async (chunked) => {
    const framing = formOf([{ name: 'file', fileName: 'a.fountain', content: '' }]).body.length;
    for (const [more, status] of [
      [-1, 200],
      [0, 200],
      [1, 413],
    ] as const) {
      const content = Buffer.alloc(50 * MB - framing + more, 'a');
      const { headers, body } = formOf([{ name: 'file', fileName: 'a.fountain', content }]);
      expect(body.length).toBe(50 * MB + more);
      const answer = await call(`${service.url}/convert`, { body, headers, chunked });
      expect(answer.status).toBe(status);
      if (status === 200) expect(answer.text).toBe(String(content.length));
    }
  });

  it('are told before a byte is read, even to who asks whether to send', async () => {
    for (const expecting of [{}, { expect: '100-continue' }]) {
      const answer = await call(`${service.url}/validate`, {
        method: 'POST',
        headers: { ...JSON_TYPE, ...expecting, 'content-length': String(10 * MB + 1) },
      }).catch((error: unknown) => error);
      expect(answer).toMatchObject({ status: 413 });
    }
  });
});

describe('bodies in memory', () => {
  it('are bounded all together, and are let go after every outcome', async () => {
    const waiting: (() => void)[] = [];
    const converter: Converter = {
      ...weighing,
      run: (...work: Parameters<Converter['run']>) =>
        new Promise((resolve, reject) => {
          const fails = work[1].length === 400_001;
          waiting.push(() => (fails ? reject(new Error('a bug')) : resolve(weighing.run(...work) as never)));
        }),
    };
    const { url } = await serve({ converter, limits: { held: MB } });
    const send = (length: number): ReturnType<typeof call> =>
      call(`${url}/validate`, { body: Buffer.alloc(length), headers: JSON_TYPE });

    for (let round = 0; round < 3; round++) {
      const held = [send(400_000), send(400_001)];
      await expect.poll(() => waiting.length).toBe(2);
      const refused = await send(400_000);
      expect(refused.status).toBe(503);
      expect(refused.json().code).toBe('busy');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      for (const release of waiting.splice(0)) release();
      expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 500]);
    }
  });
});
