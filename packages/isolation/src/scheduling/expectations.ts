import type { JobFacts, LaneName } from './job.js';
import { RecentMap } from './recent-map.js';

/** What a job is expected to be like. */
export interface Expectation {
  lane: LaneName;
  suspect: boolean;
}

export interface JobEnd {
  ms: number;
  /** It was done, and not given up for an error in the file. */
  good: boolean;
  /** The child had done some before, so that the time is typical. */
  warm: boolean;
}

/** Work that every conversion has whatever its size, in terms of bytes. */
const FIXED_BYTES = 50_000;
/** Weight of the newest in an average. */
const NEWEST = 0.2;
/** Milliseconds for which harm is remembered. */
const MEMORY = 60_000;
/** Harm without good in between, from which on a client's work is taken for long. */
const NOTORIOUS = 3;

interface Grudge {
  score: number;
  at: number;
}

/**
 * Guesses from what was seen before whether a job will be short, and whether it may do harm. A guess decides in which
 * lane a job begins and who goes before it, nothing else: what is guessed wrong costs time, and is then known better.
 */
export class Expectations {
  readonly #shortMs: number;
  /** Milliseconds a byte, by kind. */
  readonly #rates = new RecentMap<number>(200);
  /** Files that were not short: whether they did harm. */
  readonly #files = new RecentMap<{ harmful: boolean }>(2000);
  readonly #clients = new RecentMap<Grudge>(2000);

  /** @param shortMs What a short job takes at most. */
  constructor(shortMs: number) {
    this.#shortMs = shortMs;
  }

  of({ kind, fingerprint, client, source }: JobFacts): Expectation {
    const file = this.#files.get(fingerprint);
    const grudge = this.#grudgeOf(client);
    const ms = (this.#rates.get(kind) ?? 0) * (source.length + FIXED_BYTES);
    const long = file !== undefined || grudge >= NOTORIOUS || ms > this.#shortMs;
    return { lane: long ? 'long' : 'short', suspect: file?.harmful === true || grudge >= 1 };
  }

  /** A job ended by itself. */
  ended(job: JobFacts, { ms, good, warm }: JobEnd): void {
    const { kind, fingerprint, client, source } = job;
    if (ms <= this.#shortMs) this.#files.delete(fingerprint);
    else this.tookLong(job);
    if (!good) return;
    if (client !== undefined) {
      const score = this.#grudgeOf(client) / 2;
      if (score < 0.25) this.#clients.delete(client);
      else this.#clients.set(client, { score, at: performance.now() });
    }
    if (!warm) return;
    const rate = ms / (source.length + FIXED_BYTES);
    this.#rates.set(kind, (this.#rates.get(kind) ?? rate) * (1 - NEWEST) + rate * NEWEST);
  }

  /** A job has not been short. */
  tookLong({ fingerprint }: JobFacts): void {
    this.#files.set(fingerprint, { harmful: this.#files.get(fingerprint)?.harmful ?? false });
  }

  /** A job had to be stopped, or its child crashed. */
  harmed({ fingerprint, client }: JobFacts): void {
    this.#files.set(fingerprint, { harmful: true });
    if (client !== undefined) {
      this.#clients.set(client, { score: Math.min(this.#grudgeOf(client) + 1, 2 * NOTORIOUS), at: performance.now() });
    }
  }

  #grudgeOf(client: string | undefined): number {
    const grudge = client === undefined ? undefined : this.#clients.get(client);
    return grudge && performance.now() - grudge.at < MEMORY ? grudge.score : 0;
  }
}
