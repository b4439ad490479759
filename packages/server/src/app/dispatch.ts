import Router from '@koa/router';
import type { Middleware } from './koa.js';
import { HttpError } from '../errors/http-error.js';
import type { AccessGuard } from '../request/access-guard.js';
import type { Route } from '../routes/route.js';
import type { Exchange, ExchangeState } from './exchange.js';

/** Gives each request to its route, once it may come in; what has none is an error. */
export function dispatch(routes: readonly Route[], guard: AccessGuard): Middleware<ExchangeState>[] {
  const router = new Router<ExchangeState>({ sensitive: true });
  for (const route of routes) {
    router.register(route.path, [route.method], async (context) => {
      const exchange = context as Exchange;
      enter(exchange, route, guard);
      await route.handle(exchange);
    });
  }
  const offered = byPath(routes);
  const withoutRoute: Middleware<ExchangeState> = (exchange) => {
    const { matched } = exchange as { matched?: readonly { path: string | RegExp }[] };
    const path = matched?.[0]?.path;
    const here = typeof path === 'string' ? offered.get(path) : undefined;
    if (!here) {
      guard.check('open', exchange.get('Authorization') || undefined);
      throw new HttpError('not_found', 'There is nothing at this path');
    }
    const allow = here.methods.join(', ');
    if (exchange.method === 'OPTIONS') {
      exchange.state.route = here.route.path;
      exchange.set('Allow', allow);
      exchange.status = 204;
      return;
    }
    enter(exchange, here.route, guard);
    throw new HttpError('method_not_allowed', `This path takes ${allow}`, { headers: { Allow: allow } });
  };
  return [router.routes() as Middleware<ExchangeState>, withoutRoute];
}

function enter({ state, req }: Exchange, { path, access, quiet }: Route, guard: AccessGuard): void {
  state.route = path;
  if (quiet) state.quiet = true;
  guard.check(access, req.headers.authorization);
}

interface Offer {
  /** One of the path's, which are alike in who may come in. */
  route: Route;
  methods: string[];
}

function byPath(routes: readonly Route[]): Map<string, Offer> {
  const offered = new Map<string, Offer>();
  for (const route of routes) {
    const methods = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method];
    const before = offered.get(route.path)?.methods ?? [];
    offered.set(route.path, { route, methods: [...before, ...methods, 'OPTIONS'].filter(isFirst) });
  }
  return offered;
}

function isFirst<T>(value: T, at: number, all: readonly T[]): boolean {
  return all.indexOf(value) === at;
}
