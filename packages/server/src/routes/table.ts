import type { Service } from '../app/service.js';
import type { AccessGuard } from '../request/access-guard.js';
import { convertRoute } from './convert.js';
import { descriptorRoute } from './descriptor.js';
import { docsRoutes } from './docs.js';
import { exportRoute } from './export.js';
import { formatsRoute } from './formats.js';
import { healthRoute } from './health.js';
import { jobRoutes } from './jobs/table.js';
import { metricsRoute } from './metrics.js';
import { openApiRoute } from './openapi.js';
import type { Route } from './route.js';
import { setupRoute } from './setup.js';
import { tailRoute } from './tail.js';
import { upRoute } from './up.js';
import { validateRoute } from './validate.js';
import { withoutJobs } from './without-jobs.js';

/** Every endpoint, in the order in which they are documented. */
export function routeTable(service: Service, guard: AccessGuard): readonly Route[] {
  const routes: readonly Route[] = [
    descriptorRoute(service, () => routes),
    healthRoute(service),
    formatsRoute(),
    convertRoute(service),
    exportRoute(service),
    validateRoute(service),
    ...(service.options.jobs ? jobRoutes(service, service.options.jobs) : withoutJobs()),
    setupRoute(service),
    tailRoute(service),
    upRoute(service),
    metricsRoute(service),
    openApiRoute(() => routes, guard),
    ...docsRoutes(),
  ];
  return routes;
}
