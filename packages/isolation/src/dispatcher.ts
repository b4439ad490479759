import type { ScreenplayError } from '@screenplay/core';
import { busy, crashed, memoryExceeded, memoryShort, notStarting, timeExceeded } from './failures.js';
import type { PoolSettings } from './pool-options.js';
import type { PoolStats, StopReason } from './pool-stats.js';
import { Crew } from './processes/crew.js';
import type { CrewListener, Member } from './processes/crew.js';
import type { Ending, WatchedChild } from './processes/watched-child.js';
import { errorOf } from './protocol/failure.js';
import type { Answer } from './protocol/messages.js';
import { Expectations } from './scheduling/expectations.js';
import type { Job, LaneName } from './scheduling/job.js';
import { WaitingRoom } from './scheduling/waiting-room.js';

const LANES = ['short', 'long'] as const;
const MB = 1_048_576;
/** Milliseconds between two looks at what children take. */
const WATCH_MS = 20;
/** However long it waited for a core, a conversion that takes so many times its limit is stopped. */
const STRETCH = 10;
/** Growth that makes a child due for replacement: so much, or half of what it may take. */
const MAX_GROWTH = 512 * MB;
/** Weight of the newest in an average. */
const NEWEST = 0.1;
/** Seconds that a refused caller is told to wait at most. */
const LONGEST_RETRY = 60;

export interface DispatcherListener {
  /** All children of the short lane have started. */
  warm(): void;
  /** Children do not start, time and again. */
  failing(error: ScreenplayError): void;
}

/** Brings jobs and children together, and parts them when a limit is passed. */
export class Dispatcher implements CrewListener {
  readonly #settings: PoolSettings;
  readonly #listener: DispatcherListener;
  readonly #expectations: Expectations;
  readonly #room: WaitingRoom;
  readonly #crew: Crew;
  readonly #stopped: Record<StopReason, number> = { time: 0, memory: 0, crash: 0, cancelled: 0 };
  readonly #averageMs: Record<LaneName, number> = { short: 50, long: 1000 };
  #done = 0;
  #refused = 0;
  #postponed = 0;
  #watch: NodeJS.Timeout | undefined;
  /** Somebody waits for children to start. */
  #warming = false;

  constructor(settings: PoolSettings, listener: DispatcherListener) {
    this.#settings = settings;
    this.#listener = listener;
    this.#expectations = new Expectations(settings.shortMs);
    this.#room = new WaitingRoom({ jobs: settings.waiting, bytes: settings.waitingMb * MB });
    this.#crew = new Crew(settings, settings.size, this);
  }

  /** Begins a job or lets it wait; answers it as `busy` when there is no room. */
  submit(job: Job): void {
    Object.assign(job, this.#expectations.of(job));
    if (this.#room.admits(job, { short: this.#crew.free('short'), long: this.#crew.free('long') })) this.#room.add(job);
    else this.#refuse(job);
    this.#dispatch();
  }

  /** Answers a job that nobody wants any more. What has begun may end by itself: it is cheaper when it does soon. */
  abandon(job: Job, error: ScreenplayError): void {
    this.#room.remove(job);
    this.#stop(job, 'cancelled', error);
  }

  /** Has the children of the short lane started. */
  warmUp(): void {
    this.#warming = true;
    this.#crew.want('short', this.#settings.size);
    this.#keepWatch();
  }

  /** Whether all children of the short lane have started. */
  get warm(): boolean {
    return this.#crew.started('short') >= this.#settings.size;
  }

  /** Ends all children; resolves when they have ended. */
  async close(): Promise<void> {
    clearInterval(this.#watch);
    await this.#crew.close();
  }

  stats(): PoolStats {
    return {
      running: { short: this.#crew.busy('short'), long: this.#crew.busy('long') },
      waiting: { short: this.#room.waiting('short'), long: this.#room.waiting('long') },
      processes: [...this.#crew.members].map(({ child, lane }) => {
        const { pid = 0, phase, jobs, resident } = child;
        return { pid, lane, phase, jobs, resident };
      }),
      done: this.#done,
      refused: this.#refused,
      stopped: { ...this.#stopped },
      postponed: this.#postponed,
      started: this.#crew.everStarted,
    };
  }

  available(): void {
    if (this.warm) {
      this.#warming = false;
      this.#listener.warm();
    }
    this.#dispatch();
  }

  answered(member: Member, answer: Answer, body: Uint8Array<ArrayBuffer>): void {
    const { child, job } = member;
    const ms = child.spent;
    member.job = undefined;
    if (job) this.#answer(job, answer, body, { ms, warm: isWarm(child), lane: member.lane });
    const limit = Math.min(MAX_GROWTH, (this.#settings.memoryMb * MB) / 2);
    if (child.jobs >= this.#settings.recycleAfter || child.growth > limit) child.kill();
    this.#dispatch();
  }

  lost({ job }: Member, { how, exhausted, takenAway }: Ending): void {
    if (job && !job.settled) {
      this.#expectations.harmed(job);
      if (exhausted) this.#stop(job, 'memory', memoryExceeded(job.memoryMb));
      else if (takenAway) this.#stop(job, 'memory', memoryShort());
      else this.#stop(job, 'crash', crashed(how));
    }
    this.#dispatch();
  }

  failing(how: string): void {
    const error = notStarting(how);
    for (const job of this.#room.all()) {
      this.#room.remove(job);
      job.settle(error);
    }
    this.#warming = false;
    this.#listener.failing(error);
  }

  #dispatch(): void {
    for (const lane of LANES) {
      while (this.#room.waiting(lane) > 0 && this.#crew.free(lane) > 0) {
        const member = this.#crew.idle(lane);
        if (!member) break;
        const job = this.#room.take(lane, (client) => this.#crew.runningOf(client));
        if (!job) break;
        member.job = job;
        member.child.start(job.head, job.source, job.room);
      }
      this.#crew.want(lane, this.#crew.busy(lane) + this.#room.waiting(lane));
    }
    this.#keepWatch();
  }

  #answer(
    job: Job,
    answer: Answer,
    body: Uint8Array<ArrayBuffer>,
    { ms, warm, lane }: { ms: number; warm: boolean; lane: LaneName },
  ): void {
    if (answer.kind === 'exhausted') {
      this.#expectations.harmed(job);
      this.#stop(job, 'memory', memoryExceeded(job.memoryMb));
      return;
    }
    this.#expectations.ended(job, { ms, warm, good: answer.kind === 'done' });
    this.#averageMs[lane] += (ms - this.#averageMs[lane]) * NEWEST;
    if (job.settled) return;
    this.#done++;
    if (answer.kind === 'failed') job.settle(errorOf(answer.failure));
    else job.settle({ bytes: body, warnings: answer.warnings, facts: answer.facts });
  }

  /** Looks at what runs and waits, as long as anything does. */
  #keepWatch(): void {
    const work = this.#warming || this.#room.size > 0 || [...this.#crew.members].some(({ job }) => job && !job.settled);
    if (!work && !this.#crew.active) {
      clearInterval(this.#watch);
      this.#watch = undefined;
      return;
    }
    this.#watch ??= setInterval(() => {
      this.#look();
      this.#keepWatch();
    }, WATCH_MS);
    // Whoever waits for an answer keeps this process running, and nothing else here does.
    if (work) this.#watch.ref();
    else this.#watch.unref();
  }

  #look(): void {
    const running = { short: this.#crew.busy('short'), long: this.#crew.busy('long') };
    // Beyond that there are cores for all.
    if (running.short > 0 && running.short + running.long > this.#settings.size) this.#crew.yieldToShort();
    for (const member of this.#crew.members) if (member.child.phase === 'busy') this.#check(member);
    this.#crew.tidy();
    for (const job of this.#room.overdue(this.#settings.maxWaitMs)) {
      this.#room.remove(job);
      this.#refuse(job);
    }
  }

  /** Holds the job of a member to its limits. */
  #check(member: Member): void {
    const { child, job } = member;
    if (!job) return;
    const { resident, since, spent } = child;
    if (resident > job.memoryMb * MB) {
      this.#expectations.harmed(job);
      this.#stop(job, 'memory', memoryExceeded(job.memoryMb));
      child.kill();
    } else if (spent > job.timeoutMs || since > STRETCH * job.timeoutMs) {
      this.#expectations.harmed(job);
      this.#stop(job, 'time', timeExceeded(job.timeoutMs));
      child.kill();
    } else if (spent > this.#expectations.shortMs(isWarm(child))) {
      this.#expectations.tookLong(job);
      if (job.settled) child.kill();
      else if (member.lane === 'short' && this.#room.waiting('short') > 0) this.#makeWay(member, job);
    }
  }

  /** Short work waits, and a job of the short lane is none. */
  #makeWay(member: Member, job: Job): void {
    if (this.#crew.free('long') > 0) {
      this.#crew.demote(member);
      this.#dispatch();
    } else if (!job.postponed) {
      this.#postponed++;
      job.postponed = true;
      job.lane = 'long';
      job.waitingSince = performance.now();
      member.job = undefined;
      member.child.kill();
      this.#room.add(job);
    }
  }

  #stop(job: Job, reason: StopReason, error: ScreenplayError): void {
    if (job.settled) return;
    this.#stopped[reason]++;
    job.settle(error);
  }

  #refuse(job: Job): void {
    this.#refused++;
    const { lane } = job;
    const seconds = (this.#room.waiting(lane) * this.#averageMs[lane]) / this.#settings.size / 1000;
    job.settle(busy(Math.max(1, Math.min(LONGEST_RETRY, Math.ceil(seconds)))));
  }
}

/** Whether a child has done enough for its code to be as fast as it gets, about. */
function isWarm({ jobs }: WatchedChild): boolean {
  return jobs > 5;
}
