import { Koa } from './koa.js';
import { AccessGuard } from '../request/access-guard.js';
import { routeTable } from '../routes/table.js';
import { cors } from './cors.js';
import { dispatch } from './dispatch.js';
import type { ExchangeState } from './exchange.js';
import { answerErrors, observe } from './observe.js';
import type { Service } from './service.js';

/** The service as a Koa application. */
export function createApp(service: Service): Koa<ExchangeState> {
  const { options } = service;
  const guard = new AccessGuard(options);
  const { trustProxy = 0 } = options;
  const app = new Koa<ExchangeState>({ proxy: trustProxy > 0, maxIpsCount: trustProxy });
  app.use(observe(service));
  app.use(cors(options.corsOrigin));
  app.use(answerErrors(service));
  for (const middleware of dispatch(routeTable(service, guard), guard)) app.use(middleware);
  // Whatever gets here was answered or has nobody to answer to, such as a connection that breaks during the answer.
  app.on('error', (error: unknown) => options.log.log('debug', 'connection failed', { error }));
  return app;
}
