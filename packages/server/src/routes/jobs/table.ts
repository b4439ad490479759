import type { Service } from '../../app/service.js';
import type { JobsOptions } from '../../jobs-options.js';
import type { Route } from '../route.js';
import { pushRoute } from './push.js';
import { resultRoutes } from './results.js';
import { storageRoute } from './storage.js';
import { tasksRoute } from './tasks.js';
import { webhooksRoute } from './webhooks.js';
import { workersRoute } from './workers.js';

/** The endpoints of jobs, in the order in which they are documented. */
export function jobRoutes(service: Service, jobs: JobsOptions): Route[] {
  return [
    pushRoute(service, jobs),
    ...resultRoutes(jobs),
    tasksRoute(jobs),
    storageRoute(jobs),
    workersRoute(jobs),
    webhooksRoute(jobs),
  ];
}
