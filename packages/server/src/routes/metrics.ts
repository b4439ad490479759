import type { Service } from '../app/service.js';
import type { Route } from './route.js';

/** GET /metrics: numbers for Prometheus. */
export function metricsRoute({ metrics }: Service): Route {
  return {
    method: 'GET',
    path: '/metrics',
    access: 'token',
    tag: 'Operation',
    summary: 'Metrics of this process for Prometheus',
    quiet: true,
    replies: {
      200: { description: 'Metrics in text format 0.0.4.', content: { 'text/plain': { type: 'string' } } },
    },
    failures: ['internal'],
    async handle(exchange) {
      const text = await metrics.text();
      exchange.type = metrics.contentType;
      exchange.body = text;
    },
  };
}
