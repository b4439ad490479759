import { ScreenplayError } from '@screenplay/core';
import type { CallOptions, Converter, OperationName, Operations, Outcome } from '@screenplay/core';
import { serialize } from 'node:v8';
import { Dispatcher } from './dispatcher.js';
import { abortedBy, closed } from './failures.js';
import { settingsOf, whole } from './pool-options.js';
import type { ConverterPoolOptions, PoolSettings } from './pool-options.js';
import type { PoolStats } from './pool-stats.js';
import { fingerprintOf } from './scheduling/fingerprint.js';
import { makeJob } from './scheduling/job.js';
import type { Job } from './scheduling/job.js';
import { kindOf } from './scheduling/kind.js';

/** Somebody who waits until the pool is warm. */
interface Waiter {
  resolve(): void;
  reject(error: ScreenplayError): void;
}

/**
 * The converter port on watched child processes: nothing that a file makes a conversion do hurts the process that asks
 * for it. Children start with the first call (or {@link ConverterPool.ready}) and end with this process, however it ends.
 *
 * @example
 * const converter = new ConverterPool({ timeoutMs: 10_000, memoryMb: 512 });
 * const { bytes, warnings } = await converter.run('convert', file, { name: 'draft.fdx' }, { signal, client });
 * await converter.close(30_000);
 */
export class ConverterPool implements Converter {
  readonly #settings: PoolSettings;
  readonly #dispatcher: Dispatcher;
  /** Calls without an answer, and how to give one. */
  readonly #open = new Set<Job>();
  readonly #waiters = new Set<Waiter>();
  #closing: Promise<void> | undefined;
  #drained: (() => void) | undefined;

  /** @throws ScreenplayError `bad_option` */
  constructor(options: ConverterPoolOptions = {}) {
    this.#settings = settingsOf(options);
    this.#dispatcher = new Dispatcher(this.#settings, {
      warm: () => this.#settleWaiters((waiter) => waiter.resolve()),
      failing: (error) => this.#settleWaiters((waiter) => waiter.reject(error)),
    });
  }

  async run<Name extends OperationName>(
    operation: Name,
    source: Uint8Array,
    options: Operations[Name]['options'],
    call: CallOptions = {},
  ): Promise<Outcome<Name>> {
    const { signal } = call;
    if (this.#closing) throw closed();
    if (signal?.aborted) throw abortedBy(signal);
    const onAbort = (): void => {
      if (signal) this.#dispatcher.abandon(job, abortedBy(signal));
    };
    const { job, promise } = makeJob(this.#describe(operation, source, options, call), () => {
      signal?.removeEventListener('abort', onAbort);
      this.#open.delete(job);
      if (this.#open.size === 0) this.#drained?.();
    });
    this.#open.add(job);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#dispatcher.submit(job);
    return promise as Promise<Outcome<Name>>;
  }

  /**
   * Starts the processes for short conversions, so that the first call need not wait for them; resolves when they have
   * started.
   *
   * @throws ScreenplayError `unavailable` when they do not start
   */
  async ready(): Promise<void> {
    if (this.#closing) throw closed();
    if (this.#dispatcher.warm) return;
    const started = new Promise<void>((resolve, reject) => this.#waiters.add({ resolve, reject }));
    this.#dispatcher.warmUp();
    await started;
  }

  stats(): PoolStats {
    return this.#dispatcher.stats();
  }

  /** Called again, it shortens what time is left. */
  async close(graceMs = 0): Promise<void> {
    this.#closing ??= this.#drain();
    const timer = setTimeout(() => this.#giveUp(), graceMs);
    if (graceMs <= 0) this.#giveUp();
    await this.#closing;
    clearTimeout(timer);
  }

  async #drain(): Promise<void> {
    this.#settleWaiters((waiter) => waiter.reject(closed()));
    if (this.#open.size > 0) await new Promise<void>((resolve) => (this.#drained = resolve));
    await this.#dispatcher.close();
  }

  #giveUp(): void {
    for (const job of this.#open) this.#dispatcher.abandon(job, closed());
  }

  #settleWaiters(settle: (waiter: Waiter) => void): void {
    for (const waiter of this.#waiters) settle(waiter);
    this.#waiters.clear();
  }

  #describe(
    operation: OperationName,
    source: unknown,
    options: object,
    call: CallOptions,
  ): Parameters<typeof makeJob>[0] {
    if (!(source instanceof Uint8Array)) throw badOption('The source must be the bytes of a file, as a Uint8Array');
    const { timeoutMs, memoryMb } = this.#settings;
    return {
      operation,
      head: requestOf(operation, options),
      source,
      timeoutMs: Math.min(timeoutMs, whole('timeoutMs', call.timeoutMs ?? timeoutMs, 1, 2 ** 31 - 1)),
      memoryMb: Math.min(memoryMb, whole('memoryMb', call.memoryMb ?? memoryMb, 1, 2 ** 20)),
      client: call.client,
      room: call.room,
      kind: kindOf(operation, options),
      fingerprint: `${operation} ${fingerprintOf(source)}`,
    };
  }
}

function requestOf(operation: string, options: unknown): Uint8Array {
  try {
    return serialize({ operation, options });
  } catch (cause) {
    throw badOption('The options must be plain data', cause);
  }
}

function badOption(message: string, cause?: unknown): ScreenplayError {
  return new ScreenplayError('bad_option', message, { cause });
}
