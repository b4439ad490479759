import { formats } from '@screenplay/core';
import type { Route } from './route.js';

/** GET /formats: what can be read and written. */
export function formatsRoute(): Route {
  return {
    method: 'GET',
    path: '/formats',
    access: 'open',
    tag: 'Conversion',
    summary: 'The formats that can be read and written',
    catalogued: true,
    replies: {
      200: {
        description: 'Every format on board.',
        content: { 'application/json': { type: 'array', items: { $ref: '#/components/schemas/Format' } } },
      },
    },
    handle(exchange) {
      exchange.body = formats().map(({ name, extensions, mimeTypes, canDecode, canEncode, description }) => ({
        name,
        extensions,
        mimeTypes,
        canDecode,
        canEncode,
        description,
      }));
    },
  };
}
