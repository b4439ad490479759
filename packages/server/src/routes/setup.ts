import type { Service } from '../app/service.js';
import type { Route } from './route.js';

/** GET /setup: the settings in force. */
export function setupRoute({ options }: Service): Route {
  return {
    method: 'GET',
    path: '/setup',
    access: 'token',
    tag: 'Operation',
    summary: 'Every setting in force and where it comes from; of secrets only whether they are set',
    replies: {
      200: {
        description: 'The settings.',
        content: { 'application/json': { type: 'array', items: { $ref: '#/components/schemas/Setting' } } },
      },
    },
    failures: ['internal'],
    handle(exchange) {
      exchange.body = options.setup().map(({ name, value, source }) => ({ name, value, source }));
    },
  };
}
