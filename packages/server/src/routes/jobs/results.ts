import { JOB_STATUSES } from '@screenplay/core';
import type { Exchange } from '../../app/exchange.js';
import { HttpError } from '../../errors/http-error.js';
import type { JobsOptions } from '../../jobs-options.js';
import { choice, freeText, readParameters, wholeNumber } from '../../request/parameters.js';
import type { Route } from '../route.js';

const LIMIT = { min: 1, max: 500, otherwise: 50 };

const QUERY = {
  limit: wholeNumber(LIMIT, 'How many records.'),
  cursor: freeText(1024, 'Where an earlier page ended: of its `Link` header.'),
  status: choice(JOB_STATUSES, 'Only jobs in this state.'),
  document_id: freeText(255, 'Only jobs with this document.'),
};

const RECORD = { 'application/json': { $ref: '#/components/schemas/Job' } };

const ID = { id: { description: 'Id of the job.', schema: { type: 'string' } } };

/** GET /results: the newest jobs. */
function listRoute({ service }: JobsOptions): Route {
  return {
    method: 'GET',
    path: '/results',
    access: 'token',
    tag: 'Jobs',
    summary: 'Records of jobs, newest first',
    query: QUERY,
    replies: {
      200: {
        description: 'A page of records.',
        headers: {
          Link: { description: 'With `rel="next"`: the next page, if there is one.', schema: { type: 'string' } },
        },
        content: { 'application/json': { type: 'array', items: { $ref: '#/components/schemas/Job' } } },
      },
    },
    failures: ['internal', 'unavailable'],
    async handle(exchange) {
      const {
        limit = LIMIT.otherwise,
        cursor,
        status,
        document_id: documentId,
      } = readParameters(exchange.query, QUERY);
      const page = await service.list({ limit, cursor, status, documentId });
      if (page.cursor !== undefined) exchange.set('Link', `<${nextOf(exchange, page.cursor)}>; rel="next"`);
      exchange.body = page.records;
    },
  };
}

function nextOf({ path, querystring }: Exchange, cursor: string): string {
  const query = new URLSearchParams(querystring);
  query.set('cursor', cursor);
  return `${path}?${query.toString()}`;
}

/** GET /results/:id: one job. */
function recordRoute({ service }: JobsOptions): Route {
  return {
    method: 'GET',
    path: '/results/:id',
    access: 'token',
    tag: 'Jobs',
    summary: 'The record of a job',
    pathParameters: ID,
    replies: { 200: { description: 'The record.', content: RECORD } },
    failures: ['internal', 'not_found', 'unavailable'],
    async handle(exchange) {
      const record = await service.get(idOf(exchange));
      if (!record) throw new HttpError('not_found', 'There is no such job, or none any more');
      exchange.body = record;
    },
  };
}

/** DELETE /results/:id: cancels a job. */
function cancelRoute({ service }: JobsOptions): Route {
  return {
    method: 'DELETE',
    path: '/results/:id',
    access: 'token',
    tag: 'Jobs',
    summary: 'Cancels a job that has not ended',
    pathParameters: ID,
    replies: { 202: { description: 'The record of the cancelled job.', content: RECORD } },
    failures: ['internal', 'not_found', 'conflict', 'unavailable'],
    async handle(exchange) {
      exchange.body = await service.cancel(idOf(exchange));
      exchange.status = 202;
    },
  };
}

function idOf(exchange: Exchange): string {
  return (exchange as Exchange & { params: Readonly<Record<string, string>> }).params['id'] ?? '';
}

export function resultRoutes(jobs: JobsOptions): Route[] {
  return [listRoute(jobs), recordRoute(jobs), cancelRoute(jobs)];
}
