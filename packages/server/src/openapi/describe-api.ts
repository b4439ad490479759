import { failuresOf } from '../routes/failures.js';
import { templateOf } from '../routes/route.js';
import type { Reply, Route } from '../routes/route.js';
import { documentSchemas } from './document-schemas.js';
import { JOB_SCHEMAS } from './job-schemas.js';
import type { JsonSchema } from './json-schema.js';
import { SERVICE_SCHEMAS } from './service-schemas.js';

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request is wrong.',
  401: 'A token is needed.',
  404: 'There is no such thing.',
  408: 'The body stopped arriving.',
  409: 'It does not go together with what is there.',
  413: 'The body is too large.',
  415: 'The body is of a kind that is not taken here.',
  422: 'The file or the document is not what it should be.',
  500: 'A bug of the service.',
  501: 'Not offered here.',
  503: 'Too much to do, or not ready.',
  504: 'It took too long.',
};

const HEADER_OF_STATUS: Readonly<Record<number, string>> = { 401: 'WWW-Authenticate', 503: 'Retry-After' };

export interface ApiFacts {
  routes: readonly Route[];
  isTokenNeeded: (route: Route) => boolean;
}

/** The OpenAPI 3.1 document of the routes. */
export function describeApi({ routes, isTokenNeeded }: ApiFacts): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    if (route.tag === undefined) continue;
    (paths[templateOf(route.path)] ??= {})[route.method.toLowerCase()] = operation(route, isTokenNeeded(route));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Screenplay conversion and validation service',
      description:
        'Converts screenplay files into the native document and back, and validates documents. Errors are always ' +
        '`{error, code}` and details. Every answer has an `X-Request-Id`, which is the one of the request where that ' +
        'has a usable one. Bodies may be packed (`Content-Encoding`: gzip, deflate, br); limits are those of the ' +
        'unpacked body.',
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [...new Set(routes.flatMap(({ tag }) => tag ?? []))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      headers: {
        'X-Request-Id': { description: 'Names the request in the log.', schema: { type: 'string' } },
      },
      schemas: { ...SERVICE_SCHEMAS, ...JOB_SCHEMAS, ...documentSchemas() },
    },
  };
}

function operation(route: Route, tokenNeeded: boolean): JsonSchema {
  const { method, path, tag, summary, description, body } = route;
  const parameters = parametersOf(route);
  return {
    operationId: operationId(method, path),
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    // The document's own default is the token.
    ...(tokenNeeded ? {} : { security: route.access === 'always' ? [] : [{}, { bearer: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            description: `${body.description} At most ${Math.floor(body.limit / 1_048_576)} MB.`,
            required: true,
            content: contentOf(body.content),
          },
        }
      : {}),
    responses: responsesOf(route, tokenNeeded),
  };
}

function parametersOf({ query = {}, headers = {}, pathParameters = {} }: Route): JsonSchema[] {
  return [
    ...Object.entries(pathParameters).map(([name, { description, schema }]) => ({
      name,
      in: 'path',
      description,
      required: true,
      schema,
    })),
    ...Object.entries(query).map(([name, { description, schema, required }]) => ({
      name,
      in: 'query',
      description,
      ...(required ? { required } : {}),
      schema,
    })),
    ...Object.entries(headers).map(([name, { description, schema }]) => ({ name, in: 'header', description, schema })),
  ];
}

function responsesOf(route: Route, tokenNeeded: boolean): Record<string, JsonSchema> {
  const responses: Record<string, JsonSchema> = {};
  for (const [status, codes] of failuresOf(route, tokenNeeded)) {
    const header = HEADER_OF_STATUS[status];
    responses[String(status)] = response({
      description: `${TITLES[status] ?? 'Failure.'} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
      content: { 'application/json': { $ref: '#/components/schemas/Error' } },
      headers: header === undefined ? {} : { [header]: { description: 'As in RFC 9110.', schema: { type: 'string' } } },
    });
  }
  for (const [status, reply] of Object.entries(route.replies)) responses[status] = response(reply);
  return responses;
}

function response({ description, content, headers }: Reply): JsonSchema {
  return {
    description,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' }, ...headers },
    ...(content ? { content: contentOf(content) } : {}),
  };
}

function contentOf(content: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));
}

/** `getResultsId` of GET /results/:id. */
function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return `${method.toLowerCase()}${name === '' ? 'Service' : name}`;
}
