import { ScreenplayError } from '@screenplay/core';
import { parsePush } from '@screenplay/core/jobs';
import type { Exchange } from '../../app/exchange.js';
import type { Service } from '../../app/service.js';
import { HttpError } from '../../errors/http-error.js';
import type { JobsOptions } from '../../jobs-options.js';
import { mediaTypeOf } from '../../request/media-type.js';
import type { Route } from '../route.js';

const JSON_TYPE = 'application/json';
const KEY_HEADER = 'Idempotency-Key';
const LIMIT = 1_048_576;

/** POST /push: takes a job on. */
export function pushRoute(service: Service, jobs: JobsOptions): Route {
  return {
    method: 'POST',
    path: '/push',
    access: 'token',
    tag: 'Jobs',
    summary: 'Queues a job: tasks on an object of the input store',
    description: 'Nothing is queued unless the whole request is right. `GET /tasks` tells what may be asked for.',
    headers: {
      [KEY_HEADER]: {
        description: 'A repeat of the same request with the same key answers the first one’s job.',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
    },
    body: {
      description: 'What is to be done.',
      limit: LIMIT,
      content: { [JSON_TYPE]: { $ref: '#/components/schemas/PushRequest' } },
    },
    replies: {
      202: {
        description: 'The job is queued, or was by an earlier request with this key.',
        headers: { Location: { description: 'Where its record is.', schema: { type: 'string' } } },
        content: { [JSON_TYPE]: { $ref: '#/components/schemas/PushAnswer' } },
      },
    },
    failures: ['bad_option', ['malformed_input', 400], 'empty_input', 'conflict', 'unavailable'],
    async handle(exchange) {
      const type = mediaTypeOf(exchange.req.headers['content-type']);
      if (type !== JSON_TYPE) throw new HttpError('unsupported_media_type', `Send the request as ${JSON_TYPE}`);
      await service.bodies.hold(exchange, LIMIT, async (body) => {
        const request = parsePush(jsonOf(body), jobs.rules);
        const { record } = await jobs.service.submit(request, {
          idempotencyKey: exchange.get(KEY_HEADER) || undefined,
          scope: scopeOf(exchange),
        });
        exchange.status = 202;
        exchange.set('Location', `/results/${record.job_id}`);
        exchange.body = { job_id: record.job_id, status: record.status };
      });
    },
  };
}

/** Whose keys are meant: a token has keys of its own. */
function scopeOf({ req }: Exchange): string {
  return (req.headers.authorization ?? '').replace(/^\S+\s+/, '').trim();
}

function jsonOf(body: Uint8Array): unknown {
  if (body.length === 0) throw new ScreenplayError('empty_input', 'The body is empty: send the job as JSON');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new HttpError('malformed_input', 'The body is no JSON in UTF-8', { status: 400 });
  }
}
