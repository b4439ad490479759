import type { Exchange } from '../app/exchange.js';
import type { ReplyCode } from '../errors/status-table.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import type { Parameters } from '../request/parameters.js';

/**
 * One endpoint. The router, who may come in, the catalogue of `GET /` and the OpenAPI document are all made from these.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With parameters as `:id`. */
  readonly path: string;
  /**
   * `open`: for everybody unless all wants a token; `token`: for who has one; `always`: for everybody, whatever the
   * settings.
   */
  readonly access: 'open' | 'token' | 'always';
  /** One line, without a full stop. */
  readonly summary: string;
  /** What else to know of it, in Markdown. */
  readonly description?: string;
  /** Under which heading it is documented; undocumented without one. */
  readonly tag?: 'Conversion' | 'Jobs' | 'Service' | 'Operation';
  /** Whether `GET /` lists it. */
  readonly catalogued?: true;
  /** Whether its successes are too many and too dull for the log. */
  readonly quiet?: true;
  readonly query?: Parameters;
  readonly pathParameters?: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
  readonly headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
  readonly body?: RequestBody;
  readonly replies: Readonly<Record<number, Reply>>;
  /** What may go wrong beyond what may with every route of its kind. */
  readonly failures?: readonly Failure[];
  handle(exchange: Exchange): Promise<void> | void;
}

export interface RequestBody {
  readonly description: string;
  /** Bytes. */
  readonly limit: number;
  /** By media type. */
  readonly content: Readonly<Record<string, JsonSchema>>;
}

export interface Reply {
  readonly description: string;
  /** By media type; none for an answer without a body. */
  readonly content?: Readonly<Record<string, JsonSchema>>;
  readonly headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
}

/** A code that a route answers with, and the status where it is not the code's own. */
export type Failure = ReplyCode | readonly [code: ReplyCode, status: number];

/** `:id` of a path, as OpenAPI writes it. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}
