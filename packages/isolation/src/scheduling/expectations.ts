import type { Job, JobFacts, LaneName } from './job.js';
import { RecentMap } from './recent-map.js';

/** What a job is expected to be like. */
export interface Expectation {
  lane: LaneName;
  /** Others go before it. */
  suspect: boolean;
  /** The file has not been here before. */
  fresh: boolean;
}

export interface JobEnd {
  ms: number;
  /** It was done, and not given up for an error in the file. */
  good: boolean;
  /** The child had done some before, so that the time is typical. */
  warm: boolean;
}

/** What a file was like when it was here. */
type Reputation = 'short' | 'long' | 'harmful';

/** What jobs are like that look alike. */
interface Kind {
  /** Milliseconds a byte. */
  rate: number | undefined;
  /** Share of those that did harm or were not short, among files that had not been here before. */
  trouble: number;
}

interface Grudge {
  score: number;
  at: number;
}

/** Work that every conversion has whatever its size, in terms of bytes. */
const FIXED_BYTES = 50_000;
/** Weight of the newest in an average. */
const NEWEST = 0.2;
/** From this share on new files of a kind begin in the long lane. */
const TROUBLESOME = 0.3;
/** Milliseconds for which a client is remembered for harm. */
const GRUDGE_MS = 60_000;
/** Harm without good in between, from which on all of a client's work begins in the long lane. */
const NOTORIOUS = 3;
/** A short job takes so many times the average of short ones at most, */
const SPREAD = 10;
/** and so many milliseconds at least. */
const SHORTEST = 100;

/**
 * Guesses from what was seen before whether a job will be short, and whether it may do harm. A guess decides in which
 * lane a job begins and who goes before it, nothing else: what is guessed wrong costs time, and is then known better.
 */
export class Expectations {
  readonly #maxShortMs: number;
  readonly #kinds = new RecentMap<Kind>(100);
  readonly #files = new RecentMap<Reputation>(5000);
  readonly #clients = new RecentMap<Grudge>(2000);
  #averageMs: number;

  /** @param maxShortMs What a short job takes at most, whatever the others are like. */
  constructor(maxShortMs: number) {
    this.#maxShortMs = maxShortMs;
    this.#averageMs = maxShortMs;
  }

  /** Milliseconds that a short job takes at most; a child that has just started takes longer for the same. */
  shortMs(warm: boolean): number {
    if (!warm) return this.#maxShortMs;
    return Math.min(this.#maxShortMs, Math.max(SHORTEST, SPREAD * this.#averageMs));
  }

  of({ kind, fingerprint, client, source }: JobFacts): Expectation {
    const file = this.#files.get(fingerprint);
    const { rate = 0, trouble = 0 } = this.#kinds.get(kind) ?? {};
    const grudge = this.#grudgeOf(client);
    const foreseen = rate * (source.length + FIXED_BYTES) > this.shortMs(true);
    const short = file === undefined ? !foreseen && trouble < TROUBLESOME : file === 'short';
    return {
      lane: short && grudge < NOTORIOUS ? 'short' : 'long',
      suspect: file === 'harmful' || grudge >= 1,
      fresh: file === undefined,
    };
  }

  /** A job ended by itself. */
  ended(job: Job, { ms, good, warm }: JobEnd): void {
    const { kind, fingerprint, client, source, fresh } = job;
    const short = ms <= this.shortMs(warm);
    if (short) this.#averageMs += (ms - this.#averageMs) * NEWEST;
    if (fresh && short) this.#learn(kind, { trouble: 0 });
    this.#files.set(fingerprint, short ? 'short' : 'long');
    if (!good) return;
    if (client !== undefined) this.#forgive(client);
    if (warm) this.#learn(kind, { rate: ms / (source.length + FIXED_BYTES) });
  }

  /** A job is not short, and not at its end. */
  tookLong({ kind, fingerprint, fresh }: Job): void {
    const known = this.#files.get(fingerprint);
    // To move it costs a child that is warm, whatever becomes of it: the next of its kind begins elsewhere.
    if (fresh && known === undefined) this.#learn(kind, { trouble: 1 });
    if (known !== 'harmful') this.#files.set(fingerprint, 'long');
  }

  /** A job had to be stopped, or its child crashed. */
  harmed({ kind, fingerprint, client, fresh }: Job): void {
    if (fresh && this.#files.get(fingerprint) === undefined) this.#learn(kind, { trouble: 1 });
    this.#files.set(fingerprint, 'harmful');
    if (client === undefined) return;
    const score = Math.min(this.#grudgeOf(client) + 1, 2 * NOTORIOUS);
    this.#clients.set(client, { score, at: performance.now() });
  }

  #learn(kind: string, { rate, trouble }: Partial<Kind>): void {
    const old = this.#kinds.get(kind) ?? { rate: undefined, trouble: 0 };
    this.#kinds.set(kind, {
      rate: rate === undefined ? old.rate : (old.rate ?? rate) * (1 - NEWEST) + rate * NEWEST,
      trouble: trouble === undefined ? old.trouble : old.trouble * (1 - NEWEST) + trouble * NEWEST,
    });
  }

  #forgive(client: string): void {
    const score = this.#grudgeOf(client) / 2;
    if (score < 0.25) this.#clients.delete(client);
    else this.#clients.set(client, { score, at: performance.now() });
  }

  #grudgeOf(client: string | undefined): number {
    const grudge = client === undefined ? undefined : this.#clients.get(client);
    return grudge && performance.now() - grudge.at < GRUDGE_MS ? grudge.score : 0;
  }
}
