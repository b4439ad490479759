import type { JobsOptions } from '../../jobs-options.js';
import type { Route } from '../route.js';

/** GET /workers: who works. */
export function workersRoute({ workers }: JobsOptions): Route {
  return {
    method: 'GET',
    path: '/workers',
    access: 'token',
    tag: 'Operation',
    summary: 'Workers of the whole deployment, and what each is at',
    replies: {
      200: {
        description: 'The workers.',
        content: { 'application/json': { type: 'array', items: { $ref: '#/components/schemas/Worker' } } },
      },
    },
    failures: ['internal', 'unavailable'],
    async handle(exchange) {
      exchange.body = await workers();
    },
  };
}
