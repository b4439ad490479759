import { InProcessConverter, ScreenplayError, schema, validate } from '@screenplay/core';
import type { Converter, ErrorCode } from '@screenplay/core';
import { fullDocument } from '@screenplay/core/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeploymentState, ServerOptions } from '../src/index.js';
import { call, formOf } from './client.js';
import type { Answer, Call } from './client.js';
import { FOUNTAIN } from './scripts.js';
import { serve, WITH_TOKEN } from './service.js';

interface Api {
  openapi: string;
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, object> };
}

interface ApiOperation {
  operationId: string;
  security?: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, ApiResponse>;
}

interface ApiResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
}

const MB = 1_048_576;
const TEXT = { 'content-type': 'text/plain' };
const JSON_TYPE = { 'content-type': 'application/json' };
const FAILING: DeploymentState = { queue: { pending: 1, workers: 0 }, services: { storage: 'unavailable' } };

/** The real converter, but for sources that say what it is to fail with: `!timeout`. */
function failingConverter(): Converter {
  const real = new InProcessConverter();
  const run: Converter['run'] = async (operation, source, options, of) => {
    const said = /!([a-z_]+)/.exec(Buffer.from(source.subarray(0, 100)).toString('latin1'))?.[1];
    if (said !== undefined)
      throw new ScreenplayError(said as ErrorCode, 'As asked for', { details: { retryAfter: 3 } });
    return real.run(operation, source, options, of);
  };
  return { run, close: () => real.close() };
}

const broken = (): never => {
  throw new Error('broken');
};

/** How to bring about one documented answer: the request, its code where it is an error, the service that it wants. */
interface Drive extends Call {
  path: string;
  code?: string;
  options?: Partial<ServerOptions>;
}

let native: string;
let encrypted: string;

/** Failures of what has a body, and of the converter behind it. */
function failuresOfBody(path: string, headers: Record<string, string>): Drive[] {
  const limit = path.startsWith('/validate') ? 10 * MB : 50 * MB;
  const body = (text: string): Call => ({ method: 'POST', body: text, headers });
  const failing = (code: string): Drive => ({ path, code, ...body(`{"!${code}":`) });
  return [
    { path, code: 'bad_request', ...body('x'), headers: { ...headers, 'content-encoding': 'gzip' } },
    { path, code: 'empty_input', ...body('') },
    {
      path,
      code: 'request_timeout',
      method: 'POST',
      headers: { ...headers, 'content-length': '10' },
      options: { timeouts: { idle: 50 } },
    },
    { path, code: 'limit_exceeded', method: 'POST', headers: { ...headers, 'content-length': String(limit + 1) } },
    { path, code: 'unsupported_media_type', ...body('x'), headers: { 'content-type': 'image/png' } },
    { path, code: 'busy', ...body('x'.repeat(100)), options: { limits: { held: 10 } } },
    ...['limit_exceeded', 'busy', 'unavailable', 'timeout', 'internal'].map(failing),
  ];
}

function drives(): Record<string, Drive[]> {
  const raw = (format: string, body: string | Uint8Array, code?: string): Drive => ({
    path: `/convert?format=${format}`,
    body,
    headers: TEXT,
    ...(code === undefined ? {} : { code }),
  });
  const form = formOf([{ name: 'file', fileName: 'a.fountain', content: FOUNTAIN }]);
  const exported = (query: string, body: string, code?: string): Drive => ({
    path: `/export${query}`,
    body,
    headers: JSON_TYPE,
    ...(code === undefined ? {} : { code }),
  });
  return {
    'get /': [{ path: '/' }, { path: '/', code: 'internal', options: { deployment: broken } }],
    'get /health': [
      { path: '/health' },
      { path: '/health', options: { deployment: () => FAILING } },
      { path: '/health', code: 'internal', options: { deployment: broken } },
    ],
    'get /formats': [{ path: '/formats' }],
    'post /convert': [
      raw('fountain', FOUNTAIN),
      raw('fountain&report=true', FOUNTAIN),
      { path: '/convert', ...form },
      raw('', FOUNTAIN, 'unknown_format'),
      { path: '/convert', method: 'POST', body: 'x', headers: TEXT, code: 'bad_option' },
      raw('json', '{"a":', 'malformed_input'),
      raw('fdx', '<FinalDraft DocumentType="Script" Version="5"><Con', 'malformed_input'),
      raw('pdf', '<?xml version="1.0"?><FinalDraft DocumentType="Script"/>', 'wrong_format'),
      raw('json', '{}', 'invalid_document'),
      ...['unsupported_format', 'not_a_screenplay', 'pdf_no_text', 'pdf_password_required', 'pdf_password_wrong'].map(
        (code) => raw('fountain', `!${code}`, code),
      ),
      ...failuresOfBody('/convert?format=json', TEXT),
    ],
    'post /export': [
      ...['fdx', 'fadein', 'fountain', 'pdf', 'json', 'yaml'].map((format) => exported(`?format=${format}`, native)),
      exported('?format=pdf&report=true', native),
      exported('', native, 'bad_option'),
      exported('?format=exe', native, 'unknown_format'),
      exported('?format=pdf', '{', 'malformed_input'),
      exported('?format=pdf', '%PDF-1.7', 'wrong_format'),
      exported('?format=pdf', '{}', 'invalid_document'),
      exported('?format=pdf', encrypted, 'encrypted_document'),
      exported('?format=pdf', '"!unauthenticated_document"', 'unauthenticated_document'),
      exported('?format=pdf', '"!wrong_key"', 'wrong_key'),
      ...failuresOfBody('/export?format=pdf', JSON_TYPE),
    ],
    'post /validate': [
      { path: '/validate', body: native, headers: JSON_TYPE },
      { path: '/validate', body: '{}', headers: JSON_TYPE },
      { path: '/validate', body: `[${'1,'.repeat(200)}1]`, headers: JSON_TYPE },
      { path: '/validate?references=what', body: native, headers: JSON_TYPE, code: 'bad_option' },
      { path: '/validate', body: '{', headers: JSON_TYPE, code: 'malformed_input' },
      { path: '/validate', body: '%PDF-1.7', headers: JSON_TYPE, code: 'wrong_format' },
      ...failuresOfBody('/validate', JSON_TYPE),
    ],
    'get /setup': [
      { path: '/setup' },
      {
        path: '/setup',
        options: {
          setup: () => [
            { name: 'PORT', value: 1, source: 'flag' },
            { name: 'CORS_ORIGIN', value: ['*'], source: 'default' },
            { name: 'S3_BUCKET', value: null, source: 'default' },
          ],
        },
      },
      { path: '/setup', code: 'internal', options: { setup: broken } },
    ],
    'get /tail': [
      { path: '/tail?lines=5' },
      { path: '/tail?lines=x', code: 'bad_option' },
      { path: '/tail', code: 'internal', options: { log: { log: () => undefined, tail: broken } } },
    ],
    'get /up': [{ path: '/up' }],
    'get /metrics': [{ path: '/metrics' }, { path: '/metrics', code: 'internal', options: { converterStats: broken } }],
    'get /openapi.json': [{ path: '/openapi.json' }],
    'get /docs': [{ path: '/docs' }],
  };
}

/** Headers that everything has, whose absence from the documentation is no fault. */
const ORDINARY =
  /^(?:date|connection|keep-alive|vary|content-(?:type|length|security-policy)|cache-control|access-control-.*|x-content-type-options|x-frame-options|referrer-policy|strict-transport-security|cross-origin-.*-policy|accept-encoding)$/;

async function apiOf(options: Partial<ServerOptions> = {}): Promise<Api> {
  const { url } = await serve(options);
  return (await call(`${url}/openapi.json`, { headers: WITH_TOKEN })).json() as Api;
}

function compiler(api: Api): (schema: object) => (value: unknown) => string {
  const ajv = new Ajv2020({ strict: false, allErrors: false, schemas: [{ ...api, $id: 'api' }] });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  return (inner) => {
    const text = JSON.stringify(inner).replaceAll('"#/', '"api#/');
    const check = ajv.compile(JSON.parse(text) as object);
    return (value) => (check(value) ? '' : ajv.errorsText(check.errors));
  };
}

/** What is undocumented about an answer; empty when nothing is. */
function faultsIn(answer: Answer, operation: ApiOperation, compile: ReturnType<typeof compiler>): string[] {
  const response = operation.responses[String(answer.status)];
  if (!response) return [`status ${answer.status}`];
  const faults: string[] = [];
  const documented = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
  for (const name of Object.keys(answer.headers)) {
    if (!ORDINARY.test(name) && !documented.has(name)) faults.push(`header ${name}`);
  }
  const type = answer.headers['content-type']?.split(';')[0] ?? '';
  const content = response.content?.[type];
  if (!content) return [...faults, `content ${type}`];
  if (type === 'application/json') {
    const fault = compile(content.schema)(answer.json());
    if (fault !== '') faults.push(fault);
  }
  return faults;
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
    const api = await apiOf({ requireToken });
    const result = await new Validator().validate(api as never);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(api.openapi).toMatch(/^3\.1\./);
    const ids = Object.values(api.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('asks for the token where the service does', async () => {
    for (const requireToken of ['protected', 'all'] as const) {
      const { url } = await serve({ requireToken });
      const api = (await call(`${url}/openapi.json`, { headers: WITH_TOKEN })).json() as Api;
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
    const api = await apiOf();
    const check = compiler(api)({ $ref: '#/components/schemas/ScreenplayDocument' });
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
    expect(Object.keys(api.components.schemas).filter((name) => name.startsWith('Screenplay'))).toHaveLength(
      definitions + 1,
    );
  });
});

describe('every documented answer', { timeout: 120_000 }, () => {
  it.each(['protected', 'all'] as const)('comes about, and no other (%s)', async (requireToken) => {
    const api = await apiOf({ requireToken });
    const compile = compiler(api);
    const seen = new Set<string>();
    const driven = drives();
    for (const [name, list] of Object.entries(driven)) {
      const [method = '', path = ''] = name.split(' ');
      const operation = api.paths[path]?.[method];
      expect(operation, name).toBeDefined();
      const refused: Drive[] = '401' in operation!.responses ? [{ path: list[0]!.path, code: 'unauthorized' }] : [];
      for (const drive of [...list, ...refused]) {
        const { url } = await serve({ requireToken, converter: failingConverter(), ...drive.options });
        const token = drive.code === 'unauthorized' ? {} : WITH_TOKEN;
        const answer = await call(url + drive.path, {
          ...drive,
          method: method.toUpperCase(),
          headers: { ...token, ...drive.headers },
        });
        const what = `${name} ${answer.status} ${drive.code ?? ''} ${answer.text.slice(0, 200)}`;
        expect(faultsIn(answer, operation!, compile), what).toEqual([]);
        if (drive.code !== undefined) expect(answer.json(), what).toMatchObject({ code: drive.code });
        seen.add(`${name} ${answer.status}${drive.code === undefined ? '' : ` ${drive.code}`}`);
        if (method !== 'get') continue;
        const head = await call(url + drive.path, { method: 'HEAD', headers: { ...token, ...drive.headers } });
        expect([head.status, head.text], what).toEqual([answer.status, '']);
      }
    }
    expect([...seen].sort()).toEqual(documentedAnswers(api).sort());
  });

  /** `post /convert 400 bad_option`, for each code; without a code for each success. */
  function documentedAnswers(api: Api): string[] {
    return Object.entries(api.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { responses }]) =>
        Object.entries(responses).flatMap(([status, { description }]) => {
          const codes = [...description.matchAll(/`([a-z_]+)`/g)].map(([, code]) => ` ${code}`);
          const own = status === '200' || (path === '/health' && status === '503') ? [''] : codes;
          return own.map((code) => `${method} ${path} ${status}${code}`);
        }),
      ),
    );
  }

  it('says which parameters there are', async () => {
    const api = await apiOf();
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
