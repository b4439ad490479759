import { DELIVERY_STATUSES, JOB_EVENTS, JOB_STATUSES } from '@screenplay/core';
import { taskCatalogue } from '@screenplay/core/jobs';
import type { JsonSchema } from './json-schema.js';
import { COUNT, INSTANT, listOf, nullable, object, ref, STRING, STRINGS } from './schema-parts.js';

/** A map of texts. */
const TEXTS: JsonSchema = { type: 'object', additionalProperties: STRING };

/** What the endpoints of jobs take and answer. */
export const JOB_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  PushRequest: object({
    input_key: { description: 'Key of the input.', type: 'string', minLength: 1, maxLength: 1024 },
    output_key: { description: 'Key under which the outputs go.', type: 'string', minLength: 1, maxLength: 1024 },
    document_id: { description: 'The caller’s own; told in webhooks.', type: 'string', minLength: 1, maxLength: 255 },
    tasks: listOf({ enum: taskCatalogue().map(({ name }) => name) }, { minItems: 1, maxItems: 32 }),
    'vars?': {
      description: 'Options of the tasks, as `GET /tasks` lists them; told nowhere.',
      type: 'object',
      additionalProperties: true,
    },
    'webhook?': { description: 'An http or https URL that is told of this job.', type: 'string', maxLength: 2048 },
    'tenant_id?': { description: 'A label; told in webhooks.', type: 'string', minLength: 1, maxLength: 255 },
  }),
  PushAnswer: object({ job_id: STRING, status: { enum: JOB_STATUSES } }),
  Job: object({
    job_id: STRING,
    document_id: STRING,
    tenant_id: STRING,
    input_key: STRING,
    output_key: STRING,
    tasks: STRINGS,
    status: { enum: JOB_STATUSES },
    attempt: { description: 'Counts from 1; a lost worker costs one.', type: 'integer', minimum: 1 },
    worker: nullable(STRING),
    queued_at: INSTANT,
    started_at: nullable(INSTANT),
    finished_at: nullable(INSTANT),
    completed_tasks: STRINGS,
    outputs: listOf(object({ task: STRING, keys: STRINGS })),
    timings: listOf(
      object({
        task: STRING,
        started_at: INSTANT,
        finished_at: INSTANT,
        duration_ms: { type: 'number', minimum: 0 },
        bytes_in: COUNT,
        bytes_out: COUNT,
      }),
    ),
    warnings: listOf(object({ task: STRING, code: STRING, message: STRING, at: nullable(STRING) }), { maxItems: 100 }),
    warnings_total: COUNT,
    error: nullable(object({ code: STRING, message: STRING, task: nullable(STRING) })),
  }),
  Task: object({
    name: STRING,
    description: STRING,
    accepts: STRINGS,
    output_dir: STRING,
    output_name: STRING,
    vars: object({ required: STRINGS, optional: STRINGS }),
  }),
  StoragePage: object({
    bucket: { enum: ['input', 'output'] },
    prefix: STRING,
    objects: listOf(object({ key: STRING, size: COUNT, last_modified: INSTANT, etag: STRING })),
    next_cursor: nullable(STRING),
  }),
  Worker: object({
    id: STRING,
    host: STRING,
    pid: { type: 'integer' },
    status: { enum: ['idle', 'busy'] },
    job_id: nullable(STRING),
    task: nullable(STRING),
    since: INSTANT,
    jobs_done: COUNT,
    last_seen: INSTANT,
  }),
  Webhooks: object({
    config: object({
      named: TEXTS,
      urls: STRINGS,
      timeout: STRING,
      max_retry: COUNT,
      retry_min_wait: STRING,
      retry_max_wait: STRING,
      secret: { enum: ['set', 'unset'] },
    }),
    deliveries: listOf(
      object({
        id: STRING,
        event: { enum: JOB_EVENTS },
        job_id: STRING,
        url: STRING,
        status: { enum: DELIVERY_STATUSES },
        attempts: listOf(
          object({
            at: INSTANT,
            status_code: nullable({ type: 'integer' }),
            duration_ms: { type: 'number', minimum: 0 },
            error: nullable(STRING),
          }),
        ),
      }),
    ),
  }),
  WebhookEvent: object(
    {
      event: ref('JobEvent'),
      delivery_id: { description: 'The same on every retry.', type: 'string' },
      job_id: STRING,
      document_id: STRING,
      tenant_id: STRING,
      tasks: STRINGS,
      status: { enum: JOB_STATUSES },
      attempt: { type: 'integer', minimum: 1 },
      occurred_at: INSTANT,
      started_at: nullable(INSTANT),
      finished_at: nullable(INSTANT),
      outputs: listOf(object({ task: STRING, keys: STRINGS })),
      'completed_tasks?': STRINGS,
      error: nullable(object({ code: STRING, message: STRING, task: nullable(STRING) })),
    },
    'What a webhook is sent, with `X-Service-Signature` over its very bytes.',
  ),
  JobEvent: { enum: JOB_EVENTS },
};
