import type { Service } from '../app/service.js';
import type { QueueState } from '../server-options.js';
import { templateOf } from './route.js';
import type { Route } from './route.js';

export const NO_QUEUE: QueueState = { pending: 0, workers: 0 };

/** GET /: what this is and what it offers. */
export function descriptorRoute({ options }: Service, routes: () => readonly Route[]): Route {
  return {
    method: 'GET',
    path: '/',
    access: 'open',
    tag: 'Service',
    summary: 'What this service is, its queue, and the endpoints for conversions',
    catalogued: true,
    quiet: true,
    replies: {
      200: {
        description: 'The service.',
        content: { 'application/json': { $ref: '#/components/schemas/ServiceDescriptor' } },
      },
    },
    failures: ['internal'],
    handle(exchange) {
      const { pending, workers } = options.deployment?.().queue ?? NO_QUEUE;
      exchange.body = {
        name: 'screenplay',
        version: options.version,
        status: 'running',
        queue: { pending, workers },
        endpoints: routes()
          .filter(({ catalogued }) => catalogued)
          .map(({ method, path, summary }) => ({ method, path: templateOf(path), description: summary })),
      };
    },
  };
}
