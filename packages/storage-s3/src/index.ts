/**
 * Screenplay jobs over object storage: the storage port on S3.
 *
 * @packageDocumentation
 */
export { S3Storage } from './s3-storage.js';
export type { S3Credentials, S3StorageOptions } from './s3-options.js';
