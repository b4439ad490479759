import { ConverterPool } from '@screenplay/isolation';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { constants, brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, formOf, sendForm } from './client.js';
import type { Call } from './client.js';
import { FOUNTAIN } from './scripts.js';
import { listen } from './service.js';
import type { TestService } from './service.js';

const MB = 1_048_576;
const JSON_TYPE = { 'content-type': 'application/json' };
const YAML_TYPE = { 'content-type': 'application/yaml' };
const TEXT = { 'content-type': 'text/plain' };

let service: TestService;
let pool: ConverterPool;

beforeAll(async () => {
  pool = new ConverterPool({ size: 1, timeoutMs: 5000, memoryMb: 512 });
  await pool.ready();
  service = await listen({ converter: pool });
});
afterAll(async () => {
  await service.server.close();
  await pool.close();
});

function laughs(): string {
  const levels = 'bcdefghij'.split('').map((name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]!},`.repeat(9)}]`);
  return ['a: &a [x,x,x,x,x,x,x,x,x]', ...levels].join('\n');
}

const FORM = { 'content-type': 'multipart/form-data; boundary=b' };

/** Small or large, each wants far more work than it may have. */
const BODIES: [what: string, path: string, call: () => Call, statuses: number[]][] = [
  ['aliases that unfold', '/export?format=pdf', () => ({ body: laughs(), headers: YAML_TYPE }), [422]],
  ['aliases in a file', '/convert?format=yaml', () => ({ body: laughs(), headers: TEXT }), [422]],
  ['deep JSON', '/validate', () => ({ body: '['.repeat(5 * MB), headers: JSON_TYPE }), [400, 422]],
  ['deep objects', '/export?format=fdx', () => ({ body: '{"a":'.repeat(5 * MB), headers: JSON_TYPE }), [400, 422]],
  ['deep YAML', '/export?format=fdx', () => ({ body: '- '.repeat(500_000), headers: YAML_TYPE }), [400, 422, 504]],
  ['wide JSON', '/validate', () => ({ body: `[${'{},'.repeat(3 * MB)}{}]`, headers: JSON_TYPE }), [422]],
  [
    'a packed bomb',
    '/convert?format=fountain',
    () => ({ body: gzipSync(Buffer.alloc(500 * MB)), headers: { ...TEXT, 'content-encoding': 'gzip' } }),
    [413],
  ],
  [
    'a smaller bomb',
    '/validate',
    () => ({
      body: brotliCompressSync(Buffer.alloc(300 * MB), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      headers: { ...JSON_TYPE, 'content-encoding': 'br' },
    }),
    [413],
  ],
  [
    'many packed nothings',
    '/validate',
    () => ({
      body: Buffer.concat(Array<Buffer>(200_000).fill(gzipSync(''))),
      headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    }),
    [400],
  ],
  [
    'a part with an endless head',
    '/convert',
    () => ({
      body: `--b\r\nContent-Disposition: form-data; name="file"; ${'filename="'.repeat(4 * MB)}\r\n\r\nx\r\n--b--\r\n`,
      headers: FORM,
    }),
    [400],
  ],
  ['parts without number', '/convert', () => ({ body: '--b\r\n\r\n\r\n'.repeat(4 * MB), headers: FORM }), [400]],
  ['boundaries without end', '/convert', () => ({ body: `--b\r\n${'\r\n--b'.repeat(8 * MB)}`, headers: FORM }), [400]],
  [
    'half boundaries',
    '/convert',
    () => ({
      body: `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'\r\n--'.repeat(4 * MB)}\r\n--b--\r\n`,
      headers: FORM,
    }),
    [400, 413, 415, 422, 504],
  ],
  [
    'base64 in drops',
    '/convert',
    () =>
      formOf([
        {
          name: 'file',
          fileName: 'a.fountain',
          content: Buffer.alloc(20 * MB, 'QUJD\r\n'),
          head: 'Content-Transfer-Encoding: base64\r\n',
        },
      ]),
    [200, 400, 422, 504],
  ],
];

describe('hostile bodies', () => {
  it.each(BODIES)('%s', { timeout: 60_000 }, async (_, path, make, statuses) => {
    const outgoing = { method: 'POST', ...make() };
    const start = performance.now();
    const answer = await call(service.url + path, outgoing);
    expect(statuses, answer.text.slice(0, 200)).toContain(answer.status);
    expect(performance.now() - start).toBeLessThan(10_000);
    if (answer.status >= 400)
      expect(answer.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    const good = await sendForm(`${service.url}/convert`, [
      { name: 'file', fileName: 'a.fountain', content: FOUNTAIN },
    ]);
    expect(good.status).toBe(200);
  });

  it('do not hold up the others while they come', { timeout: 60_000 }, async () => {
    const large = formOf([{ name: 'file', fileName: 'a.pdf', content: Buffer.alloc(49 * MB, '\r\n--boundary-of') }]);
    const bomb = { body: gzipSync(Buffer.alloc(200 * MB)), headers: { ...TEXT, 'content-encoding': 'gzip' } };
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await Promise.all([
      call(`${service.url}/convert`, large),
      ...Array.from({ length: 8 }, () => call(`${service.url}/convert?format=pdf`, bomb)),
      ...Array.from({ length: 50 }, () => call(`${service.url}/health`)),
    ]);
    delay.disable();
    // What the sending half of this very process takes is in it.
    expect(delay.percentile(99) / 1e6).toBeLessThan(100);
  });
});
