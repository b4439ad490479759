/**
 * Screenplay conversions in watched child processes.
 *
 * @packageDocumentation
 */
export { ConverterPool } from './converter-pool.js';
export type { ConverterPoolOptions } from './pool-options.js';
export type { PoolStats, ProcessStats, StopReason } from './pool-stats.js';
export type { LaneName } from './scheduling/job.js';
