/** A thing taken from a queue: nobody else gets it until it is done, given back, or lost. */
export interface Lease {
  readonly id: string;
  /**
   * Aborted when the lease was lost (this process was paused or cut off for too long): another may have it now. Right
   * after a pause no timer has said so yet; reading this property looks at the clock, so read it before whatever a holder
   * alone may do.
   */
  readonly lost: AbortSignal;
  /** Takes it out of the queue. A lost lease changes nothing. */
  done(): Promise<void>;
  /** Puts it back, to be taken again after `delayMs` (default 0). A lost lease changes nothing. */
  giveBack(delayMs?: number): Promise<void>;
}

/**
 * A durable queue of ids, first in, first out; it knows nothing of what they stand for. At least once: an id whose taker
 * died or was cut off comes again, for ever; whoever takes it finds out what is left to do.
 *
 * Methods throw ScreenplayError `unavailable`, nothing else.
 */
export interface WorkQueue {
  /**
   * Adds ids; durable once it resolves. One that waits already, delayed or not, is not added twice; one that is leased
   * comes again after its lease has ended, so that what was added is always looked at after this call.
   */
  add(ids: readonly string[]): Promise<void>;
  /** Waits for an id. The lease is kept alive until it ends. Undefined once the signal is aborted. */
  take(signal: AbortSignal): Promise<Lease | undefined>;
  /** How many wait, delayed ones included, leased ones not. */
  depth(): Promise<number>;
  /** Ends waiting `take`s and lets go of everything; leases still held come again. */
  close(): Promise<void>;
}
