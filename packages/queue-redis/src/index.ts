/**
 * Screenplay jobs on Redis: the queue, results, delivery and worker-registry ports on BullMQ.
 *
 * @packageDocumentation
 */
export { openRedis } from './open-redis.js';
export type { RedisOptions, RedisPorts } from './open-redis.js';
