import { MAX_FAULTS } from '@screenplay/core';
import { ERROR_DETAILS } from '../errors/error-details.js';
import type { JsonSchema } from './json-schema.js';
import { COUNT, listOf, object, ref, STRING, STRINGS } from './schema-parts.js';

/** Everything that the service answers beside documents. */
export const SERVICE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: object(
    {
      error: { description: 'What is wrong, where, and what to do about it.', type: 'string' },
      code: { description: 'The same for programs.', type: 'string' },
      ...Object.fromEntries(Object.entries(ERROR_DETAILS).map(([name, schema]) => [`${name}?`, schema])),
    },
    'Every failure. Beside `error` and `code` there are details where they help.',
  ),
  Fault: object({ path: { description: 'JSON Pointer; empty for the root.', type: 'string' }, message: STRING }),
  Warning: object(
    { code: STRING, message: STRING, 'at?': ERROR_DETAILS['at'] ?? {} },
    'Something that was not carried.',
  ),
  Validation: {
    oneOf: [
      object({ valid: { const: true } }),
      object({
        valid: { const: false },
        errors: listOf(ref('Fault'), { minItems: 1, maxItems: MAX_FAULTS }),
        'errors_total?': { description: 'How many there are, when not all are listed.', ...COUNT },
      }),
    ],
  },
  ConversionForm: {
    description: 'A form with the file.',
    type: 'object',
    properties: {
      file: { description: 'The screenplay, with its file name.', type: 'string', format: 'binary' },
      format: { description: 'Its format; outranks the query and the file name.', type: 'string' },
      lang: { description: 'Language of its texts; outranks the query.', type: 'string', default: 'en' },
      report: { description: 'As in the query.', type: 'boolean', default: false },
    },
    required: ['file'],
  },
  ConversionReport: object({ document: ref('ScreenplayDocument'), warnings: listOf(ref('Warning')) }),
  ExportReport: object({ warnings: listOf(ref('Warning')) }),
  Format: object({
    name: STRING,
    extensions: STRINGS,
    mimeTypes: STRINGS,
    canDecode: { type: 'boolean' },
    canEncode: { type: 'boolean' },
    description: STRING,
  }),
  Queue: object({
    pending: { description: 'Jobs that wait, in the whole deployment.', ...COUNT },
    workers: { description: 'Workers of the whole deployment.', ...COUNT },
  }),
  ServiceDescriptor: object({
    name: STRING,
    version: STRING,
    status: { const: 'running' },
    queue: ref('Queue'),
    endpoints: listOf(object({ method: STRING, path: STRING, description: STRING })),
  }),
  Health: object({
    status: { enum: ['ok', 'degraded'] },
    version: STRING,
    queue: ref('Queue'),
    services: { description: 'Each with `ok` or an error code.', type: 'object', additionalProperties: STRING },
  }),
  Up: object({ status: { const: 'ok' }, uptime_s: COUNT }),
  Setting: object({
    name: STRING,
    value: {
      description: '`set` or `unset` for a secret.',
      anyOf: [{ type: ['string', 'number', 'boolean', 'null'] }, STRINGS],
    },
    source: STRING,
  }),
  Tail: object({
    lines: listOf({
      type: 'object',
      properties: { level: STRING, time: STRING, message: STRING },
      required: ['level', 'time', 'message'],
      additionalProperties: true,
    }),
  }),
};
