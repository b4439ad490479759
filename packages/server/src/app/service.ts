import type { BodyMemory } from '../body/body-memory.js';
import type { BodyReader } from '../body/body-reader.js';
import type { Metrics } from '../metrics/metrics.js';
import type { BodyLimits, ServerOptions } from '../server-options.js';

/** What the routes work with. */
export interface Service {
  readonly options: ServerOptions;
  readonly limits: BodyLimits;
  readonly bodies: BodyReader;
  /** Where bodies of answers lie until they are sent. */
  readonly answers: BodyMemory;
  readonly metrics: Metrics;
  /** Seconds since the server was made. */
  uptime(): number;
}
