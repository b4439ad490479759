import { isIP } from 'node:net';
import type { Middleware } from './koa.js';
import { errorReply } from '../errors/error-reply.js';
import { HttpError } from '../errors/http-error.js';
import { CLIENT_GONE } from '../errors/status-table.js';
import { requestIdOf } from '../request/request-id.js';
import type { Exchange, ExchangeState } from './exchange.js';
import { SECURITY_HEADERS } from './security-headers.js';
import type { Service } from './service.js';

/** For what has no route: paths are the client's words. */
const NO_ROUTE = 'none';

/** Methods that a metric may name; others are a client's words. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH']);

/** Gives each request its id, its log line and its metrics, and every answer its headers. */
export function observe(service: Service): Middleware<ExchangeState> {
  return (exchange, next) => {
    const start = performance.now();
    exchange.state.id = requestIdOf(exchange.req.headers['x-request-id']);
    exchange.set('X-Request-Id', exchange.state.id);
    for (const [name, value] of SECURITY_HEADERS) exchange.set(name, value);
    // Beyond proxies it is text of a header.
    if (isIP(exchange.ip) === 0) exchange.request.ip = exchange.req.socket.remoteAddress ?? '';
    const client = exchange.ip;
    service.metrics.requestBegins();
    exchange.res.once('timeout', () => {
      exchange.state.stalled = true;
      exchange.req.socket.destroy();
    });
    exchange.res.once('close', () => report(service, exchange, client, performance.now() - start));
    return next();
  };
}

function report({ options, metrics }: Service, exchange: Exchange, client: string, ms: number): void {
  const { res, state, request } = exchange;
  const method = METHODS.has(request.method) ? request.method : 'other';
  const gone = state.stalled === true || !res.writableFinished;
  const status = gone ? CLIENT_GONE : res.statusCode;
  const code = gone ? 'cancelled' : state.code;
  const bytesIn = state.bytesIn ?? 0;
  const bytesOut = request.method === 'HEAD' ? 0 : Number(res.getHeader('content-length') ?? 0);
  const route = state.route ?? NO_ROUTE;
  metrics.requestEnds({ method, route, status, seconds: ms / 1000, bytesIn, bytesOut });
  options.log.log(state.quiet && status < 400 ? 'debug' : 'info', 'request', {
    id: state.id,
    method,
    route,
    status,
    ...(code === undefined ? {} : { code }),
    ms: Math.round(ms * 10) / 10,
    in: bytesIn,
    out: bytesOut,
    client,
  });
}

/** Answers what the middlewares within it throw. */
export function answerErrors({ options }: Service): Middleware<ExchangeState> {
  return async (exchange, next) => {
    try {
      // Node would refuse it in words of its own (RFC 9112, 3.2).
      if (exchange.req.headers.host === undefined && exchange.req.httpVersion === '1.1') throw hostMissing();
      await next();
    } catch (thrown) {
      const { status, code, headers, body } = errorReply(thrown);
      exchange.state.code = code;
      if (code === 'internal') {
        const error = thrown instanceof Error ? thrown : `thrown: ${typeof thrown}`;
        options.log.log('error', 'request failed by our fault', { id: exchange.state.id, error });
      }
      if (exchange.res.headersSent || exchange.res.destroyed) return;
      for (const [name, value] of Object.entries(headers)) exchange.set(name, value);
      exchange.status = status;
      exchange.body = body;
    }
  };
}

function hostMissing(): HttpError {
  return new HttpError('bad_request', 'The request has no Host');
}
