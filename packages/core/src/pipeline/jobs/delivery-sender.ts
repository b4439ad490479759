import { ScreenplayError } from '../../errors/index.js';
import type { DeliveryAttempt, DeliveryStatus } from '../../model/job.js';
import type { Delivery, Lease, TrackedDelivery } from '../../ports/index.js';
import { verdictOfAnswer, verdictOfError } from './delivery-verdict.js';
import type { Verdict } from './delivery-verdict.js';
import type { SenderPorts } from './job-ports.js';
import { ReceiverShares } from './receiver-shares.js';
import { LinkedSignal } from './signals.js';
import { chance, isTrouble, patiently, waitFor } from './trouble.js';
import type { Patience } from './trouble.js';

export interface DeliverySenderOptions {
  /** Deliveries at a time. Default 32. */
  slots?: number | undefined;
  /** Retries after the first try. Default 4. */
  maxRetry?: number | undefined;
  /** Milliseconds before the first retry. Default 1 s. */
  minWaitMs?: number | undefined;
  /** Default 30 s. */
  maxWaitMs?: number | undefined;
}

/** One try: what it was and what it means. */
interface Tried {
  attempt: DeliveryAttempt;
  verdict: Verdict;
  retryAfterMs: number;
}

/** When one of the senders has to stop: taking lanes, and sending. */
class Stops {
  readonly taking = new AbortController();
  readonly abandon = new AbortController();
}

const PATIENCE: Patience = { tries: Infinity, firstMs: 200, longestMs: 5000 };

/**
 * Tells receivers of events: takes lanes, one sender a lane, and sends what lies in them, the oldest first. A delivery that
 * fails for now is tried again after a wait; when the tries end its lane goes on with the next one.
 */
export class DeliverySender {
  readonly #ports: SenderPorts;
  readonly #maxRetry: number;
  readonly #minWaitMs: number;
  readonly #maxWaitMs: number;
  readonly #stops: readonly Stops[];
  readonly #shares: ReceiverShares;
  /** Lanes in a row that found their receiver busy. */
  #deferred = 0;
  #work: Promise<unknown> | undefined;

  constructor(ports: SenderPorts, options: DeliverySenderOptions = {}) {
    this.#ports = ports;
    const slots = options.slots ?? 32;
    this.#stops = Array.from({ length: slots }, () => new Stops());
    this.#shares = new ReceiverShares(slots);
    this.#maxRetry = options.maxRetry ?? 4;
    this.#minWaitMs = options.minWaitMs ?? 1000;
    this.#maxWaitMs = options.maxWaitMs ?? 30_000;
  }

  start(): void {
    this.#work ??= Promise.all(this.#stops.map((stops) => this.#run(stops)));
  }

  /** Takes no more lanes; what is being sent may end within `graceMs`, else another sender sends it. */
  async stop(graceMs = 0): Promise<void> {
    for (const { taking } of this.#stops) taking.abort();
    const enough = new AbortController();
    await Promise.race([this.#work, this.#ports.runtime.sleep(graceMs, enough.signal)]);
    enough.abort();
    for (const { abandon } of this.#stops) abandon.abort();
    await this.#work;
  }

  async #run(stops: Stops): Promise<void> {
    const { lanes, runtime } = this.#ports;
    const taking = stops.taking.signal;
    for (let failures = 0; !taking.aborted; ) {
      try {
        const lease = await lanes.take(taking);
        failures = 0;
        if (!lease) return;
        await this.#drain(lease, stops);
      } catch (error) {
        failures++;
        const message = error instanceof Error ? error.message : String(error);
        runtime.log(isTrouble(error) ? 'warn' : 'error', 'Deliveries could not get on', { error: message });
        await runtime.sleep(waitFor(runtime, PATIENCE, failures), taking);
      }
    }
  }

  /** Sends what lies in a lane, until it is empty or has to wait. */
  async #drain(lease: Lease, { taking, abandon }: Stops): Promise<void> {
    const ends = new LinkedSignal(lease.lost, abandon.signal);
    try {
      const wait = await this.#send(lease, taking.signal, ends.signal);
      await patiently(this.#ports.runtime, PATIENCE, ends.signal, () =>
        wait === undefined ? lease.done() : lease.giveBack(wait),
      );
    } catch (error) {
      // A lost lane is another sender's; one that was left behind is taken again.
      await lease.giveBack(ends.signal.aborted ? 0 : this.#minWaitMs);
      if (!ends.signal.aborted) throw error;
    } finally {
      ends.release();
    }
  }

  /** Answers after how many milliseconds the lane is to come again; undefined when it is empty. */
  async #send(lease: Lease, taking: AbortSignal, signal: AbortSignal): Promise<number | undefined> {
    const { runtime, store } = this.#ports;
    for (;;) {
      const next = await patiently(runtime, PATIENCE, signal, () => store.nextDelivery(lease.id));
      if (!next) return undefined;
      const early = this.#early(next);
      if (early > 0) return early;
      if (taking.aborted) return 0;
      // This process may have been paused since it asked: then the lane is another's, which is past this delivery.
      if (lease.lost.aborted) signal.throwIfAborted();
      if (!this.#shares.enter(next.delivery.url)) return this.#defer();
      this.#deferred = 0;
      const wait = await this.#try(next, signal);
      if (wait !== undefined) return wait;
    }
  }

  /** Milliseconds after which a lane comes again whose receiver has enough senders: the longer, the more there are. */
  #defer(): number {
    this.#deferred++;
    return this.#spread(Math.min(this.#maxWaitMs, this.#minWaitMs * (1 + this.#deferred / 20)));
  }

  /** Milliseconds until a delivery is to be tried again. Whoever took the lane before may have noted when that is. */
  #early({ attempts }: TrackedDelivery): number {
    const until = attempts.at(-1)?.retry_at;
    if (until === undefined) return 0;
    const left = Date.parse(until) - Date.parse(this.#ports.runtime.now());
    // Nobody was told to wait for longer: the clock was put back.
    return left > this.#maxWaitMs ? 0 : left;
  }

  /** One try. Answers after how many milliseconds there is to be another one, if there is. */
  async #try({ delivery, attempts }: TrackedDelivery, signal: AbortSignal): Promise<number | undefined> {
    const { attempt, verdict, retryAfterMs } = await this.#notify(delivery, signal);
    const again = verdict === 'try again' && attempts.length < this.#maxRetry;
    const wait = again ? this.#waitAfter(attempts.length + 1, retryAfterMs) : undefined;
    const status: DeliveryStatus = again ? 'pending' : verdict === 'delivered' ? 'delivered' : 'failed';
    await this.#note(delivery, wait === undefined ? attempt : { ...attempt, retry_at: this.#in(wait) }, status, signal);
    return wait;
  }

  async #note(
    delivery: Delivery,
    attempt: DeliveryAttempt,
    status: DeliveryStatus,
    signal: AbortSignal,
  ): Promise<void> {
    const { runtime, store } = this.#ports;
    await patiently(runtime, PATIENCE, signal, () => store.noteAttempt(delivery, attempt, status));
    if (status !== 'failed') return;
    const { id: delivery_id, jobId: job_id, event } = delivery;
    const { status_code, error } = attempt;
    runtime.log('warn', 'An event could not be delivered', { delivery_id, job_id, event, status_code, error });
  }

  async #notify(delivery: Delivery, signal: AbortSignal): Promise<Tried> {
    const { notifier, runtime } = this.#ports;
    const { url, trusted, body, event, id: deliveryId } = delivery;
    const at = runtime.now();
    const start = runtime.elapsed();
    const took = (): number => Math.round(runtime.elapsed() - start);
    let well: boolean | undefined;
    try {
      const answer = await notifier.send({ url, trusted, body, event, deliveryId }, signal);
      const verdict = verdictOfAnswer(answer);
      well = verdict !== 'try again';
      const attempt = { at, status_code: answer.statusCode, duration_ms: took(), error: null };
      return { attempt, verdict, retryAfterMs: answer.retryAfterMs ?? 0 };
    } catch (error) {
      signal.throwIfAborted();
      well = false;
      const message = error instanceof ScreenplayError ? `${error.code}: ${error.message}` : 'internal';
      const attempt = { at, status_code: null, duration_ms: took(), error: message };
      return { attempt, verdict: verdictOfError(error), retryAfterMs: 0 };
    } finally {
      this.#shares.leave(url, well);
    }
  }

  /** Doubles from the least wait and differs a little from delivery to delivery; a receiver may ask for more. */
  #waitAfter(tries: number, retryAfterMs: number): number {
    const doubled = this.#spread(this.#minWaitMs * 2 ** Math.min(tries - 1, 30));
    return Math.min(this.#maxWaitMs, Math.max(doubled, retryAfterMs));
  }

  #spread(ms: number): number {
    return Math.round(ms * (1 + chance(this.#ports.runtime) / 4));
  }

  #in(ms: number): string {
    return new Date(Date.parse(this.#ports.runtime.now()) + ms).toISOString();
  }
}
