import type { Service } from '../app/service.js';
import { readParameters, wholeNumber } from '../request/parameters.js';
import type { Route } from './route.js';

const QUERY = {
  lines: wholeNumber({ min: 1, max: 1000, otherwise: 100 }, 'How many records.'),
};

/** GET /tail: what this process logged last. */
export function tailRoute({ options }: Service): Route {
  return {
    method: 'GET',
    path: '/tail',
    access: 'token',
    tag: 'Operation',
    summary: 'The last log records of this process, oldest first',
    query: QUERY,
    replies: {
      200: { description: 'Log records.', content: { 'application/json': { $ref: '#/components/schemas/Tail' } } },
    },
    failures: ['internal'],
    handle(exchange) {
      const { lines = QUERY.lines.schema['default'] as number } = readParameters(exchange.query, QUERY);
      exchange.body = { lines: options.log.tail(lines) };
    },
  };
}
