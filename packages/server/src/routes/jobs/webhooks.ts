import { createHash } from 'node:crypto';
import type { JobsOptions } from '../../jobs-options.js';
import type { Route } from '../route.js';

/** How many deliveries are told. */
const RECENT = 100;
/** Digits of a hash: enough to tell the webhooks of a deployment apart. */
const HASH_DIGITS = 8;

/** GET /webhooks: how webhooks are sent, and what became of the last ones. */
export function webhooksRoute({ webhooks: { config, recent } }: JobsOptions): Route {
  return {
    method: 'GET',
    path: '/webhooks',
    access: 'token',
    tag: 'Operation',
    summary: 'The configuration of webhooks, and the latest deliveries, newest first',
    replies: {
      200: {
        description: 'Of URLs only the origin and a hash: their paths can be secrets.',
        content: { 'application/json': { $ref: '#/components/schemas/Webhooks' } },
      },
    },
    failures: ['internal', 'unavailable'],
    async handle(exchange) {
      const { named, urls, timeout, maxRetry, retryMinWait, retryMaxWait, secret } = config;
      const deliveries = await recent(RECENT);
      exchange.body = {
        config: {
          named: Object.fromEntries(Object.entries(named).map(([name, url]) => [name, veiled(url)])),
          urls: urls.map(veiled),
          timeout,
          max_retry: maxRetry,
          retry_min_wait: retryMinWait,
          retry_max_wait: retryMaxWait,
          secret,
        },
        deliveries: deliveries.map(({ delivery: { id, event, jobId, url }, status, attempts }) => ({
          id,
          event,
          job_id: jobId,
          url: veiled(url),
          status,
          attempts: attempts.map(({ at, status_code, duration_ms, error }) => ({
            at,
            status_code,
            duration_ms,
            error,
          })),
        })),
      };
    },
  };
}

/** `https://hooks.example#1f2e3d4c`: enough to know a URL again. */
function veiled(url: string): string {
  const hash = createHash('sha256').update(url).digest('hex').slice(0, HASH_DIGITS);
  return `${URL.canParse(url) ? new URL(url).origin : ''}#${hash}`;
}
