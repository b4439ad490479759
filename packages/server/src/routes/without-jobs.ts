import { HttpError } from '../errors/http-error.js';
import type { Route } from './route.js';

const ENDPOINTS = [
  ['POST', '/push'],
  ['GET', '/results'],
  ['GET', '/results/:id'],
  ['DELETE', '/results/:id'],
  ['GET', '/storage'],
  ['GET', '/workers'],
  ['GET', '/tasks'],
  ['GET', '/webhooks'],
] as const;

/** What stands for the endpoints of jobs in a service without them: they want their token all the same. */
export function withoutJobs(): Route[] {
  return ENDPOINTS.map(([method, path]) => ({
    method,
    path,
    access: 'token',
    summary: 'Not here',
    replies: {},
    handle() {
      throw new HttpError('not_implemented', 'This service runs no jobs');
    },
  }));
}
