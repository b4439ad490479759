/**
 * Reads, writes, validates and converts screenplays.
 *
 * @packageDocumentation
 */
export { convert, decode, encode } from './pipeline/convert.js';
export type { ConvertOptions, ConvertResult, ReadOptions, ReadResult, WriteOptions } from './pipeline/convert.js';
export { pages, readPages } from './pipeline/pages.js';
export type { PagesOptions, ReadPages, ReadPagesOptions, ScenePages, ScriptPages } from './pipeline/pages.js';
export { InProcessConverter } from './pipeline/in-process-converter.js';
export { OPERATIONS } from './pipeline/operations.js';
export { parseKey } from './pipeline/jobs/keys.js';
export { cursorAfter, keyOfCursor } from './pipeline/jobs/listing-cursor.js';
export { detect } from './formats/detect.js';
export type { SourceHints } from './formats/detect.js';
export { formats } from './formats/registry.js';
export { checkReferences, MAX_FAULTS, schema, validate } from './schema/index.js';
export type { Fault, Validation } from './schema/index.js';
export { describePosition, MAX_WARNINGS, ScreenplayError } from './errors/index.js';
export type {
  DefectCode,
  ErrorCode,
  ErrorFamily,
  InputCode,
  LimitCode,
  PortCode,
  Position,
  ScreenplayErrorOptions,
  Warning,
  WarningCode,
} from './errors/index.js';
export { LIMITS } from './syntax/limits.js';
export type { LimitName } from './syntax/limits.js';
export type * from './model/document.js';
export { DELIVERY_STATUSES, JOB_EVENTS, JOB_STATUSES } from './model/job.js';
export type {
  DeliveryAttempt,
  DeliveryStatus,
  JobError,
  JobEvent,
  JobRecord,
  JobStatus,
  JobWarning,
  TaskOutput,
  TaskTiming,
  WorkerStatus,
} from './model/job.js';
export type {
  CallOptions,
  Codec,
  ConvertCall,
  Converter,
  ConvertFacts,
  Decoded,
  DecodeOptions,
  DecryptCall,
  Delivery,
  Encoded,
  EncodeOptions,
  EncryptCall,
  ExportCall,
  ExportFacts,
  FontFamily,
  FormatDescriptor,
  FormatName,
  Idempotency,
  Inserted,
  JobPage,
  JobQuery,
  JobStore,
  Lease,
  Listing,
  ListQuery,
  NativeFacts,
  Notification,
  NotificationAnswer,
  Notifier,
  ObjectInfo,
  OpenObject,
  Operation,
  OperationName,
  Operations,
  OperationTable,
  Outcome,
  PageRange,
  PrintOptions,
  Runtime,
  SourceCall,
  Storage,
  StoredJob,
  TrackedDelivery,
  ValidateCall,
  ValidateFacts,
  VersionedJob,
  WorkerRegistry,
  WorkQueue,
  WriteObjectOptions,
} from './ports/index.js';
