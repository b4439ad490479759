import { InProcessConverter, schema, validate } from '@screenplay/core';
import { fullDocument } from '@screenplay/core/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ServerOptions } from '../src/index.js';
import { call } from './client.js';
import { Documentation } from './documented.js';
import { drives, failingConverter } from './drives.js';
import type { Drive } from './drives.js';
import { jobDrives } from './job-drives.js';
import { jobsBench } from './jobs-bench.js';
import { FOUNTAIN } from './scripts.js';
import { serve, WITH_TOKEN } from './service.js';

let native: string;
let encrypted: string;

/** The documentation of a service that does all there is. */
async function documentationOf(options: Partial<ServerOptions> = {}): Promise<Documentation> {
  return Documentation.of((await serve({ jobs: jobsBench().options, ...options })).url);
}

beforeAll(async () => {
  const converter = new InProcessConverter();
  const { bytes } = await converter.run('convert', Buffer.from(FOUNTAIN), { name: 'a.fountain' });
  native = Buffer.from(bytes).toString();
  const secret = await converter.run('encrypt', bytes, { key: 'a secret of some length' });
  encrypted = Buffer.from(secret.bytes).toString();
});

describe('the OpenAPI document', () => {
  it.each(['protected', 'all'] as const)('is one, with %s endpoints wanting a token', async (requireToken) => {
    const { api } = await documentationOf({ requireToken });
    const result = await new Validator().validate(api as never);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(api.openapi).toMatch(/^3\.1\./);
    const ids = Object.values(api.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('asks for the token where the service does', async () => {
    for (const requireToken of ['protected', 'all'] as const) {
      const { url } = await serve({ requireToken, jobs: jobsBench().options });
      const { api } = await Documentation.of(url);
      for (const [path, item] of Object.entries(api.paths)) {
        for (const [method, { security, responses }] of Object.entries(item)) {
          const { status } = await call(url + path, { method: method.toUpperCase() });
          expect([path, security === undefined], path).toEqual([path, status === 401]);
          expect([path, '401' in responses]).toEqual([path, status === 401]);
        }
      }
    }
  });

  it('has the document schema of the validator', async () => {
    const documentation = await documentationOf();
    const { schemas } = documentation.api.components;
    const check = documentation.check({ $ref: '#/components/schemas/ScreenplayDocument' });
    const good = [fullDocument(), JSON.parse(native), JSON.parse(encrypted)];
    for (const document of good) expect(check(document)).toBe('');
    for (const document of good) {
      for (const spoiled of [
        { ...document, more: 1 },
        { ...document, lang: 'x' },
        { ...document, document: { ...document.document, scenes: [{}] } },
      ]) {
        expect(check(spoiled)).not.toBe('');
        expect(validate(spoiled).valid).toBe(false);
      }
    }
    const definitions = Object.keys((schema as { $defs: object }).$defs).length;
    expect(Object.keys(schemas).filter((name) => name.startsWith('Screenplay'))).toHaveLength(definitions + 1);
  });
});

describe('every documented answer', { timeout: 120_000 }, () => {
  it.each(['protected', 'all'] as const)('comes about, and no other (%s)', async (requireToken) => {
    const documentation = await documentationOf({ requireToken });
    const driven: Record<string, Drive[]> = { ...drives({ native, encrypted }), ...(await jobDrives()) };
    const seen = new Set<string>();
    for (const [name, list] of Object.entries(driven)) {
      const [method = '', path = ''] = name.split(' ');
      const wantsToken = '401' in documentation.operation(method, path).responses;
      const refused: Drive[] = wantsToken ? [{ path: list[0]!.path, code: 'unauthorized' }] : [];
      for (const drive of [...list, ...refused]) {
        const { url } = await serve({ requireToken, converter: failingConverter(), ...drive.options });
        const token = drive.code === 'unauthorized' ? {} : WITH_TOKEN;
        const headers = { ...token, ...drive.headers };
        const answer = await call(url + drive.path, { ...drive, method: method.toUpperCase(), headers });
        const what = `${name} ${answer.status} ${drive.code ?? ''} ${answer.text.slice(0, 200)}`;
        expect(documentation.faultsIn(answer, method, path), what).toEqual([]);
        if (drive.code !== undefined) expect(answer.json(), what).toMatchObject({ code: drive.code });
        seen.add(`${name} ${answer.status}${drive.code === undefined ? '' : ` ${drive.code}`}`);
        if (method !== 'get') continue;
        const head = await call(url + drive.path, { method: 'HEAD', headers });
        expect([head.status, head.text], what).toEqual([answer.status, '']);
      }
    }
    expect([...seen].sort()).toEqual(documentation.answers().sort());
  });

  it('says which parameters there are', async () => {
    const { api } = await documentationOf();
    const names = (path: string, method: string): string[] =>
      (api.paths[path]?.[method]?.parameters ?? []).map(({ name, in: place }) => `${place} ${name}`);
    expect(names('/convert', 'post')).toEqual(['query format', 'query lang', 'query report', 'header X-Pdf-Password']);
    expect(names('/export', 'post')).toEqual([
      'query format',
      'query lang',
      'query paper',
      'query font',
      'query scene_numbers',
      'query report',
      'header X-Encrypt-Key',
    ]);
    expect(names('/validate', 'post')).toEqual(['query references']);
    expect(Object.keys(api.paths['/convert']?.['post']?.requestBody?.content ?? {})).toEqual([
      'multipart/form-data',
      'application/octet-stream',
      'text/plain',
    ]);
  });
});
