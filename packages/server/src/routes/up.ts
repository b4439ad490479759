import type { Service } from '../app/service.js';
import type { Route } from './route.js';

/** GET /up: that the server answers, for who has a token. */
export function upRoute(service: Service): Route {
  return {
    method: 'GET',
    path: '/up',
    access: 'token',
    tag: 'Operation',
    summary: 'That the server is up, and for how long',
    quiet: true,
    replies: {
      200: { description: 'It is.', content: { 'application/json': { $ref: '#/components/schemas/Up' } } },
    },
    handle(exchange) {
      exchange.body = { status: 'ok', uptime_s: Math.floor(service.uptime()) };
    },
  };
}
