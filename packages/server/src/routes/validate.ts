import type { Service } from '../app/service.js';
import { nativeFormats } from '../request/known-formats.js';
import { NATIVE_FAILURES, NATIVE_STATUSES, nativeContent, nativeFormatOf } from '../request/native-body.js';
import { flag, readParameters } from '../request/parameters.js';
import { CONVERTER_FAILURES, runOperation, sendable } from '../request/run-operation.js';
import type { Route } from './route.js';

const QUERY = {
  references: flag('Whether to check too that each id is unique and each reference leads somewhere.'),
};

const JSON_TYPE = 'application/json';

/** POST /validate: whether a native document keeps the schema. */
export function validateRoute(service: Service): Route {
  const limit = service.limits.validate;
  const accepted = nativeFormats().filter(({ mimeTypes }) => mimeTypes.includes(JSON_TYPE));
  return {
    method: 'POST',
    path: '/validate',
    access: 'open',
    tag: 'Conversion',
    summary: 'Validates a native document against its schema',
    catalogued: true,
    query: QUERY,
    body: { description: 'The document.', limit, content: nativeContent(accepted) },
    replies: {
      200: {
        description: 'What was found; the first 100 findings, and how many there are.',
        content: { [JSON_TYPE]: { $ref: '#/components/schemas/Validation' } },
      },
    },
    failures: [...NATIVE_FAILURES, ...CONVERTER_FAILURES],
    async handle(exchange) {
      const from = nativeFormatOf(exchange, accepted);
      const { references } = readParameters(exchange.query, QUERY);
      await service.bodies.hold(exchange, limit, async (source) => {
        const work = { operation: 'validate', source, options: { from, references } } as const;
        const { bytes } = await runOperation(service, exchange, work, NATIVE_STATUSES);
        exchange.type = JSON_TYPE;
        exchange.body = sendable(bytes);
      });
    },
  };
}
