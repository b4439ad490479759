import type { Job, LaneName } from './job.js';

export interface RoomLimits {
  /** Jobs that may wait. */
  jobs: number;
  /** Bytes of theirs that may be held. */
  bytes: number;
}

/** After so long nobody goes before a suspect any more. */
const PATIENCE = 5000;

/** Where jobs wait for a child, each lane by itself. */
export class WaitingRoom {
  readonly #limits: RoomLimits;
  readonly #lanes: Readonly<Record<LaneName, Job[]>> = { short: [], long: [] };
  #bytes = 0;

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#lanes.short.length + this.#lanes.long.length;
  }

  waiting(lane: LaneName): number {
    return this.#lanes[lane].length;
  }

  /**
   * Whether there is room. Who only waits until one of the `free` children of its lane has started takes none; long jobs
   * take half of it at most.
   */
  admits({ lane, source }: Job, free: Readonly<Record<LaneName, number>>): boolean {
    const held = { short: this.#held('short', free), long: this.#held('long', free) };
    if (held[lane] === 0 && this.waiting(lane) < free[lane]) return true;
    const jobs = held.short + held.long;
    if (jobs >= this.#limits.jobs || (jobs > 0 && this.#bytes + source.length > this.#limits.bytes)) return false;
    return lane === 'short' || held.long < Math.ceil(this.#limits.jobs / 2);
  }

  #held(lane: LaneName, free: Readonly<Record<LaneName, number>>): number {
    return Math.max(0, this.#lanes[lane].length - free[lane]);
  }

  add(job: Job): void {
    this.#lanes[job.lane].push(job);
    this.#bytes += job.source.length;
  }

  remove(job: Job): void {
    const lane = this.#lanes[job.lane];
    const at = lane.indexOf(job);
    if (at < 0) return;
    lane.splice(at, 1);
    this.#bytes -= job.source.length;
  }

  /**
   * Takes the job of a lane whose turn it is: no suspect before others, then whose client has least running, then who
   * came first.
   */
  take(lane: LaneName, runningOf: (client: string) => number): Job | undefined {
    const now = performance.now();
    let best: { job: Job; rank: number } | undefined;
    for (const job of this.#lanes[lane]) {
      const held = job.suspect && now - job.waitingSince < PATIENCE;
      const rank = (held ? 1e6 : 0) + (job.client === undefined ? 0 : runningOf(job.client));
      if (!best || rank < best.rank) best = { job, rank };
    }
    if (best) this.remove(best.job);
    return best?.job;
  }

  /** Those that have waited for longer than `ms`. */
  overdue(ms: number): Job[] {
    const now = performance.now();
    return this.all().filter((job) => now - job.waitingSince > ms);
  }

  all(): Job[] {
    return [...this.#lanes.short, ...this.#lanes.long];
  }
}
