import type { LaneName } from './scheduling/job.js';

/** What a pool does now and has done since it was made, for metrics. */
export interface PoolStats {
  running: Record<LaneName, number>;
  waiting: Record<LaneName, number>;
  processes: ProcessStats[];
  /** Conversions that ended by themselves, well or with an error of their own. */
  done: number;
  /** Conversions refused as `busy`. */
  refused: number;
  /** Conversions stopped, by what for: a limit, a crash, the caller's signal. */
  stopped: Record<StopReason, number>;
  /** Conversions whose beginning was undone for short ones to go on. */
  postponed: number;
  /** Processes started. */
  started: number;
}

export type StopReason = 'time' | 'memory' | 'crash' | 'cancelled';

export interface ProcessStats {
  pid: number;
  lane: LaneName;
  phase: 'booting' | 'idle' | 'busy' | 'ending';
  /** Conversions begun. */
  jobs: number;
  /** Resident memory in bytes. */
  resident: number;
}
