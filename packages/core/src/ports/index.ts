export type * from './codec.js';
export type * from './converter.js';
export type * from './job-store.js';
export type * from './notifier.js';
export type { Runtime } from './runtime.js';
export type * from './storage.js';
export type * from './work-queue.js';
export type { WorkerRegistry } from './worker-registry.js';
