import { InProcessConverter, ScreenplayError } from '@screenplay/core';
import type { Converter, ErrorCode } from '@screenplay/core';
import type { DeploymentState, ServerOptions } from '../src/index.js';
import { formOf } from './client.js';
import type { Call } from './client.js';
import { FOUNTAIN } from './scripts.js';

export const MB = 1_048_576;
const TEXT = { 'content-type': 'text/plain' };
export const JSON_TYPE = { 'content-type': 'application/json' };
const FAILING: DeploymentState = { queue: { pending: 1, workers: 0 }, services: { storage: 'unavailable' } };

/** The real converter, but for sources that say what it is to fail with: `!timeout`. */
export function failingConverter(): Converter {
  const real = new InProcessConverter();
  const run: Converter['run'] = async (operation, source, options, of) => {
    const said = /!([a-z_]+)/.exec(Buffer.from(source.subarray(0, 100)).toString('latin1'))?.[1];
    if (said !== undefined)
      throw new ScreenplayError(said as ErrorCode, 'As asked for', { details: { retryAfter: 3 } });
    return real.run(operation, source, options, of);
  };
  return { run, close: () => real.close() };
}

export const broken = (): never => {
  throw new Error('broken');
};

/** How to bring about one documented answer: the request, its code where it is an error, the service that it wants. */
export interface Drive extends Call {
  path: string;
  code?: string;
  options?: Partial<ServerOptions>;
}

export interface Documents {
  native: string;
  encrypted: string;
}

/** Failures of what has a body of at most so many bytes. */
export function failuresOfBody(path: string, headers: Record<string, string>, limit: number): Drive[] {
  const body = (text: string): Call => ({ method: 'POST', body: text, headers });
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
  ];
}

/** The same, and those of the converter behind it. */
function failuresOfConversion(path: string, headers: Record<string, string>, limit = 50 * MB): Drive[] {
  const failing = (code: string): Drive => ({ path, code, method: 'POST', body: `{"!${code}":`, headers });
  const codes = ['limit_exceeded', 'busy', 'unavailable', 'timeout', 'internal'];
  return [...failuresOfBody(path, headers, limit), ...codes.map(failing)];
}

/** Every answer of the endpoints that have nothing to do with jobs, by `method path`. */
export function drives({ native, encrypted }: Documents): Record<string, Drive[]> {
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
      ...failuresOfConversion('/convert?format=json', TEXT),
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
      ...failuresOfConversion('/export?format=pdf', JSON_TYPE),
    ],
    'post /validate': [
      { path: '/validate', body: native, headers: JSON_TYPE },
      { path: '/validate', body: '{}', headers: JSON_TYPE },
      { path: '/validate', body: `[${'1,'.repeat(200)}1]`, headers: JSON_TYPE },
      { path: '/validate?references=what', body: native, headers: JSON_TYPE, code: 'bad_option' },
      { path: '/validate', body: '{', headers: JSON_TYPE, code: 'malformed_input' },
      { path: '/validate', body: '%PDF-1.7', headers: JSON_TYPE, code: 'wrong_format' },
      ...failuresOfConversion('/validate', JSON_TYPE, 10 * MB),
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
