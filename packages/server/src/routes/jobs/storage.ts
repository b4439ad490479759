import { asFolder, isWithin } from '@screenplay/core/jobs';
import { HttpError } from '../../errors/http-error.js';
import type { JobsOptions } from '../../jobs-options.js';
import { choice, freeText, readParameters, wholeNumber } from '../../request/parameters.js';
import type { Route } from '../route.js';

const LIMIT = { min: 1, max: 1000, otherwise: 100 };
const BUCKETS = ['input', 'output'] as const;

const QUERY = {
  bucket: choice(BUCKETS, 'Which store. Default: input.'),
  prefix: freeText(1024, 'What the keys begin with. Default: the prefix of the settings.'),
  limit: wholeNumber(LIMIT, 'How many objects.'),
  cursor: freeText(8192, 'Where an earlier page ended: its `next_cursor`.'),
};

/** GET /storage: what lies in the stores. */
export function storageRoute({ storage, rules }: JobsOptions): Route {
  return {
    method: 'GET',
    path: '/storage',
    access: 'token',
    tag: 'Operation',
    summary: 'Objects of the input or output store, within the prefixes of the settings',
    query: QUERY,
    replies: {
      200: {
        description: 'A page of objects, by key.',
        content: { 'application/json': { $ref: '#/components/schemas/StoragePage' } },
      },
    },
    failures: ['internal', 'not_found', 'denied', 'unavailable'],
    async handle(exchange) {
      const { bucket = 'input', limit = LIMIT.otherwise, cursor, ...asked } = readParameters(exchange.query, QUERY);
      const within = asFolder((bucket === 'input' ? rules.inputPrefix : rules.outputPrefix) ?? '');
      const prefix = asked.prefix ?? within;
      if (!isWithin(prefix, within)) {
        throw new HttpError('bad_option', `\`prefix\` must begin with ${within}`, { details: { parameter: 'prefix' } });
      }
      const { objects, cursor: next } = await storage[bucket].list({ prefix, limit, cursor });
      exchange.body = {
        bucket,
        prefix,
        objects: objects.map(({ key, size, lastModified, etag }) => ({ key, size, last_modified: lastModified, etag })),
        next_cursor: next ?? null,
      };
    },
  };
}
