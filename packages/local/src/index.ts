/**
 * Screenplay jobs on one machine without servers: storage in files, a durable embedded queue.
 *
 * @packageDocumentation
 */
export { FileStorage } from './file-storage.js';
export type { FileStorageOptions } from './file-storage.js';
export type { Naming } from './file-names.js';
export { openLocal } from './open-local.js';
export type { Local, LocalOptions } from './open-local.js';
