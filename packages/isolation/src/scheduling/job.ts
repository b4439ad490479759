import { ScreenplayError } from '@screenplay/core';
import type { CallOptions, OperationName, Outcome } from '@screenplay/core';

/** Short conversions and long ones wait apart and run apart, so that long ones yield. */
export type LaneName = 'short' | 'long';

/** What a call asks for. */
export interface JobFacts {
  readonly operation: OperationName;
  /** The request as a structured clone. */
  readonly head: Uint8Array;
  readonly source: Uint8Array;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly client: string | undefined;
  /** Where the outcome's bytes may lie. */
  readonly room?: CallOptions['room'];
  /** A word for jobs that are alike by their looks. */
  readonly kind: string;
  /** A word for the same operation on the same bytes. */
  readonly fingerprint: string;
}

/** A call of the pool, from when it comes until nothing is done for it any more. */
export interface Job extends JobFacts {
  lane: LaneName;
  /** It, or who asks for it, has lately done harm: others go before it. */
  suspect: boolean;
  /** Its file has not been here before. */
  fresh: boolean;
  /** Since when it waits, by `performance.now()`. */
  waitingSince: number;
  /** Its beginning was undone once for others to go on. */
  postponed: boolean;
  /** It is answered: what is still done for it is in vain. */
  settled: boolean;
  /** Answers it; only the first answer counts. */
  settle(result: Outcome | ScreenplayError): void;
}

/** A job and the promise of its answer; `done` is called before that is kept. */
export function makeJob(facts: JobFacts, done: () => void): { job: Job; promise: Promise<Outcome> } {
  let settle: Job['settle'] = () => undefined;
  const promise = new Promise<Outcome>((resolve, reject) => {
    settle = (result) => {
      if (job.settled) return;
      job.settled = true;
      done();
      if (result instanceof ScreenplayError) reject(result);
      else resolve(result);
    };
  });
  const job: Job = {
    ...facts,
    lane: 'short',
    suspect: false,
    fresh: true,
    waitingSince: performance.now(),
    postponed: false,
    settled: false,
    settle,
  };
  return { job, promise };
}
