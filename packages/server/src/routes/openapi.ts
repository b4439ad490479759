import { describeApi } from '../openapi/describe-api.js';
import type { AccessGuard } from '../request/access-guard.js';
import type { Route } from './route.js';

/** GET /openapi.json: all of this for programs. */
export function openApiRoute(routes: () => readonly Route[], guard: AccessGuard): Route {
  let text: string | undefined;
  return {
    method: 'GET',
    path: '/openapi.json',
    access: 'open',
    tag: 'Service',
    summary: 'This interface as an OpenAPI 3.1 document',
    replies: {
      200: { description: 'The document.', content: { 'application/json': { type: 'object' } } },
    },
    handle(exchange) {
      text ??= JSON.stringify(describeApi({ routes: routes(), isTokenNeeded: ({ access }) => guard.isNeeded(access) }));
      exchange.type = 'application/json';
      exchange.body = text;
    },
  };
}
