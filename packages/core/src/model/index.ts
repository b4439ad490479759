export * from './document.js';
export { ID_KINDS, deriveId, isUuid, sourceId, sourceIdOf } from './ids.js';
export type { IdKind, SourceId } from './ids.js';
