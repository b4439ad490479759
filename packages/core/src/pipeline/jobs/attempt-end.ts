/**
 * Why work on a job ends before the job does: the lease is lost, so that somebody else may have it now (`lease lost`), or
 * somebody has, or it was cancelled (`superseded`); the worker is told to stop (`handed back`); the worker may not wait any
 * longer (`abandoned`).
 */
export type EndKind = 'lease lost' | 'superseded' | 'handed back' | 'abandoned';

/** No error of the job. It never leaves a worker. */
export class AttemptEnd extends Error {
  override readonly name = 'AttemptEnd';
  readonly kind: EndKind;

  constructor(kind: EndKind) {
    super(`The work on a job was ended: ${kind}`);
    this.kind = kind;
  }
}
