import type { Job, LaneName } from '../scheduling/job.js';
import type { Answer } from '../protocol/messages.js';
import type { Launch } from './launch.js';
import { WatchedChild } from './watched-child.js';
import type { Ending, Listener } from './watched-child.js';

/** A child process and what it is there for. */
export interface Member {
  readonly child: WatchedChild;
  lane: LaneName;
  job: Job | undefined;
  /** Its priority is that of long work. */
  yielding?: boolean;
  resting?: NodeJS.Timeout;
}

export interface CrewListener {
  /** A member can take a job. */
  available(): void;
  answered(member: Member, answer: Answer, body: Uint8Array<ArrayBuffer>): void;
  /** A member has ended; its job is still its own unless it was taken from it before. */
  lost(member: Member, ending: Ending): void;
  /** Children do not start, time and again. */
  failing(how: string): void;
}

/** Starts in a row that fail until whoever waits is told. */
const MAX_FAILURES = 3;
/** Milliseconds in which a child must have started, on the slowest of machines. */
const BOOT_MS = 30_000;
const FIRST_DELAY = 100;
const LONGEST_DELAY = 10_000;
/** Milliseconds that a child of the long lane is kept without work. */
const IDLE_MS = 15_000;

/**
 * The children, each in one of two lanes as wide as the machine. Those of the long lane yield to the others when there
 * are any, and from then on, for a system lets nobody raise a priority again: a child can be moved there but not back.
 */
export class Crew {
  readonly #launch: Launch;
  readonly #width: number;
  readonly #listener: CrewListener;
  readonly #members = new Set<Member>();
  /** Children that each lane should have: the short one keeps its own once it has needed them. */
  readonly #wanted: Record<LaneName, number> = { short: 0, long: 0 };
  #failures = 0;
  #delay: NodeJS.Timeout | undefined;
  #closed = false;
  #onEmpty: (() => void) | undefined;
  /** Children that were ever begun to be started. */
  everStarted = 0;

  constructor(launch: Launch, width: number, listener: CrewListener) {
    this.#launch = launch;
    this.#width = width;
    this.#listener = listener;
  }

  get members(): ReadonlySet<Member> {
    return this.#members;
  }

  busy(lane: LaneName): number {
    return this.#count((member) => member.lane === lane && member.child.phase === 'busy');
  }

  /** How many children of a lane have started. */
  started(lane: LaneName): number {
    return this.#count((member) => member.lane === lane && member.child.wasReady);
  }

  /** Whether any child starts or does something. */
  get active(): boolean {
    return this.#count(({ child }) => child.phase === 'booting' || child.phase === 'busy') > 0;
  }

  /** How many jobs a lane could begin, once its children have started. */
  free(lane: LaneName): number {
    return Math.max(0, this.#width - this.busy(lane));
  }

  runningOf(client: string): number {
    return this.#count(({ job }) => job?.client === client);
  }

  /** A member of a lane that has nothing to do: the one that did most before, for its code is the fastest. */
  idle(lane: LaneName): Member | undefined {
    let best: Member | undefined;
    for (const member of this.#members) {
      if (member.lane !== lane || member.child.phase !== 'idle') continue;
      if (!best || member.child.jobs > best.child.jobs) best = member;
    }
    return best;
  }

  /** Sees to it that a lane has children for so many jobs at once, as far as it is wide. */
  want(lane: LaneName, jobs: number): void {
    const wanted = Math.min(jobs, this.#width);
    this.#wanted[lane] = lane === 'short' ? Math.max(wanted, this.#wanted.short) : wanted;
    this.#fill();
  }

  /** Moves a busy member to the long lane. */
  demote(member: Member): void {
    // Its place is taken from one that has nothing to do there.
    if (this.#living('long') >= this.#width) this.idle('long')?.child.kill();
    member.lane = 'long';
    this.#fill();
  }

  /** Has long work go on at lower priority than short work. */
  yieldToShort(): void {
    for (const member of this.#members) {
      if (member.lane === 'short' || member.yielding || member.child.phase !== 'busy') continue;
      member.yielding = true;
      member.child.yieldToOthers();
    }
  }

  /** Ends what does not start. */
  tidy(): void {
    for (const { child } of this.#members) {
      if (child.phase === 'booting' && child.since > BOOT_MS)
        child.kill(`it did not start in ${BOOT_MS / 1000} seconds`);
    }
  }

  /** Ends all children; resolves when they have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#delay);
    for (const { child } of this.#members) child.kill();
    if (this.#members.size > 0) await new Promise<void>((resolve) => (this.#onEmpty = resolve));
  }

  #fill(): void {
    if (this.#closed || this.#delay) return;
    for (const lane of ['short', 'long'] as const) {
      for (let missing = this.#wanted[lane] - this.#living(lane); missing > 0; missing--) this.#start(lane);
    }
  }

  #start(lane: LaneName): void {
    this.everStarted++;
    const listener: Listener = {
      ready: () => {
        this.#failures = 0;
        this.#rest(member);
        this.#listener.available();
      },
      answered: (answer, body) => {
        this.#listener.answered(member, answer, body);
        this.#rest(member);
      },
      ended: (ending) => this.#lose(member, ending),
    };
    const member: Member = { child: new WatchedChild(this.#launch, listener), lane, job: undefined };
    this.#members.add(member);
  }

  #lose(member: Member, ending: Ending): void {
    this.#members.delete(member);
    if (!member.child.wasReady && !this.#closed) this.#fail(ending.how);
    this.#listener.lost(member, ending);
    this.#fill();
    if (this.#members.size === 0) this.#onEmpty?.();
  }

  #fail(how: string): void {
    this.#failures++;
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#failures);
    this.#delay ??= setTimeout(() => {
      this.#delay = undefined;
      this.#fill();
    }, delay).unref();
    if (this.#failures >= MAX_FAILURES) this.#listener.failing(how);
  }

  /** Ends a member of the long lane when it has had nothing to do for long: there may never be such work again. */
  #rest(member: Member): void {
    clearTimeout(member.resting);
    if (member.lane === 'short') return;
    member.resting = setTimeout(() => {
      if (member.child.phase !== 'idle') return;
      this.#wanted.long = 0;
      member.child.kill();
    }, IDLE_MS).unref();
  }

  #living(lane: LaneName): number {
    return this.#count((member) => member.lane === lane);
  }

  #count(matches: (member: Member) => boolean): number {
    let count = 0;
    for (const member of this.#members) if (matches(member)) count++;
    return count;
  }
}
