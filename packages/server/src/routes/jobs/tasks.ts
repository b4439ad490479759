import type { JobsOptions } from '../../jobs-options.js';
import type { Route } from '../route.js';

/** GET /tasks: what jobs are made of. */
export function tasksRoute({ service }: JobsOptions): Route {
  return {
    method: 'GET',
    path: '/tasks',
    access: 'token',
    tag: 'Jobs',
    summary: 'The tasks that a job may have',
    replies: {
      200: {
        description: 'The tasks.',
        content: { 'application/json': { type: 'array', items: { $ref: '#/components/schemas/Task' } } },
      },
    },
    failures: ['internal'],
    handle(exchange) {
      exchange.body = service.tasks();
    },
  };
}
