import type { Service } from '../app/service.js';
import { NO_QUEUE } from './descriptor.js';
import type { Route } from './route.js';

/** GET /health: whether all that the service stands on is there. */
export function healthRoute({ options }: Service): Route {
  const content = { 'application/json': { $ref: '#/components/schemas/Health' } };
  return {
    method: 'GET',
    path: '/health',
    access: 'always',
    tag: 'Service',
    summary: 'Whether the service and all that it stands on work',
    catalogued: true,
    quiet: true,
    replies: {
      200: { description: 'Everything works.', content },
      503: { description: 'Something that the service stands on does not work.', content },
    },
    failures: ['internal'],
    handle(exchange) {
      const { queue, services } = options.deployment?.() ?? { queue: NO_QUEUE, services: {} };
      const { pending, workers } = queue;
      const degraded = Object.values(services).some((state) => state !== 'ok');
      exchange.status = degraded ? 503 : 200;
      exchange.body = {
        status: degraded ? 'degraded' : 'ok',
        version: options.version,
        queue: { pending, workers },
        services,
      };
    },
  };
}
